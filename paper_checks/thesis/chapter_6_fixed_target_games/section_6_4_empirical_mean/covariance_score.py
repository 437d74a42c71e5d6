"""The claim about the covariance score (6.4), the leading part of the log-ratio."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory.membership.finite_laws import mean_column

from .theorem_6_3_and_corollary_6_4_limits import always_tells

MEAN = "d*(k - 1/(2*(n - 1))) - m/(2*(n - 1))"
TOTAL = "d*2/(4*(n - 1)**2) + m/(n - 1)**2"
SUMS: dict[str, Any] = {
    "fact": "textbook.elementary-probability:independent terms",
    "hypotheses": {"independent terms": 4, "the mean of each": 9, "the variance of each": 10},
    "instance": {
        "X": "e",
        "M": "k - 1/(2*(n - 1)) - c/(2*(n - 1))",
        "Y": "v",
        "U": "2/(4*(n - 1)**2) + c/(n - 1)**2",
        "first": MEAN,
        "second": TOTAL,
        "variance": "total",
    },
    "over": ("e", "v", "c"),
}
"""How the means and the variances of the columns add up."""
NORMAL = Proof(
    "thesis.ftm.score.cov.repaired",
    where="n in [2,inf), u in (-inf,inf), x in (-inf,inf), l in (-inf,inf), w in (-inf,inf), "
    "k in [0,inf), d in [0,inf), m in [0,inf), v in [0,inf), c in [0,inf), e in (-inf,inf), "
    "mean in (-inf,inf), total in [0,inf), tau in (0,inf)",
    steps=(
        Given(1, r"The constant of a normal column.", "k == log(1 + 1/(n - 1))/2"),
        Given(
            2,
            r"With $u=(z_j^\star-\mu_j)/\sigma_j$ and "
            r"$x=\sqrt n(\hat\mu_{n,j}-\mu_j)/\sigma_j$: its log-ratio,",
            "l == k + (x**2 - (n/(n - 1))*(x - u/sqrt(n))**2)/2",
        ),
        Given(3, r"and its part of the score (6.4).", "w == u*x/sqrt(n) - u**2/(2*n)"),
        Identity(
            4,
            r"The difference.",
            "l - w == k - x**2/(2*(n - 1)) + u*x/(sqrt(n)*(n - 1)) - u**2/(2*n*(n - 1))",
            uses=(2, 3),
        ),
        Inequality(5, r"The logarithm from above,", "log(1 + t) <= t", where="t in (0,inf)"),
        Inequality(6, r"and from below.", "log(1 + t) >= t/(1 + t)", where="t in (0,inf)"),
        Inequality(
            7,
            r"The constant: $k\le\frac1{2(n-1)}$,",
            "k - 1/(2*(n - 1)) <= 0",
            uses=(1,),
            at={5: {"t": "1/(n - 1)"}},
            weights={5: "1/2"},
        ),
        Inequality(
            8,
            r"and $k\ge\frac1{2n}$.",
            "k - 1/(2*(n - 1)) >= -1/(2*n*(n - 1))",
            uses=(1,),
            at={6: {"t": "1/(n - 1)"}},
            weights={6: "1/2"},
        ),
        Given(
            9,
            r"Without the target $E x=E x^3=0$, $E x^2=1$, $E x^4=3$. With $c=u^2/n$ the mean "
            r"of the difference",
            "e == k - 1/(2*(n - 1)) - c/(2*(n - 1))",
        ),
        Given(10, r"and its variance.", "v == 2/(4*(n - 1)**2) + c/(n - 1)**2"),
        Textbook(
            11,
            r"The mean of the sum over $d$ columns, with $m=\sum_jc_j$,",
            f"mean == {MEAN}",
            **SUMS,
        ),
        Textbook(12, r"and its variance.", f"total == {TOTAL}", **SUMS),
        Given(13, r"The number of columns is", "d <= tau*n"),
        Inequality(
            14,
            r"so that the variance tends to 0, since $m$ is bounded,",
            "total <= tau*n/(n - 1)**2 + 2*m/(n - 1)**2",
            uses=(12,),
            weights={13: "1/(n - 1)**2"},
        ),
        Inequality(
            15,
            r"and so does the mean, from above",
            "mean <= 0",
            uses=(11,),
            weights={7: "d"},
            rest="m/(2*(n - 1))",
        ),
        Inequality(
            16,
            r"and from below.",
            "mean >= -tau/(2*(n - 1)) - m/(2*(n - 1))",
            uses=(11,),
            weights={8: "d", 13: "1/(2*n*(n - 1))"},
        ),
        OnClaim(
            17,
            r"Bernoulli columns: the linear part is the ratio minus 1.",
            "p/q == 1 + (1 - mu)*(y - mu)/(mu*(1 - mu))",
            claim="thesis.fix.lr.bernoulli",
            of_step=5,
            instance={"c": "q", "x": "y"},
            where="p in (0,inf), q in (0,inf), mu in (0,1), y in (0,1]",
        ),
        OnClaim(
            18,
            r"Under (S3) the ratios of these columns are as that theorem asks for, and $\ell_n$ "
            r"minus this sum tends to $-m^\star/2$.",
            claim="thesis.thm6.3.repaired",
        ),
        Parts(19, "The difference tends to 0.", uses=(14, 15, 16, 17, 18)),
    ),
)


@checks_both(
    "thesis.ftm.score.cov",
    subjects={"targets": ((Fraction(1), Fraction(1, 2)), (Fraction(0), Fraction(1)))},
    mutants={
        "the other half of the square": {
            "proof": NORMAL.changed(3, formula="w == u*x/sqrt(n) - u**2/n")
        },
        "sharper: more columns than rows squared": {
            "proof": NORMAL.changed(13, formula="d <= tau*n**2")
        },
        "sharper: half of the constant": {
            "proof": NORMAL.changed(8, formula="k - 1/(2*(n - 1)) >= -1/(8*n*(n - 1))")
        },
        "a score with the standard deviation": {"power": 1},
    },
    printed_mutants={"targets in the support": {"targets": (Fraction(0), Fraction(1))}},
)
def score_of_the_covariance(
    targets: tuple[Fraction, ...] = (Fraction(0), Fraction(1)),
    proof: Proof = NORMAL,
    power: int = 2,
) -> Verdict:
    """The steps for normal columns; Bernoulli columns, exact."""
    for target in targets:
        require_or_repair(
            not always_tells(target),
            "The log-ratio is infinite for every n, and the score (6.4) is 0: both have the law of "
            "a fair column with a target between its values.",
            mu=Fraction(1, 2),
            target=target,
        )
    for mean, rows, z in product((Fraction(1, 2), Fraction(1, 5)), (2, 6), (0, 1)):
        variance = mean * (1 - mean) if power == 2 else mean
        for k, mass in enumerate(mean_column([0, 1], [1 - mean, mean], rows, z).masses()):
            linear = (z - mean) * (Fraction(k, rows) - mean) / variance
            same = mass.present == mass.out * (1 + linear)
            require(same, "The ratio minus 1 is not the linear part.", mu=mean, n=rows, k=k)
    return proof.verdict(
        "The score (6.4) is the leading part of the log-ratio.",
        instances="The ratios of Bernoulli columns with means 1/2 and 1/5, exact.",
        beyond="Other laws, under the hypotheses of thesis.thm6.3.repaired.",
    )
