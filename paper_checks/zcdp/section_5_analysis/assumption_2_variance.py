"""Claims about stochastic contexts: Assumption 2, which no contexts of two dimensions satisfy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.models.stochastic_contexts import (
    Allowed,
    allowed_variance,
    largest_variance,
    least_variance,
)
from banditproof.paper_checks.proofs import Given, Identity, Inequality, Instance, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

READING = "the variance is that of the law from which the contexts of step t are drawn"
Points = list[tuple[Fraction, ...]]


def rows(*points: str) -> Points:
    """Vectors from texts such as "3/5 4/5"."""
    return [tuple(map(Fraction, point.split())) for point in points]


LAWS = (
    rows("1 0", "0 1"),
    rows("1 0", "0 1") * 5 + rows("3/5 4/5", "3/5 -4/5", "4/5 3/5", "4/5 -3/5") * 3,
    rows("1 0 0", "0 1 0", "0 0 1"),
    rows("3/5 4/5 0", "-4/5 3/5 0", "0 0 1", "0 3/5 4/5", "0 -4/5 3/5", "1 0 0"),
    rows("3/5 4/5 0 0", "-4/5 3/5 0 0", "0 0 0 1", "0 0 1 0"),
)
"""Uniform laws on unit vectors with E[A A^T] = I/d; the second one is nearly even on the circle."""
SUM, DIFFERENCE = "(u + w)**2", "(u - w)**2"


def four_slanted_vectors() -> Iterator[Instance]:
    """(3/5, 4/5), (3/5, -4/5) and their mirror images, evenly: the steps for pairs are tight."""
    spread, tilt = Fraction(144, 625), Fraction(49, 2500)
    square, half = Fraction(1, 4), Fraction(1, 2)
    case: dict[str, Any] = {
        "u": half,
        "p": square + spread,
        "m": square + spread,
        "U": square,
        "W": spread,
    }
    case |= {"h": half, "v": spread, "f": spread, "g": spread, "e": tilt, "b": square + tilt}
    case |= {"s": half, "X": 2 * (square + tilt), "Y": 2 * spread, "l": half, "d": 2, "k": 4}
    yield from ({**case, "w": w, "y": 0} for w in (Fraction(12, 25), Fraction(-12, 25)))


IMPOSSIBLE = Proof(
    "zcdp.asm2.impossible",
    instances=four_slanted_vectors,
    where="u in [0,1], w in [-1,1], p in [0,inf), m in [0,inf), U in [0,1], W in (-inf,inf), "
    "h in [0,1], v in [0,inf), f in [0,inf), g in [0,inf), e in [0,inf), b in (-inf,inf), "
    "s in [0,1], X in [0,inf), Y in (-inf,inf), l in (0,1], d in [2,inf), k in [1,inf), "
    "y in (-inf,inf)",
    steps=(
        Given(
            1,
            r"In an orthonormal basis of eigenvectors of $E[AA^\top]$: $x_i=A_i^2$ adds up to 1, "
            r"$EA_iA_j=0$ for $i\ne j$, $s_i=Ex_i\ge l=\lambda_0$, and $v$ is at least each "
            r"variance of $(z^\top A)^2$. With $u=(x_i+x_j)/2$ and $w=A_iA_j$: $(z^\top A)^2$ is "
            r"$u\pm w$ for $z=(e_i\pm e_j)/\sqrt2$, of mean $h$, as $Ew=0$.",
        ),
        Identity(2, "The squares of both add up.", f"w**2 == ({SUM} + {DIFFERENCE})/2 - u**2"),
        Textbook(
            3,
            r"So do their means $p$, $m$, with $U=Eu^2$ and $W=Ew^2=Ex_ix_j$.",
            "W == (p + m)/2 - U",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 2},
            instance={"x": "W", "y": "(p + m)/2 - U"},
        ),
        Given(4, r"The variances of $u+w$ and of $u-w$ are at most $v$: $f$,", "f <= v"),
        Given(5, r"and $g$.", "g <= v"),
        Textbook(
            6,
            r"$p=f+h^2$,",
            "p == f + h**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "p", "variance": "f", "mean": "h"},
            uses=(1,),
        ),
        Textbook(
            7,
            r"$m=g+h^2$,",
            "m == g + h**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "m", "variance": "g", "mean": "h"},
            uses=(1,),
        ),
        Textbook(
            8,
            r"and $h^2\le U$.",
            "h**2 <= U",
            fact="textbook.jensen:square",
            hypotheses={"the mean of each square": 1},
            instance={"e": "h", "m": "U"},
        ),
        Inequality(
            9,
            r"So $E x_ix_j\le v$ for each pair.",
            "W <= v + 0*y",
            uses=(3, 6, 7),
            weights={4: "1/2", 5: "1/2", 8: "1"},
        ),
        Textbook(
            10,
            r"Over the $d(d-1)$ pairs: $Y=\sum_{i\ne j}E x_ix_j\le d(d-1)v$.",
            "Y <= d*(d - 1)*v + 0*y",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 9},
            instance={"x": "Y", "n": "d*(d - 1)", "c": "v", "b": "0", "z": "y"}
            | {"X": "W", "Z": "y"},
            over=("W",),
        ),
        Given(
            11,
            r"For $z=e_i$ the variance $e$ of $x_i$ is at most $v$, and its mean $s\le1-(d-1)l$, "
            r"as the others are at least $l$.",
            "e <= v",
        ),
        Textbook(
            12,
            r"$b=E x_i^2=e+s^2$.",
            "b == e + s**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "b", "variance": "e", "mean": "s"},
            uses=(1,),
        ),
        Inequality(
            13,
            r"So $E x_i^2\le v+(1-(d-1)l)s_i$.",
            "b <= v + (1 - (d - 1)*l)*s",
            where="s <= 1 - (d - 1)*l",
            uses=(12,),
            weights={11: "1"},
            rest="s*(1 - (d - 1)*l - s)",
        ),
        Textbook(
            14,
            r"Over the $d$ directions, where $\sum_is_i=1$: $X=\sum_iE x_i^2$.",
            "X <= d*v + (1 - (d - 1)*l)*1",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 13},
            instance={"x": "X", "n": "d", "c": "v", "b": "1 - (d - 1)*l", "z": "1"}
            | {"X": "b", "Z": "s"},
            over=("b", "s"),
            which="s <= 1 - (d - 1)*l",
        ),
        Given(15, r"$1=(\sum_ix_i)^2$ has the mean $X+Y$.", "Y == 1 - X", uses=(1,)),
        Inequality(
            16,
            r"So $v\ge\frac{(d-1)\lambda_0}{d^2}$.",
            "v >= (d - 1)*l/d**2",
            uses=(15,),
            weights={10: "1/d**2", 14: "1/d**2"},
        ),
        Inequality(
            17,
            r"As $d\lambda_0\le\sum_is_i=1$ and $d\ge2$, it is more than what (3) allows.",
            "l**2/(8*log(4*k)) < (d - 1)*l/d**2",
            where="d*l <= 1",
        ),
        Inequality(
            18,
            r"So some variance is more than $\lambda_0^2/(8\log4k)$.",
            "l**2/(8*log(4*k)) < v",
            where="d*l <= 1",
            weights={16: "1", 17: "1"},
        ),
    ),
    parts=(16,),
)


@checks(
    "zcdp.asm2.impossible",
    mutants={
        "sharper: 1.1 of the variance": {"factor": Fraction(11, 10)},
        "half of the variance for pairs": {"proof": IMPOSSIBLE.changed(4, formula="f <= v/2")},
        "one dimension less": {
            "proof": IMPOSSIBLE.changed(17, formula="l**2/(8*log(4*k)) < (d - 2)*l/d**2")
        },
        "a pair counted twice": {"proof": IMPOSSIBLE.changed(9, formula="W <= 2*v + 0*y")},
        "sharper: (d-1) lambda_0 / d": {
            "proof": IMPOSSIBLE.changed(16, formula="v >= (d - 1)*l/d")
        },
        "sharper: without the 8": {
            "proof": IMPOSSIBLE.changed(17, formula="l**2/log(4*k) < (d - 1)*l/d**2")
        },
    },
)
def variance_of_squares(factor: Fraction = Fraction(1), proof: Proof = IMPOSSIBLE) -> Verdict:
    """Exact variances of five laws; nearly even points on the circle have almost 1/8."""
    sides = Sides()
    for law in LAWS:
        d = len(law[0])
        mean = [[sum(p[i] * p[j] for p in law) * d / len(law) for i in range(d)] for j in range(d)]
        unit = [[int(i == j) for i in range(d)] for j in range(d)]
        need(mean == unit, "The second moments are not I/d", d=d)
        left = factor * least_variance(d, Fraction(1, d))
        found = largest_variance(law)
        sides.at_most(left, found, "No direction has as much.", d=d, points=len(law))
    return proof.verdict(
        "In a basis of eigenvectors the means of x_i x_j = (A_i A_j)^2 are at most the largest "
        "variance, and so those of x_i^2 - s_i^2; all of them add up to 1 - sum s_i^2.",
        instances="Exact variances of five laws on the sphere.",
        beyond="d = 1, where (z^T A)^2 = 1 and the assumption holds.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.asm2",
    mutants={
        "one dimension": {"dimensions": (1,)},
        "8 lambda_0 in place of lambda_0^2 / 8": {
            "allowed": lambda least, k: 8 * ball(least) / ball(4 * k).log()
        },
    },
)
def satisfiable(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """What some direction has at least, beside what is allowed at the largest lambda_0 = 1/d."""
    with working_precision(96):
        for d in dimensions:
            least = Fraction(1, d)
            require(
                at_most(ball(least_variance(d, least)), allowed(least, 1)),
                "No contexts of two or more dimensions satisfy the assumption: some direction has "
                "a larger variance, for every law on the sphere.",
                grade=Grade.DERIVED,
                d=d,
                k=1,
                lambda_0=least,
                variance_of_some_direction=least_variance(d, least),
                allowed=allowed(least, 1),
            )
    return points(
        "The bound leaves room for the variance that some direction has.",
        covered="The largest lambda_0, at these dimensions.",
        not_covered="Whether some law satisfies all three parts.",
    )
