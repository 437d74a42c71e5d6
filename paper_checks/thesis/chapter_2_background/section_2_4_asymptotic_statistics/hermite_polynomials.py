"""Claims about the polynomials of the density expansion, and its first two terms: Section 2.4.3."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import factorial, prod
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, proved, require
from banditproof.theory.membership.edgeworth import hermite

Polynomial = dict[int, Fraction]
"""Coefficients by the power of x."""


def by_derivatives(order: int) -> Polynomial:
    """(-1)^m e^(x^2/2) d^m/dx^m e^(-x^2/2): each derivative takes p to p' - x p."""
    results: Polynomial = {0: Fraction(1)}
    for _ in range(order):
        following: Polynomial = {}
        for power, factor in results.items():
            following[power + 1] = following.get(power + 1, Fraction(0)) - factor
            if power:
                following[power - 1] = following.get(power - 1, Fraction(0)) + power * factor
        results = {power: factor for power, factor in following.items() if factor}
    return {power: (-1) ** order * factor for power, factor in results.items()}


def by_sum(order: int) -> Polynomial:
    """m! sum_k (-1)^k x^(m-2k) / (k! (m-2k)! 2^k)."""
    return {
        order - 2 * k: Fraction(
            (-1) ** k * factorial(order), factorial(k) * factorial(order - 2 * k) * 2**k
        )
        for k in range(order // 2 + 1)
    }


@checks("thesis.asy.def.hermite")
@mutant(
    "the polynomials of the other weight",
    explicit=lambda m: {p: c * 2**p for p, c in by_sum(m).items()},
)
@mutant("without the sign", explicit=lambda m: {p: abs(c) for p, c in by_sum(m).items()})
def hermite_polynomials(
    explicit: Callable[[int], Polynomial] = by_sum, proof: Proof = WRITTEN
) -> Verdict:
    """The recursion of both forms, and their coefficients up to the order 30."""
    for order in range(31):
        left, right = by_derivatives(order), explicit(order)
        require(left == right, "The two forms differ.", m=order)
    for order, x in product(range(9), (-2, 0, 3)):
        exact = sum((c * x**p for p, c in by_sum(order).items()), Fraction(0))
        need(hermite(order, float(x)) == float(exact), "The library differs", m=order, x=x)
    return proof.verdict()


Monomial = tuple[int, int, int]
"""The powers of x, of lambda_3 and of lambda_4."""
Term = dict[Monomial, Fraction]


def orders_that_sum(v: int) -> Iterator[tuple[int, ...]]:
    """All (k_1, ..., k_v) with k_1 + 2 k_2 + ... + v k_v = v."""
    ranges = (range(v // m + 1) for m in range(1, v + 1))
    for result in product(*ranges):
        if sum(m * k for m, k in enumerate(result, 1)) == v:
            yield result


def by_formula(v: int) -> Term:
    """q_v / phi from the general formula (2.31), for v at most 2."""
    total: Term = {}
    for result in orders_that_sum(v):
        factor = prod(
            (Fraction(1, factorial(k) * factorial(m + 2) ** k) for m, k in enumerate(result, 1)),
            start=Fraction(1),
        )
        third, fourth = (*result, 0)[:2]
        for power, own in by_sum(v + 2 * sum(result)).items():
            key = (power, third, fourth)
            total[key] = total.get(key, Fraction(0)) + factor * own
    return total


def first_term(factor: Fraction = Fraction(1)) -> Term:
    """factor lambda_3 (x^3 - 3 x); the printed factor is 1."""
    return {(3, 1, 0): factor, (1, 1, 0): -3 * factor}


def second_term(third: Fraction = Fraction(1, 72), fourth: Fraction = Fraction(1, 24)) -> Term:
    """lambda_3^2/72 (x^6 - 15x^4 + 45x^2 - 15) + lambda_4/24 (x^4 - 6x^2 + 3), as printed."""
    left = {(6, 2, 0): 1, (4, 2, 0): -15, (2, 2, 0): 45, (0, 2, 0): -15}
    right = {(4, 0, 1): 1, (2, 0, 1): -6, (0, 0, 1): 3}
    return {k: third * c for k, c in left.items()} | {k: fourth * c for k, c in right.items()}


FIRST, SECOND = first_term(), second_term()
"""As printed."""


@checks("thesis.asy.ex.edgeworth-k4.first")
@mutant("a sixth", printed=first_term(Fraction(1, 6)))
def first(printed: Term = FIRST) -> Verdict:
    """The general formula at v = 1."""
    derived = by_formula(1)
    if derived == printed:
        return proved()
    ratios = {printed[key] / own for key, own in derived.items()}
    need(ratios == {Fraction(6)}, "The terms differ by more than one factor", ratios=ratios)
    return misprinted(coefficient_of_x_cubed=printed[(3, 1, 0)], by_the_formula=derived[(3, 1, 0)])


@checks("thesis.asy.ex.edgeworth-k4.second")
@mutant("1/36", printed=second_term(third=Fraction(1, 36)))
@mutant("1/12", printed=second_term(fourth=Fraction(1, 12)))
def second(printed: Term = SECOND) -> Verdict:
    """The general formula at v = 2."""
    require(by_formula(2) == printed, "The second term differs.", v=2)
    return proved()
