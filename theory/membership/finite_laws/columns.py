"""One column of the released mean under both hypotheses, as a pair of finite laws."""

from __future__ import annotations
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple
from flint import arb, fmpq, fmpq_poly
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact, exact_count, exact_law, exact_probability
from banditproof.theory.rational_steps import common_step

MOST_SUMS = 20_000
"""The most values of a sum whose law is computed in rationals."""


class Atom(NamedTuple):
    """An outcome that both hypotheses allow: log(p_in / p_out), and sqrt(p_in p_out), in balls."""

    log_ratio: arb
    weight: arb


class Masses(NamedTuple):
    """The probabilities of an outcome: target not in the data, and target in the data."""

    out: Fraction
    present: Fraction


class ReleasedColumn(ABC):
    """What the adversary sees of one column: a pair of laws on the same finite set."""

    @abstractmethod
    def atoms(self) -> list[Atom]:
        """The outcomes that both laws allow, in balls of the working precision."""

    @property
    @abstractmethod
    def in_alone(self) -> Fraction:
        """The probability, target in the data, of outcomes that are impossible without it."""

    @property
    @abstractmethod
    def out_alone(self) -> Fraction:
        """The probability, target not in the data, of outcomes that are impossible with it."""


class ExactColumn(ReleasedColumn):
    """A column whose probabilities are rational."""

    @abstractmethod
    def masses(self) -> tuple[Masses, ...]:
        """All outcomes, exactly."""


@dataclass(frozen=True)
class BernoulliColumn(ExactColumn):
    """The sum of `rows` Bernoulli(`mean`) draws, one of which may be the target 0 or 1.

    Not in the data: Bin(n, mu); in the data: z + Bin(n-1, mu). The likelihood ratio of the sum k
    is k / (n mu) for z = 1, and (n-k) / (n (1-mu)) for z = 0. Thesis, Section 2.3.4, (2.26).

    >>> [str(masses.present) for masses in BernoulliColumn(2, "1/2", 1).masses()]
    ['0', '1/2', '1/2']
    """

    rows: int
    mean: Fraction
    target: int

    def __init__(self, rows: Number, mean: Number, target: Number) -> None:
        n, mu = exact_count("rows", rows, least=1), exact_probability("mean", mean)
        if not 0 < mu < 1:
            raise ValueError(
                f"The mean of a column is {mean}, so that it is constant; give a mean in (0, 1)."
            )
        z = exact(target)
        if z not in (0, 1):
            raise ValueError(f"The target of a Bernoulli column is {target}; give 0 or 1.")
        object.__setattr__(self, "rows", n)
        object.__setattr__(self, "mean", mu)
        object.__setattr__(self, "target", int(z))

    def atoms(self) -> list[Atom]:
        """The n sums that the target allows, by the recurrence of binomial probabilities."""
        n, p = self.rows, self.mean if self.target else 1 - self.mean
        mass, odds, scale = ball(1 - p) ** n, ball(p / (1 - p)), 1 / (n * ball(p))
        results = []
        for k in range(1, n + 1):  # k counts the rows that equal the target
            mass = mass * (odds * (n - k + 1) / k)
            ratio = scale * k
            results.append(Atom(ratio.log(), mass * ratio.sqrt()))
        return results

    def masses(self) -> tuple[Masses, ...]:
        """The laws of the number of rows that equal the target: 0, ..., n."""
        n, p = self.rows, self.mean if self.target else 1 - self.mean
        mass = (1 - p) ** n
        results = [Masses(mass, Fraction(0))]
        for k in range(1, n + 1):
            mass *= p / (1 - p) * Fraction(n - k + 1, k)
            results.append(Masses(mass, mass * k / (n * p)))
        return tuple(results)

    @property
    def in_alone(self) -> Fraction:
        """0: each sum is possible without the target."""
        return Fraction(0)

    @property
    def out_alone(self) -> Fraction:
        """The probability that no row equals the target: l = -inf."""
        return (1 - self.mean if self.target else self.mean) ** self.rows


