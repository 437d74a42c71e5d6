"""Sub-probabilities on the integers whose floats are proved to be too small, never too large.

An exact weight is at least (its float) (1 - steps 2^-53) - 2^-900. All sums are of numbers >= 0
and all errors relative, so `steps` counts the roundings behind a float; products of matrices are
those of the definition, in any order, as in every BLAS. What is left out makes weights smaller, and
is on the safe side: the total mass that is missing bounds all of it.
"""

from __future__ import annotations
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple
import numpy as np
from flint import arb
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    IntegerLaplace,
    Mechanism,
    NoNoise,
)
from banditproof.theory.mechanisms.two_sided_geometric import GeometricNoise

Floats = NDArray[np.float64]
INTEGER_NOISE = (DiscreteGaussian, DiscreteLaplace, IntegerLaplace, NoNoise)
"""The mechanisms that add integers."""
WIDEST = 40_000
"""How many integers noise may reach."""
STRIP, COLUMNS = 64, 256
"""How many rows and columns of a convolution are computed at a time; by blocks STRIP columns are,
whose arrays stay in the cache."""
BLOCK = 32
"""How many rows make a block in `smeared_by_blocks`; the law reaches farther than one."""
UNDERFLOW = Fraction(1, 1 << 900)
"""More than all roundings of numbers that are too small for a relative error add up to."""


def from_below(value: float, steps: int) -> Fraction:
    """A lower bound of the exact weight behind a float with so many roundings.

    >>> from_below(0.5, 0) < 0.5, from_below(0.0, 7)
    (True, Fraction(0, 1))
    """
    exact = Fraction(value)
    return max(exact - exact * Fraction(steps, 1 << 53) - UNDERFLOW, Fraction(0))


@dataclass(frozen=True)
class Line:
    """Weights of the integers from `first` on, each after at most `steps` roundings."""

    first: int
    weights: Floats
    steps: int
    falls: Floats | None = None
    """r^0, ..., r^BLOCK, lower bounds rounded once, where the law is symmetric and falls
    by the factor r with each integer from 1 on; None where it does not, or is narrow."""

    def convolved(self, other: Line, tail: float) -> Line:
        """The law of the sum of two independent numbers, without tails below a mass."""
        sums = np.convolve(self.weights, other.weights)
        steps = self.steps + other.steps + min(len(self.weights), len(other.weights)) + 1
        inner = kept(sums, tail)
        return Line(self.first + other.first + inner.start, sums[inner], steps)


class Plane(NamedTuple):
    """Weights of pairs of integers, each after at most `steps` roundings."""

    first: tuple[int, int]
    weights: Floats
    steps: int

    @property
    def mass(self) -> Fraction:
        """A lower bound of the total weight."""
        rows = self.weights.sum(axis=1)
        return from_below(float(rows.sum()), self.steps + sum(self.weights.shape))

    def trimmed(self, tail: float) -> Plane:
        """Without the outer rows and columns of less mass than `tail`, at each of four sides."""
        rows = kept(self.weights.sum(axis=1), tail)
        columns = kept(self.weights[rows].sum(axis=0), tail)
        first = (self.first[0] + rows.start, self.first[1] + columns.start)
        return Plane(first, self.weights[rows, columns], self.steps)

    def moved(self, arm: int, law: Line, tail: float) -> Plane:
        """After a number with the given law was added to one of the two."""
        turned = self.weights if arm == 0 else self.weights.T
        # noise reaches far at both ends, where rows of less mass are not computed
        masses = np.append(turned.sum(axis=1), 0.0)
        window = kept(np.convolve(masses, law.weights), tail / 16)
        if law.falls is None:
            sums, steps = smeared(turned, law.weights, tail, window)
        else:
            sums, steps = smeared_by_blocks(turned, law.weights, law.falls, tail, window)
        moved = law.first + window.start
        first = (self.first[0] + moved * (arm == 0), self.first[1] + moved * (arm == 1))
        return Plane(first, sums if arm == 0 else sums.T, self.steps + law.steps + steps)

    def replaced(self, arm: int, law: Line) -> Plane:
        """After one of the two was replaced by a number with the given law."""
        rest = self.weights.sum(axis=arm)
        steps = self.steps + law.steps + self.weights.shape[arm] + 1
        if arm == 0:
            return Plane((law.first, self.first[1]), np.outer(law.weights, rest), steps)
        return Plane((self.first[0], law.first), np.outer(rest, law.weights), steps)


