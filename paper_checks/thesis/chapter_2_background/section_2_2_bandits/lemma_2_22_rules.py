"""Claims about the rules for subgaussian variables: Lemma 2.22, and Bernoulli laws."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.verdicts.vocabulary import misprinted
from banditproof.theory.balls import ball, working_precision
from ....checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant, sharpest
from .centred_laws import PROBABILITIES, RATES, Finite
from .definition_2_20_subgaussian import BITS, HALF

Scale = Callable[[Any, Any], Any]
THIRDS = Finite("thirds", {Fraction(-1): Fraction(1, 3), HALF: Fraction(2, 3)})


def _laws() -> list[Finite]:
    """Centred laws of two points, some rare, and their ends."""
    bernoulli = (Finite.centred_bernoulli(p) for p in PROBABILITIES)
    return [*bernoulli, THIRDS, Finite.signs(Fraction(2))]


def _proxy(law: Finite, width: Scale = lambda a, b: (b - a) / 2) -> Fraction:
    """The square of the proxy of a law on an interval."""
    return Fraction(width(min(law.masses), max(law.masses))) ** 2


def compared(tried: Sequence[tuple[Finite, Fraction]]) -> Sharpness | None:
    """log E exp(lambda X) <= lambda^2 sigma^2/2 for laws with sigma^2, at rates of both signs."""
    sides = Sides()
    with working_precision(BITS):
        for (law, squared), rate in product(tried, RATES):
            case: dict[str, Any] = {"law": law.name, "sigma^2": squared, "lambda": rate}
            left, right = law.moment(rate).log(), ball(rate**2 * squared / 2)
            if min(law.masses) < max(law.masses):
                sides.at_most(left, right, "A rule is violated.", **case)
    return sides.sharpness


FACTORS = (Fraction(-3), Fraction(-1, 4), Fraction(5, 2))


@checks("thesis.lem2.22.scaling", subjects={"sigma": (HALF, None)})
@mutant("sharper: 0.99 |c|", scale=lambda c, s: c * c * s * 98 / 100)
@mutant("root of the factor", scale=lambda c, s: abs(c) * s)
def scaled(
    sigma: Fraction | None, scale: Scale = lambda c, s: c * c * s, proof: Proof = WRITTEN
) -> Verdict:
    """`scale` gives the square of the proxy; the undefined sigma may be any number."""
    signs = Finite.signs()
    with working_precision(BITS):
        moment = signs.moment(Fraction(1))
        if sigma is not None and moment > ball(sigma**2 / 2).exp():
            return misprinted(
                "X and sigma are not introduced: X_1 and sigma_1 of the first line are meant.",
                "X is read as X_1, and sigma as another number than sigma_1.",
                not_covered="The corrected form: thesis.lem2.22.scaling.repaired.",
                X="a fair sign",
                sigma_1=1,
                c=1,
                sigma=sigma,
                **{"E e^X": moment, "e^(sigma^2/2)": ball(sigma**2 / 2).exp()},
            )
    sharpness = compared(
        [(law.times(c), scale(c, _proxy(law))) for c, law in product(FACTORS, _laws())]
    )
    return proof.verdict(sharpness=sharpness)


@checks("thesis.lem2.22.sum")
@mutant(
    "sharper: 0.99 of the sum", total=lambda first, second: Fraction(99, 100) * (first + second)
)
@mutant("sharper: the larger of the two", total=max)
@mutant("the same variable twice", add=lambda x, y: x.times(Fraction(2)))
def summed(
    total: Scale = lambda first, second: first + second,
    add: Callable[[Finite, Finite], Finite] = Finite.plus,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Sums of two laws, and the product of two bounds."""
    tried = [
        (add(first, second), total(_proxy(first), _proxy(second)))
        for first, second in product(_laws()[2:], repeat=2)
        if first is second or add is Finite.plus
    ]
    sharpness = compared(tried)
    return proof.verdict(sharpness=sharpness)


@checks("thesis.lem2.22.bounded")
@mutant("sharper: 0.49 of the length", width=lambda a, b: Fraction(49, 100) * (b - a))
@mutant("a third of the length", width=lambda a, b: (b - a) / 3)
def bounded(width: Scale = lambda a, b: (b - a) / 2, proof: Proof = WRITTEN) -> Verdict:
    """The chord of exp at mean zero is the moment of the law on the two ends."""
    wide = Finite("three points", {Fraction(-1): Fraction(1, 4), Fraction(0): HALF})
    wide = Finite(wide.name, {**wide.masses, Fraction(1): Fraction(1, 4)})
    sharpness = compared([(law, _proxy(law, width)) for law in (*_laws(), wide)])
    return proof.verdict(sharpness=sharpness)


@checks("thesis.lem2.22.bernoulli")
def bernoulli_is_subgaussian(proof: Proof = WRITTEN) -> Verdict:
    """One inequality in the mean and the rate."""
    return proof.verdict(
        sharpness=sharpest("log(1-p+p*exp(l)) - l*p <= l**2/8", {"p": "1/2", "l": "1/100"})
    )
