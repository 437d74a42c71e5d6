"""Exponential columns, and Bernoulli columns whose mean is released with normal noise."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from flint import arb, arb_poly
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact_count, exact_nonnegative, exact_positive
from .cells import DensityColumn
from .columns import BernoulliColumn

REACH = 9.5
"""How many standard deviations the cells cover on each side."""
BEYOND = 1e-20
"""About the mass of an exponential column beyond its cells on each side."""
MOST_TERMS = 4_000_000
"""The most products of a cell and a row: some seconds."""


@dataclass(frozen=True)
class ExponentialColumn(DensityColumn):
    """The mean of `rows` exponential draws of mean 1, one of which may be the target.

    Of the sum s: Gamma(n) if the target z is not in the data, z + Gamma(n-1) if it is. Then
    l = log(n-1) + z + (n-2) log(1 - z/s) - log s for s > z, largest at s = (n-1) z. A column of
    another mean has its target divided by it.

    >>> ExponentialColumn(rows=100, target=2).cells
    2000
    """

    rows: int
    target: Fraction
    cells: int = 2000

    def __init__(self, rows: Number, target: Number, cells: Number = 2000) -> None:
        object.__setattr__(self, "rows", exact_count("rows", rows, least=3))
        object.__setattr__(self, "target", exact_nonnegative("target", target))
        object.__setattr__(self, "cells", exact_count("cells", cells, least=10))

    def edges(self) -> list[Fraction]:
        """Equal cells where both laws have mass, cut at the turn of the ratio."""
        special = import_module("scipy.special")
        n, z = self.rows, self.target
        low = float(z) + float(special.gammaincinv(n - 1, BEYOND))
        high = float(z) + float(special.gammainccinv(n, BEYOND))
        result = set(_equal(low, high, self.cells))
        turn = (n - 1) * z
        if min(result) < turn < max(result):
            result.add(turn)
        return sorted(result)

    def below(self, places: list[Fraction]) -> list[tuple[arb, arb]]:
        """Both probabilities, as sums of Poisson probabilities."""
        n, z = self.rows, self.target
        out = _erlang(n, [ball(s) for s in places])
        present = _erlang(n - 1, [ball(s - z) for s in places])
        return list(zip(out, present, strict=True))

    def log_ratios(self, places: list[Fraction]) -> list[arb]:
        """The formula of l."""
        n, z = self.rows, self.target
        return [
            ball(Fraction(n - 1)).log() + ball(z) + (n - 2) * ball(1 - z / s).log() - ball(s).log()
            for s in places
        ]


@dataclass(frozen=True)
class NoisyBernoulliColumn(DensityColumn):
    """The mean of Bernoulli rows plus N(0, noise^2 / n), one row being the target 0 or 1 or not.

    The likelihood ratio is the mean of that of the column given the noisy sum, so it increases
    with the number of rows that equal the target. Thesis, Section 6.5.1.

    >>> NoisyBernoulliColumn(rows=50, mean="1/2", target=1, noise="1/2").column.mean
    Fraction(1, 2)
    """

    column: BernoulliColumn
    noise: Fraction
    cells: int = 600

    def __init__(
        self, rows: Number, mean: Number, target: Number, noise: Number, cells: Number = 600
    ) -> None:
        object.__setattr__(self, "column", BernoulliColumn(rows, mean, target))
        object.__setattr__(self, "noise", exact_positive("noise", noise))
        object.__setattr__(self, "cells", exact_count("cells", cells, least=10))
        if self.cells * self.column.rows > MOST_TERMS:
            raise ValueError(
                f"{self.cells} cells of {self.column.rows} rows are more than {MOST_TERMS} terms; "
                "give fewer rows or cells."
            )

    @property
    def _share(self) -> Fraction:
        """The probability that a row equals the target."""
        column = self.column
        return column.mean if column.target else 1 - column.mean

    @property
    def _deviation(self) -> arb:
        """The standard deviation of the noise on the sum of the rows."""
        return ball(self.noise) * ball(Fraction(self.column.rows)).sqrt()

    def edges(self) -> list[Fraction]:
        """Equal cells around the mean of the number of rows that equal the target."""
        n, p = self.column.rows, float(self._share)
        spread = math.sqrt(n * p * (1 - p) + n * float(self.noise) ** 2)
        reach = REACH * spread + 1
        return _equal(n * p - reach, n * p + reach, self.cells)

    def below(self, places: list[Fraction]) -> list[tuple[arb, arb]]:
        """Both mixtures of normal probabilities."""
        masses = self._weights()
        width = self._deviation * ball(Fraction(2)).sqrt()
        results = []
        for place in places:
            x, out, present = ball(place), arb(0), arb(0)
            for k, (q, p) in enumerate(masses):
                share = ((k - x) / width).erfc() / 2
                out += q * share
                present += p * share
            results.append((out, present))
        return results

    def log_ratios(self, places: list[Fraction]) -> list[arb]:
        """The logarithm of the ratio of both mixtures of normal densities."""
        masses, twice = self._weights(), 2 * self._deviation**2
        results = []
        for place in places:
            x, out, present = ball(place), arb(0), arb(0)
            for k, (q, p) in enumerate(masses):
                height = (-((k - x) ** 2) / twice).exp()
                out += q * height
                present += p * height
            results.append((present / out).log())
        return results

    def _weights(self) -> list[tuple[arb, arb]]:
        """Both laws of the number of rows that equal the target."""
        n, share = self.column.rows, self._share
        q, odds, mean = ball(1 - share) ** n, ball(share / (1 - share)), ball(n * share)
        results = [(q, arb(0))]
        for k in range(1, n + 1):
            q = q * (odds * (n - k + 1) / k)
            results.append((q, q * k / mean))
        return results


def _equal(low: float, high: float, cells: int) -> list[Fraction]:
    """The edges of equal cells, as short dyadics."""
    unit = Fraction(1, 1 << max(0, 20 - math.frexp((high - low) / cells)[1]))
    width = Fraction(high - low) / cells
    return [round((Fraction(low) + i * width) / unit) * unit for i in range(cells + 1)]


def _erlang(shape: int, places: list[arb]) -> list[arb]:
    """Pr[Gamma(shape) <= x] = 1 - e^-x sum over k < shape of x^k / k!, at each place."""
    coefficients, term = [], arb(1)
    for k in range(shape):
        coefficients.append(term)
        term = term / (k + 1)
    series = arb_poly(coefficients)
    return [1 - (-x).exp() * series(x) if x > 0 else arb(0) for x in places]
