"""Synthetic rows: their features, and labels that a model draws."""

import numpy as np
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.linear_layers import (
    LinearRegression,
    LogisticRegression,
    SoftmaxRegression,
)


def test_features_have_the_given_means_and_deviations() -> None:
    """Each of 9 moments is within 6 standard errors: a false alarm has less than 1e-6."""
    count, scales, centres = 20_000, np.array([0.5, 2.0, 0.0]), np.array([3.0, -1.0, 7.0])
    law = NormalFeatures(
        model=LinearRegression(columns=3), theta=[0, 0, 0, 0], scales=scales, centres=centres
    )
    apart = law.draw(count, 4).x - centres
    off = 6 / np.sqrt(count)
    assert (np.abs(apart.mean(axis=0)) <= off * scales).all()
    products = apart.T @ apart / count - np.diag(scales**2)
    assert (np.abs(products) <= 2 * off * np.outer(scales, scales)).all()


def test_labels_are_drawn_by_the_model() -> None:
    count, theta = 20_000, np.array([1.0, -2.0, 0.5])
    off = 6 / np.sqrt(count)
    rows = NormalFeatures(model=LogisticRegression(columns=2), theta=theta, scales=1).draw(count, 1)
    likely = 1 / (1 + np.exp(-(rows.x @ theta[:2] + 0.5)))
    assert abs((rows.y - likely).mean()) < off
    assert abs(((rows.y - likely) * rows.x[:, 1]).mean()) < off
    softmax = SoftmaxRegression(columns=1, classes=3)
    law = NormalFeatures(model=softmax, theta=[1, 0, 0, 1, -1, 0], scales=2, centres=1)
    rows = law.draw(count, 2)
    gradients = softmax.gradients(law.theta, rows)
    assert np.abs(gradients.mean(axis=0)).max() < off * 3
    linear = LinearRegression(columns=1)
    rows = NormalFeatures(model=linear, theta=[2, 1], scales=1, label_noise=3).draw(count, 3)
    noise = rows.y - 2 * rows.x[:, 0] - 1
    assert abs(noise.mean()) < off * 3
    assert abs(noise.std() / 3 - 1) < off
