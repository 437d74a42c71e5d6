"""The proofs about random adversaries, groups of users and single steps, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
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
    where=f"{BUDGETS}, {LAWS}, s in [0,inf), b in [0,inf), c in [0,1], d in [1,inf), k in [0,inf), "
    "n in [1,inf), g in [1,inf), h in [1,inf)",
    parts=(2, 3, 5),
    steps=(
        Given(
            1,
            r"An event-level mechanism, $\varepsilon$-DP or $(\varepsilon,\delta)$-DP: data that "
            r"differ in one row. Between two data that differ in $n$ rows there are $n-1$ others, "
            r"each a neighbour of the last. A user has at most $d$ rows.",
        ),
        Textbook(
            2,
            r"A user on $n$ rows pays $n\varepsilon$ of pure DP.",
            "v <= exp(eps*n)*w",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "v", "w": "w", "d": "n", "e": "eps"},
        ),
        Textbook(
            3,
            r"Of $\delta>0$ she pays $s=\delta(1+e^\varepsilon+\dots+e^{(n-1)\varepsilon})$ "
            "besides.",
            "v <= exp(eps*n)*w + s",
            fact="textbook.group-privacy:approximate",
            hypotheses={"the mechanism is (e, delta)-DP": 1},
            instance={"v": "v", "w": "w", "d": "n", "e": "eps", "s": "s"},
        ),
        Given(4, r"A mechanism that is $\rho$-zCDP for events."),
        Textbook(
            5,
            r"Of it she pays $n^2\rho$.",
            "k <= a*n**2*rho",
            fact="textbook.group-privacy:zcdp",
            hypotheses={"the mechanism is r-zCDP": 4},
            instance={"k": "k", "a": "a", "d": "n", "r": "rho"},
        ),
        Given(6, r"With the budget $\varepsilon=b/d$ for events", "eps == b/d"),
        Inequality(
            7,
            r"the factor is at most $e^b$, since $n\le d$.",
            "exp(eps*n) <= exp(b)",
            where="n <= d",
            uses=(6,),
            monotone=("exp", "b", "b/d*n"),
        ),
        Inequality(
            8,
            r"So any pure budget $b$ for users is that of a smaller one for events.",
            "v <= exp(b)*w",
            where="n <= d",
            weights={2: "1", 7: "w"},
        ),
        Given(
            9,
            r"With $g=1+e^\varepsilon+\dots+e^{(d-1)\varepsilon}$, and $h$ its first $n$ terms, "
            r"$s=\delta h$.",
            "s == delta*h",
        ),
        Textbook(
            10,
            r"The $n\le d$ terms of $h$ are some of $g$.",
            "h <= g",
            where="n <= d",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 9, "none counts twice": 9},
            instance={"x": "h", "y": "g"},
        ),
        Given(11, r"With $\delta=c/g$ for events", "delta == c/g"),
        Inequality(
            12,
            r"users have the budget $(b,c)$: so is any approximate budget.",
            "v <= exp(b)*w + c",
            where="n <= d",
            uses=(3, 7, 9, 10, 11),
        ),
        Given(13, r"With $\rho=b/d^2$ for events", "rho == b/d**2"),
        Inequality(
            14,
            r"users have $b$: so is any budget of zCDP.",
            "k <= a*b",
            where="n <= d",
            uses=(5, 13),
        ),
        Parts(15, "Pure, approximate and zCDP.", uses=(8, 12, 14)),
    ),
)

INSTANTANEOUS = Proof(
    "thesis.sec3.7.instantaneous",
    where="eps in [0,inf), t in [0,inf), x in (-inf,inf), "
    "p in [0,1], q in [0,1], s in [1,inf), T in [1,inf), top in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"$\mathcal V_r(\mathbf a)$ is the product of $\pi_t(a_t\mid a_1,r_1,\dots,r_{t-1})$.",
            claim="thesis.eq3.2",
        ),
        Given(
            2,
            r"$\pi$ is $\varepsilon$-instantaneous DP: for histories that differ in one reward, "
            r"with $k=\pi_t(a_t\mid H)$ and $h=\pi_t(a_t\mid H')$. (If a factor is 0 for one list, "
            "it is 0 for the other, and both products are 0.)",
            "k <= exp(eps)*h",
            where="k in (0,1], h in (0,1]",
        ),
        Inequality(
            3,
            r"So the logarithm of a factor changes by at most $\varepsilon$.",
            "log(k/h) <= eps",
            where="k in (0,1], h in (0,1]",
            uses=(2,),
            monotone=("log", "exp(eps)", "k/h"),
        ),
        Induction(
            4,
            r"The factors of the rounds up to $s$ do not contain $r_s$. The sum $x$ of the changes "
            r"in the $t$ rounds after round $s$ is at most $t\varepsilon$.",
            "x <= t*eps",
            where="k in (0,1], h in (0,1]",
            variable="t",
            start="0",
            sequence="x",
            first="0",
            following="x + log(k/h)",
            weight="1",
            uses=(1, 3),
        ),
        Inequality(
            5,
            "The exponential increases.",
            "exp(x) <= exp(t*eps)",
            uses=(4,),
            monotone=("exp", "t*eps", "x"),
        ),
        Inequality(
            6,
            r"So a single sequence of mass $b$ gets at most $e^{t\varepsilon}$ times it.",
            "exp(x)*b <= exp(t*eps)*b",
            where="b in [0,1]",
            weights={5: "b"},
        ),
        Textbook(
            7,
            r"Single sequences, hence events, change by $e^{t\varepsilon}$ at most.",
            "p <= exp(t*eps)*q",
            where="b in [0,1]",
            fact="textbook.elementary-probability:atoms",
            over=("b", "x"),
            hypotheses={"the relation for each single outcome": 6},
            instance={"p": "p", "q": "q", "c": "exp(t*eps)", "A": "exp(x)*b", "B": "b"},
        ),
        Given(
            8,
            "The rounds after round $s$, up to $T$, are $T-s$.",
            "t == T - s",
            where="s <= T",
        ),
        Inequality(
            9,
            r"So lists that differ at step $s$ cost $(T-s)\varepsilon$,",
            "p <= exp((T-s)*eps)*q",
            where="b in [0,1], s <= T",
            uses=(7, 8),
        ),
        Inequality(
            10,
            r"and $s\ge1$, so the policy is $((T-1)\varepsilon)$-View DP.",
            "p <= exp((T-1)*eps)*q",
            where="b in [0,1], s <= T",
            uses=(9,),
        ),
        Induction(
            11,
            r"If every later factor is a fresh randomised response to $r_s$ of ratio "
            r"$e^\varepsilon$, the logarithm of the mass of the true answers changes by "
            r"$\varepsilon$ in each of the $t$ rounds.",
            "top == t*eps",
            variable="t",
            start="0",
            sequence="top",
            first="0",
            following="top + eps",
        ),
        Inequality(
            12,
            r"So the cost $(T-s)\varepsilon$ is attained,",
            "top == (T-s)*eps",
            where="s <= T",
            uses=(8, 11),
        ),
        Inequality(
            13,
            r"and for $s=1$ it is $(T-1)\varepsilon$.",
            "top == (T-1)*eps",
            where="s <= T, s <= 1",
            uses=(12,),
        ),
        Parts(14, "The four parts of the statement.", uses=(9, 10, 12, 13)),
    ),
)
