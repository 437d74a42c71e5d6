"""DP-SGD with mistakes that are made: `banditproof attack gradient` finds each of them."""

import numpy as np
from dp_sgd import RATE, STEPS, clipped, gradients


def without_noise(data, noise_multiplier, clip, rng, steps=STEPS):
    """The gradients are clipped, and the noise was forgotten."""
    theta = np.zeros(data.shape[1] - 1)
    for _ in range(steps):
        theta -= RATE * clipped(gradients(theta, data), clip).sum(axis=0)
    return theta


def clip_after_sum(data, noise_multiplier, clip, rng, steps=STEPS):
    """The sum of a batch is clipped: one row can turn it around, and move it by twice the norm."""
    theta = np.zeros(data.shape[1] - 1)
    for _ in range(steps):
        (total,) = clipped(gradients(theta, data).sum(axis=0, keepdims=True), clip)
        total += noise_multiplier * clip * rng.standard_normal(len(theta))
        theta -= RATE * total
    return theta


def noise_of_the_mean(data, noise_multiplier, clip, rng, steps=STEPS):
    """The noise of the mean of a batch is added to its sum: too small by the size of the batch."""
    theta = np.zeros(data.shape[1] - 1)
    for _ in range(steps):
        total = clipped(gradients(theta, data), clip).sum(axis=0)
        total += noise_multiplier * clip / len(data) * rng.standard_normal(len(theta))
        theta -= RATE * total
    return theta


def clip_by_coordinate(data, noise_multiplier, clip, rng, steps=STEPS):
    """Each coordinate is clipped, and not the norm: a row moves the sum by sqrt(d) norms."""
    theta = np.zeros(data.shape[1] - 1)
    for _ in range(steps):
        total = np.clip(gradients(theta, data), -clip, clip).sum(axis=0)
        total += noise_multiplier * clip * rng.standard_normal(len(theta))
        theta -= RATE * total
    return theta
