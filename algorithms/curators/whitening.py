"""Whitening: public weights that make a least-squares statistic as private as its leverage allows.

For the vectors a_1, ..., a_n of a batch and V = sum a_s a_s^T, the statistic V^(-1/2) sum a_s r_s
moves by at most |r - r'| g with g = max |V^(-1/2) a_s|. Divided by g its sensitivity is 1 per unit
of reward, whatever the design was. Only public vectors enter, so an error in V^(-1/2) changes the
statistic and not its privacy: g is measured on the weights that are used.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.contexts import Row
from banditproof.theory.exact import exact

Floats = npt.NDArray[np.float64]
RANK = 1e-9
"""Directions whose share of V is below RANK times the largest one are left out."""
ROUNDING = 1 + 1e-12
"""By how much the measured leverage is rounded up."""


@dataclass(frozen=True, eq=False)
class Whitening:
    """The root V^(-1/2), on the span of the vectors, and the leverage g of the batch."""

    root: Floats
    leverage: float

    def weights(self, row: Row) -> tuple[float, ...]:
        """The weights V^(-1/2) a / g of a reward of vector a; their norm is at most 1."""
        result = self.root @ np.array(row) / self.leverage
        return tuple(result.tolist())

    def estimate(self, released: tuple[float, ...]) -> Floats:
        """The estimate of theta from the released statistic: g V^(-1/2) times it."""
        return np.asarray(self.leverage * (self.root @ np.array(released)))


def whitening(counts: Mapping[Row, int]) -> Whitening:
    """The whitening of a batch, from how often each vector was played.

    >>> found = whitening({(1.0, 0.0): 4, (0.0, 1.0): 1})
    >>> found.leverage, [round(weight, 9) for weight in found.weights((1.0, 0.0))]
    (1.000000000001, [0.5, 0.0])
    """
    # plain numbers, for one of another class could pass for an equal key of the cache; and a fresh
    # object, which nobody else can change
    plain = tuple((tuple(map(_plain, row)), int(count)) for row, count in counts.items())
    root = np.array(_root(plain))
    # row by row, as the weights are made: a product of matrices is rounded in another way
    longest = max(float(np.linalg.norm(root @ np.array(row))) for row, _ in plain)
    return Whitening(root, longest * ROUNDING)


def _plain(entry: float) -> float:
    return entry if type(entry) is float else float(exact(entry))


@lru_cache(maxsize=4096)
def _root(counts: tuple[tuple[Row, int], ...]) -> tuple[Row, ...]:
    rows = np.array([row for row, _ in counts])
    played = np.array([float(count) for _, count in counts])
    values, vectors = np.linalg.eigh((rows * played[:, None]).T @ rows)
    if not values[-1] > 0:
        raise ValueError("All vectors of the batch are zero; give an action that is not zero.")
    kept = values > RANK * values[-1]
    scale = np.where(kept, 1 / np.sqrt(np.where(kept, values, 1.0)), 0.0)
    return tuple(map(tuple, ((vectors * scale) @ vectors.T).tolist()))
