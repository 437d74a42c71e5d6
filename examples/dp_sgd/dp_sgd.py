"""DP-SGD for logistic regression in NumPy, with the loop of Opacus: full batches, one noise a step.

`banditproof attack gradient dp_sgd:train` plays the membership game against it.
"""

import numpy as np

RATE = 0.1
STEPS = 4


def train(data, noise_multiplier, clip, rng, steps=STEPS):
    """The parameters after so many steps; the last column of the data has the labels 0 and 1."""
    theta = np.zeros(data.shape[1] - 1)
    for _ in range(steps):
        total = clipped(gradients(theta, data), clip).sum(axis=0)
        total += noise_multiplier * clip * rng.standard_normal(len(theta))
        theta -= RATE * total
    return theta


def gradients(theta, data):
    """The gradient of the logistic loss of each row."""
    x, y = data[:, :-1], data[:, -1]
    return (1 / (1 + np.exp(-x @ theta)) - y)[:, None] * x


def clipped(rows, clip):
    """Each row, no longer than the norm."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows * np.minimum(1, clip / np.maximum(lengths, 1e-12))
