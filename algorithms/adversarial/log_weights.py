"""Weights that are kept as logarithms, so that losses of any size and sign cannot overflow."""

import math
from collections.abc import Sequence
from .learner import Law

STEP = 16.0
"""The distance between two references to which weights are relative."""


def relative_weights(log_weights: Sequence[float]) -> tuple[float, ...]:
    """The weights, divided by e to the largest logarithm, rounded down to a multiple of 16.

    So the largest weight is between 1 and e^16, and others are divided by the same number for as
    long as the largest moves little.

    >>> relative_weights((16.0, 0.0))[0], relative_weights((-1e300, 0.0))
    (1.0, (0.0, 1.0))
    """
    reference = STEP * math.floor(max(log_weights) / STEP)
    return tuple(math.exp(w - reference) for w in log_weights)


def weights_law(log_weights: Sequence[float]) -> Law:
    """The law that is proportional to the weights.

    >>> weights_law((0.0, 1e300)), weights_law((-5e5, -5e5))
    ((0.0, 1.0), (0.5, 0.5))
    """
    weights = relative_weights(log_weights)
    total = 0.0
    for weight in weights:
        total += weight
    return tuple(weight / total for weight in weights)


def mixed(law: Sequence[float], gamma: float) -> Law:
    """The law, mixed with a share gamma of the uniform one.

    >>> mixed((1.0, 0.0), 0.5)
    (0.75, 0.25)
    """
    keep, share = 1.0 - gamma, gamma / len(law)
    return tuple(keep * p + share for p in law)