@dataclass(frozen=True)
class FiniteColumn(ExactColumn):
    """Any pair of finite laws: the probabilities of the same outcomes under both hypotheses.

    >>> FiniteColumn(["1/2", "1/2", 0], [0, "3/4", "1/4"]).in_alone
    Fraction(1, 4)
    """

    out: tuple[Fraction, ...]
    present: tuple[Fraction, ...]

    def __init__(self, out: Sequence[Number], present: Sequence[Number]) -> None:
        p_out, p_in = exact_law("without the target", out), exact_law("with the target", present)
        if len(p_out) != len(p_in):
            raise ValueError(
                f"The law out has {len(p_out)} outcomes and present has {len(p_in)}; give both "
                "the same ones."
            )
        object.__setattr__(self, "out", p_out)
        object.__setattr__(self, "present", p_in)

    def atoms(self) -> list[Atom]:
        """The outcomes of positive probability under both laws."""
        both = [(q, p) for q, p in zip(self.out, self.present, strict=True) if q and p]
        return [Atom(ball(p / q).log(), ball(p * q).sqrt()) for q, p in both]

    def masses(self) -> tuple[Masses, ...]:
        """The outcomes in the order in which they were given."""
        return tuple(Masses(q, p) for q, p in zip(self.out, self.present, strict=True))

    @property
    def in_alone(self) -> Fraction:
        """The probability of the outcomes that need the target."""
        return sum((m.present for m in self.masses() if not m.out), Fraction(0))

    @property
    def out_alone(self) -> Fraction:
        """The probability of the outcomes that the target excludes."""
        return sum((m.out for m in self.masses() if not m.present), Fraction(0))


def mean_column(
    values: Sequence[Number], law: Sequence[Number], rows: Number, target: Number
) -> FiniteColumn:
    """The exact mean of `rows` draws from a law on rationals, one of which may be the target.

    The target need not be a value of the law: then the two laws may have no mean in common, and
    the column leaks everything.

    >>> column = mean_column([0, 1], ["1/2", "1/2"], rows=4, target="1/2")
    >>> column.in_alone
    Fraction(1, 1)
    """
    n, z, points = exact_count("rows", rows, least=1), exact(target), [exact(v) for v in values]
    weights = exact_law("of a row", law)
    if len(points) != len(weights) or len(set(points)) != len(points):
        raise ValueError(
            f"The values are {len(points)}, {len(set(points))} of them distinct, with "
            f"{len(weights)} probabilities; give distinct values and a probability for each."
        )
    out, rest = _law_of_sum(points, weights, n), _law_of_sum(points, weights, n - 1)
    present = {z + value: mass for value, mass in rest.items()}
    sums = sorted(out.keys() | present.keys())
    zero = Fraction(0)
    return FiniteColumn([out.get(s, zero) for s in sums], [present.get(s, zero) for s in sums])


def histogram_column(share: Number, rows: Number) -> BernoulliColumn:
    """A column whose mean reveals how often each value occurs; `share` is that of the target.

    Where the values are rationally independent, such as 0, 1 and sqrt(2), the mean determines the
    histogram, and the likelihood ratio is N / (n p), where N counts the rows equal to the target
    and p = share: the column leaks as a Bernoulli(p) column does at the target 1.

    >>> histogram_column("1/3", 100)
    BernoulliColumn(rows=100, mean=Fraction(1, 3), target=1)
    """
    return BernoulliColumn(rows, share, 1)


@lru_cache(maxsize=64)
def _cached_sum(
    points: tuple[Fraction, ...], weights: tuple[Fraction, ...], count: int
) -> dict[Fraction, Fraction]:
    least = min(points)
    unit = common_step(point - least for point in points) or Fraction(1)
    places = [int((point - least) / unit) for point in points]
    if max(places) * count > MOST_SUMS:
        raise ValueError(
            f"The sum of {count} rows may have {max(places) * count + 1} values; give a law and "
            f"a number of rows with at most {MOST_SUMS}."
        )
    coefficients = [fmpq(0)] * (max(places) + 1)
    for place, weight in zip(places, weights, strict=True):
        coefficients[place] = fmpq(weight.numerator, weight.denominator)
    # The law of a sum of independent rows: a power of their generating polynomial.
    masses = (fmpq_poly(coefficients) ** count).coeffs()
    return {
        count * least + place * unit: Fraction(int(mass.p), int(mass.q))
        for place, mass in enumerate(masses)
        if mass
    }


def _law_of_sum(
    points: list[Fraction], weights: tuple[Fraction, ...], count: int
) -> dict[Fraction, Fraction]:
    return _cached_sum(tuple(points), weights, count)
