"""The proofs of (4.1) and of Theorems 4.2, 4.3, 4.4 and 4.6, step by step.

An infinite bound leaves nothing to show, so that all quantities are finite.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

OUTPUT = Proof(
    "thesis.eq4.1",
    where="mass in [0,1], mixture in [0,1]",
    steps=(
        Given(
            1,
            r"The dataset has the law $\mathcal P_\nu$, and given $D$ the output has the law "
            r"$\mathcal M_D$, a kernel.",
        ),
        Textbook(
            2,
            r"The probability of $A$ is the mean of $\mathcal M_D(A)$: "
            r"$M_\nu(A)=\int\mathcal M_D(A)\,d\mathcal P_\nu(D)$.",
            "mass == mixture",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 1},
            instance={"p": "mass", "q": "mixture"},
        ),
    ),
)
PROCESSING = Proof(
    "thesis.thm4.2",
    where="before in [0,inf), after in [0,inf)",
    steps=(
        Given(1, r"Both laws of $X$ go through the one channel $P_{Y|X}$."),
        Textbook(
            2,
            r"$D_f(P_Y\|Q_Y)\le D_f(P_X\|Q_X)$.",
            "after <= before",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 1},
            instance={"after": "after", "before": "before"},
        ),
    ),
)
MECHANISM = Proof(
    "thesis.thm4.2.mechanism",
    where="data in [0,inf), div in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$M_\nu$ is the law of the output of the channel $D\mapsto\mathcal M_D$, the same for "
            r"both $\nu$, whose input has the law $\mathcal P_\nu$.",
            claim="thesis.eq4.1",
        ),
        OnClaim(
            2,
            r"Theorem 4.2 for $X=D$ and this channel: $D_f(M_1\|M_2)\le D_f(\mathcal P_1\|"
            r"\mathcal P_2)$.",
            "div <= data",
            claim="thesis.thm4.2",
            of_step=2,
            instance={"after": "div", "before": "data"},
            uses=(1,),
        ),
    ),
)
CONDITIONING = Proof(
    "thesis.thm4.3",
    where="pairs in [0,inf), mean in [0,inf), div in [0,inf)",
    steps=(
        Given(
            1,
            r"Under both laws $X$ has the law $P_X$; $Y$ comes from it through $P_{Y|X}$ or "
            r"$Q_{Y|X}$, kernels of standard Borel spaces.",
        ),
        Textbook(
            2,
            r"So $D_f(P_{XY}\|Q_{XY})=\mathbb E_{X\sim P_X}D_f(P_{Y|X}\|Q_{Y|X})$.",
            "pairs == mean",
            fact="textbook.common-part",
            hypotheses={
                "one law of the first part": 1,
                "standard Borel spaces, or a countable first part": 1,
            },
            instance={"joint": "pairs", "mean": "mean"},
        ),
        Given(3, r"$(x,y)\mapsto y$ is a channel, the same for both, which gives $P_Y$ and $Q_Y$."),
        Textbook(
            4,
            r"$D_f(P_Y\|Q_Y)\le D_f(P_{XY}\|Q_{XY})$.",
            "div <= pairs",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 3},
            instance={"after": "div", "before": "pairs"},
        ),
        Inequality(
            5,
            r"$D_f(P_Y\|Q_Y)\le\mathbb E_{X\sim P_X}D_f(P_{Y|X}\|Q_{Y|X})$.",
            "div <= mean",
            uses=(2, 4),
        ),
    ),
)
TRANSPORT = Proof(
    "thesis.thm4.4",
    where="div in [0,inf), mean in [0,inf), low in [0,inf)",
    steps=(
        Given(
            1,
            r"$(D,D')$ has the law $\mathcal C$, any coupling of $\mathcal P_1,\mathcal P_2$; "
            r"one channel draws from $\mathcal M_D$, another from $\mathcal M_{D'}$, in standard "
            "Borel spaces.",
        ),
        OnClaim(
            2,
            r"Their outputs have the laws $M_1$ and $M_2$, since $D$ and $D'$ have the laws "
            r"$\mathcal P_1$ and $\mathcal P_2$.",
            claim="thesis.eq4.1",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"Theorem 4.3 for $X=(D,D')$: $D_f(M_1\|M_2)\le\mathbb E_{\mathcal C}"
            r"D_f(\mathcal M_D\|\mathcal M_{D'})$.",
            "div <= mean",
            claim="thesis.thm4.3",
            of_step=5,
            uses=(2,),
        ),
        Textbook(
            4,
            r"It is so for each coupling, hence for the infimum over them.",
            "div <= low",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 3},
            over=("mean",),
            instance={"c": "div", "low": "low", "X": "mean"},
        ),
    ),
    parts=(3,),
)
KL_TRANSPORT = Proof(
    "thesis.thm4.6",
    where="eps in [0,inf), rho in [0,inf), d in [0,inf), pure in [0,inf), conc in [0,inf), "
    "mean in [0,inf), other in [0,inf), ham in [0,inf), square in [0,inf), div in [0,inf), "
    "divz in [0,inf), low in [0,inf), lows in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"If $\mathcal M$ is $\varepsilon$-DP: $\mathrm{KL}(\mathcal M_D\|\mathcal M_{D'})\le"
            r"\varepsilon d$ at distance $d$.",
            "pure <= eps*d",
            claim="thesis.cor4.5",
            of_step=4,
            instance={"div": "pure"},
        ),
        Textbook(
            2,
            r"So for every coupling $\mathbb E_{\mathcal C}\mathrm{KL}(\mathcal M_D\|"
            r"\mathcal M_{D'})\le\varepsilon\,\mathbb E_{\mathcal C}\,d_{\mathrm{Ham}}$.",
            "mean <= eps*ham",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            over=("pure", "d"),
            instance={"x": "mean", "c": "eps", "y": "ham", "X": "pure", "Y": "d"},
        ),
        OnClaim(
            3,
            r"Theorem 4.4: $\mathrm{KL}(M_1\|M_2)\le\mathbb E_{\mathcal C}\mathrm{KL}(\mathcal M_D"
            r"\|\mathcal M_{D'})$ for every coupling.",
            "div <= mean",
            claim="thesis.thm4.4",
            of_step=3,
        ),
        Inequality(
            4,
            r"$\mathrm{KL}(M_1\|M_2)\le\varepsilon\,\mathbb E_{\mathcal C}\,d_{\mathrm{Ham}}$.",
            "div <= eps*ham",
            weights={2: "1", 3: "1"},
        ),
        Textbook(
            5,
            r"The infimum over the couplings is (4.3): the bound for pure DP.",
            "div <= eps*low",
            fact="textbook.bounds-of-sets:multiple of an infimum",
            hypotheses={"c <= b X for every member": 4, "b >= 0": "eps >= 0"},
            over=("ham",),
            instance={"c": "div", "b": "eps", "low": "low", "X": "ham"},
        ),
        OnClaim(
            6,
            r"If $\mathcal M$ is $\rho$-zCDP: $\mathrm{KL}(\mathcal M_D\|\mathcal M_{D'})\le"
            r"\rho d^2$ at distance $d$.",
            "conc <= rho*d**2",
            claim="thesis.cor4.5.zcdp",
            of_step=5,
            instance={"div": "conc"},
        ),
        Textbook(
            7,
            r"So for every coupling $\mathbb E_{\mathcal C}\mathrm{KL}(\mathcal M_D\|"
            r"\mathcal M_{D'})\le\rho\,\mathbb E_{\mathcal C}\,d_{\mathrm{Ham}}^2$.",
            "other <= rho*square",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 6},
            over=("conc", "d"),
            instance={"x": "other", "c": "rho", "y": "square", "X": "conc", "Y": "d**2"},
        ),
        OnClaim(
            8,
            r"Theorem 4.4 again, for this mechanism.",
            "divz <= other",
            claim="thesis.thm4.4",
            of_step=3,
            instance={"div": "divz", "mean": "other"},
        ),
        Inequality(
            9,
            r"$\mathrm{KL}(M_1\|M_2)\le\rho\,\mathbb E_{\mathcal C}\,d_{\mathrm{Ham}}^2$.",
            "divz <= rho*square",
            weights={7: "1", 8: "1"},
        ),
        Textbook(
            10,
            r"The infimum over the couplings is (4.4): the bound for zCDP.",
            "divz <= rho*lows",
            fact="textbook.bounds-of-sets:multiple of an infimum",
            hypotheses={"c <= b X for every member": 9, "b >= 0": "rho >= 0"},
            over=("square",),
            instance={"c": "divz", "b": "rho", "low": "lows", "X": "square"},
        ),
    ),
    parts=(5,),
)
EXACT = Proof(
    "thesis.thm4.6.exact",
    where="apart in [0,1], t in [0,1], total in [0,inf), ham in [0,inf), best in [0,inf), "
    "low in [0,inf)",
    steps=(
        Given(
            1,
            r"For any coupling of the products, $(D_i,D'_i)$ is a coupling of $p_{1,i}$ and "
            r"$p_{2,i}$, laws on standard Borel spaces, where $\{D_i\ne D'_i\}$ is an event.",
        ),
        Textbook(
            2,
            r"So $\Pr[D_i\ne D'_i]\ge t_i=\mathrm{TV}(p_{1,i}\|p_{2,i})$.",
            "t <= apart",
            fact="textbook.maximal-coupling:least",
            hypotheses={"a coupling of both laws": 1, "{X != Y} is an event": 1},
            instance={"t": "t", "apart": "apart"},
        ),
        Textbook(
            3,
            r"$d_{\mathrm{Ham}}=\sum_i1(D_i\ne D'_i)$, so $\mathbb E\,d_{\mathrm{Ham}}\ge"
            r"\sum_it_i$.",
            "total <= ham",
            fact="textbook.elementary-probability:sum of means",
            hypotheses={"each mean is >= its bound": 2},
            over=("apart", "t"),
            instance={"total": "total", "mean": "ham", "X": "apart", "T": "t"},
        ),
        Textbook(
            4,
            r"So the infimum is at least $\sum_it_i$.",
            "total <= low",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 3},
            over=("ham",),
            instance={"c": "total", "low": "low", "X": "ham"},
        ),
        OnClaim(
            5,
            r"The product of maximal couplings is a coupling with $\mathbb E\,d_{\mathrm{Ham}}="
            r"\sum_it_i$.",
            "best == total",
            claim="thesis.thm4.8.coupling",
            of_step=9,
            instance={"mean": "best"},
        ),
        Textbook(
            6,
            r"So the infimum is at most that.",
            "low <= best",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 5},
            instance={"low": "low", "v": "best"},
        ),
        Inequality(
            7,
            r"The infimum is $\sum_i\mathrm{TV}(p_{1,i}\|p_{2,i})$.",
            "low == total",
            uses=(4, 5, 6),
        ),
    ),
)
