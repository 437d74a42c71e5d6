"""The law of the perturbed leader: which of several numbers is least after Laplace noise.

P(i) = int f(z - a(i)) prod_{k != i} (1 - F(z - a(k))) dz with the density f and the distribution
function F of Lap(1). Between two neighbours among the a(k) the integrand is a sum of exponentials;
it has kinks at each a(k), where the integral is split.
"""

from collections.abc import Sequence
from itertools import pairwise
import numpy as np
import numpy.typing as npt
from .learner import Law

Floats = npt.NDArray[np.float64]

NODES = 24
"""The nodes of the Gauss-Legendre rule on each interval."""
TAIL = 45.0
"""Beyond the outermost kinks by so much, what is left of each probability is below e^-45 of it."""
HELD = 10**6
"""The values of the integrands that are held in memory at once."""
FARTHEST = 690.0
"""A number that exceeds the least one by more is the least with a probability of about e^-690 or
less, which is given as 0."""


def least_with_laplace_noise(numbers: Sequence[float]) -> Law:
    """P(a(i) + Z(i) is the least) for independent Z(k) of the law Lap(1).

    >>> [round(p, 12) for p in least_with_laplace_noise((0, 1.5))]
    [0.80476110987, 0.19523889013]
    >>> [round(p, 12) for p in least_with_laplace_noise((0, 1, 2.5))]
    [0.691555247639, 0.257409707152, 0.051035045208]
    """
    given = np.asarray(numbers, np.float64)
    shifted = given - given.min()
    near = np.flatnonzero(shifted <= FARTHEST)
    law = np.zeros(len(given))
    law[near] = _integrals(shifted[near])
    return tuple(law.tolist())


def _integrals(a: Floats) -> Floats:
    """The probability of each number; the least of them is 0."""
    points, weights = _rule(a)
    law = np.zeros(len(a))
    together = max(1, HELD // len(a))
    for first in range(0, len(points), together):
        z = points[first : first + together, None] - a
        log_density = -np.abs(z) - np.log(2.0)
        log_above = _log_survival(z)
        # all others lie above z: the sum over all but one
        others = log_above.sum(axis=1, keepdims=True) - log_above
        law += weights[first : first + together] @ np.exp(log_density + others)
    # the sum is 1 up to the rounding of the quadrature, with which no probability exceeds 1
    whole: Floats = law / law.sum()
    return whole


def _log_survival(z: Floats) -> Floats:
    """log(1 - F(z)) of Lap(1)."""
    below = np.log1p(-0.5 * np.exp(np.minimum(z, 0.0)))
    return np.where(z < 0.0, below, -z - np.log(2.0))


def _rule(a: Floats) -> tuple[Floats, Floats]:
    """Nodes and weights on intervals that end at each kink and are short for so many factors."""
    kinks = np.unique(a)
    ends = np.concatenate(([kinks[0] - TAIL], kinks, [kinks[-1] + TAIL]))
    longest = 4.0 / np.sqrt(len(a))
    cuts = [np.array([ends[0]])]
    for left, right in pairwise(ends.tolist()):
        parts = max(1, int(np.ceil((right - left) / longest)))
        cuts.append(np.linspace(left, right, parts + 1)[1:])
    edges = np.concatenate(cuts)
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    half, middle = np.diff(edges) / 2.0, (edges[1:] + edges[:-1]) / 2.0
    points = middle[:, None] + half[:, None] * nodes
    return points.ravel(), (half[:, None] * weights).ravel()
