"""Theorem 7 against policies that pull one arm n times and then decide by a private count.

Two families have a certified rho: discrete Laplace noise is eps-DP, and so eps^2/2-zCDP, and the
best eps-DP test of a delta is computed exactly; normal noise of variance s^2 is 1/(2 s^2)-zCDP.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.private_test_of_one_arm import least_excess
from banditproof.paper_checks.verdicts.vocabulary import points
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.one_horizon.concentrated_tradeoff import backward_bound, forward_bound

Price = Callable[[Fraction, int, Fraction], Fraction]
Errors = tuple[int, Fraction, Fraction, Fraction, Fraction, Fraction]
"""n, both means, rho from above, Pr''[N <= n] from above, and Pr[N > n] from below."""
HALF = Fraction(1, 2)
MEANS = (
    (Fraction(0), Fraction(1)),
    (Fraction(1, 10), Fraction(9, 10)),
    (Fraction(2, 5), Fraction(1, 2)),
)
SIZES = (1, 2, 5)
DEVIATIONS = (Fraction(1, 2), Fraction(2), Fraction(10))
THRESHOLDS = (Fraction(-4), Fraction(0), Fraction(1, 2))


def _laplace() -> Iterator[Errors]:
    risks = (Fraction(1, 50), Fraction(2, 5), Fraction(11, 23))
    growths = (Fraction(11, 10), Fraction(2), Fraction(20))
    for n, (p, q), growth, delta in product(SIZES, MEANS, growths, risks):
        with working_precision(128):
            rho = upper(ball(growth).log() ** 2 / 2)
        yield n, p, q, rho, delta, least_excess(n, p, q, growth, delta)


def _normal() -> Iterator[Errors]:
    for n, (p, q), s, m in product(SIZES, MEANS, DEVIATIONS, THRESHOLDS):
        with working_precision(128):
            below = [(1 + (ball((m - k) / s) / arb(2).sqrt()).erf()) / 2 for k in range(n + 1)]
            rare, often = (
                sum(
                    (ball(mass) * chance for mass, chance in zip(law, chances, strict=True)), arb(0)
                )
                for law, chances in (
                    (binomial_law(n, q), below),
                    (binomial_law(n, p), [1 - chance for chance in below]),
                )
            )
            yield n, p, q, 1 / (2 * s**2), upper(rare), lower(often)


def second_moment(rho: Fraction, n: int, w: Fraction) -> Fraction:
    """B_n = rho E H^2 for H = Bin(n, w)."""
    return rho * n * w * (1 + (n - 1) * w)


@checks("one.thm7")
@mutant("the mean of H for that of its square", price=lambda rho, n, w: rho * n * w)
@mutant("half of rho", shares=(HALF, HALF))
@mutant("half of rho in the first divergence", shares=(HALF, Fraction(1)))
@mutant("half of rho in the second divergence", shares=(Fraction(1), HALF))
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_test_errs_less(
    price: Price = second_moment,
    shares: tuple[Fraction, Fraction] = (Fraction(1), Fraction(1)),
    times: Fraction = Fraction(1),
) -> Verdict:
    """The errors of private tests of both families, and the bound."""
    sides = Sides()
    for n, p, q, rho, rare, often in (*_laplace(), *_normal()):
        risk = float(rare) * (1 + 1e-12)
        first, second = (share * price(rho, n, q - p) for share in shares)
        bound = times * Fraction(max(forward_bound(risk, first), backward_bound(risk, second)))
        case: dict[str, Any] = {"n": n, "p": p, "q": q, "rho": rho, "delta": rare}
        sides.at_most(bound, often, "A policy pulls the arm again less often.", **case)
    return points(sharpness=sides.sharpness)
