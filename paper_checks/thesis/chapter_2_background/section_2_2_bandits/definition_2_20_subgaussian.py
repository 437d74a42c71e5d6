"""Claims about subgaussian laws: Definition 2.20 and its comment, Lemma 2.21."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import factorial
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, misprinted, need, points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration import binomial_law
from .centred_laws import PROBABILITIES, RATES, Finite, Normal, normal_tail

BITS = 200
HALF = Fraction(1, 2)
Bound = Callable[[Fraction, Fraction], Fraction]
"""The exponent of a bound on E exp(lambda X), from lambda and sigma."""


def gaussian_exponent(rate: Fraction, sigma: Fraction) -> Fraction:
    """lambda^2 sigma^2 / 2."""
    return (rate * sigma) ** 2 / 2


def _exceeds(law: Finite, sigma: Fraction, bound: Bound) -> bool:
    """Whether the moment of the law is certainly above the bound at some rate."""
    small = (law.mean / (law.variance + law.mean**2 + sigma**2), Fraction(1, 1000))
    return any(law.moment(r) > ball(bound(r, sigma)).exp() for r in (*small, *RATES))


@checks("thesis.def2.20")
@mutant("exponent without the half", bound=lambda rate, sigma: (rate * sigma) ** 2)
@mutant(
    "sharper: 0.99 in the exponent",
    bound=lambda rate, sigma: Fraction(99, 100) * gaussian_exponent(rate, sigma),
)
@mutant("a quarter in the exponent", bound=lambda rate, sigma: (rate * sigma) ** 2 / 4)
@mutant(
    "positive rates only",
    bound=lambda rate, sigma: (rate * sigma) ** 2 / 2 if rate > 0 else 40 * abs(rate),
)
def subgaussian(bound: Bound = gaussian_exponent) -> Verdict:
    """Normal laws meet it with equality; a mean or a larger variance breaks it; signs obey."""
    with working_precision(BITS):
        for sigma, rate in product((Fraction(1, 3), Fraction(1), Fraction(5, 2)), RATES):
            same = bound(rate, sigma) == (rate * sigma) ** 2 / 2
            require(same, "N(0, sigma^2) has another exponent.", sigma=sigma, rate=rate)
        for mean, spread in product((Fraction(1, 100), Fraction(-1, 2)), (Fraction(1, 10), HALF)):
            law = Finite("shifted", {mean + spread: HALF, mean - spread: HALF})
            seen = _exceeds(law, Fraction(1), bound)
            require(seen, "A law with a mean seems to be 1-subgaussian.", mean=mean, spread=spread)
        for p in PROBABILITIES:
            law = Finite.centred_bernoulli(p)
            # its variance is a proxy below its deviation
            seen = _exceeds(law, law.variance, bound)
            require(seen, "A law seems to have a proxy below its deviation.", law=law.name)
        # cosh against exp(x^2 / 2), coefficient by coefficient: (2k)! >= 2^k k!
        ratios = [Fraction(factorial(2 * k), 2**k * factorial(k)) for k in range(60)]
        for k, (first, second) in enumerate(pairwise(ratios)):
            require(1 <= first <= second, "A coefficient of cosh is larger.", k=k)
        for rate in RATES:
            obeys = at_most(Finite.signs().moment(rate), ball(bound(rate, Fraction(1))).exp())
            require(obeys, "A fair sign is not 1-subgaussian.", rate=rate)
    return points()


@checks("thesis.def2.20.tails")
@mutant("the proxy in place of the variance", variance=lambda law: Fraction(1, 4))
def tails_by_variance(variance: Callable[[Finite], Fraction] = lambda law: law.variance) -> Verdict:
    """A rare Bernoulli variable against the normal law of its variance, and of its proxy."""
    law, level = Finite.centred_bernoulli(Fraction(1, 100)), Fraction(99, 100)
    with working_precision(BITS):
        bound = ball(-2 * level**2).exp()
        need(law.tail(level) < bound, "The corrected form fails")
        normal = normal_tail(ball(level) / ball(variance(law)).sqrt())
        if not law.tail(level) > 10**6 * normal:
            return points()
        case: dict[str, Any] = {
            "X": "Ber(1/100) - 1/100",
            "sigma": HALF,
            "variance": variance(law),
            "level": level,
            "P(X >= level)": law.tail(level),
            "of a normal law": normal,
            "e^(-level^2/(2 sigma^2))": bound,
        }
        return misprinted(**case)


def _examples() -> list[tuple[Finite | Normal, Fraction]]:
    """Laws with a proxy sigma."""
    law = binomial_law(6, HALF)
    sums = Finite("6 signs over 5", {Fraction(2 * k - 6, 5): p for k, p in enumerate(law)})
    return [
        *((Normal(s), s) for s in (Fraction(1, 3), Fraction(1), Fraction(4))),
        *((Finite.centred_bernoulli(p), HALF) for p in PROBABILITIES),
        (Finite.signs(Fraction(3)), Fraction(3)),
        (sums, HALF),  # sqrt(6) / 5 is below a half
        (Finite("0", {Fraction(0): Fraction(1)}), Fraction(1)),
    ]


@checks("thesis.lem2.21")
@mutant("sharper: 1.01 in the exponent", share=Fraction(101, 100))
@mutant("sharper: the factor 0.99", factor=Fraction(99, 100))
@mutant("two sides at once", tail=lambda law, x: law.tail(x) + (law.tail(x) if x > 0 else 0))
def chernoff(
    share: Fraction = Fraction(1),
    factor: Fraction = Fraction(1),
    tail: Callable[[Finite | Normal, Fraction], arb] = lambda law, level: law.tail(level),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Markov's inequality; exact tails against factor exp(-share e^2/(2 sigma^2))."""
    levels = tuple(map(Fraction, ("0", "1/100", "1/2", "99/100", "1", "2", "3", "8", "60")))
    sides = Sides()
    with working_precision(BITS):
        for (law, sigma), level in product(_examples(), levels):
            bound = ball(factor) * ball(-share * (level / sigma) ** 2 / 2).exp()
            case: dict[str, Any] = {"law": law.name, "sigma": sigma, "epsilon": level}
            sides.at_most(tail(law, level), bound, "A tail is above the bound.", **case)
    return proof.verdict(sharpness=sides.sharpness)
