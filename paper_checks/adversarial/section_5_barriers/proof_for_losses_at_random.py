"""The lower bound for losses at random, step by step; k = K - 1 and gap is D.

The pulls of the arm that changes are bounded by the regret: so the worst regret R is at least
(T D/8) exp(-c R/(k D)), where c is the divergence of the two coins; w = W(c T/(8 k)).
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

RANDOM = Proof(
    "adv.lem11.every_algorithm",
    where="T in [1,inf), k in [1,inf), gap in (0,1/5], pulls in [0,inf), c in (0,inf), "
    "joint in [0,inf), div in [0,inf), R in [0,inf), R1 in [0,inf), R2 in [0,inf), "
    "q in (0,inf), y in (0,inf), w in (0,inf), best in [0,inf)",
    steps=(
        Given(
            1,
            r"Losses are 0 or 1 and are drawn independently: those of arm 1 with the mean "
            r"$\frac12-\Delta$, the others with $\frac12$; in a second world the arm $i$ that is "
            r"played least has $\frac12-2\Delta$. So $\frac12$ less the loss is a reward with the "
            r"means $(\Delta,0,\dots,0)$.",
        ),
        OnClaim(
            2,
            r"In the first world $\mathbb E N_i\le R_1/((K-1)\Delta)$.",
            "pulls <= R1/(k*gap)",
            claim="thesis.sec4.1.every_law",
            of_step=6,
            instance={"l": "pulls"},
            uses=(1,),
        ),
        Given(
            3,
            r"Given the past, the losses of a round have the laws of its arm, which differ for "
            r"$i$ alone, by this divergence.",
            "c == kl(1/2,1/2-2*gap)",
        ),
        Textbook(
            4,
            "The divergence of the histories in the two worlds.",
            "joint == pulls*c",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 3},
            instance={"joint": "joint", "total": "pulls*c"},
        ),
        Given(5, "The actions are a part of the history, in both worlds."),
        Textbook(
            6,
            "So that of the actions is at most as large.",
            "div <= joint",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 5},
            instance={"after": "div", "before": "joint"},
        ),
        OnClaim(
            7,
            r"The two regrets beside the best mean.",
            "R1 + R2 >= T*gap/4*exp(-div)",
            claim="thesis.sec4.1.every_law",
            of_step=16,
            uses=(1,),
        ),
        Given(
            8,
            r"Beside the arm that is the best on the losses that are drawn, the regret is at least "
            r"that beside the best mean, and the worst regret $R$ over all sequences of losses is "
            r"at least its mean over the drawn ones.",
            "R >= max(R1, R2)",
        ),
        Inequality(
            9,
            r"So $R\ge\frac{T\Delta}8e^{-D_{\mathrm{KL}}}$.",
            "R >= T*gap/8*exp(-div)",
            weights={7: "1/2", 8: "1"},
        ),
        Inequality(10, r"$R\ge R_1$.", "R >= R1", weights={8: "1"}),
        Given(11, r"Let $q=\frac c{k\Delta}$.", "q == c/(k*gap)"),
        Inequality(
            12,
            r"So $D_{\mathrm{KL}}\le qR$.",
            "div <= q*R",
            uses=(4, 11),
            weights={6: "1", 2: "c", 10: "c/(k*gap)"},
        ),
        Inequality(
            13,
            "The exponential.",
            "exp(-div) >= exp(-q*R)",
            monotone=("exp", "-div", "-q*R"),
            weights={12: "1"},
        ),
        Inequality(
            14,
            r"$R\ge\frac{T\Delta}8e^{-qR}$.",
            "R >= T*gap/8*exp(-q*R)",
            weights={9: "1", 13: "T*gap/8"},
        ),
        Given(15, r"Let $y=qR$.", "y == q*R", uses=(14,)),
        Inequality(
            16,
            r"$y\ge\frac{qT\Delta}8e^{-y}$.",
            "y >= q*T*gap/8*exp(-y)",
            uses=(15,),
            weights={14: "q"},
        ),
        Inequality(
            17,
            "The logarithm.",
            "log(y) >= log(q*T*gap/8) - y",
            monotone=("log", "y", "q*T*gap/8*exp(-y)"),
            weights={16: "1"},
        ),
        Given(
            18,
            r"Let $w=W(\frac{qT\Delta}8)=W(\frac{cT}{8k})$, so that $we^w=\frac{cT}{8k}$.",
            "w + log(w) <= log(q*T*gap/8)",
        ),
        Inequality(19, "The tangent of the logarithm.", "log(y) - log(w) <= y/w - 1"),
        Inequality(
            20,
            r"So $y\ge w$.",
            "y >= w",
            weights={17: "w/(1 + w)", 18: "w/(1 + w)", 19: "w/(1 + w)"},
        ),
        Inequality(21, r"$R\ge\frac wq$,", "R >= w/q", uses=(15,), weights={20: "1/q"}),
        Inequality(
            22,
            r"in other words",
            "k*gap/c*w <= R",
            uses=(11,),
            weights={21: "1"},
        ),
        Textbook(
            23,
            r"So is the infimum over the algorithms.",
            "k*gap/c*w <= best",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 22},
            instance={"c": "k*gap/c*w", "low": "best", "X": "R"},
            over=("R", "R1", "R2", "pulls", "joint", "div", "y"),
        ),
    ),
)
