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
SMALLER = "textbook.elementary-probability:part of an event"
ATOMS = "textbook.elementary-probability:atoms"
COUPLED = "bern.proof3.3.coupling"

PATHS = "v in [0,1], w in [0,1], c in [0,1], d in [0,inf), p in [0,1]"
ON_L = f"{PATHS}, d <= (1 + s)*n*tv"

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
            of_step=3,
            instance={"p": "first"},
        ),
        Textbook(
            5,
            r"and so it has given $a_1,r_1,\dots,a_t$ alone.",
            "seen == first",
            fact="textbook.elementary-probability:coarser past",
            over=("left",),
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
            r"Under $\gamma$ the actions have the law of $\pi$ in $\nu$: "
            r"$P_{\nu\pi}(N_2(T)\le n_2)="
            r"P_{\gamma\pi}(\Omega)$.",
            "few == omega",
            claim=COUPLED,
            of_step=6,
            instance={"one": "omega", "model": "few"},
        ),
        Identity(
            2,
            r"The indicators of $\Omega$, $L$, $A$ are $o$, $l$, $a$: "
            r"$1_\Omega=1_{\Omega\cap L\cap A}+"
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
        Given(
            5, r"$\mu'_2\ge\mu_2$: $P'_2$ has the larger mass at the reward 1, and nowhere else."
        ),
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
            over=("N",),
            hypotheses={"X >= 0": "N >= 0", "a > 0": "n > 0"},
            instance={"p": "p", "a": "n", "m": "m", "X": "N"},
        ),
        Given(2, r"and $N_2(T)>n_2$ is the smaller event."),
        Textbook(
            3,
            r"So $P(N_2(T)>n_2)\le P(N_2(T)\ge n_2)$,",
            "q <= p",
            fact=SMALLER,
            hypotheses={"the first event is a part of the second": 2},
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
    where="N1 in [0,inf), few in [0,1], tail in [0,1], rounds in (0,inf), E in [0,inf), "
    "gap in (0,1], regret in [0,inf), others in [0,inf), big in [0,inf)",
    steps=(
        Given(1, r"$N_1(T)+N_2(T)=T$, $n_2<T$: so $N_2(T)\le n_2$ exactly if $N_1(T)\ge T-n_2$."),
        Textbook(
            2,
            r"The two probabilities are the same:",
            "few <= tail",
            fact=SMALLER,
            hypotheses={"the first event is a part of the second": 1},
            instance={"p": "few", "q": "tail"},
        ),
        Textbook(
            3,
            "neither is smaller.",
            "tail <= few",
            fact=SMALLER,
            hypotheses={"the first event is a part of the second": 1},
            instance={"p": "tail", "q": "few"},
        ),
        Textbook(
            4,
            r"By Markov's inequality $P''(N_1(T)\ge T-n_2)\le\mathbb E''[N_1(T)]/(T-n_2)$, "
            r"$n_2<T$.",
            "tail <= E/rounds",
            fact="textbook.markov",
            over=("N1",),
            hypotheses={"X >= 0": "N1 >= 0", "a > 0": "rounds > 0"},
            instance={"p": "tail", "a": "rounds", "m": "E", "X": "N1"},
        ),
        Inequality(
            5,
            r"So $P''(N_2(T)\le n_2)\le\mathbb E''[N_1(T)]/(T-n_2)$.",
            "few <= E/rounds",
            weights={2: "1", 4: "1"},
        ),
        OnClaim(
            6,
            r"By (2), as arm 1 has a gap $\Delta''>0$ in $\nu''$: $\mathrm{Reg}''_T$ is "
            r"$\Delta''\,\mathbb E''[N_1(T)]$ and the terms of the other arms, if any.",
            "regret == gap*E + others",
            claim="bern.eq2",
            of_step=7,
            instance={"total": "gap*E + others"},
        ),
        Given(
            7,
            r"The policy is consistent: $\mathrm{Reg}''_T=O(T^a)$ for every $a>0$.",
            "regret <= big",
        ),
        Inequality(
            8,
            r"So $\mathbb E''[N_1(T)]=O(T^a)$, with the constant over $\Delta''$,",
            "E <= big/gap",
            uses=(6,),
            weights={7: "1/gap"},
            rest="others/gap",
        ),
        Inequality(
            9,
            r"and $P''(N_2(T)\le n_2)\le O(T^a)/(T-n_2)$.",
            "few <= big/gap/rounds",
            weights={5: "1", 8: "1/rounds"},
        ),
        Parts(10, "All that is stated.", uses=(2, 3, 5, 9)),
    ),
)

