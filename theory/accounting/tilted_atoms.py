"""The atoms of a discrete privacy-loss law under a tilt, in floats."""

from __future__ import annotations
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
import numpy as np
import numpy.typing as npt
from .lattice_loss_laws import DiscreteGaussianLoss, DiscreteLaplaceLoss
from .loss_sizes import LogOf, Size

Floats = npt.NDArray[np.float64]
Discrete = DiscreteLaplaceLoss | DiscreteGaussianLoss


def size_float(size: Size) -> float:
    """A size of a loss in float64."""
    if isinstance(size, LogOf):
        return log_of(size.value)
    return float(size)


def log_of(value: Fraction) -> float:
    """The logarithm of a positive rational of any size."""
    if abs(value - 1) < Fraction(1, 2):
        return math.log1p(value - 1)
    return math.log(value.numerator) - math.log(value.denominator)


def log2_near(value: Fraction) -> int:
    """About the binary logarithm of a positive rational."""
    return value.numerator.bit_length() - value.denominator.bit_length()


def tilted_atoms(law: Discrete, c: float) -> tuple[Floats, Floats, float]:
    """Values and probabilities of a discrete loss tilted by e^(cL), and log M(c)."""
    if isinstance(law, DiscreteLaplaceLoss):
        values, logs = _laplace_atoms(law)
        return values, *_normalised(logs + c * values)
    # tilting moves the discrete Gaussian by -cs; y counts from the integer nearest to that
    variance, s = float(law.sigma_squared), law.sensitivity
    y, log_plain = _gaussian_atoms(law)
    # Counting from the centre of the tilted law keeps all weights that matter within the floats.
    centre = -np.round(c * s)
    weights, log_sum = _normalised(-((y + centre + c * s) ** 2) / (2 * variance))
    log_total = (c * c + c) * s * s / (2 * variance) + log_sum - log_plain
    return (s * s - 2.0 * s * (y + centre)) / (2 * variance), weights, log_total


@dataclass(frozen=True)
class NarrowGaussians:
    """Discrete Gaussian laws with sigma < 1, each with its count; their atoms are tilted together.

    >>> law = DiscreteGaussianLoss("0.5", 3)
    >>> values, weights, log_total = tilted_atoms(law, 0.7)
    >>> both = NarrowGaussians.of([(1, law), (4, law)]).tilted(0.7)
    >>> bool(np.allclose(both, [5 * log_total, 5 * weights @ values], rtol=1e-14))
    True
    """

    counts: Floats
    variances: Floats
    sensitivities: Floats
    log_plain: Floats

    @classmethod
    def of(cls, parts: Sequence[tuple[int, DiscreteGaussianLoss]]) -> NarrowGaussians:
        """The numbers of the laws."""
        rows = [
            (float(n), float(law.sigma_squared), float(law.sensitivity), _gaussian_atoms(law)[1])
            for n, law in parts
        ]
        return cls(*np.array(rows).T)

    def tilted(self, c: float) -> tuple[float, float]:
        """The sums of count times log M(c), and of count times its derivative."""
        twice, s = 2 * self.variances, self.sensitivities
        shift = c * s
        # all integers that the widest law reaches: those beyond a law's own have no weight
        y = np.arange(-14.0, 15.0) - np.round(shift)[:, None]
        exponents = -((y + shift[:, None]) ** 2) / twice[:, None]
        top = exponents.max(axis=1)
        weights = np.exp(exponents - top[:, None])
        totals = weights.sum(axis=1)
        means = (s * s - 2.0 * s * ((weights * y).sum(axis=1) / totals)) / twice
        logs = (c * c + c) * s * s / twice + top + np.log(totals) - self.log_plain
        return float(self.counts @ logs), float(self.counts @ means)


def _normalised(exponents: Floats) -> tuple[Floats, float]:
    """The exponentials divided by their sum, and its logarithm."""
    # Subtracting the largest exponent first: no exponential overflows, and the sum is at least 1.
    top = float(exponents.max())
    weights = np.exp(exponents - top)
    total = float(weights.sum())
    return weights / total, top + math.log(total)


@lru_cache(maxsize=64)
def _laplace_atoms(law: DiscreteLaplaceLoss) -> tuple[Floats, Floats]:
    eps, s = size_float(law.eps), law.sensitivity
    j = np.arange(s + 1.0)
    logs = -eps * j - math.log1p(math.exp(-eps))
    logs[1:-1] += math.log(-math.expm1(-eps))
    return (s - 2.0 * j) * eps, logs


@lru_cache(maxsize=4096)  # what is asked for is short: a large sigma^2 is nearly normal
def _gaussian_atoms(law: DiscreteGaussianLoss) -> tuple[Floats, float]:
    """Integers around zero that carry all of the mass but e^-72, and the log of their sum."""
    variance = float(law.sigma_squared)
    reach = 12 * math.sqrt(variance) + 2
    y = np.arange(-float(int(reach)), int(reach) + 1.0)
    return y, math.log(float(np.exp(-(y**2) / (2 * variance)).sum()))
