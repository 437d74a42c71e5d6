"""The minimax bounds of K arms under either budget: two instances, their distance, and a cap.

Over all means the printed bounds are empty, as the minimax regret is infinite; with means in
[0, 1] a policy that uses no reward has less regret than they say for small budgets. With a cap
they follow from the argument of Section 4.1, whose gap D is then at most 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.minimax_classes import (
    BITS,
    Formula,
    Point,
    Proof,
    Proved,
    need_argument,
    require_possible,
)
from banditproof.paper_checks.verdict import Sharpness
from banditproof.paper_checks.vocabulary import at_most, below, require
from banditproof.theory.balls import ball, working_precision

HALF = Fraction(1, 2)
Slope = Callable[[], arb]
"""A number s such that the two laws of the arm that changes have distance at most s D."""


def normal_distance(gap: arb) -> arb:
    """TV(N(0,1), N(2D,1)) = 2 Phi(D) - 1 = erf(D / sqrt(2))."""
    return (gap / arb(2).sqrt()).erf()


def tangent() -> arb:
    """sqrt(2/pi): erf(D/sqrt(2)) is concave, so its tangent at 0 is above it."""
    return (2 / arb.pi()).sqrt()


@dataclass(frozen=True)
class TwoInstances:
    """Reg + Reg' >= (T D/4) exp(-KL), and KL <= exponent(K, T, budget, t) for laws at distance t.

    Without a cap D is chosen so that rate(K, T, budget) s D = point, where KL <= most.
    """

    grid: Sequence[Point]
    rate: Formula
    point: Fraction
    exponent: Callable[[int, Fraction, Fraction, arb], arb]
    most: Callable[[], arb]

    def chain(self, slope: Slope, cap: bool = True) -> Proof:
        """The argument for laws at distance s D; without the cap the means may leave [0, 1]."""

        def proof(arms: int, horizon: Fraction, budget: Fraction) -> Proved:
            gap = ball(self.point) / (slope() * self.rate(arms, horizon, budget))
            gap = gap.min(ball(HALF)) if cap else gap
            exponent = self.exponent(arms, horizon, budget, slope() * gap)
            return Proved(gap, ball(horizon) * gap / 8, exponent)

        return proof

    def inverse_constant(
        self,
        formula: Formula,
        slope: Slope,
        decimal: Fraction,
        distance: Callable[[arb], arb] | None = normal_distance,
        cap: bool = True,
    ) -> tuple[str, Sharpness | None]:
        """The number that a bound with a cap has for the printed 22 or 124, below the decimal.

        The bound must be possible and follow from the argument, and the distance be at most s D.
        The sharpness is that of the bound against the worst regret of the uniform policy.
        """
        sides = require_possible(formula, self.grid)
        need_argument(formula, self.chain(slope, cap), self.grid)
        with working_precision(BITS):
            for gap in (ball(Fraction(place, 100)) for place in range(1, 51)):
                if distance:
                    line = slope() * gap
                    require(below(distance(gap), line), "The distance is above its line.", D=gap)
            inverse = 8 * slope() * self.most().exp() / ball(self.point)
            shown = str(inverse.str(8, radius=False))
            require(at_most(inverse, ball(decimal)), "The constant is rounded down.", exact=shown)
        return shown, sides.sharpness
