"""The proofs about the targets of the experiment and about the power, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof, Textbook

ORDER_OF_TERMS = "textbook.nonnegative-series:order"

EASIEST = Proof(
    "thesis.ftm.exp6.6.targets",
    where="p in (0,1/2], hard in [0,inf), other in [0,inf), easy in [0,inf), "
    "X in [0,inf), n in [1,inf)",
    parts=(4, 5),
    steps=(
        Inequality(
            1,
            r"With $p$ the smaller of $p_j$ and $1-p_j$ the term of a column is $(1-p)/p$ for the "
            r"rarer value and $p/(1-p)$ for the other one, which is not larger.",
            "p/(1-p) <= (1-p)/p",
        ),
        Given(2, "A target in {0, 1} has one of the two terms.", "X <= (1-p)/p"),
        Given(3, "Likewise from below.", "p/(1-p) <= X"),
        Textbook(
            4,
            r"The sums: no target in $\{0,1\}^d$ is farther than $z_{\mathrm{easy}}$,",
            "other <= easy",
            fact=ORDER_OF_TERMS,
            hypotheses={"the sum": 1, "each term is <= its bound": 2},
            instance={"x": "other", "y": "easy", "X": "X", "Y": "(1-p)/p"},
            over=("X", "p"),
        ),
        Textbook(
            5,
            r"and none nearer than $z_{\mathrm{hard}}$.",
            "hard <= other",
            fact=ORDER_OF_TERMS,
            hypotheses={"the sum": 1, "each term is <= its bound": 3},
            instance={"x": "hard", "y": "other", "X": "p/(1-p)", "Y": "X"},
            over=("X", "p"),
        ),
        Parts(6, "Both.", uses=(4, 5)),
    ),
)

MEDIUM = Proof(
    "thesis.ftm.exp6.6.medium.mean",
    where="p in (0,1)",
    steps=(
        Identity(
            1,
            r"In each column the mean of $(Z-p)^2/(p(1-p))$ over $Z\sim\mathrm{Bern}(p)$ is 1; so "
            r"the mean squared distance is $d$, and that of the leakage score $d/n=\tau$.",
            "p*((1-p)**2/(p*(1-p))) + (1-p)*(p**2/(p*(1-p))) == 1",
        ),
    ),
)

MORE_SCORE = Proof(
    "thesis.fig6.2.score",
    where="a in (-inf,inf), l in [0,inf), m in [0,inf)",
    steps=(
        Given(1, r"The score is not smaller.", "l <= m"),
        Inequality(
            2,
            "Its root is not.",
            "sqrt(l) <= sqrt(m)",
            monotone=("root2", "m", "l"),
            weights={1: "1"},
        ),
        Inequality(
            3,
            r"The error function increases; $a=\Phi^{-1}(\alpha)$.",
            "erf((a + sqrt(l))/sqrt(2)) <= erf((a + sqrt(m))/sqrt(2))",
            monotone=("erf", "(a + sqrt(m))/sqrt(2)", "(a + sqrt(l))/sqrt(2)"),
            weights={2: "1/sqrt(2)"},
        ),
        Inequality(
            4,
            r"At each level the power of the limit is not smaller.",
            "normal_cdf(a + sqrt(l)) <= normal_cdf(a + sqrt(m))",
            weights={3: "1/2"},
        ),
    ),
)