def kept(masses: Floats, tail: float) -> slice:
    """The places without the longest ends whose masses are below `tail`; all is less than none.

    >>> kept(np.array([0.01, 0.5, 0.5, 0.01]), 0.1)
    slice(1, 3, None)
    """
    low = int(np.searchsorted(np.cumsum(masses), tail))
    high = len(masses) - int(np.searchsorted(np.cumsum(masses[::-1]), tail))
    return slice(low, max(low, high))


def joined(planes: list[Plane]) -> Plane:
    """The sum of several planes of weights."""
    if len(planes) == 1:
        return planes[0]
    low = [min(p.first[axis] for p in planes) for axis in (0, 1)]
    high = [max(p.first[axis] + p.weights.shape[axis] for p in planes) for axis in (0, 1)]
    total = np.zeros((high[0] - low[0], high[1] - low[1]))
    for first, weights, _ in planes:
        x, y = first[0] - low[0], first[1] - low[1]
        total[x : x + weights.shape[0], y : y + weights.shape[1]] += weights
    steps = max(p.steps for p in planes) + len(planes)
    return Plane((low[0], low[1]), total, steps)


def smeared(rows: Floats, law: Floats, tail: float, window: slice) -> tuple[Floats, int]:
    """The rows convolved with a law along the first axis, and the roundings of each cell.

    Of the result the rows of a window are computed. Some columns at a time, without their rows of
    less mass than `tail` at both ends, are multiplied by strips of the matrix that holds the law
    along its diagonals.
    """
    width, edge = len(law), np.zeros(STRIP - 1)
    wide = np.concatenate((edge, law[::-1], edge))
    band = sliding_window_view(wide, STRIP + width - 1)[::-1].copy()
    sums, longest = np.zeros((window.stop - window.start, rows.shape[1])), 0
    for left in range(0, rows.shape[1], COLUMNS):
        columns = slice(left, left + COLUMNS)
        inner = kept(rows[:, columns].sum(axis=1), tail)
        end = min(inner.stop + width - 1, window.stop)
        for top in range(max(inner.start, window.start), end, STRIP):
            above, bottom = top - width + 1, min(top + STRIP, window.stop)
            read = slice(max(inner.start, above), min(inner.stop, bottom))
            part = band[: bottom - top, read.start - above : read.stop - above]
            sums[top - window.start : bottom - window.start, columns] = part @ rows[read, columns]
            longest = max(longest, read.stop - read.start)
    return sums, longest + 1


