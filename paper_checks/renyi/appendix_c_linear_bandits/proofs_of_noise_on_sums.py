"""The proofs of Theorem 15, Corollary 16 and the repaired Theorem 8: noise on the sums of arms."""

from __future__ import annotations

from banditproof.paper_checks.models.elimination_good_event import good_event
from banditproof.paper_checks.models.elimination_regret import regret
from banditproof.paper_checks.models.private_least_squares import deviation, enough
from banditproof.paper_checks.proofs import Given, Inequality, Textbook

DEVIATION = deviation(
    "renyi.thm15",
    "alpha in (1,inf), eps in (0,inf), n in [1,inf), i in (-inf,inf), j in [0,inf), "
    "o in (0,inf), r in [0,inf), K in [1,inf)",
    (
        Textbook(
            17,
            r"$Z=\sum_bi_bN_b$ with $i=a^\top V^{-1}b$, where $i^2\le q\,j$ with $j=\|b\|^2$ in "
            r"the "
            r"norm of $V^{-1}$,",
            "i**2 <= q*j",
            fact="textbook.inverse-matrix:cauchy-schwarz",
            hypotheses={"V is positive definite": 1},
            instance={"x": "i", "y": "q", "z": "j"},
        ),
        Given(18, r"and $j\le g^2$,", "j <= g**2"),
        Inequality(
            19, r"so that $i^2\le g^4$.", "i**2 <= g**4", weights={17: "1", 18: "q", 16: "g**2"}
        ),
        Textbook(
            20,
            r"Their sum $o$ over the support is at most that of these bounds,",
            "o <= r",
            fact="textbook.nonnegative-series:order",
            over=("i",),
            hypotheses={"the sum": 17, "each term is <= its bound": 19},
            instance={"x": "o", "y": "r", "X": "i**2", "Y": "g**4"},
        ),
        Given(21, r"of which there are $K$,", "r == K*g**4"),
        Given(22, r"at most $d(d+1)/2$, with $n=d$.", "K <= n*(n + 1)/2"),
        Given(23, r"The variances add: $w=\frac{2\alpha}\varepsilon o$.", "w == 2*alpha/eps*o"),
        Given(
            24,
            r"The second width is $f=g^2\sqrt{\frac{2\alpha d(d+1)}\varepsilon L}$,",
            "f == g**2*sqrt(2*alpha*n*(n + 1)/eps*L)",
        ),
        Inequality(
            25,
            r"so that $f^2\ge2wL$.",
            "2*w*L <= f**2",
            uses=(21, 23, 24),
            weights={20: "4*alpha*L/eps", 22: "4*alpha*L/eps*g**4"},
        ),
    ),
    r"g^2\sqrt{\frac{2\alpha d(d+1)}\varepsilon L}",
)
LENGTH = enough(
    "renyi.cor16",
    "alpha in (1,inf), eps in (0,inf)",
    ("renyi.thm15", 31),
    Given(
        12,
        r"Here $Y=\frac{2\alpha d(d+1)}\varepsilon\log(4/\delta)$, with $n=d$.",
        "Y == 2*alpha*n*(n + 1)/eps*L",
    ),
    "zcdp.thm2.equivalent",
)
GOOD = good_event("renyi.thm8.good", ("renyi.cor16", 17))
REPAIRED = regret(
    "renyi.thm8.repaired",
    "alpha in (1,inf), eps in (0,inf)",
    "renyi.thm8.good",
    "zcdp.thm4.kept",
    Given(
        26,
        r"The private part has $Z=\frac{2\alpha}\varepsilon d(d+1)$.",
        "Z == 2*alpha/eps*n*(n + 1)",
    ),
    (
        r"$R_T\le4d(d+1)+128\sqrt{dT\alpha_T}+33d(d+1)\sqrt{\frac\alpha\varepsilon\alpha_T}\log "
        r"T$.",
        "4*n*(n + 1) + 128*sqrt(n*T*al) + 33*n*(n + 1)*sqrt(alpha/eps*al)*t",
    ),
)
