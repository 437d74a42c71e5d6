"""Designs after a few steps of the Frank-Wolfe method, as programs use them."""

import numpy as np
from banditproof.theory.exact import exact_count
from .action_matrix import Actions, Floats, read_matrix
from .action_span import span_of


def frank_wolfe_design(actions: Actions, steps: int) -> Floats:
    """The weights after so many steps from the uniform design, in float64 and without a proof.

    A step moves to the row of the largest leverage g = max a'V^-1 a, by the share
    (g/d - 1) / (g - 1), which is best for log det V. All rows keep some weight, and g > d remains;
    `g_value` certifies by how much.

    >>> frank_wolfe_design([[1, 0], [0, 1], [0.5, 0.5]], 0).round(3).tolist()
    [0.333, 0.333, 0.333]
    >>> frank_wolfe_design([[1, 0], [0, 1], [0.5, 0.5]], 100).round(2).tolist()
    [0.49, 0.5, 0.01]
    """
    exact_count("steps", steps)
    span = span_of(read_matrix(actions))
    rows = span.coordinates @ span.whitening.T
    weights = np.full(len(rows), 1 / len(rows))
    for _ in range(steps):
        leverages = np.einsum(
            "ij,ji->i", rows, np.linalg.solve((rows * weights[:, None]).T @ rows, rows.T)
        )
        best = int(leverages.argmax())
        top = float(leverages[best])
        if top <= span.rank * (1 + 1e-15):
            break
        share = (top / span.rank - 1) / (top - 1)
        weights *= 1 - share
        weights[best] += share
    return weights
