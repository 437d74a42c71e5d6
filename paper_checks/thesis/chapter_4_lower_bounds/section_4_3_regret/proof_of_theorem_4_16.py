"""The proof of Theorem 4.16 step by step, and its repaired step: two regrets, one divergence."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

MEAN = "textbook.elementary-probability:mean"
TWO_REGRETS = Proof(
    "thesis.thm4.16.proof.repaired",
    where="T in [1,inf), gap in (0,inf), gain in (0,inf), n in [0,inf), m in [0,inf), "
    "cost in [0,inf), cost2 in [0,inf), i in [0,1], j in [0,1], reg in [0,inf), reg2 in [0,inf), "
    "pulls in [0,inf), rest in [0,inf), often in [0,1], rare in [0,1], k in [0,inf), "
    "low in (0,inf)",
    steps=(
        Given(
            1,
            r"In $\nu$ a run costs at least $N_a\Delta_a$: the other gaps are $\ge0$.",
            "gap*n <= cost",
        ),
        Inequality(2, r"So $N_a\le$ cost$/\Delta_a$.", "n <= 1/gap*cost", weights={1: "1/gap"}),
        Textbook(
            3,
            r"The mean: $\mathbb E_\nu N_a\le\mathrm{Reg}_T/\Delta_a$.",
            "pulls <= 1/gap*reg",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "pulls", "c": "1/gap", "y": "reg", "X": "n", "Y": "cost"},
            over=("n", "cost"),
        ),
        Given(4, r"Let $i=1(N_a>\frac T2)$: so $i(N_a-\frac T2)\ge0$.", "i*(n - T/2) >= 0"),
        Inequality(
            5,
            r"As $i\le1$: $i\le\frac2TN_a$.",
            "i <= 2/T*n",
            weights={4: "2/T"},
            rest="2/T*n*(1 - i)",
        ),
        Textbook(
            6,
            r"The mean: $\mathbb P_\nu(N_a>\frac T2)\le\frac2T\mathbb E_\nu N_a$.",
            "often <= 2/T*pulls",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 5},
            instance={"x": "often", "c": "2/T", "y": "pulls", "X": "i", "Y": "n"},
            over=("i", "n"),
        ),
        Given(
            7,
            r"In $\nu'$ arm $a$ is the best one, and each of the $m=T-N_a$ other pulls costs at "
            r"least $\mu'_a-\mu^*$: the other means are those of $\nu$.",
            "gain*m <= cost2",
        ),
        Inequality(
            8,
            r"So $m\le$ cost$/(\mu'_a-\mu^*)$.",
            "m <= 1/gain*cost2",
            weights={7: "1/gain"},
        ),
        Textbook(
            9,
            r"The mean: $\mathbb E_{\nu'}m\le\mathrm{Reg}'_T/(\mu'_a-\mu^*)$.",
            "rest <= 1/gain*reg2",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 8},
            instance={"x": "rest", "c": "1/gain", "y": "reg2", "X": "m", "Y": "cost2"},
            over=("m", "cost2"),
        ),
        Given(10, r"Let $j=1(N_a\le\frac T2)$: so $j(m-\frac T2)\ge0$.", "j*(m - T/2) >= 0"),
        Inequality(
            11,
            r"As $j\le1$: $j\le\frac2Tm$.",
            "j <= 2/T*m",
            weights={10: "2/T"},
            rest="2/T*m*(1 - j)",
        ),
        Textbook(
            12,
            r"The mean: $\mathbb P_{\nu'}(N_a\le\frac T2)\le\frac2T\mathbb E_{\nu'}m$.",
            "rare <= 2/T*rest",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 11},
            instance={"x": "rare", "c": "2/T", "y": "rest", "X": "j", "Y": "m"},
            over=("j", "m"),
        ),
        Inequality(
            13,
            r"$\mathrm{Reg}_T+\mathrm{Reg}'_T\ge\frac T2(\mathbb P_\nu(N_a>\frac T2)\Delta_a+"
            r"\mathbb P_{\nu'}(N_a\le\frac T2)(\mu'_a-\mu^*))$.",
            "reg + reg2 >= T/2*(often*gap + rare*gain)",
            weights={3: "gap", 6: "T/2*gap", 9: "gain", 12: "T/2*gain"},
        ),
        Textbook(
            14,
            r"The two events are complementary: $\mathbb P_\nu(N_a>\frac T2)+\mathbb P_{\nu'}"
            r"(N_a\le\frac T2)\ge\frac12e^{-\mathrm{KL}}$; an infinite KL leaves nothing to show.",
            "often + rare >= exp(-k)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": "often", "q": "rare", "k": "k"},
        ),
        Given(15, r"Let $l=\min\{\Delta_a,\mu'_a-\mu^*\}$.", "low == min(gap, gain)"),
        Inequality(16, r"So $l\le\Delta_a$,", "low <= gap", uses=(15,)),
        Inequality(17, r"and $l\le\mu'_a-\mu^*$.", "low <= gain", uses=(15,)),
        Inequality(
            18,
            r"$\frac T2(\mathbb P_\nu(N_a>\frac T2)\Delta_a+\mathbb P_{\nu'}(N_a\le\frac T2)"
            r"(\mu'_a-\mu^*))\ge\frac T4\,l\,e^{-\mathrm{KL}}$.",
            "T/2*(often*gap + rare*gain) >= T/4*low*exp(-k)",
            weights={14: "T/2*low", 16: "T/2*often", 17: "T/2*rare"},
        ),
    ),
    parts=(13,),
)
PROOF = Proof(
    "thesis.thm4.16",
    where="eps in (0,inf), t in [0,1], alpha in (0,inf), tv in [0,1], d in [0,inf), z in [0,inf), "
    "n in [0,inf), dist in [0,inf), div in [0,inf), L in (0,inf), least in (0,inf), "
    "R in (0,inf), x in [0,inf), kappa in [0,inf), lam in (0,inf), gap in (0,inf), "
    "gain in (0,inf), T in [1,inf), reg in [0,inf), reg2 in [0,inf), often in [0,1], "
    "rare in [0,1], "
    "term in [0,inf), bound in [0,inf), low in [0,inf)",
    steps=(
        Given(
            1,
            r"$\pi$ is consistent over $\mathcal E=\mathcal M_1\times\dots\times\mathcal M_K$, "
            r"sets of laws with means. For an arm with a gap let $x$ be the lower limit of "
            r"$\mathbb E[N_a(T)]/\log T$; where one is infinite that of $\mathrm{Reg}_T/\log T$ "
            r"is, and nothing is to be shown.",
        ),
        Given(
            2,
            r"If no law of $\mathcal M_a$ has a mean above $\mu^*$, both infima are infinite and "
            r"the term of $a$ is 0. Else, for each $\alpha>0$, some $P'_a\in\mathcal M_a$ has "
            r"$\mu'_a>\mu^*$ and $\mathrm{TV}(P_a\|P'_a)\le t+\alpha$ with $t=\mathrm{TV}_{\inf}$; "
            r"$\nu'\in\mathcal E$ has it for $P_a$.",
            "tv <= t + alpha",
        ),
        OnClaim(
            3,
            r"Theorem 4.9: $\mathrm{KL}(\mathbb M_{\nu\pi}\|\mathbb M_{\nu'\pi})\le\varepsilon\,"
            r"\mathbb E_{\nu\pi}\sum_tt_{a_t}$,",
            "div <= eps*dist",
            claim="thesis.thm4.9",
            of_step=10,
        ),
        Given(
            4,
            r"where $t_b=0$ for the other arms: the sum of a run is $\mathrm{TV}(P_a\|P'_a)\,"
            r"N_a(T)$,",
            "d == 0 + tv*z",
        ),
        Textbook(
            5,
            r"whose mean is $\mathrm{TV}(P_a\|P'_a)\,n$ with $n=\mathbb E[N_a(T)]$.",
            "dist == tv*n",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 4},
            instance={"x": "dist", "c": "0", "b": "tv", "z": "n", "X": "d", "Z": "z"},
            over=("d", "z"),
        ),
        Inequality(
            6,
            r"So $\mathrm{KL}\le\varepsilon(t+\alpha)n$.",
            "div <= eps*(t + alpha)*n",
            uses=(5,),
            weights={2: "eps*n", 3: "1"},
        ),
        Given(
            7,
            r"Let $R=\mathrm{Reg}_T+\mathrm{Reg}'_T$,",
            "R >= reg + reg2",
        ),
        Given(8, r"$L=\log T$,", "T == exp(L)"),
        Given(9, r"and $l=\min\{\Delta_a,\mu'_a-\mu^*\}$.", "least == min(gap, gain)"),
        OnClaim(
            10,
            r"$\mathrm{Reg}_T+\mathrm{Reg}'_T\ge\frac T2(\mathbb P_\nu(N_a>\frac T2)\Delta_a+"
            r"\mathbb P_{\nu'}(N_a\le\frac T2)(\mu'_a-\mu^*))$,",
            "reg + reg2 >= T/2*(often*gap + rare*gain)",
            claim="thesis.thm4.16.proof.repaired",
            of_step=13,
        ),
        OnClaim(
            11,
            r"which is at least $\frac T4\,l\,e^{-\mathrm{KL}}$.",
            "T/2*(often*gap + rare*gain) >= T/4*least*exp(-div)",
            claim="thesis.thm4.16.proof.repaired",
            of_step=18,
            instance={"low": "least", "k": "div"},
            uses=(9,),
        ),
        Inequality(
            12,
            r"So $R\ge\frac l4e^{L-\mathrm{KL}}$.",
            "R >= least/4*exp(L - div)",
            uses=(8,),
            weights={7: "1", 10: "1", 11: "1"},
        ),
        Inequality(
            13,
            r"$e^{L-\mathrm{KL}}\ge e^{L-\varepsilon(t+\alpha)n}$.",
            "exp(L - div) >= exp(L - eps*(t + alpha)*n)",
            monotone=("exp", "L - div", "L - eps*(t + alpha)*n"),
            weights={6: "1"},
        ),
        Inequality(
            14,
            r"So $R\ge\frac l4\,T e^{-\varepsilon(t+\alpha)n}$ for each $T$.",
            "R >= least/4*exp(L - eps*(t + alpha)*n)",
            weights={12: "1", 13: "least/4"},
        ),
        OnClaim(
            15,
            r"$R$ is $o(T^p)$ for each $p>0$, since $\pi$ is consistent in $\nu$ and $\nu'$. So "
            r"the limit of Step 4, for every $\alpha>0$: $1\le\varepsilon t\,x$, as $x$ is finite.",
            "1 <= eps*t*x",
            claim="thesis.thm4.16.limit",
            of_step=10,
            instance={"low": "x"},
            uses=(1, 14),
        ),
        Given(
            16,
            r"So $t>0$. Let $\lambda=\frac1{\varepsilon t}$.",
            "eps*t*lam <= 1",
            uses=(15,),
        ),
        Inequality(17, r"$x\ge\lambda$.", "x >= lam", weights={15: "lam", 16: "x"}),
        Textbook(
            18,
            r"Lai and Robbins, where $k=\mathrm{KL}_{\inf}$ is finite: $1\le kx$, so that $k>0$.",
            "1 <= k*x",
            where="k in [0,inf)",
            fact="textbook.lai-robbins:product",
            hypotheses={
                "the policy is consistent": 1,
                "the class is a product of sets of laws of finite mean": 1,
            },
        ),
        Textbook(
            19,
            r"Lai and Robbins: $x\ge\kappa$ for $\kappa=\frac1{\mathrm{KL}_{\inf}}$, which is 0 "
            r"if $\mathrm{KL}_{\inf}=\infty$.",
            "kappa <= x",
            fact="textbook.lai-robbins:inverse",
            hypotheses={
                "the policy is consistent": 1,
                "the class is a product of sets of laws of finite mean": 1,
            },
            instance={"c": "kappa", "x": "x"},
            uses=(18,),
        ),
        Given(
            20,
            r"The term of arm $a$ is $\Delta_a/\min(\mathrm{KL}_{\inf},\varepsilon\,"
            r"\mathrm{TV}_{\inf})=\Delta_a\max(\kappa,\lambda)$.",
            "term == gap*max(kappa, lam)",
        ),
        Inequality(
            21,
            r"So $\liminf\Delta_an/\log T\ge\Delta_a/\min(\mathrm{KL}_{\inf},\varepsilon\,"
            r"\mathrm{TV}_{\inf})$.",
            "gap*x >= term",
            uses=(17, 19, 20),
        ),
        Given(22, r"$\mathrm{Reg}_T=\sum_a\Delta_a\,\mathbb E[N_a(T)]$."),
        Textbook(
            23,
            r"$\liminf\mathrm{Reg}_T/\log T$ is at least the sum of the terms.",
            "bound <= low",
            fact="textbook.bounds-of-sets:sum of lower limits",
            hypotheses={"the sum": 22, "each lower limit is >= its bound": 21},
            instance={"bound": "bound", "low": "low", "X": "gap*x", "Y": "term"},
            over=("gap", "x", "term"),
        ),
    ),
)
