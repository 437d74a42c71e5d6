"""The proofs about random adversaries, groups of users and single steps, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

BUDGETS = "eps in [0,inf), delta in [0,1], rho in [0,inf), a in (1,inf)"
LAWS = "v in [0,1], w in [0,1], p in [0,1], q in [0,1]"

MIXTURES = Proof(
    "thesis.rem3.14",
    where=f"{BUDGETS}, {LAWS}, mix in [0,1], part in [1,inf), mom in [1,inf), r in [0,inf)",
    parts=(5,),
    steps=(
        Given(1, "The adversary remembers the actions that she saw and the queries that she made."),
        Textbook(
            2,
            r"The law $p$ of a random adversary's view is a mixture of those of deterministic "
            r"ones; for $\mathbf x'$ it is $q$, the mixture with the same weights.",
            "p == mix",
            fact="textbook.kuhn",
            hypotheses={"she remembers what she saw and did": 1},
            instance={"p": "p", "q": "mix"},
        ),
        Given(
            3,
            r"The condition for each deterministic adversary and an event.",
            "v <= exp(eps)*w + delta",
        ),
        Textbook(
            4,
            "The condition for the mixture,",
            "mix <= exp(eps)*q + delta",
            fact="textbook.elementary-probability:mixture",
            over=("v", "w"),
            hypotheses={"the relation for each part": 3},
            instance={"p": "mix", "c": "exp(eps)", "q": "q", "d": "delta", "A": "v", "B": "w"},
        ),
        Inequality(
            5,
            r"so for the random adversary: $(\varepsilon,\delta)$, pure DP included.",
            "p <= exp(eps)*q + delta",
            uses=(2, 4),
        ),
        Given(
            6,
            r"zCDP for each deterministic adversary: $e^{(\alpha-1)D_\alpha}\le e^{(\alpha-1)\rho"
            r"\alpha}$.",
            "part <= exp((a-1)*rho*a)",
        ),
        Textbook(
            7,
            "The same for the mixture.",
            "mom <= exp((a-1)*rho*a)",
            fact="textbook.joint-convexity:renyi",
            over=("part",),
            hypotheses={"the relation for each part": 6},
            instance={"m": "mom", "c": "exp((a-1)*rho*a)", "A": "part"},
            uses=(2,),
        ),
        Inequality(
            8,
            r"$D_\alpha\le\rho\alpha$ for the random adversary.",
            "log(mom) <= (a-1)*rho*a",
            uses=(7,),
            monotone=("log", "exp((a-1)*rho*a)", "mom"),
        ),
    ),
)

GROUPS = Proof(
    "thesis.sec3.4.decouples",
    where=f"{BUDGETS}, {LAWS}, d in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"With the queries $q$ fixed, on tables of equal columns, the policy sees $(q_t,r_t)$: "
            r"it is a mechanism on lists of rewards.",
            claim="thesis.rem3.6.equal_columns",
        ),
        OnClaim(
            2,
            r"Its pure budget is at most that of Interactive DP, for which fixed queries are the "
            "worst.",
            claim="thesis.def3.5.open_loop",
            uses=(1,),
        ),
        Textbook(
            3,
            r"So two lists at distance $d$ change the probability of any actions, with these "
            r"queries, by $e^{d\varepsilon}$ at most.",
            "v <= exp(eps*d)*w",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 2},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
    ),
)

USERS = Proof(
    "thesis.sec3.7.users",
    where=f"{BUDGETS}, {LAWS}, j in [0,inf), s in [0,inf), b in (0,inf), d in [1,inf)",
    parts=(2,),
    steps=(
        Given(
            1,
            r"An event-level $(\varepsilon,\delta)$-DP mechanism: data that differ in one row. "
            r"Between two data that differ in $d$ rows there are $d-1$ others, each a neighbour of "
            "the last.",
        ),
        Textbook(
            2,
            r"A user on $d$ rows pays $d\varepsilon$ of pure DP.",
            "v <= exp(eps*d)*w",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Textbook(
            3,
            r"Of $\delta>0$ she pays $s_d$, with $s_{j+1}=e^\varepsilon s_j+\delta$ along these "
            r"data.",
            "v <= exp(eps*d)*w + s",
            fact="textbook.group-privacy:approximate",
            hypotheses={"the mechanism is (e, delta)-DP": 1},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps", "s": "s"},
        ),
        Inequality(
            4,
            r"With the budget $b/d$ for events the cost $d\,(b/d)$ is $b$: any pure budget for "
            "users is that of a smaller one for events.",
            "d*(b/d) <= b",
            uses=(2, 3),
        ),
    ),
)

INSTANTANEOUS = Proof(
    "thesis.sec3.7.instantaneous",
    where="eps in [0,inf), t in [0,inf), x in (-inf,inf), "
    "p in [0,1], q in [0,1], s in [1,inf), T in [1,inf), top in (-inf,inf)",
    parts=(6, 8),
    steps=(
        OnClaim(
            1,
            r"$\mathcal V_r(\mathbf a)$ is the product of $\pi_t(a_t\mid a_1,r_1,\dots,r_{t-1})$.",
            claim="thesis.eq3.2",
        ),
        Given(
            2,
            r"The factors $t\le s$ do not contain $r_s$. Each of the $T-s$ later ones changes by "
            r"at "
            r"most $e^\varepsilon$: its logarithm by $g\le\varepsilon$. (If a factor is 0 for one "
            "list, it is 0 for the other, and both products are 0.)",
            "g <= eps",
            where="g in (-inf,inf)",
            uses=(1,),
        ),
        Induction(
            3,
            r"The sum $x$ of the changes in the $t$ rounds after round $s$ is at most "
            r"$t\varepsilon$.",
            "x <= t*eps",
            where="g in (-inf,inf)",
            variable="t",
            start="0",
            sequence="x",
            first="0",
            following="x + g",
            weight="1",
            uses=(2,),
        ),
        Inequality(
            4,
            "The exponential increases.",
            "exp(x) <= exp(t*eps)",
            uses=(3,),
            monotone=("exp", "t*eps", "x"),
        ),
        Inequality(
            5,
            r"So a single sequence of mass $b$ gets at most $e^{t\varepsilon}$ times it.",
            "exp(x)*b <= exp(t*eps)*b",
            where="b in [0,1]",
            weights={4: "b"},
        ),
        Textbook(
            6,
            r"Single sequences, hence events, change by $e^{(T-s)\varepsilon}$ at most: $t=T-s$.",
            "p <= exp(t*eps)*q",
            where="b in [0,1]",
            fact="textbook.elementary-probability:atoms",
            over=("b", "x"),
            hypotheses={"the relation for each single outcome": 5},
            instance={"p": "p", "q": "q", "c": "exp(t*eps)", "A": "exp(x)*b", "B": "b"},
        ),
        Inequality(
            7,
            r"$s\ge1$, so this cost is at most $(T-1)\varepsilon$.",
            "(T-s)*eps <= (T-1)*eps",
            uses=(6,),
        ),
        Induction(
            8,
            r"If every later factor is a fresh randomised response to $r_s$ of ratio "
            r"$e^\varepsilon$, the sequence of true answers changes by $\varepsilon$ each: the "
            r"cost "
            "is attained.",
            "top == t*eps",
            variable="t",
            start="0",
            sequence="top",
            first="0",
            following="top + eps",
        ),
        Identity(
            9,
            r"$s=1$ costs $(T-1)\varepsilon$: both bounds are attained.",
            "(T-1)*eps == T*eps - eps",
            uses=(7, 8),
        ),
    ),
)
