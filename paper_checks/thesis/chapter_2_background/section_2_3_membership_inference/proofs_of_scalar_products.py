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
    where="n in [1,inf), mu in (-inf,inf), v in [0,inf), second in [0,inf), inside in (-inf,inf), "
    "outside in (-inf,inf), ref in (-inf,inf), X in (-inf,inf), s in [0,inf), mean in (-inf,inf)",
    steps=(
        Given(
            1,
            r"For $b=1$ the released mean of column $j$ is $D_{ij}/n$ plus the $n-1$ other rows, and "
            r"$z^\star_j=D_{ij}$.",
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
        Given(4, r"For $b=0$ the target is independent of the release, as the reference always is."),
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
    ),
)
"""`independent, and not negative`: products of entries that are bounded below, shifted to 0."""

TRACING = Proof(
    "thesis.mia.claim.scalar-tracing",
    where="n in [1,inf), d in [1,inf), L in (0,inf), alarm in [0,1], hit in [0,1], p in [-1,1], "
    "g in [-1,1], est in [-1,1], bar in [-1,1], h in [0,1], X in (-inf,inf), Y in (-inf,inf), "
    "low in (-inf,inf), mean in (-inf,inf), corr in (-inf,inf), all in (-inf,inf), "
    "given in (-inf,inf), es in (-inf,inf), score in (-inf,inf), above in [0,1]",
    parts=(3,),
    steps=(
        Given(
            1,
            r"OUT: given the estimate $\hat\mu\in[-1,1]^d$ and the means, $z^\star$ and "
            r"$z^{\mathrm{ref}}$ are independent of it and of one law with independent columns. So "
            r"$U_j=(2-(z^\star_j-z^{\mathrm{ref}}_j)\hat\mu_j)/4$ are independent, in $[0,1]$ and of "
            r"mean 1/2, and $s\ge\tau$ is the event that their average is at most $1/2-\tau/(4d)$; "
            r"$\tau=d/(12n)$.",
        ),
        Textbook(
            2,
            r"Hoeffding's inequality.",
            "alarm <= exp(-2*d*(1/(48*n))**2)",
            fact="textbook.hoeffding:average of independent terms below",
            hypotheses={"n independent terms in [0, 1]": 1, "e >= 0": "1/(48*n) >= 0"},
            instance={"p": "alarm", "n": "d", "e": "1/(48*n)"},
        ),
        Inequality(
            3,
            r"With $d\ge1152n^2\log(1/\delta)$ and $L=\log(1/\delta)$ it is at most $\delta$.",
            "alarm <= exp(-L)",
            uses=(2,),
            where="d >= 1152*n**2*L",
        ),
        Given(
            4,
            r"IN: given the other columns and all coins, the estimate of a column is a function "
            r"$f$ of its $n$ entries, within 1/2 of their mean: above,",
            "est <= 1*bar + 1/2",
        ),
        Given(5, r"and below.", "bar <= 1*est + 1/2"),
        Textbook(
            6,
            r"So $g(p)=E_pf$ is within 1/2 of the mean $p$ of the column: above,",
            "g <= 1*p + 1/2",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 4},
            instance={"p": "g", "q": "p", "c": "1", "d": "1/2", "A": "est", "B": "bar"},
            over=("est", "bar"),
        ),
        Textbook(
            7,
            r"and below.",
            "p <= 1*g + 1/2",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 5},
            instance={"p": "p", "q": "g", "c": "1", "d": "1/2", "A": "bar", "B": "est"},
            over=("est", "bar"),
        ),
        Given(8, r"$h=|p|$.", "h == max(p, -p)"),
        Inequality(
            9,
            r"For $p\ge0$ by the lower bound, for $p\le0$ by the upper one.",
            "2*p**2 - h <= 1*(2*p*g)",
            uses=(6, 7, 8),
        ),
        Textbook(
            10,
            r"In the mean over $p$, uniform on $[-1,1]$.",
            "low <= 1*mean",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 9},
            instance={"X": "2*p**2 - h", "Y": "2*p*g", "c": "1", "x": "low", "y": "mean"},
            over=("p", "h", "g"),
        ),
        Given(11, r"$p^2-|p|/2$, twice which `low` is the mean of, is the slope of $p^3/3-p|p|/4$."),
        Textbook(
            12,
            r"So it is $2\cdot\frac13-\frac12$.",
            "low == (1/3 - 1/4) - (-1/3 + 1/4)",
            fact="textbook.calculus:integral of a slope",
            hypotheses={"the slope of a differentiable function is integrated": 11},
            instance={"i": "low", "v": "1/3 - 1/4", "u": "-1/3 + 1/4"},
        ),
        Identity(
            13,
            r"The slope of the logarithm of the mass $\prod_i(1+x_ip)/2$, times $1-p^2$: for $x_i=1$",
            "(1 - p**2)/(1 + p) == 1 - p",
            where="p > -1, p < 1",
        ),
        Identity(
            14, r"and for $x_i=-1$.", "-(1 - p**2)/(1 - p) == -1 - p", where="p > -1, p < 1"
        ),
        Parts(
            15,
            r"So $(1-p^2)g'(p)=E_p[f(X)\sum_i(X_i-p)]$, and this minus $2pg$ is the slope of "
            r"$(1-p^2)g$, which is 0 at both ends.",
            uses=(13, 14),
        ),
        Textbook(
            16,
            r"The means over $p$ of $E_p[f(X)\sum_i(X_i-p)]$, `corr`, and of $2pg$ are equal.",
            "corr == mean",
            fact="textbook.calculus:integral of a slope",
            hypotheses={"the slope of a differentiable function is integrated": 15},
            instance={"i": "corr - mean", "v": "0", "u": "0"},
        ),
        Inequality(17, r"So each column has at least 1/6.", "corr >= 1/6", uses=(10, 12, 16)),
        Textbook(
            18,
            r"$d$ columns together.",
            "d/6 <= all",
            fact="textbook.elementary-probability:sum of means",
            hypotheses={"each mean is >= its bound": 17},
            instance={"total": "d/6", "mean": "all", "X": "corr", "T": "1/6"},
            over=("corr",),
        ),
        Given(
            19,
            r"Given the means, the dataset and all coins, $z^{\mathrm{ref}}_j$ has the mean $p_j$.",
        ),
        Textbook(
            20,
            r"So `all` is the mean of the sum of the scores of all $n$ rows.",
            "given == all",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 19},
            instance={"x": "given", "y": "all"},
        ),
        Given(21, r"The target is one of them, at random.", "es == given/n"),
        Given(
            22,
            r"The score is at most $2d$, and at most $\tau$ where it is not above $\tau$.",
            "score <= 2*d*above + d/(12*n)",
        ),
        Textbook(
            23,
            r"In the mean.",
            "es <= 2*d*hit + d/(12*n)",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 22},
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
            24,
            r"So a target that is IN has a score above $\tau$ with this probability, at least.",
            "hit >= 1/(24*n)",
            uses=(20, 21),
            weights={18: "1/(2*d*n)", 23: "1/(2*d)"},
        ),
        Parts(25, "Both cases.", uses=(3, 24)),
    ),
)
