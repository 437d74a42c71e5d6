"""The law of the likelihood ratio by enumeration, in rationals: for few rows and columns."""

from __future__ import annotations
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import (
    Number,
    exact_count,
    exact_law,
    exact_positive,
    exact_probability,
)
from .columns import ExactColumn
from .roc import Bounds, TestingProblem

MOST_RATIOS = 300_000
"""The most different likelihood ratios that are enumerated."""


class Level(NamedTuple):
    """All outcomes of one likelihood ratio p_in / p_out, and their probabilities."""

    ratio: Fraction | Literal["inf"]
    out: Fraction
    present: Fraction


class ExactErrors(NamedTuple):
    """Of a test: its size and its power, exactly."""

    size: Fraction
    power: Fraction


@dataclass(frozen=True)
class EnumeratedLaw(TestingProblem):
    """Two laws of what the adversary sees, by their likelihood ratios in decreasing order.

    >>> from banditproof.theory.membership.finite_laws.columns import BernoulliColumn
    >>> law = EnumeratedLaw.of_columns([(BernoulliColumn(3, "1/2", 1), 1)])
    >>> law.exact_total_variation(), law.exact_power("3/8")
    (Fraction(1, 4), Fraction(7, 12))
    >>> law.exact_power("3/8", randomised=False)
    Fraction(1, 4)
    """

    levels: tuple[Level, ...]

    @staticmethod
    def of_laws(
        out: Mapping[Hashable, Number], present: Mapping[Hashable, Number]
    ) -> EnumeratedLaw:
        """The pair of laws that give each output its probability; outputs left out have none."""
        outputs = list(dict.fromkeys([*out, *present]))
        q = exact_law("without the target", [out.get(o, 0) for o in outputs])
        p = exact_law("with the target", [present.get(o, 0) for o in outputs])
        masses: dict[Fraction, Fraction] = {}
        alone = Fraction(0)
        for a, b in zip(q, p, strict=True):
            if a:
                masses[b / a] = masses.get(b / a, Fraction(0)) + a
            else:
                alone += b
        return EnumeratedLaw.of_ratios(masses, alone)

    @staticmethod
    def of_columns(groups: Sequence[tuple[ExactColumn, int]]) -> EnumeratedLaw:
        """Independent columns; equal likelihood ratios are merged after each column."""
        if not groups:
            raise ValueError(
                "There are no columns; give at least one pair of a column and a count."
            )
        masses, finite = {Fraction(1): Fraction(1)}, Fraction(1)
        for column, count in groups:
            factors: dict[Fraction, Fraction] = {}
            for mass in column.masses():
                if mass.out:
                    ratio = mass.present / mass.out
                    factors[ratio] = factors.get(ratio, Fraction(0)) + mass.out
            for _ in range(exact_count("count", count, least=1)):
                masses = _product(masses, factors)
                finite *= 1 - column.in_alone
        return EnumeratedLaw.of_ratios(masses, 1 - finite)

    @staticmethod
    def of_ratios(masses: dict[Fraction, Fraction], alone: Fraction) -> EnumeratedLaw:
        """The pair of laws from p_out of each likelihood ratio, and p_in where p_out is 0."""
        levels = [Level("inf", Fraction(0), alone)] if alone else []
        levels += [Level(r, q, r * q) for r, q in sorted(masses.items(), reverse=True)]
        return EnumeratedLaw(tuple(levels))

    @property
    def in_alone(self) -> Enclosure:
        """The probability, target in the data, of outcomes that are impossible without it."""
        first = self.levels[0]
        return Enclosure.of(first.present if first.ratio == "inf" else 0)

    @property
    def out_alone(self) -> Enclosure:
        """The probability, target not in the data, of outcomes that are impossible with it."""
        last = self.levels[-1]
        return Enclosure.of(last.out if last.ratio == 0 else 0)

    def overlap_bounds(self, factor: Fraction) -> Bounds:
        """The sum over outcomes of min(p_in, factor p_out), exactly."""
        total = sum((min(x.present, factor * x.out) for x in self.levels), Fraction(0))
        return Bounds(total, total)

    def exact_total_variation(self) -> Fraction:
        """TV(p_out, p_in), exactly."""
        return 1 - self.overlap_bounds(Fraction(1)).lo

    def exact_errors(self, factor: Number = 1) -> ExactErrors:
        """Size and power of the test that says "in the data" if p_in / p_out > factor, exactly."""
        f = exact_positive("factor", factor)
        above = [x for x in self.levels if x.ratio == "inf" or x.ratio > f]
        return ExactErrors(
            sum((x.out for x in above), Fraction(0)), sum((x.present for x in above), Fraction(0))
        )

    def exact_power(self, alpha: Number, *, randomised: bool = True) -> Fraction:
        """The largest power at size alpha, exactly: of all tests, or of the tests l > threshold.

        Without randomisation the size of the tests l > threshold jumps, and stays below alpha:
        thesis, (2.25), and the counterexamples to its Theorem 6.1(a).
        """
        left, power = exact_probability("alpha", alpha), Fraction(0)
        for level in self.levels:
            if level.out > left:
                return power + level.present * left / level.out if randomised else power
            left, power = left - level.out, power + level.present
        return power

    def corners(self) -> tuple[ExactErrors, ...]:
        """Size and power of all tests l > threshold, from the threshold inf to -inf.

        The ROC of the randomised tests is the polygon through them.
        """
        size = power = Fraction(0)
        results = [ExactErrors(size, power)]
        for level in self.levels:
            size, power = size + level.out, power + level.present
            results.append(ExactErrors(size, power))
        return tuple(results)

    def power(self, alpha: Number, *, randomised: bool = True) -> Enclosure:
        """The largest power at size alpha, as an enclosure of one point."""
        return Enclosure.of(self.exact_power(alpha, randomised=randomised))


def _product(
    one: dict[Fraction, Fraction], two: dict[Fraction, Fraction]
) -> dict[Fraction, Fraction]:
    """The masses of the products of two independent likelihood ratios."""
    results: dict[Fraction, Fraction] = {}
    for a, q in one.items():
        for b, r in two.items():
            results[a * b] = results.get(a * b, Fraction(0)) + q * r
        if len(results) > MOST_RATIOS:
            raise ValueError(
                f"There are more than {MOST_RATIOS} likelihood ratios; give fewer rows or "
                "columns, or use ProductLaw."
            )
    return results
