"""The proofs of steps of Theorem 3.1: the coupled environment, the changes of measure, the events.

v and w are the masses that the policy gives to actions with rewards r and r', c the masses of the
couplings; tv is TV(P_2, P'_2), k is kl(mu'_2, mu''_2), n is n_2, s the slack alpha.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

PATH = "textbook.elementary-probability:multiplication"
UNIQUE = "textbook.ionescu-tulcea:one law"
SMALLER = "textbook.elementary-probability:smaller event"
ATOMS = "textbook.elementary-probability:atoms"
COUPLED = "bern.proof3.3.coupling"

COUPLING = Proof(
    COUPLED,
    where="past in [0,1], joint in [0,1], p in [0,1], v in [0,1], c in [0,1], left in [0,1], "
    "first in [0,1], seen in [0,1], one in [0,1], model in [0,1], kernel in [0,1]",
    steps=(
        Given(
            1,
            r"Given the past, $a_t$ is drawn from $\pi_t(\cdot\mid a_1,r_1,\dots,r_{t-1})$, and "
            r"given $a_t$ besides, $(r_t,r'_t)$ from $c_{a_t}=c_\infty(P_{a_t},P'_{a_t})$.",
        ),
        Textbook(
            2,
            r"So there is one law of all rounds with these conditional laws;",
            "joint == past*kernel",
            fact="textbook.ionescu-tulcea",
            hypotheses={"each factor is a kernel of the past": 1},
            instance={"joint": "joint", "past": "past", "k": "kernel"},
        ),
        Textbook(
            3,
            r"its density is $p_{\gamma\pi}=\prod_t\pi_t(a_t\mid a_1,r_1,\dots,r_{t-1})\cdot\prod_t"
            r"c_{a_t}(r_t,r'_t)$.",
            "p == v*c",
            fact=PATH,
            hypotheses={"the conditional law of each draw": 1},
            instance={"p": "p", "x": "v", "y": "c"},
        ),
        OnClaim(
            4,
            r"Given the past and $a_t$, $r_t$ has the first marginal $P_{a_t}$,",
            "left == first",
            uses=(1,),
            claim="bern.def3.2",
        ),
        Textbook(
            5,
            r"and so it has given $a_1,r_1,\dots,a_t$ alone.",
            "seen == first",
            fact="textbook.elementary-probability:coarser past",
            hypotheses={"given more, it is k": 4, "k is a function of less": 1},
            instance={"x": "seen", "X": "left", "k": "first"},
        ),
        Textbook(
            6,
            r"So the actions and rewards $r$ have the law of $\pi$ in $\nu$.",
            "one == model",
            fact=UNIQUE,
            hypotheses={"the same conditional laws": 5},
            instance={"p": "one", "q": "model"},
        ),
        Parts(7, "The law, its density, and that of what the policy sees.", uses=(2, 3, 6)),
    ),
)

THREE_PARTS = Proof(
    "bern.proof3.3.decomposition",
    where="few in [0,1], omega in [0,1], o in [0,1], l in [0,1], a in [0,1], p1 in [0,1], "
    "p2 in [0,1], p3 in [0,1], tv in [0,1], mu in [0,1], other in [0,1]",
    steps=(
        OnClaim(
            1,
            r"Under $\gamma$ the actions have the law of $\pi$ in $\nu$: $P_{\nu\pi}(N_2(T)\le n_2)="
            r"P_{\gamma\pi}(\Omega)$.",
            "few == omega",
            claim=COUPLED,
        ),
        Identity(
            2,
            r"The indicators of $\Omega$, $L$, $A$ are $o$, $l$, $a$: $1_\Omega=1_{\Omega\cap L\cap A}+"
            r"1_{\Omega\cap L\cap A^c}+1_{\Omega\cap L^c}$.",
            "o == o*l*a + 1*(o*l*(1 - a)) + o*(1 - l)",
        ),
        Textbook(
            3,
            "The means:",
            "omega == p1 + 1*p2 + p3",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 2},
            instance={
                "x": "omega",
                "u": "p1",
                "v": "p2",
                "w": "p3",
                "b": "1",
                "X": "o",
                "U": "o*l*a",
                "V": "o*l*(1 - a)",
                "W": "o*(1 - l)",
            },
            over=("o", "l", "a"),
        ),
        Identity(4, "(10).", "few == p1 + p2 + p3", uses=(1, 3)),
        Given(5, r"$\mu'_2\ge\mu_2$: $P'_2$ has the larger mass at the reward 1, and nowhere else."),
        Textbook(
            6,
            r"$\mathrm{TV}(P_2,P'_2)=\mu'_2-\mu_2$.",
            "tv == other - mu",
            fact="textbook.scheffe",
            hypotheses={"where p > q": 5},
            instance={"t": "tv", "p": "other", "q": "mu"},
        ),
        Parts(7, "Both equations.", uses=(4, 6)),
    ),
)

PULLS = Proof(
    "bern.proof3.3.markov",
    where="N in [0,inf), n in (0,inf), m in [0,inf), p in [0,1], q in [0,1]",
    steps=(
        Textbook(
            1,
            r"$n_2\,P(N_2(T)\ge n_2)\le\mathbb E[N_2(T)]$,",
            "p*n <= m",
            fact="textbook.markov",
            hypotheses={"X >= 0": "N >= 0", "a > 0": "n > 0"},
            instance={"p": "p", "a": "n", "m": "m"},
        ),
        Given(2, r"and $N_2(T)>n_2$ is the smaller event."),
        Textbook(
            3,
            r"So $P(N_2(T)>n_2)\le P(N_2(T)\ge n_2)$,",
            "q <= p",
            fact=SMALLER,
            hypotheses={"the first event lies in the second": 2},
            instance={"p": "q", "q": "p"},
        ),
        Inequality(
            4,
            r"$n_2\,P(N_2(T)>n_2)\le\mathbb E[N_2(T)]$ (for $n_2=0$ it is clear).",
            "n*q <= m",
            weights={1: "1", 3: "n"},
        ),
    ),
)

OTHER_PULLS = Proof(
    "bern.proofC.2.markov",
    where="N1 in [0,inf), few in [0,1], tail in [0,1], T in (0,inf), n in [0,inf), E in [0,inf), "
    "gap in (0,1], regret in [0,inf), big in [0,inf)",
    steps=(
        Given(1, r"$N_1(T)+N_2(T)=T$: so $N_2(T)\le n_2$ exactly if $N_1(T)\ge T-n_2$."),
        Textbook(
            2,
            r"The two probabilities are the same:",
            "few <= tail",
            fact=SMALLER,
            hypotheses={"the first event lies in the second": 1},
            instance={"p": "few", "q": "tail"},
        ),
        Textbook(
            3,
            "neither is smaller.",
            "tail <= few",
            fact=SMALLER,
            hypotheses={"the first event lies in the second": 1},
            instance={"p": "tail", "q": "few"},
        ),
        Textbook(
            4,
            r"By Markov's inequality $P''(N_1(T)\ge T-n_2)\le\mathbb E''[N_1(T)]/(T-n_2)$, $n_2<T$.",
            "tail <= E/(T - n)",
            where="n < T",
            fact="textbook.markov",
            hypotheses={"X >= 0": "N1 >= 0", "a > 0": "T - n > 0"},
            instance={"p": "tail", "a": "T - n", "m": "E"},
        ),
        Inequality(
            5,
            r"So $P''(N_2(T)\le n_2)\le\mathbb E''[N_1(T)]/(T-n_2)$.",
            "few <= E/(T - n)",
            where="n < T",
            weights={2: "1", 4: "1"},
        ),
        OnClaim(
            6,
            r"By (2), as arm 1 has a gap $\Delta''>0$ in $\nu''$: $\Delta''\,\mathbb E''[N_1(T)]\le"
            r"\mathrm{Reg}''_T$.",
            "gap*E <= regret",
            claim="bern.eq2",
        ),
        Given(7, r"The policy is consistent: $\mathrm{Reg}''_T=O(T^a)$ for every $a>0$.", "regret <= big"),
        Inequality(
            8,
            r"So $\mathbb E''[N_1(T)]=O(T^a)$, with the constant over $\Delta''$,",
            "E <= big/gap",
            weights={6: "1/gap", 7: "1/gap"},
        ),
        Inequality(
            9,
            r"and $P''(N_2(T)\le n_2)\le O(T^a)/(T-n_2)$.",
            "few <= big/gap/(T - n)",
            where="n < T",
            weights={5: "1", 8: "1/(T - n)"},
        ),
        Parts(10, "All that is stated.", uses=(2, 3, 5, 9)),
    ),
)

MEASURE = Proof(
    "bern.proofC.2.measure",
    where="eps in [0,inf), n in [0,inf), tv in [0,1], s in (0,inf), k in [0,inf), v in [0,1], "
    "w in [0,1], c in [0,1], d in [0,inf), p in [0,1], left in [0,1], mid in [0,1], seen in [0,1], "
    "q1 in [0,1], q2 in [0,1], q3 in [0,1], x in [0,1], y in [0,1]",
    steps=(
        OnClaim(1, r"$p_{\gamma\pi}=\mathcal V_{\mathbf r}(\mathbf a)\,c_{\mathbf a}(\mathbf r,\mathbf r')$ on each path.", "p == v*c", claim=COUPLED),
        OnClaim(
            2,
            r"$\pi$ is $\epsilon$-DP: so is the mechanism from lists $\mathbf r$ to the law "
            r"$\mathcal V_{\mathbf r}$ of the actions.",
            claim="bern.prop2.4",
        ),
        Textbook(
            3,
            r"(a): $\mathcal V_{\mathbf r}(\mathbf a)\le e^{\epsilon d}\mathcal V_{\mathbf r'}(\mathbf a)$, "
            r"$d=\mathrm{dham}(\mathbf r,\mathbf r')$.",
            "v <= exp(eps*d)*w",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 2},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Inequality(
            4,
            r"(b): on $L$, $e^{\epsilon d}\le e^{(1+\alpha)n_2\epsilon\mathrm{TV}(P_2,P'_2)}$.",
            "exp(eps*d) <= exp(eps*((1 + s)*n*tv))",
            where="d <= (1 + s)*n*tv",
            monotone=("exp", "eps*((1 + s)*n*tv)", "eps*d"),
            rest="eps*((1 + s)*n*tv - d)",
        ),
        Inequality(
            5,
            "So a path on L has at most this multiple of its mass if the policy sees r'.",
            "p <= exp(eps*((1 + s)*n*tv))*(w*c)",
            where="d <= (1 + s)*n*tv",
            uses=(1,),
            weights={3: "c", 4: "w*c"},
        ),
        Given(6, r"$\Omega\cap L\cap A$ has finitely many paths, and lies in $\Omega\cap A$.", uses=(5,)),
        Textbook(
            7,
            r"(c): so $P_{\gamma\pi}(\Omega\cap L\cap A)\le e^{(1+\alpha)n_2\epsilon\mathrm{TV}}"
            r"q_{\gamma\pi}(\Omega\cap L\cap A)$, $q_{\gamma\pi}=\mathcal V_{\mathbf r'}c_{\mathbf a}$,",
            "left <= exp(eps*((1 + s)*n*tv))*mid",
            where="d <= (1 + s)*n*tv",
            fact=ATOMS,
            hypotheses={"the relation for each single outcome": 5},
            instance={
                "p": "left",
                "c": "exp(eps*((1 + s)*n*tv))",
                "q": "mid",
                "A": "p",
                "B": "w*c",
            },
            over=("p", "w", "c", "d"),
        ),
    ),
)