def smeared_by_blocks(
    rows: Floats, law: Floats, falls: Floats, tail: float, window: slice
) -> tuple[Floats, int]:
    """The same for a law that falls by a factor.

    All that stands before a block of rows reaches its row i as mass(i + 1) times one sum, and

        sum before the next block = sum over rows j of r^(BLOCK - 1 - j) x_j + r^BLOCK (sum before),

    the same backwards for what stands behind it: a product of powers of r^BLOCK with the sums of
    single blocks. So each cell costs a product with BLOCK + 2 rows, however wide the law is. Beyond
    the width of the law nothing is returned. A contribution is rounded BLOCK + 1 times in a sum, at
    most 3 times for each block (2 in a power, 1 in their sum), and BLOCK + 2 times in the product.
    """
    half = len(law) // 2
    near = sliding_window_view(law[half - BLOCK + 1 : half + BLOCK], BLOCK)[::-1]
    before = law[half + 1 : half + 1 + BLOCK]
    band = np.column_stack((near, before, before[::-1]))
    ends = np.stack((falls[BLOCK - 1 :: -1], falls[:BLOCK]))
    most = -(-(len(rows) + 2 * half) // BLOCK)
    ahead = _powers_below_the_diagonal(falls[BLOCK], most)
    # fresh memory costs more than what is computed in it, so that all strips share theirs
    padded = np.zeros((most * BLOCK, STRIP))
    x, whole = np.empty((most, BLOCK + 2, STRIP)), np.empty((most, BLOCK, STRIP))
    sums, longest = np.zeros((window.stop - window.start, rows.shape[1])), 0
    for left in range(0, rows.shape[1], COLUMNS):
        columns = rows[:, left : left + COLUMNS]
        inner = kept(columns.sum(axis=1), tail)
        size = inner.stop - inner.start
        blocks = -(-(size + 2 * half) // BLOCK)
        longest = max(longest, blocks)
        padded[half + size : blocks * BLOCK] = 0.0
        start = min(max(window.start, inner.start), inner.stop + 2 * half)
        end = max(start, min(window.stop, inner.stop + 2 * half))
        seen = slice((start - inner.start) // BLOCK, -(-(end - inner.start) // BLOCK))
        for first in range(left, left + columns.shape[1], STRIP):
            part = columns[inner, first - left : first - left + STRIP]
            wide = part.shape[1]
            padded[half : half + size, :wide] = part
            here = x[:blocks, :, :wide]
            here[:, :BLOCK] = padded[: blocks * BLOCK, :wide].reshape(blocks, BLOCK, wide)
            of_blocks = ends @ here[:, :BLOCK]
            here[:, BLOCK] = ahead[:blocks, :blocks] @ of_blocks[:, 0]
            here[:, BLOCK + 1] = ahead[:blocks, :blocks].T @ of_blocks[:, 1]
            np.matmul(band, here[seen], out=whole[seen, :, :wide])
            cells = whole.reshape(-1, STRIP)[start - inner.start : end - inner.start, :wide]
            sums[start - window.start : end - window.start, first : first + wide] = cells
    return sums, 2 * BLOCK + 3 * longest + 3


def _powers_below_the_diagonal(factor: float, size: int) -> Floats:
    """The matrix of factor^(i - j - 1) in row i and column j < i, rounded 2 (i - j) times."""
    falling = np.concatenate(([0.0, 1.0], np.cumprod(np.full(size - 1, factor))))
    place = np.arange(size)
    powers: Floats = falling[np.maximum(place[:, None] - place, 0)]
    return powers


@lru_cache(maxsize=256)
def binomial_line(n: int, p: Fraction, tail: float) -> Line:
    """The law of Bin(n, p), without tails of less than `tail`.

    >>> line = binomial_line(2, Fraction(1, 2), 1e-15)
    >>> line.first, line.weights.round(9).tolist()
    (0, [0.25, 0.5, 0.25])
    """
    if p in (0, 1):
        return Line(n * int(p), np.ones(1), 0)
    mode = min(n, int((n + 1) * p))
    with working_precision(96):
        top = arb.bin_uiui(n, mode) * ball(p) ** mode * ball(1 - p) ** (n - mode)
        up = _steps_from(top, ((n - k, k + 1) for k in range(mode, n)), p / (1 - p), tail)
        down = _steps_from(top, ((k, n - k + 1) for k in range(mode, 0, -1)), (1 - p) / p, tail)
    weights = np.array([*down[::-1], float(top.lower()), *up])
    return Line(mode - len(down), weights, 2)


def _steps_from(
    top: arb, ratios: Iterable[tuple[int, int]], odds: Fraction, tail: float
) -> list[float]:
    """The masses beyond the mode, until they are far below the tail; one rounding each."""
    masses: list[float] = []
    factor, mass = ball(odds), top
    for above, below in ratios:
        mass = mass * factor * above / below
        masses.append(float(mass.lower()))
        if masses[-1] < tail * 1e-4:
            break
    return masses


@lru_cache(maxsize=64)
def noise_line(noise: Mechanism, tail: float, widest: int = WIDEST) -> Line:
    """The law of noise on the integers, without tails of less than `tail`; refused if `widest` are
    too few for it.

    >>> noise_line(DiscreteLaplace("1/2"), 0.2).weights.round(6).tolist()
    [0.166667, 0.333333, 0.166667]
    """
    if isinstance(noise, NoNoise):
        return Line(0, np.ones(1), 0)
    if not isinstance(noise, INTEGER_NOISE):
        raise ValueError(
            f"The noise is {noise}, which is not on the integers; give the policy such noise, for "
            "instance noise=IntegerLaplace(1/eps)."
        )
    masses, least = [_least_mass(noise, 0)], tail * 1e-4
    if _least_mass(noise, widest // 2) > least:
        raise ValueError(
            f"The noise is {noise}, which reaches more than {widest} integers; give a larger "
            "budget, for which the exact law is computed."
        )
    while masses[-1] > least:
        masses.append(_least_mass(noise, len(masses)))
    whole = np.array([*masses[:0:-1], *masses])
    inner = kept(whole, tail)
    wide = inner.stop - len(masses) > BLOCK
    falls = _falls(noise) if wide and isinstance(noise, GeometricNoise) else None
    return Line(1 - len(masses) + inner.start, whole[inner], 2, falls)


def _falls(noise: GeometricNoise) -> Floats:
    """The powers of the factor by which masses of noise fall: lower bounds, rounded once."""
    with working_precision(96):
        rate = noise.rate.ball()
        return np.array([float((-rate * j).exp().lower()) for j in range(BLOCK + 1)])


def _least_mass(noise: DiscreteGaussian | DiscreteLaplace | IntegerLaplace, y: int) -> float:
    """A lower bound of the mass of y: 0 where that is too small for an enclosure."""
    try:
        return float(Enclosure.of(noise.mass(y)).lower)
    except ValueError:
        return 0.0
