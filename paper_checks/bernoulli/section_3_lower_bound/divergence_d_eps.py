"""The definition of d_eps and its two regimes: (6), (8) and (30)."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from flint import arb
from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_1_closed_forms import inner_points
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import certify, d_eps, kl, privacy_threshold, regret_coefficient
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.lower_bounds import lai_robbins_coefficient
from banditproof.theory.private_divergence import primal_value
from ..appendix_f_regret.lemma_f_3_derivatives import Certified, private, rational_points

Objective = Callable[[Fraction, Fraction, Fraction, Fraction], arb]
"""The objective of the infimum at (x, y, eps, z), as a ball."""


def _searched(objective: Objective, x: Fraction, y: Fraction, eps: Fraction) -> Fraction:
    """An upper bound of the infimum over z, by Fibonacci search on an exact grid.

    The grid has a Fibonacci number of places, so each step looks at one new place.
    """
    numbers = [1, 2]
    while len(numbers) < 44:
        numbers.append(numbers[-1] + numbers[-2])
    low, unit = min(x, y), abs(y - x) / numbers[-1]

    @cache
    def at(place: int) -> arb:
        return objective(x, y, eps, low + unit * place)

    with working_precision(160):
        start = 0
        for n in range(len(numbers) - 3, -1, -1):
            first, second = start + numbers[n], start + numbers[n + 1]
            start = start if at(first) < at(second) else first
        return min(upper(objective(x, y, eps, x)), upper(at(start + 1)))


def _require_the_shape(divergence: Certified) -> None:
    """Symmetry, the values at the ends, monotonicity, concavity in eps and joint convexity."""
    for x, y, eps in rational_points(60, seed=11):
        value, linear = divergence(x, y, eps), eps * abs(x - y)
        less, more = divergence(x, y, eps / 2), divergence(x, y, 3 * eps / 2)
        a, b = (x + 1) / 3, (2 * y + 1) / 5
        middle = divergence((x + a) / 2, (y + b) / 2, eps)
        as_stated = {
            "d(1-x, 1-y) is not d(x, y)": 0 in divergence(1 - x, 1 - y, eps) - value,
            "d is not eps |x - y| at an end": 0 < y < 1 or linear in value,
            "d is above kl or eps TV": value.lo <= min(certify(kl, x, y, digits=30).hi, linear),
            "d falls in eps": less.lo <= value.hi and value.lo <= more.hi,
            "d is not concave in eps": less.lo + more.lo <= 2 * value.hi,
            "d is not convex": 2 * middle.lo <= value.hi + divergence(a, b, eps).hi,
        }
        for finding, met in as_stated.items():
            require(met, f"The shape of d_eps is not as stated: {finding}.", x=x, y=y, eps=eps)


@checks("bern.def.deps")
@mutant(
    "arguments of kl swapped", objective=lambda x, y, eps, z: ball(eps * abs(z - x)) + kl_ball(y, z)
)
@mutant("distance to y", objective=lambda x, y, eps, z: ball(eps * abs(z - y)) + kl_ball(z, y))
@mutant("budget doubled", divergence=lambda x, y, eps: private(x, y, 2 * eps))
def definition(objective: Objective = primal_value, divergence: Certified = private) -> Verdict:
    """A search of the infimum meets the enclosures (primal and dual points), and the shape fits."""
    cases = list(inner_points(40, seed=2))
    for x, y, eps in cases:
        value, searched = divergence(x, y, eps), _searched(objective, x, y, eps)
        most = value.upper + Fraction(1, 10**12) + value.upper / 10**9
        finding = "The infimum is not the certified divergence."
        require(value.lo <= searched <= most, finding, x=x, y=y, eps=eps, certified=value)
    _require_the_shape(divergence)
    return points(
        numbers={"points": len(cases), "d_1(1/4, 3/4)": certify(d_eps, "1/4", "3/4", 1, digits=30)}
    )


SUBOPTIMAL = (("1/4", "3/4"), ("7/10", "3/4"), ("1/10", "4/5"), ("1/100", "1/50"))
"""Pairs (mu_a, mu_star) with a finite threshold."""


@checks("bern.rem3.b.free")
@mutant("below the threshold", share=Fraction(99, 100))
def privacy_is_free(share: Fraction = Fraction(1)) -> Verdict:
    """From the largest threshold on, the private coefficient is that of (3)."""
    for low, high in SUBOPTIMAL:
        means = (Fraction(high), Fraction(low), (Fraction(low) + Fraction(high)) / 2)
        edge = share * certify(privacy_threshold, low, high, digits=30).upper
        private_one = certify(regret_coefficient, means, edge, digits=25)
        free = certify(lai_robbins_coefficient, means, digits=25)
        require(0 in private_one - free, "Privacy costs something.", means=means, eps=edge)
    return points()
