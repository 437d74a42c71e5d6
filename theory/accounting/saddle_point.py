"""Where to integrate and where to search: float estimates for the curve of a composition.

Nothing here is part of a certificate. For a real c > 0 with K(c) = log M(c) - log c - log(c+1),
the curve at eps(c) = K'(c) is about e^(K(c) - c eps(c)) / sqrt(2 pi K''(c)) (the saddle point
approximation); for -1 < c < 0 the same formula with |c| is about 1 - delta(eps(c)).
"""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeGuard
import numpy as np
import numpy.typing as npt
from .composition import Composition
from .lattice_loss_laws import DiscreteGaussianLoss, DiscreteLaplaceLoss, RandomisedResponseLoss
from .loss_laws import GaussianLoss, LaplaceLoss
from .tilted_atoms import Discrete, Floats, NarrowGaussians, log_of, size_float, tilted_atoms

LEAST = 1e-80
"""The saddle nearest to 0 that is looked for."""
ORDINARY, LARGE = 1e-9, 1e15
"""The nearest saddle where the size of all losses together is below the second number."""
GREATEST = 1e80
"""The saddle farthest from 0 that is looked for."""
NEAREST = 1e-12
"""How near to its supremum a loss is looked at, relatively: nearer, floats are too narrow."""
WIDEST_OF_A_LINE = 12_000
"""The most factors for which a line is chosen in about a second."""
MOST_OF_A_LINE = 1e15
"""The largest count of one law for which the margins of floats leave any bound on a line."""
MANY = 8
"""From so many narrow discrete Gaussian laws on, they are tilted together."""
Part = tuple[int, Discrete]


