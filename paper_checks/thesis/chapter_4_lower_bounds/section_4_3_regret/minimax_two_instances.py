"""The minimax bounds of K arms under either budget: two instances, their distance, and a cap.

Over all means the printed bounds are empty, as the minimax regret is infinite; with means in
[0, 1] a policy that uses no reward has less regret than they say for small budgets. With a cap
they follow from the argument of Section 4.1, whose gap D is then at most 1/2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Sharpness
from banditproof.paper_checks.models.minimax_classes import (
    BITS,
    Formula,
    Point,
    Proof,
    Proved,
    need_argument,
    require_possible,
)
from banditproof.paper_checks.verdicts.vocabulary import at_most, below, need, require
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


def need_tangent() -> None:
    """erf(D/sqrt(2)) <= sqrt(2/pi) D <= D for every D > 0: equal at 0, with slopes in this order.

    The derivative of the difference is 0 at 0 and increases.
    """
    import sympy as sp

    d = sp.Symbol("D", positive=True)
    slack = sp.sqrt(2 / sp.pi) * d - sp.erf(d / sp.sqrt(2))
    at_zero = slack.subs(d, 0) == 0 and sp.diff(slack, d).subs(d, 0) == 0
    need(bool(at_zero and sp.diff(slack, d, 2).is_positive), "erf is not below its tangent")
    need(bool(sp.sqrt(2 / sp.pi) < 1), "The tangent is steeper than Pinsker's line")


@dataclass(frozen=True)
class TwoInstances:
    """Reg + Reg' >= (T D/4) exp(-KL), and KL <= exponent(K, T, budget, t) for laws at distance t.

    Without a cap D is chosen so that rate(K, T, budget) s D = point, where KL <= most. That KL <=
    most for every smaller D too is `for_all`, symbolically: so (T D/8) exp(-most) is a bound at the
    smaller one of this D and the cap 1/2, for all K, T and budgets.
    """

    grid: Sequence[Point]
    rate: Formula
    point: Fraction
    exponent: Callable[[int, Fraction, Fraction, arb], arb]
    most: Callable[[], arb]
    for_all: Callable[[], None]

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

        The bound must be possible and be (T D/8) exp(-most) at the D of the argument, which gives
        it for all parameters, and the distance be at most s D. The sharpness is that of the bound
        against the worst regret of the uniform policy.
        """
        sides = require_possible(formula, self.grid)
        self.for_all()
        need_tangent()
        proof = self.chain(slope, cap)
        need_argument(formula, proof, self.grid)
        with working_precision(BITS):
            for point in self.grid:
                closed = proof(*point).prefactor * (-self.most()).exp()
                same = abs(formula(*point) / closed - 1) < ball(Fraction(1, 10**30))
                need(bool(same), "The bound is not that of the argument", point=point)
        with working_precision(BITS):
            for gap in (ball(Fraction(place, 100)) for place in range(1, 51)):
                if distance:
                    line = slope() * gap
                    require(below(distance(gap), line), "The distance is above its line.", D=gap)
            inverse = 8 * slope() * self.most().exp() / ball(self.point)
            shown = str(inverse.str(8, radius=False))
            require(at_most(inverse, ball(decimal)), "The constant is rounded down.", exact=shown)
        return shown, sides.sharpness
