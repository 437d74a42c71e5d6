"""The log-likelihood ratio of a mean of lattice columns with Gaussian noise, by exact mixtures."""

from typing import Any
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats

PIECE = 4_000_000
"""The most numbers that a table of distances has at a time."""


def noisy_lattice_terms(
    law: Any, releases: Floats, targets: Floats, rows: int, noise: Floats
) -> Floats:
    """The terms of the ratio: log of sum_k P_in(k) phi(x - k/n) / sum_k P_out(k) phi(x - k/n).

    `noise` are the variances gamma_j^2, all positive; the noise of the mean has the variance
    gamma_j^2 / n. The target may be any number.

    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> law, far = BernoulliColumns(("1/2",)), np.array([[-3.0], [4.0]])
    >>> noisy_lattice_terms(law, far, np.ones(1), 2, np.ones(1)).round(4)
    array([[-2.6091],
           [ 0.6557]])
    """
    if not hasattr(law, "sum_table"):
        raise ValueError(
            f"The ratio of noisy means of {type(law).__name__} is not known; give Bernoulli, "
            "lattice or normal columns."
        )
    if not noise.all():
        column = int(np.argmin(noise)) + 1
        raise ValueError(
            f"Column {column} has no noise while others have; give noise for every column, or none."
        )
    shape = np.broadcast_shapes(releases.shape, targets.shape)
    x, z = np.broadcast_to(releases, shape), np.broadcast_to(targets, shape)
    result = np.empty(shape)
    for j in range(shape[-1]):
        out_values, out = law.sum_table(j, rows)
        in_values, inside = law.sum_table(j, rows - 1)
        width = np.sqrt(noise[j] / rows)
        flat_x, flat_z = x[..., j].ravel(), z[..., j].ravel()
        ends = np.empty(len(flat_x))
        step = max(1, PIECE // len(out))
        for start in range(0, len(flat_x), step):
            part = slice(start, start + step)
            with_target = (in_values + flat_z[part, None]) / rows
            ends[part] = _log_density(flat_x[part], with_target, inside, width) - _log_density(
                flat_x[part], out_values / rows, out, width
            )
        result[..., j] = ends.reshape(shape[:-1])
    return result


def _log_density(x: Floats, centres: Floats, weights: Floats, width: float) -> Floats:
    """The logarithm of a mixture of normal densities of one width, up to a constant."""
    with np.errstate(divide="ignore"):
        exponents = np.log(weights) - ((x[:, None] - centres) / width) ** 2 / 2
    top = exponents.max(axis=1)
    return np.asarray(top + np.log(np.exp(exponents - top[:, None]).sum(axis=1)))