@dataclass(frozen=True)
class FloatMoments:
    """The moments of a composition in float64."""

    laplace: Floats
    laplace_counts: Floats
    response: Floats
    response_counts: Floats
    variance: float
    discrete: tuple[Part, ...]

    @classmethod
    def of(cls, composition: Composition) -> FloatMoments:
        """Read a composition; a ValueError if a number does not fit into a float."""
        laplace: list[tuple[float, float]] = []
        response: list[tuple[float, float]] = []
        variance, discrete = 0.0, []
        try:
            for count, law in composition.parts:
                if isinstance(law, GaussianLoss):
                    variance += count * float(law.mu_squared)
                elif isinstance(law, LaplaceLoss):
                    laplace.append((float(law.eps), float(count)))
                elif isinstance(law, RandomisedResponseLoss):
                    response.append((size_float(law.eps), float(count)))
                else:
                    discrete.append((count, law))
        except OverflowError:
            raise ValueError("A parameter is beyond 1e308; give less extreme numbers.") from None
        first, second = np.array(laplace).reshape(-1, 2), np.array(response).reshape(-1, 2)
        return cls(first[:, 0], first[:, 1], second[:, 0], second[:, 1], variance, tuple(discrete))

    @property
    def fits_a_line(self) -> bool:
        """Whether no number is too extreme for the float bounds of a vertical line."""
        sizes = (*self.laplace, *self.response)
        counts = (*self.laplace_counts, *self.response_counts, *(n for n, _ in self.discrete))
        return (
            self.width <= WIDEST_OF_A_LINE
            and all(1e-30 <= eps <= 1e6 for eps in sizes)
            and all(count <= MOST_OF_A_LINE for count in counts)
            and (self.variance == 0 or 1e-60 <= self.variance <= 1e24)
            and all(_fits(law) for _, law in self.discrete)
        )

    def thinned(self, few: int) -> FloatMoments:
        """At most `few` of the laws of each kind, of all sizes."""
        first, second = _spread_out(len(self.laplace), few), _spread_out(len(self.response), few)
        discrete = tuple(self.discrete[i] for i in _spread_out(len(self.discrete), few))
        return FloatMoments(
            self.laplace[first],
            self.laplace_counts[first],
            self.response[second],
            self.response_counts[second],
            self.variance,
            discrete,
        )

    @property
    def width(self) -> int:
        """How many factors there are: the work of one evaluation."""
        factors = len(self.laplace) + len(self.response) + 1
        for _, law in self.discrete:
            factors += 1 if is_nearly_normal(law) else len(tilted_atoms(law, 0.0)[0])
        return factors

    @cached_property
    def size(self) -> float:
        """About the largest exponent that M is computed from."""
        ends = self.laplace_counts @ self.laplace + self.response_counts @ self.response
        others = sum(
            n * (size_float(law.eps) * law.sensitivity)
            if isinstance(law, DiscreteLaplaceLoss)
            else n * float(law.half_square)
            for n, law in self.discrete
        )
        return float(ends) + self.variance + float(others)

    @cached_property
    def largest(self) -> float:
        """The supremum of the loss."""
        if self.variance or any(isinstance(law, DiscreteGaussianLoss) for _, law in self.discrete):
            return math.inf
        atoms = sum(n * float(tilted_atoms(law, 0.0)[0].max()) for n, law in self.discrete)
        ends = self.laplace_counts @ self.laplace + self.response_counts @ self.response
        return atoms + float(ends)

    @cached_property
    def least(self) -> float:
        """The nearest saddle that is of use: a larger loss has nearer ones."""
        return ORDINARY if self.size < LARGE else LEAST

    @cached_property
    def greatest(self) -> float:
        """The farthest saddle that is of use: a smaller loss has farther ones."""
        size = self.largest if self.largest < math.inf else self.size
        return min(GREATEST, max(1.0, 1 / size) / NEAREST) if size else GREATEST

    def log_moment(self, c: float) -> tuple[float, float]:
        """log M(c) and its derivative."""
        sigma = c + 0.5
        total, slope = self.variance * (c * c + c) / 2, self.variance * sigma
        if len(self.laplace):
            e, x = self.laplace, sigma * self.laplace
            t = np.tanh(x)
            # tanh x / x and (1 - tanh x / x) / x by their series: for small x both lose digits.
            near = np.abs(x) < 1e-3
            safe = np.where(near, 1.0, x)
            shape = np.where(near, 1 - x * x / 3, t / safe)
            bend = np.where(near, x / 3, (1 - shape) / safe)
            terms = _log_cosh(x) - e / 2 + np.log1p(e * shape / 2)
            total += float(self.laplace_counts @ terms)
            slopes = (e * t + e * e * bend / 2) / (1 + e * shape / 2)
            slope += float(self.laplace_counts @ slopes)
        if len(self.response):
            x = sigma * self.response
            terms = _log_cosh(x) - _log_cosh(self.response / 2)
            total += float(self.response_counts @ terms)
            slope += float(self.response_counts @ (self.response * np.tanh(x)))
        normal, many, others = self._discrete_kinds
        total, slope = total + normal * (c * c + c) / 2, slope + normal * sigma
        if many:
            log_total, mean = many.tilted(c)
            total, slope = total + log_total, slope + mean
        for count, law in others:
            values, weights, log_total = tilted_atoms(law, c)
            total += count * log_total
            slope += count * float(weights @ values)
        return total, slope

    @cached_property
    def _discrete_kinds(self) -> tuple[float, NarrowGaussians | None, tuple[Part, ...]]:
        """Of the discrete laws: the variance of those that are nearly normal; narrow Gaussian ones
        if they are many; and the others.
        """
        normal = sum(
            2 * n * float(law.half_square) for n, law in self.discrete if is_nearly_normal(law)
        )
        rough = tuple((n, law) for n, law in self.discrete if not is_nearly_normal(law))
        narrow = [(n, law) for n, law in rough if isinstance(law, DiscreteGaussianLoss)]
        if len(narrow) < MANY:
            return normal, None, rough
        others = tuple((n, law) for n, law in rough if isinstance(law, DiscreteLaplaceLoss))
        return normal, NarrowGaussians.of(narrow), others

    def saddle(self, c: float) -> tuple[float, float]:
        """(eps(c), the logarithm of the tail at eps(c)): 1 - delta for c < 0, delta for c > 0."""
        value, slope = self.log_moment(c)
        spread = self.deviation(c) ** 2 + 1 / c**2 + 1 / (1 + c) ** 2
        eps = slope - 1 / c - 1 / (1 + c)
        log_tail = value - math.log(abs(c)) - math.log1p(c) - c * eps
        return eps, log_tail - 0.5 * math.log(2 * math.pi * spread)

    def deviation(self, c: float) -> float:
        """The standard deviation of the loss under the law tilted by e^(cL)."""
        step = max(1e-3 * min(abs(c), abs(c + 1)), 1e-8)
        change = (self.log_moment(c + step)[1] - self.log_moment(c - step)[1]) / (2 * step)
        return math.sqrt(max(change, 0.0))

    def abscissa(self, eps: float) -> float:
        """The saddle c > 0 of the curve at eps."""
        return _crossing(
            lambda c: self.log_moment(c)[1] - 1 / c - 1 / (1 + c) < eps, LEAST, self.greatest
        )

    def abscissa_beyond(self, eps: float) -> float:
        """A c > 0 for which the mean of the loss lies about two deviations above eps."""
        return _crossing(
            lambda c: self.log_moment(c)[1] - 1 / (1 + c) - 2 * self.deviation(c) < eps,
            self.least,
            self.greatest,
        )

    def middle_abscissa(self, eps: float) -> float:
        """The saddle -1 < c < 0 of 1 - delta at eps."""
        return -_crossing(
            lambda b: self.log_moment(-b)[1] + 1 / b - 1 / (1 - b) > eps, self.least, 1 - 1e-6
        )

    def tail_point(self, log_tail: float, *, middle: bool) -> tuple[float, float]:
        """(eps, c) where the logarithm of delta (or of 1 - delta) is about the given one."""
        if middle:
            c = -_crossing(lambda b: self.saddle(-b)[1] > log_tail, self.least, 0.5)
        else:
            c = _crossing(lambda b: self.saddle(b)[1] > log_tail, self.least, self.greatest)
        return self.saddle(c)[0], c

    def guess(self, delta: Fraction) -> tuple[Fraction, float]:
        """About eps(delta), and the slope of the logarithm of the smaller tail there."""
        log_tail, middle = smaller_tail(delta)
        with np.errstate(all="ignore"):
            eps, c = self.tail_point(log_tail, middle=middle)
        return Fraction(eps), -c


