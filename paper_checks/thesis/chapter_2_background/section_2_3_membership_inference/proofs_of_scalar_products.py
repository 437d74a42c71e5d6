"""The proofs about the scalar product score: its shift, and tracing with explicit constants."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Parts,
    Proof,
    Textbook,
)

SHIFT = Proof(
    "thesis.mia.score.scalar",
    where="n in [1,inf), mu in [0,inf), v in [0,inf), second in [0,inf), inside in [0,inf), "
    "outside in [0,inf), ref in [0,inf), shift in [0,inf), total in [0,inf)",
    steps=(
        Given(
            1,
            r"For $b=1$ the released mean of column $j$ is $D_{ij}/n$ plus the $n-1$ other rows, "
            r"and $z^\star_j=D_{ij}$.",
        ),
        Textbook(
            2,
            r"$E[z^\star_j\hat\mu_j\mid b=1]$, with $E[D_{ij}^2]$ and the product of two means.",
            "inside == second/n + (1 - 1/n)*mu**2",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 1},
            instance={"x": "inside", "y": "second/n + (1 - 1/n)*mu**2"},
        ),
        Textbook(
            3,
            r"$E[D_{ij}^2]$.",
            "second == v + mu**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "second", "variance": "v", "mean": "mu"},
        ),
        Given(
            4,
            r"For $b=0$ the target is independent of the release, as the reference always is. "
            r"Entries are bounded below, and may be shifted to be at least 0, which changes "
            r"neither variances nor the shift of the score.",
        ),
        Textbook(
            5,
            r"$E[z^\star_j\hat\mu_j\mid b=0]$.",
            "outside == mu*mu",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 4},
            instance={"m": "outside", "x": "mu", "y": "mu"},
        ),
        Identity(
            6,
            r"The shift of a column; the reference falls out of it.",
            "(inside - ref) - (outside - ref) == v/n",
            uses=(2, 3, 5),
        ),
        Textbook(
            7,
            r"That of the score: the sum over the columns, `total` that of the variances.",
            "shift == total/n",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 6},
            instance={"x": "shift", "y": "total/n"},
        ),
    ),
)
TRACING = Proof(
    "thesis.mia.claim.scalar-tracing",
    where="n in [1,inf), d in [1,inf), L in (0,inf), alarm in [0,1], hit in [0,1], p in [0,1], "
    "g in [-1,1], k in [-1,1], x in (-1,1), est in [-1,1], bar in [-1,1], low in (-inf,inf), "
    "mean in (-inf,inf), corr in (-inf,inf), sums in (-inf,inf), rows in (-inf,inf), "
    "es in (-inf,inf), score in (-inf,inf), above in [0,1]",
    steps=(
        Given(
            1,
            r"OUT: given the estimate $\hat\mu\in[-1,1]^d$ and the means, $z^\star$ and "
            r"$z^{\mathrm{ref}}$ are independent of it and of one law with independent columns. "
            r"So $U_j=(2-(z^\star_j-z^{\mathrm{ref}}_j)\hat\mu_j)/4$ are independent, in $[0,1]$ "
            r"and of mean 1/2, and $s\ge\tau$ is the event that their average is at most "
            r"$1/2-\tau/(4d)$; $\tau=d/(12n)$.",
        ),
        Textbook(
            2,
            r"Hoeffding's inequality.",
            "alarm <= exp(-2*d*(1/(48*n))**2)",
            fact="textbook.hoeffding:average of independent terms below",
            hypotheses={"n independent terms in [0, 1]": 1, "e >= 0": "1/(48*n) >= 0"},
            instance={"p": "alarm", "n": "d", "e": "1/(48*n)"},
        ),
        Given(3, r"There are enough columns; $L=\log(1/\delta)$.", "d >= 1152*n**2*L"),
        Inequality(
            4,
            r"So the exponent is at least $\log(1/\delta)$,",
            "L <= 2*d*(1/(48*n))**2",
            weights={3: "1/(1152*n**2)"},
        ),
        Inequality(
            5,
            r"its exponential at most $\delta$,",
            "exp(-2*d*(1/(48*n))**2) <= exp(-L)",
            uses=(4,),
            monotone=("exp", "-L", "-2*d*(1/(48*n))**2"),
        ),
        Inequality(
            6,
            r"and with it the probability of $s\ge\tau$.",
            "alarm <= exp(-L)",
            weights={2: "1", 5: "1"},
        ),
        Given(
            7,
            r"IN: given the other columns and all coins, the estimate of a column is a function "
            r"$f$ of its $n$ entries, within 1/2 of their mean: above,",
            "est <= 1*bar + 1/2",
        ),
        Given(8, r"and below.", "bar <= 1*est + 1/2"),
        Textbook(
            9,
            r"So $g=E_pf$, for columns of the mean $p\ge0$, is at least $p-1/2$,",
            "p <= 1*g + 1/2",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 8},
            instance={"p": "p", "q": "g", "c": "1", "d": "1/2", "A": "bar", "B": "est"},
            over=("est", "bar"),
        ),
        Textbook(
            10,
            r"and $k=E_{-p}f$, for those of the mean $-p$, at most $1/2-p$.",
            "k <= 1*(-p) + 1/2",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 7},
            instance={"p": "k", "q": "-p", "c": "1", "d": "1/2", "A": "est", "B": "bar"},
            over=("est", "bar"),
        ),
        Inequality(
            11,
            r"Both together.",
            "2*p**2 - p <= 1*(p*(g - k))",
            weights={9: "p", 10: "p"},
        ),
        Textbook(
            12,
            r"In the mean over $p$, uniform on $[0,1]$.",
            "low <= 1*mean",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 11},
            instance={"X": "2*p**2 - p", "Y": "p*(g - k)", "c": "1", "x": "low", "y": "mean"},
            over=("p", "g", "k"),
        ),
        Given(13, r"$2p^2-p$ is the slope of $2p^3/3-p^2/2$."),
        Textbook(
            14,
            r"So its mean over $[0,1]$ is known.",
            "low == (2/3 - 1/2) - 0",
            fact="textbook.calculus:integral of a slope",
            hypotheses={"the slope of a differentiable function is integrated": 13},
            instance={"i": "low", "v": "2/3 - 1/2", "u": "0"},
        ),
        Identity(
            15,
            r"A list of signs $s_i$ has the mass $\prod_i(1+s_ix)/2$ for columns of the mean $x$. "
            r"The slope of its logarithm, times $1-x^2$, is the sum of $s_i-x$: for $s_i=1$",
            "(1 - x**2)/(1 + x) == 1 - x",
        ),
        Identity(16, r"and for $s_i=-1$.", "-(1 - x**2)/(1 - x) == -1 - x"),
        Parts(
            17,
            r"So $(1-x^2)\frac d{dx}E_xf=E_x[f(X)\sum_i(X_i-x)]$, and half of it minus $xE_xf$ is "
            r"the slope of $(1-x^2)E_xf/2$, which is 0 at both ends of $[-1,1]$.",
            uses=(15, 16),
        ),
        Textbook(
            18,
            r"For $x$ uniform on $[-1,1]$ the mean of $E_x[f(X)\sum_i(X_i-x)]$, `corr`, is that of "
            r"$2xE_xf$, which is `mean`.",
            "corr == mean",
            fact="textbook.calculus:integral of a slope",
            hypotheses={"the slope of a differentiable function is integrated": 17},
            instance={"i": "corr - mean", "v": "0", "u": "0"},
        ),
        Inequality(
            19, r"So each column has at least 1/6.", "corr >= 1/6", uses=(14, 18), weights={12: "1"}
        ),
        Textbook(
            20,
            r"$d$ columns together.",
            "d/6 <= sums",
            fact="textbook.elementary-probability:sum of means",
            hypotheses={"each mean is >= its bound": 19},
            instance={"total": "d/6", "mean": "sums", "X": "corr", "T": "1/6"},
            over=("corr",),
        ),
        Given(
            21,
            r"Given the means, the dataset and all coins, $z^{\mathrm{ref}}_j$ has the mean of its "
            r"column.",
        ),
        Textbook(
            22,
            r"So `sums` is the mean of the sum of the scores of all $n$ rows, `rows`.",
            "rows == sums",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 21},
            instance={"x": "rows", "y": "sums"},
        ),
        Given(23, r"The target is one of them, at random.", "es == rows/n"),
        Given(
            24,
            r"The score is at most $2d$, and at most $\tau$ where it is not above $\tau$.",
            "score <= 2*d*above + d/(12*n)",
        ),
        Textbook(
            25,
            r"In the mean.",
            "es <= 2*d*hit + d/(12*n)",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 24},
            instance={
                "p": "es",
                "q": "hit",
                "c": "2*d",
                "d": "d/(12*n)",
                "A": "score",
                "B": "above",
            },
            over=("score", "above"),
        ),
        Inequality(
            26,
            r"So a target that is IN has a score above $\tau$ with this probability, at least.",
            "hit >= 1/(24*n)",
            uses=(22, 23),
            weights={20: "1/(2*d*n)", 25: "1/(2*d)"},
        ),
        Parts(27, "Both cases.", uses=(6, 26)),
    ),
)
