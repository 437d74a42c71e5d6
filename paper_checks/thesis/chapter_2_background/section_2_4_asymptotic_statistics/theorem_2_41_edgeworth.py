"""Claims about the expansion of densities in the central limit theorem: Theorem 2.41."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, factorial
from typing import Any
from flint import arb, arb_series
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import cited, need, needs_repair, points
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.verify.evidence import Grade
from .hermite_polynomials import by_formula


def probability_near_zero(n: int, t: int) -> arb:
    """A lower bound of P(|S_n| < e^-t) for the law of the density 1/(2|x| log^2|x|)."""
    return 1 / (t + arb(n).log()) ** n


@checks("thesis.asy.thm.edgeworth.unbounded")
@mutant("a density that is bounded", probability=lambda n, t: 2 * (-arb(t)).exp())
def sums_with_unbounded_densities(
    probability: Callable[[int, int], arb] = probability_near_zero, proof: Proof = WRITTEN
) -> Verdict:
    """The proof, and the mean density of small intervals in balls."""
    with working_precision(128):
        for y in (Fraction(1, 3), Fraction(1, 100), Fraction(1, 10**9)):
            slope = (-1 / arb_series([ball(y), 1]).log())[1]
            density = 1 / (2 * ball(y) * ball(y).log() ** 2)
            need(bool(slope.overlaps(2 * density)), "Another distribution function", y=y)
    sides = Sides()
    with working_precision(4096):
        for n, more in product((1, 2, 5, 16), (0, 100)):
            t = 4 * n**2 + 2 * more
            mean = probability(n, t) * arb(t).exp() / 2
            sides.at_most(arb(n + more).exp() / 2, mean, "The density may be smaller.", n=n, L=more)
    return proof.verdict(sharpness=sides.sharpness)


Density = Callable[[int, arb], arb]
"""The density of the standardised sum of n draws."""


def of_exponentials(n: int, x: arb) -> arb:
    """sqrt(n) s^(n-1) e^(-s) / Gamma(n) at s = n + x sqrt(n), for draws of mean 1."""
    root = arb(n).sqrt()
    s = n + x * root
    return root * ((n - 1) * s.log() - s - arb(n).lgamma()).exp()


def of_uniform_draws(n: int, x: arb) -> arb:
    """The density of Irwin and Hall, an alternating sum, for draws in [0, 1]."""
    deviation = (arb(n) / 12).sqrt()
    s = arb(n) / 2 + x * deviation
    terms = (
        (-1) ** k * comb(n, k) * (s - k) ** (n - 1) for k in range(n + 1) if (s - k).lower() > 0
    )
    return deviation * sum(terms, arb(0)) / factorial(n - 1)


def deviation_of_the_pole() -> arb:
    """The standard deviation of the law of the density 1/(2|x| log^2|x|) on |x| < 1/e.

    With t = -log|x| the variance is the integral of e^(-2t)/t^2 over t > 1, E_2(2) for the
    exponential integral of order 2.
    """
    return arb(2).expint(arb(2)).sqrt()


def with_a_pole(n: int, x: arb) -> arb:
    """A lower bound, at x = 0, of the supremum for the law of the density 1/(2|x| log^2|x|)."""
    return (arb(n).exp() / 2) * deviation_of_the_pole() * arb(n).sqrt()


CASES: tuple[tuple[str, Density, Fraction, Fraction, tuple[int, ...]], ...] = (
    ("exponential", of_exponentials, Fraction(2), Fraction(6), (10**2, 10**4, 10**6)),
    ("uniform", of_uniform_draws, Fraction(0), Fraction(-6, 5), (8, 32, 100)),
)
PLACES = tuple(Fraction(k, 10) for k in (-17, -6, 0, 8, 14, 23))


def expansion(n: int, x: Fraction, third: Fraction, fourth: Fraction, terms: int) -> arb:
    """phi + q_1/sqrt(n) + ... up to q_terms, by the general formula (2.31)."""
    total, root = arb(1), arb(n).sqrt()
    for v in range(1, terms + 1):
        parts = (c * x**p * third**a * fourth**b for (p, a, b), c in by_formula(v).items())
        total += ball(sum(parts, Fraction(0))) / root**v
    return total * (-ball(x * x) / 2).exp() / (2 * arb.pi()).sqrt()


@checks("thesis.asy.thm.edgeworth")
@mutant("a bounded density", density=of_exponentials)
def edgeworth(density: Density = with_a_pole) -> Verdict:
    """A law with all moments whose sums have no bounded density, against a bounded expansion."""
    with working_precision(256):
        for n in (16, 64):
            value = density(n, arb(0))
            if value < 1:
                return points()
            need(value > 10**6, "The density is not decided", n=n)
        least = lower(density(16, arb(0)))
    return needs_repair(
        grade=Grade.OUTLINED,
        numbers={"sigma sqrt(n) e^n/2 at n = 16 is above": int(least)},
        density="1/(2|x| log^2|x|) on |x| < 1/e",
        sup_of_d_n="at least sigma sqrt(n) e^n/2 for all n",
        sup_of_the_expansion="bounded in n",
    )


@checks("thesis.asy.thm.edgeworth.repaired")
@mutant("sharper: o(1/n) after one term", terms=1)
@mutant("sharper: o(n^-3/2) after two terms", order=Fraction(3, 2))
@mutant("the skewness of the other sign", sign=-1)
def edgeworth_repaired(terms: int = 2, order: Fraction = Fraction(1), sign: int = 1) -> Verdict:
    """Two terms against the exact densities of sums of exponential and of uniform draws."""
    sides = Sides()
    last: dict[str, float] = {}
    with working_precision(256):
        for (name, density, third, fourth, sizes), x in product(CASES, PLACES):
            for n in sizes:
                gap = abs(density(n, ball(x)) - expansion(n, x, sign * third, fourth, terms))
                scaled = gap * arb(n) ** ball(order)
                case: dict[str, Any] = {"law": name, "x": x, "n": n}
                sides.at_most(scaled, 2 / arb(n).sqrt(), "The error is no o(1/n).", **case)
                last[f"n |error|, {name}, n = {n}"] = float(scaled.mid())
    return cited(sharpness=sides.sharpness, numbers=last)
