"""Caratheodory: at most d (d + 1) / 2 points carry the information matrix of any design."""

from typing import Any
import numpy as np
import numpy.typing as npt
from .action_matrix import Floats
from .design_kernels import exchange
from .leverages import inverse_factor

DEPENDENT = 1e-9


def most_support(dimension: int) -> int:
    """d (d + 1) / 2, the dimension of the symmetric matrices.

    >>> most_support(3)
    6
    """
    return dimension * (dimension + 1) // 2


def reduced_support(
    points: Floats, weights: Floats, slack: float = 0.0
) -> tuple[npt.NDArray[np.intp], Floats]:
    """Positive weights on at most d (d + 1) / 2 of the points, with the same V(w) up to scale.

    The answer is the rows that are kept and their weights, which sum to 1. While more points than
    the rank of their moments a a' carry weight, weights move along a linear dependence until one of
    them is zero: V does not change, and the sum of the weights grows by at most `slack`, which is
    the only way in which the G-value can grow, by the same factor. With 0 it never grows.
    """
    dimension = points.shape[1]
    everything = np.arange(len(points))
    if len(points) <= most_support(dimension):
        return everything, weights / weights.sum()
    order = np.argsort(-weights, kind="stable")
    images = points[order] @ inverse_factor(points, weights).T  # of leverages about d
    basis_first, coordinates = _basis(_moments(images), weights[order])
    rank = coordinates.shape[1]
    inside, outside = order[basis_first[:rank]], order[basis_first[rank:]]
    work = len(outside) * rank * min(len(outside), rank)
    held = exchange.for_work(work)(coordinates, weights[inside], weights[outside], float(slack))
    owner = held[:, 0].astype(np.intp)
    rows = np.concatenate([inside, outside])[owner]
    left = weights[rows] * held[:, 1]
    positive = left > 0
    rows, left = rows[positive], left[positive]
    by_row = np.argsort(rows)
    return rows[by_row], left[by_row] / left.sum()


def _moments(points: Floats) -> Floats:
    """One row for each point: the products a_i a_j with i <= j."""
    i, j = np.triu_indices(points.shape[1])
    return points[:, i] * points[:, j]


def _basis(moments: Floats, weights: Floats) -> tuple[npt.NDArray[np.intp], Floats]:
    """An order in which a basis comes first, and the coordinates of the other rows in it.

    Elimination with row exchanges of weight * moment, heavy ones first: P M = L U; the first rows
    of L are those of a basis, and the others are L_2 L_1^-1 in it. A column depends on others if
    its pivot is only rounding for the weight of its row; such columns are left out.
    """
    lapack, blas = _libraries()
    while True:
        rank = moments.shape[1]
        factors, exchanges, _ = lapack.dgetrf(moments * weights[:, None])
        order = np.arange(len(moments))
        for place, other in enumerate(exchanges.tolist()):
            if place != other:
                order[place], order[other] = order[other], order[place]
        dependent = np.abs(np.diag(factors)) <= DEPENDENT * weights[order[:rank]]
        if not dependent.any():
            break
        moments = moments[:, ~dependent]
    others = blas.dtrsm(1.0, factors[:rank], factors[rank:], side=1, lower=1, diag=1)
    return order, np.ascontiguousarray(others)


def _libraries() -> tuple[Any, Any]:
    from scipy.linalg import blas, lapack

    return lapack, blas