MEASURE = Proof(
    "bern.proofC.2.measure",
    where="eps in [0,inf), n in [0,inf), tv in [0,1], s in (0,inf), k in [0,inf), left in [0,1], "
    "mid in [0,1], more in [0,1], own in [0,1], other in [0,1], few in [0,1]",
    steps=(
        OnClaim(
            1,
            r"$p_{\gamma\pi}=\mathcal V_{\mathbf r}(\mathbf a)\,c_{\mathbf a}(\mathbf "
            r"r,\mathbf r')$ on each path.",
            "p == v*c",
            where=PATHS,
            claim=COUPLED,
            of_step=2,
            instance={"joint": "p", "kernel": "v", "past": "c"},
        ),
        OnClaim(
            2,
            r"$\pi$ is $\epsilon$-DP: so is the mechanism from lists $\mathbf r$ to the law "
            r"$\mathcal V_{\mathbf r}$ of the actions.",
            claim="bern.prop2.4",
        ),
        Textbook(
            3,
            r"(a): $\mathcal V_{\mathbf r}(\mathbf a)\le e^{\epsilon d}\mathcal V_{\mathbf "
            r"r'}(\mathbf a)$, "
            r"$d=\mathrm{dham}(\mathbf r,\mathbf r')$.",
            "v <= exp(eps*d)*w",
            where=PATHS,
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 2},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Inequality(
            4,
            r"(b): on $L$, $e^{\epsilon d}\le e^{(1+\alpha)n_2\epsilon\mathrm{TV}(P_2,P'_2)}$.",
            "exp(eps*d) <= exp(eps*((1 + s)*n*tv))",
            where=ON_L,
            monotone=("exp", "eps*((1 + s)*n*tv)", "eps*d"),
            rest="eps*((1 + s)*n*tv - d)",
        ),
        Inequality(
            5,
            "So a path on L has at most this multiple of its mass if the policy sees r'.",
            "p <= exp(eps*((1 + s)*n*tv))*(w*c)",
            where=ON_L,
            uses=(1,),
            weights={3: "c", 4: "w*c"},
        ),
        Given(
            6,
            r"$\Omega\cap L\cap A$ has finitely many paths, and lies in $\Omega\cap A$.",
            uses=(5,),
        ),
        Textbook(
            7,
            r"(c): so $P_{\gamma\pi}(\Omega\cap L\cap A)\le e^{(1+\alpha)n_2\epsilon\mathrm{TV}}"
            r"q_{\gamma\pi}(\Omega\cap L\cap A)$, $q_{\gamma\pi}=\mathcal V_{\mathbf "
            r"r'}c_{\mathbf a}$,",
            "left <= exp(eps*((1 + s)*n*tv))*mid",
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
            which="d <= (1 + s)*n*tv",
        ),
        Textbook(
            8,
            r"and $q_{\gamma\pi}(\Omega\cap L\cap A)\le q_{\gamma\pi}(\Omega\cap A)$.",
            "mid <= more",
            fact=SMALLER,
            hypotheses={"the first event is a part of the second": 6},
            instance={"p": "mid", "q": "more"},
        ),
        Given(
            9,
            r"(d): under $q_{\gamma\pi}$, $r'_t$ has the second marginal $P'_{a_t}$ given "
            r"$a_1,r'_1,\dots,a_t$, and $a_t$ is drawn from $\pi_t(\cdot\mid "
            r"a_1,r'_1,\dots,r'_{t-1})$.",
        ),
        Textbook(
            10,
            r"So $(\mathbf a,\mathbf r')$, of which $\Omega\cap A$ speaks, has the law of $\pi$ in "
            r"$\nu'$: $q_{\gamma\pi}(\Omega\cap A)=P_{\nu'\pi}(\Omega\cap A)$.",
            "more == own",
            fact=UNIQUE,
            hypotheses={"the same conditional laws": 9},
            instance={"p": "more", "q": "own"},
        ),
        Given(
            11,
            r"(e): on $A$ the masses of the histories in $\nu'$ and $\nu''$ have a ratio "
            r"of at most "
            r"$e^{(1+\alpha)n_2\mathrm{kl}(\mu'_2,\mu''_2)}$: they differ in the rewards of arm 2.",
            "x <= exp((1 + s)*n*k)*y",
            where="x in [0,1], y in [0,1]",
        ),
        Textbook(
            12,
            r"So $P_{\nu'\pi}(\Omega\cap A)\le e^{(1+\alpha)n_2\mathrm{kl}(\mu'_2,\mu''_2)}"
            r"P_{\nu''\pi}(\Omega\cap A)$,",
            "own <= exp((1 + s)*n*k)*other",
            fact=ATOMS,
            hypotheses={"the relation for each single outcome": 11},
            instance={"p": "own", "c": "exp((1 + s)*n*k)", "q": "other", "A": "x", "B": "y"},
            over=("x", "y"),
        ),
        Given(13, r"where $\Omega\cap A$ lies in $\Omega$."),
        Textbook(
            14,
            r"$P_{\nu''\pi}(\Omega\cap A)\le P_{\nu''\pi}(N_2(T)\le n_2)$.",
            "other <= few",
            fact=SMALLER,
            hypotheses={"the first event is a part of the second": 13},
            instance={"p": "other", "q": "few"},
        ),
        Inequality(
            15,
            r"$P_{\nu'\pi}(\Omega\cap A)\le "
            r"e^{(1+\alpha)n_2\mathrm{kl}}P_{\nu''\pi}(N_2(T)\le n_2)$,",
            "more <= exp((1 + s)*n*k)*few",
            uses=(10,),
            weights={12: "1", 14: "exp((1 + s)*n*k)"},
        ),
        Inequality(
            16,
            r"$P_{\gamma\pi}(\Omega\cap L\cap A)\le e^{(1+\alpha)n_2(\epsilon\mathrm{TV}(P_2,P'_2)+"
            r"\mathrm{kl}(\mu'_2,\mu''_2))}P_{\nu''\pi}(N_2(T)\le n_2)$.",
            "left <= exp((1 + s)*n*(eps*tv + k))*few",
            weights={
                7: "1",
                8: "exp(eps*((1 + s)*n*tv))",
                15: "exp(eps*((1 + s)*n*tv))",
            },
        ),
    ),
)

