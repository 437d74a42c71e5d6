"""Lemmas F.3 and F.5: the slopes of the divergence d_eps in its two arguments."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import Enclosure, certify, d_eps

Certified = Callable[[Fraction, Fraction, Fraction], Enclosure]
"""A divergence of (x, y, eps) as an enclosure: the subject that the checks examine."""

CORNERS = ("0", "1/1000000", "1/4", "1/2", "3/4", "999999/1000000", "1")
BUDGETS = ("1/10000", "1/10", "1", "3", "30", "1000")


def private(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, y), enclosed to 30 digits."""
    return certify(d_eps, x, y, eps, digits=30)


def rational_points(count: int, seed: int) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Triples (x, y, eps): every corner, then random rationals from the middle and the edges."""
    for x, y, eps in product(CORNERS, CORNERS, BUDGETS):
        yield Fraction(x), Fraction(y), Fraction(eps)
    source = random.Random(seed)

    def mean() -> Fraction:
        u = Fraction(source.randrange(1, 10**6), 10**6)
        return source.choice((u, u**6, 1 - u**6))

    for _ in range(count):
        yield mean(), mean(), Fraction(source.randrange(1, 10**5), 10**4)


def touching(sides: Sides, left: Enclosure, right: Enclosure, finding: str, **case: Any) -> None:
    """Require left <= right where equal sides are possible, so that their enclosures may touch."""
    if (left <= right).undecided:
        require(left.lo <= right.hi, finding, **case)
    else:
        sides.at_most(left, right, finding, **case)


COST = "d_eps(x,y,eps) <= kl(z,y) + eps*abs(x-z)"
"""The divergence is at most the cost of every mean z, by bern.def.deps.attained."""


def nearest(x: str, y: str = "y") -> str:
    """The mean that attains d_eps(x, y): x, moved to where the log-odds differ by at most eps."""
    low, high = (f"{y}/({y}+(1-{y})*exp({sign}eps))" for sign in ("", "-"))
    return f"min(max({x},{low}),{high})"


ANY_MEAN = OnClaim(
    1,
    "The divergence is at most the cost of every mean.",
    COST,
    claim="bern.def.deps.attained",
    of_step=1,
    where="x in [0,1], y in (0,1), z in [0,1]",
)
LIPSCHITZ = Proof(
    "bern.lemF.3",
    where="eps in [0,inf)",
    steps=(
        ANY_MEAN,
        Inequality(
            2,
            "The mean that is best for w costs for x at most eps |x - w| more.",
            "d_eps(x,y,eps) <= d_eps(w,y,eps) + eps*abs(x-w)",
            where="x in [0,1], w in [0,1], y in (0,1)",
            uses=(1,),
            at={1: {"z": nearest("w")}},
        ),
        Inequality(
            3,
            "The same for w and x.",
            "d_eps(w,y,eps) <= d_eps(x,y,eps) + eps*abs(x-w)",
            where="x in [0,1], w in [0,1], y in (0,1)",
            uses=(1,),
            at={1: {"x": "w", "z": nearest("x")}},
        ),
        OnClaim(
            4,
            "For a second argument of 1 it is eps |x - y|; 0 is the mirror.",
            claim="bern.derived.rising",
        ),
        Inequality(
            5,
            "This moves by at most eps |x - w| as well.",
            "eps*abs(x-y) <= eps*abs(w-y) + eps*abs(x-w)",
            where="x in [0,1], w in [0,1], y in [0,1]",
            uses=(4,),
        ),
        Parts(6, "It moves by at most eps |x - w|, so its slope is at most eps.", uses=(2, 3, 5)),
    ),
)


@checks(
    "bern.lemF.3",
    mutants={
        "the distance to y": {
            "proof": LIPSCHITZ.changed(2, formula="d_eps(x,y,eps) <= d_eps(w,y,eps) + eps*abs(w-y)")
        },
        "sharper: at most 99/100 of the budget": {
            "proof": LIPSCHITZ.changed(
                2, formula="d_eps(x,y,eps) <= d_eps(w,y,eps) + 99/100*eps*abs(x-w)"
            )
        },
    },
)
def lipschitz_in_the_first_argument(proof: Proof = LIPSCHITZ) -> Verdict:
    """Increments in the first argument, for all pairs of means."""
    return proof.verdict(
        "An increment is at most eps times the step, as the mean that is best for one argument "
        "may serve the other.",
    )


INSIDE = "x in [0,1], y in (0,1), v in (0,1), x <= y, y <= v"
AT_ZERO = Inequality(
    3,
    "For a first and second argument of 0 it grows at most as kl(0, v) = log(1/(1-v)).",
    "d_eps(0,v,eps) <= log(1/(1-v))",
    where="v in (0,1)",
    uses=(1,),
    at={1: {"x": "0", "y": "v", "z": "0"}},
)
SLOPE_OF_KL = Proof(
    "bern.F6.kl",
    where="eps in [0,inf)",
    steps=(
        ANY_MEAN,
        Inequality(
            2,
            "The mean z >= x that attains d_eps(x, y) serves for v too, and kl(z, .) grows at most "
            "as kl(x, .).",
            "d_eps(x,v,eps) - d_eps(x,y,eps) <= kl(x,v) - kl(x,y)",
            where=INSIDE,
            uses=(1,),
            at={1: {"y": "v", "z": nearest("x")}},
        ),
        AT_ZERO,
        Parts(4, "All means.", uses=(2, 3)),
    ),
)


@checks(
    "bern.F6.kl",
    mutants={
        "without the order of the means": {
            "proof": SLOPE_OF_KL.changed(2, where="x in [0,1], y in (0,1), v in (0,1), y <= v")
        },
        "sharper: at most 99/100 of the slope of kl": {
            "proof": SLOPE_OF_KL.changed(
                2, formula="d_eps(x,v,eps) - d_eps(x,y,eps) <= 99/100*(kl(x,v) - kl(x,y))"
            )
        },
    },
)
def slope_at_most_that_of_kl(proof: Proof = SLOPE_OF_KL) -> Verdict:
    """Increments in the second argument, for all pairs of means."""
    return proof.verdict(
        "An increment is at most that of kl(z, .) at the mean z that attains the divergence, and "
        "this falls in z."
    )


SLOPE = Proof(
    "bern.lemF.5",
    where="eps in [0,inf)",
    steps=(
        ANY_MEAN,
        Inequality(
            2,
            "The mean z that attains d_eps(x, y) serves for v too, and kl(z, .) grows at most as "
            "-log(1 - .), the slope of which is 1/(1 - .).",
            "d_eps(x,v,eps) - d_eps(x,y,eps) <= log((1-y)/(1-v))",
            where=INSIDE,
            uses=(1,),
            at={1: {"y": "v", "z": nearest("x")}},
        ),
        AT_ZERO,
        Parts(4, "All means.", uses=(2, 3)),
    ),
)


@checks(
    "bern.lemF.5",
    mutants={
        "beyond the second argument": {
            "proof": SLOPE.changed(2, where="x in [0,1], y in (0,1), v in (0,1), v <= y")
        },
        "sharper: at most 99/100 of the bound": {
            "proof": SLOPE.changed(
                2, formula="d_eps(x,v,eps) - d_eps(x,y,eps) <= 99/100*log((1-y)/(1-v))"
            )
        },
    },
)
def slope_in_the_second_argument(proof: Proof = SLOPE) -> Verdict:
    """Increments in the second argument are at most those of -log(1 - .)."""
    return proof.verdict("An increment in the second argument is at most that of -log(1 - .).")
