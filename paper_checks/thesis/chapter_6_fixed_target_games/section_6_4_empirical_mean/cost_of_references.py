"""The claim about the cost of estimating mean and covariance from references, (6.5)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import plug_in_score
from banditproof.theory.membership.reference_sets import covariance_factor, plug_in_mean

SHIFT = "(d + 3 + j)/(j + 2)"


SPREAD = "(d + 3 + j)**2*(d + 2 + j)/((j + 3)*(j + 2)*j)"


WISHART: dict[str, Any] = {
    "fact": "textbook.wishart",
    "hypotheses": {"h > d + 3": 7},
    "instance": {"x": "k", "y": "q", "h": "d + 3 + j"},
}
"""The moments of the inverse of a sample covariance, with h = d + 3 + j."""


PLUG_IN = Proof(
    "thesis.fix.ref.effective",
    where="m in (0,inf), r in (0,inf), n in [1,inf), c in [1,inf), d in [1,inf), v in (0,inf), "
    "g in (0,inf), a in (-inf,inf), x in (-inf,inf), e in (-inf,inf), j in (0,inf), k in (0,inf), "
    "q in (0,inf)",
    parts=(1, 5, 6),
    steps=(
        Identity(
            1,
            r"One column of (6.5) with variance 1, $a=z_j^\star-\mu_j$, the errors $x$ of "
            r"$\hat\mu_n$ and $e$ of $\hat\mu_0$: linear parts, and products of errors.",
            "(a - e)*(x - e) - (a - e)**2/(2*n) == a*x - a*e*(1 - 1/n) - a**2/(2*n) - e*x + "
            "e**2*(1 - 1/(2*n))",
        ),
        Given(
            2,
            r"The variances $1/n$ and $1/n_0$, $n_0=\lambda n$, of both errors, if the "
            r"references are new in each round: the linear parts have the variance",
            "v == m + m*n/c",
        ),
        Given(3, r"with $\lambda$", "r == c/n"),
        Given(4, r"and the target moves the mean by $m$.", "g == m"),
        Identity(
            5,
            r"So the effective score is $m\lambda/(1+\lambda)$.",
            "g**2/v == m*r/(1 + r)",
            uses=(2, 3, 4),
        ),
        Identity(
            6,
            r"The mean of $e^2$ over $d$ columns is $d/n_0=\tau/\lambda$, for both bits.",
            "d*(1/c) == (d/n)/r",
            uses=(3,),
        ),
        Given(
            7,
            r"A full centred covariance of $h+1=n_0$ normal references, $h=d+3+j$; the data have "
            r"the covariance $I$, to which an affine map leads.",
            "j > 0",
        ),
        Textbook(8, r"The mean shift of the score is $m$ times", f"k == {SHIFT}", **WISHART),
        Textbook(9, r"and its variance $m$ times", f"q == {SPREAD}", **WISHART),
        Identity(
            10,
            r"So the effective score has this factor,",
            "k**2/q == (j + 3)*j/((d + 2 + j)*(j + 2))",
            uses=(8, 9),
        ),
        Identity(
            11,
            r"on top of that of the estimated mean, since both estimates are independent.",
            "(k*g)**2/(q*v) == (j + 3)*j/((d + 2 + j)*(j + 2))*(m*r/(1 + r))",
            uses=(2, 3, 4, 8, 9),
        ),
        Inequality(
            12,
            r"It is below $1-d/n_0$, $n_0=d+4+j$,",
            "(j + 3)*j/((d + 2 + j)*(j + 2)) <= 1 - d/(d + 4 + j)",
        ),
        Inequality(
            13,
            r"and tends to it as $h=d+3+j$ grows.",
            "1 - d/(d + 4 + j) - 4/(d + 2 + j) <= (j + 3)*j/((d + 2 + j)*(j + 2))",
        ),
        Parts(
            14,
            "The cost of the estimates, to the first order.",
            uses=(1, 5, 6, 10, 11, 12, 13),
        ),
    ),
)


@checks(
    "thesis.fix.ref.effective",
    mutants={
        "another factor": {"proof": PLUG_IN.changed(5, formula="g**2/v == m*r/(2 + r)")},
        "frozen references": {"proof": PLUG_IN.changed(2, formula="v == m")},
        "sharper: 0.95 of the shift": {
            "proof": PLUG_IN.changed(6, formula="d*(1/c) == 0.95*(d/n)/r")
        },
        "sharper: below by at most 1/(h - 1)": {
            "proof": PLUG_IN.changed(
                13,
                formula="1 - d/(d + 4 + j) - 1/(d + 2 + j) <= (j + 3)*j/((d + 2 + j)*(j + 2))",
            )
        },
        "another factor of the covariance in the library": {"scale": Fraction(21, 20)},
        "frozen references in the library": {"fresh": False},
        "one more column": {
            "proof": PLUG_IN.changed(10, formula="k**2/q == (j + 3)*j/(d + 2 + j)")
        },
    },
)
def cost_of_references(
    proof: Proof = PLUG_IN, fresh: bool = True, scale: Fraction = Fraction(1)
) -> Verdict:
    """The steps, and the library's score and mean."""
    for width, count in ((1, 10), (160, 320), (50, 1000)):
        h = count - 1
        found = Fraction((h - width) * (h - width - 3), (h - 1) * (h - width - 1))
        gap = scale * covariance_factor(width, count) - found
        require(0 <= gap <= Fraction(4, h - 1), "Another factor.", d=width, n_0=count)
    for score, rows, ratio in product((Fraction(1), Fraction(5)), (10, 1000), (1, 4)):
        found = plug_in_score(score, rows, ratio * rows, fresh=fresh)
        case: dict[str, Any] = {"m": score, "n": rows, "ratio": ratio}
        require(found == score * Fraction(ratio, 1 + ratio), "Another factor.", **case)
        shift = plug_in_mean(score, 5 * rows, rows, ratio * rows) + score / 2
        exact = Fraction(5, ratio) * (1 - Fraction(1, 2 * rows))
        require(shift == exact, "Another shift.", **case)
    return proof.verdict(
        "An estimated mean doubles the linear part of the noise for as many references as rows.",
        instances="Eight sizes of data and references, and three of covariances.",
        beyond="The exact law of the score, and frozen references, whose error in the mean is a "
        "constant in all rounds.",
    )