def smaller_tail(delta: Fraction) -> tuple[float, bool]:
    """The logarithm of the smaller one of delta and 1 - delta, and whether it is the latter."""
    middle = delta > Fraction(1, 2)
    return log_of(1 - delta if middle else delta), middle


def _fits(law: Discrete) -> bool:
    size = law.eps if isinstance(law, DiscreteLaplaceLoss) else law.half_square
    return 1e-24 <= size_float(size) <= 1e24


def _spread_out(count: int, few: int) -> npt.NDArray[np.int64]:
    """At most `few` of the places 0 .. count - 1, evenly."""
    chosen = np.linspace(0, count - 1, min(count, few)).round().astype(np.int64)
    return np.unique(chosen)


def _crossing(below: Callable[[float], bool], low: float, high: float) -> float:
    """The point between two positive numbers where a predicate turns false, to one in 1000."""
    a, b = math.log(low), math.log(high)
    while b - a > 1e-3:
        middle = (a + b) / 2
        a, b = (middle, b) if below(math.exp(middle)) else (a, middle)
    return math.exp((a + b) / 2)


def _log_cosh(x: Floats) -> Floats:
    return np.asarray(np.abs(x) + np.log1p(np.exp(-2 * np.abs(x))) - math.log(2))


def is_nearly_normal(law: Discrete) -> TypeGuard[DiscreteGaussianLoss]:
    """Whether a discrete loss has the moments of a normal one up to a relative 1e-8."""
    return isinstance(law, DiscreteGaussianLoss) and law.sigma_squared >= 1