STACKS = (
    "In the model with reward stacks the s-th pull of arm 2 shows the s-th of independent pairs"
)
WALK = Proof(
    "bern.proofC.4.walk",
    where="ratio in (-inf,inf), level in [0,inf), top in (-inf,inf), p in [0,1], q in [0,1]",
    steps=(
        Given(
            1,
            STACKS + r" from $c_2$, so $r'_{2,s}$ has the law $P'_2$, $0\le\mu'_2<\mu''_2<1$.",
        ),
        Textbook(
            2,
            r"So the log-likelihood ratio of the first $N_2(T)$ of them has the law of a walk with "
            r"$N_2(T)$ independent steps $W_s$.",
            "own == walk",
            where="own in [0,1], walk in [0,1]",
            fact="textbook.reward-stacks:one arm",
            hypotheses={"a function of the first n rewards of one arm, and of its own noise": 1},
            instance={"p": "own", "q": "walk"},
        ),
        Identity(
            3,
            r"A step is $\log\frac{\mu'_2}{\mu''_2}$ or $\log\frac{1-\mu'_2}{1-\mu''_2}$, and has "
            r"the mean $\mathrm{kl}(\mu'_2,\mu''_2)$ (for $\mu'_2=0$ it is "
            r"$\log\frac1{1-\mu''_2}$),",
            "z*log(z/y) + (1 - z)*log((1 - z)/(1 - y)) == kl(z,y)",
            where="z in (0,1), y in (0,1)",
        ),
        Inequality(
            4,
            r"which is at least $2(\mu''_2-\mu'_2)^2>0$.",
            "kl(z,y) >= 2*(y - z)**2",
            where="z in [0,1], y in (0,1)",
        ),
        Given(
            5,
            r"On $\Omega\cap A^c$ at most $n_2$ pulls of arm 2 are made, and the ratio, "
            r"$\log\prod_t"
            r"\frac{p'_{a_t}(r'_t)}{p''_{a_t}(r'_t)}$, is above the level: only arm 2 differs.",
            "ratio > level",
        ),
        Textbook(
            6,
            r"It is one of the partial sums up to $n_2$,",
            "ratio <= top",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 5},
            instance={"v": "ratio", "high": "top"},
        ),
        Inequality(
            7, "so their maximum is above the level.", "top > level", weights={5: "1", 6: "1"}
        ),
        Textbook(
            8,
            r"$P_{\gamma\pi}(\Omega\cap A^c)\le P(\max_{m\le n_2}\sum_{s\le m}W_s>(1+\alpha)n_2"
            r"\mathrm{kl}(\mu'_2,\mu''_2))$.",
            "p <= q",
            uses=(2,),
            fact=SMALLER,
            hypotheses={"the first event is a part of the second": 7},
            instance={"p": "p", "q": "q"},
        ),
        Parts(9, "The bound, and the mean of a step.", uses=(3, 4, 8)),
    ),
)
BINOMIAL = Proof(
    "bern.proofC.6.binomial",
    where="d in [0,inf), level in [0,inf), top in [0,inf), p in [0,1], q in [0,1]",
    steps=(
        Given(1, STACKS + r" $(r_{2,s},r'_{2,s})$ from $c_2=c_\infty(P_2,P'_2)$, $\mu_2<\mu'_2$."),
        Textbook(
            2,
            r"So what the first $N_2(T)$ of them say has the law of as many independent pairs.",
            "own == pairs",
            where="own in [0,1], pairs in [0,1]",
            fact="textbook.reward-stacks:one arm",
            hypotheses={"a function of the first n rewards of one arm, and of its own noise": 1},
            instance={"p": "own", "q": "pairs"},
        ),
        OnClaim(
            3,
            r"$Z_s=1(r_{2,s}\ne r'_{2,s})$ has the mean $\mathrm{TV}(P_2,P'_2)$, and for "
            r"other arms, "
            r"with $P_a=P'_a$, both rewards are the same almost surely.",
            "apart == tv",
            where="apart in [0,1], tv in [0,1]",
            claim="bern.def3.2",
            of_step=2,
            instance={"t": "tv"},
        ),
        OnClaim(
            4,
            r"It is $\mu'_2-\mu_2>0$.",
            "tv == other - mu",
            where="tv in [0,1], other in [0,1], mu in [0,1]",
            claim="bern.proof3.3.decomposition",
            of_step=6,
        ),
        Given(
            5,
            r"On $\Omega\cap L^c$ at most $n_2$ pulls of arm 2 are made, and "
            r"$\mathrm{dham}$, the sum "
            r"of their $Z_s$, is above the level.",
            "d > level",
            uses=(3,),
        ),
        Textbook(
            6,
            r"It is one of the partial sums up to $n_2$,",
            "d <= top",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 5},
            instance={"v": "d", "high": "top"},
        ),
        Inequality(
            7, "so their maximum is above the level.", "top > level", weights={5: "1", 6: "1"}
        ),
        Textbook(
            8,
            r"$P_{\gamma\pi}(\Omega\cap L^c)\le P(\max_{m\le n_2}\sum_{s\le m}Z_s>(1+\alpha)n_2"
            r"\mathrm{TV}(P_2,P'_2))$.",
            "p <= q",
            uses=(2,),
            fact=SMALLER,
            hypotheses={"the first event is a part of the second": 7},
            instance={"p": "p", "q": "q"},
        ),
        Parts(9, "The bound, and the mean of a toss.", uses=(3, 4, 8)),
    ),
)
