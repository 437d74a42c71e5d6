"""Noise on a lattice: the exact masses of its cells, and what is known inside a cell."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)
from banditproof.theory.mechanisms.gaussian_sums import whole_sum
from .finite_noise import NotEnumerable
from .list_law import Floats


@dataclass(frozen=True)
class NoiseCells:
    """The law of floor(Y / step) for a noise Y, on {-reach, ..., reach}.

    A continuous noise lies somewhere in its cell of one step (`width` 1); a discrete one on the
    lattice itself (`width` 0, and the step is 1).
    """

    mechanism: Mechanism
    step: Fraction
    reach: int

    def __post_init__(self) -> None:
        if isinstance(self.mechanism, NoNoise):
            raise NotEnumerable("A release has no noise, so its law has no cells.")
        if self.width == 0 and self.step != 1:
            raise ValueError(f"The step of a noise on the integers is {self.step}; give 1.")

    @property
    def width(self) -> int:
        """How many steps wide a cell is."""
        return 1 if isinstance(self.mechanism, Laplace | Gaussian) else 0

    @cached_property
    def geometric(self) -> tuple[float, float] | None:
        """For Laplace noise the ratio of neighbouring cells and the mass of the middle ones."""
        if not isinstance(self.mechanism, Laplace):
            return None
        with working_precision(128):
            ratio = (-ball(self.step / exact(self.mechanism.scale))).exp()
            return float(ratio.mid()), float(((1 - ratio) / 2).mid())

    @cached_property
    def masses(self) -> Floats:
        """The mass of each cell, right up to two roundings."""
        with working_precision(192):
            return np.array([float(m.mid()) for m in self._masses()])

    def _masses(self) -> list[arb]:
        law, places = self.mechanism, range(-self.reach, self.reach + 1)
        if isinstance(law, DiscreteLaplace):
            return [ball(law.mass(y)) for y in places]
        if isinstance(law, DiscreteGaussian):
            whole = whole_sum(exact(law.sigma_squared))
            return [
                (-ball(Fraction(y * y) / (2 * exact(law.sigma_squared)))).exp() / whole
                for y in places
            ]
        if isinstance(law, Gaussian):
            scale = (2 * ball(law.variance)).sqrt()
            # differences of the tail on the far side, which keep their digits
            tails = [(ball(self.step * y) / scale).erfc() / 2 for y in range(self.reach + 2)]
            return [tails[max(y, -y - 1)] - tails[max(y, -y - 1) + 1] for y in places]
        assert not isinstance(law, NoNoise)
        rate = ball(self.step / exact(law.scale))
        if isinstance(law, IntegerLaplace):
            middle = (1 - (-rate).exp()) / (1 + (-rate).exp())
            return [middle * (-rate * abs(y)).exp() for y in places]
        half = (1 - (-rate).exp()) / 2
        return [half * (-rate * max(y, -y - 1)).exp() for y in places]

    @property
    def tilt(self) -> float:
        """A bound of how fast the logarithm of the density changes inside a cell, per step."""
        law = self.mechanism
        if isinstance(law, Laplace):
            return float(self.step / exact(law.scale)) * (1 + 1e-12)
        if isinstance(law, Gaussian):
            return float(self.step**2 * (self.reach + 1) / law.variance) * (1 + 1e-12)
        return 0.0

    def ratio(self, shift: int) -> Fraction | None:
        """An upper bound of the largest density ratio between sums that differ by `shift`."""
        if isinstance(self.mechanism, DiscreteLaplace):
            return 1 / exact(self.mechanism.ratio) ** abs(shift)
        if isinstance(self.mechanism, Laplace | IntegerLaplace):
            with working_precision(128):
                return upper(ball(abs(shift) / exact(self.mechanism.scale)).exp())
        return None

    def inside(self, fine: int, copies: int, largest: bool) -> Floats:
        """Masses of a sum of places inside `copies` cells, floored to step / fine, at an extreme.

        The density inside a cell has a logarithm of slope at most `tilt`, so in likelihood ratio,
        and so stochastically, it lies between the two exponential densities of that slope.
        """
        tilt = self.tilt if largest else -self.tilt
        # An exponential density has geometric masses on pieces of equal length.
        single = np.exp(tilt * (np.arange(fine) - (fine - 1) / 2) / fine)
        single /= single.sum()
        total = np.ones(1)
        for _ in range(copies):
            total = np.convolve(total, single)
        return total


def is_discrete(law: Mechanism) -> bool:
    """Whether a noise lies on the integers."""
    return NoiseCells(law, Fraction(1), 1).width == 0


def spread(law: Mechanism) -> float:
    """The scale of a noise of exponential tails, or the standard deviation."""
    if isinstance(law, DiscreteLaplace):
        return -1 / math.log(exact(law.ratio))
    if isinstance(law, Laplace):
        return float(exact(law.scale))
    scale: Any = getattr(law, "scale", None)
    if scale is not None:
        return float(exact(scale))
    return math.sqrt(exact(getattr(law, "sigma_squared", 1)))
