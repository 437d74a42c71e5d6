"""The claims about thresholds on scores: the power (2.25) and the lemma of Neyman and Pearson."""

import random
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Data, Law, random_law
from banditproof.paper_checks.models.finite_pairs import events, mass
from banditproof.paper_checks.models.membership_game import joint_laws
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair
from banditproof.theory.exact import Number
from banditproof.theory.membership.finite_laws import EnumeratedLaw
from . import accuracy_and_errors as accuracy_and_errors
from .equation_2_30_trade_off_functions import value, vertices
from .membership_advantage import games

Threshold = int | float
LEVELS = tuple(Fraction(k, 8) for k in range(9))


class ScoreLaw(NamedTuple):
    """P(s > t) for b = 0 and b = 1, for whole t and both infinities."""

    name: str
    out: Callable[[Threshold], Fraction]
    inside: Callable[[Threshold], Fraction]


def _half_to(k: Threshold) -> Fraction:
    """2^-k; 0 at infinity."""
    return Fraction(0) if k == inf else Fraction(1, 2 ** int(k))


def _rising(t: Threshold) -> Fraction:
    """P(s > t) for a geometric s on 0, 1, 2, ..."""
    return _half_to(t + 1) if t >= 0 else Fraction(1)


def _falling(t: Threshold) -> Fraction:
    """P(s > t) for minus a geometric number on 1, 2, ..."""
    return 1 - _half_to(-t) if t < 0 else Fraction(0)


def _coin(t: Threshold) -> Fraction:
    """P(s > t) for a fair coin with the values 0 and 1."""
    return Fraction(1) if t < 0 else Fraction(1, 2) if t < 1 else Fraction(0)


def _mixed(t: Threshold) -> Fraction:
    """-infinity with probability 1/2, as likelihood ratios have it, else as `_coin`."""
    return _coin(t) / 2


SCORES = (
    ScoreLaw("two values", _coin, lambda t: min(Fraction(1), _coin(t) * 3 / 2)),
    ScoreLaw("0, 1, 2, ...", _rising, lambda t: _rising(t - 1)),
    ScoreLaw("-1, -2, ...", _falling, lambda t: _falling(t - 1)),
    ScoreLaw("-infinity with probability 1/2", _mixed, _falling),
)
REAL = tuple(range(-60, 61))
"""Thresholds that stand for the real ones: the laws are closed forms, and change at integers."""
EXTENDED = (-inf, *REAL, inf)

Choice = Callable[[list[Threshold]], Threshold]
"""Which threshold of the level is taken."""


@checks("thesis.mia.def.power", subjects={"thresholds": (REAL, EXTENDED)})
@mutant("the largest threshold of the level", choice=max)
@mutant("no threshold below the scores", thresholds=(*REAL, inf))
@mutant("no threshold above the scores", thresholds=(-inf, *REAL))
@mutant("sharper: a smaller level", part=Fraction(9, 10))
def maximum_of_the_power(
    thresholds: tuple[Threshold, ...] = EXTENDED,
    choice: Choice = min,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Four laws of a score with unbounded or infinite values, at nine levels, exact."""
    for law in SCORES:
        for level in LEVELS:
            allowed = [t for t in thresholds if law.out(t) <= part * level]
            case: dict[str, Any] = {"score": law.name, "level": level}
            require_or_repair(bool(allowed), "No threshold has the level.", **case)
            limit = max(law.inside(t) for t in EXTENDED if law.out(t) <= level)
            result = law.inside(choice(allowed))
            finding = "The supremum of the power is not attained."
            require_or_repair(result == limit, finding, **case, found=result, supremum=limit)
    return proof.verdict()


Test = Callable[[Law, Law, Fraction], Fraction]
"""The largest power at a level of the tests on the likelihood ratio."""


def by_thresholds(out: Law, inside: Law, level: Fraction) -> Fraction:
    """Of the tests l > tau alone, as (2.25) has them."""
    return _library(out, inside).exact_power(level, randomised=False)


def by_random_thresholds(out: Law, inside: Law, level: Fraction) -> Fraction:
    """Of the tests that may decide at random where l is equal to the threshold."""
    return 1 - value(vertices(out, inside), level)


def upside_down(out: Law, inside: Law, level: Fraction) -> Fraction:
    """Wrong: large values of p_out / p_in are called 'in'."""
    order = sorted(range(len(out)), key=lambda k: inside[k] / out[k] if out[k] else Fraction(10**9))
    result, left = Fraction(0), level
    for k in order:
        share = min(Fraction(1), left / out[k]) if out[k] else Fraction(1)
        result, left = result + share * inside[k], left - share * out[k]
    return result


def _library(out: Law, inside: Law) -> EnumeratedLaw:
    laws: list[dict[Hashable, Number]] = [dict(enumerate(law)) for law in (out, inside)]
    return EnumeratedLaw.of_laws(*laws)


def _sum_of_bits(data: Data) -> Law:
    """The mean of fair bits, released as it is."""
    return tuple(Fraction(sum(data) == k) for k in range(len(data) + 1))


def laws_of_games() -> Iterator[tuple[str, Law, Law]]:
    """The mean of three fair bits, and seven random mechanisms."""
    yield "mean of three fair bits", *joint_laws(_sum_of_bits, (Fraction(1, 2),) * 2, 3)
    source = random.Random(233)
    for k, (mechanism, values, size) in enumerate(games(source)):
        records = random_law(source, values)
        if k % 2 == 0 and size <= 2:
            yield f"mechanism {k}", *joint_laws(mechanism, records, size)


@checks("thesis.mia.lem.np", subjects={"test": (by_thresholds, by_random_thresholds)})
@mutant("the ratio upside down", test=upside_down)
@mutant(
    "sharper: at 0.99 of the level",
    test=lambda p, q, level: by_random_thresholds(p, q, level * 99 / 100),
)
def most_powerful(test: Test = by_random_thresholds, proof: Proof = WRITTEN) -> Verdict:
    """All regions of enumerated games against the tests on the likelihood ratio."""
    sides, finding = Sides(), "A region has more power than the test on the likelihood ratio."
    for name, out, inside in laws_of_games():
        for region in events(len(out)):
            level, power = mass(out, region), mass(inside, region)
            best = test(out, inside, level)
            sides.at_most_or_repair(power, best, finding, game=name, level=level, power=power)
        library = _library(out, inside)
        for corner in library.corners():
            own = by_random_thresholds(out, inside, corner.size)
            need(own == corner.power, "Two computations of the power differ", game=name)
            # at a level that a threshold attains, no coin is needed
            alone = by_thresholds(out, inside, corner.size) == own
            require(alone, "A threshold falls short at its own level.", game=name)
    return proof.verdict(sharpness=sides.sharpness)
