"""The CANIFE loss: its slope, its minimum, and where its ranking is not that of the scores."""

import numpy as np
import pytest
from banditproof.algorithms.membership.descents import (
    LinearRegression,
    LogisticRegression,
    NormalFeatures,
    SoftmaxRegression,
    canife_losses,
    canife_row,
)
from banditproof.algorithms.membership.descents.canife import canife_gradient, canife_slope
from banditproof.algorithms.membership.descents.linear_layers import LinearLayer


def test_the_loss_and_its_slope() -> None:
    rng = np.random.default_rng(1)
    references = rng.normal(size=(7, 4))
    for size in (0.2, 1.0, 5.0):
        gradient = size * rng.normal(size=4)
        norm = np.linalg.norm(gradient)
        expected = sum((u @ gradient) ** 2 for u in references) + max(2 - norm, 0) ** 2
        assert canife_losses(references, [gradient], 2)[0] == pytest.approx(expected)
        slopes = [
            np.diff(canife_losses(references, [gradient - step, gradient + step], 2))[0] / 2e-6
            for step in 1e-6 * np.eye(4)
        ]
        np.testing.assert_allclose(canife_slope(references, gradient, 2), slopes, atol=1e-6)
    np.testing.assert_array_equal(canife_slope(references, np.zeros(4), 2), np.zeros(4))


def test_the_smallest_loss() -> None:
    rng = np.random.default_rng(2)
    references = rng.normal(size=(6, 4))
    best = canife_gradient(references, 3)
    least = np.linalg.eigvalsh(references.T @ references)[0]
    (loss,) = canife_losses(references, [best], 3)
    assert loss == pytest.approx(9 * least / (1 + least))
    np.testing.assert_allclose(canife_slope(references, best, 3), 0, atol=1e-10)
    around = best + rng.normal(size=(200, 4)) * np.geomspace(1e-3, 3, 200)[:, None]
    assert canife_losses(references, around, 3).min() > loss


def test_the_first_coordinate_of_the_best_gradient_is_positive() -> None:
    rng = np.random.default_rng(3)
    for size in (2, 3, 4) * 5:
        best = canife_gradient(rng.normal(size=(6, size)), 3)
        assert best[0] > 0
    for direction in ([0, 1, 2], [0, 1, -2]):
        # no reference has a part along the direction, which is (0, 1, ...)
        apart = np.cross(direction, [[1, 0, 0], [0, 2, 1], [3, 1, 1]])
        assert canife_gradient(apart, 3)[1] > 0


def test_free_directions_cost_nothing() -> None:
    references = np.array([[1.0, 2.0, 0.0]])
    best = canife_gradient(references, 3)
    assert np.linalg.norm(best) == pytest.approx(3)
    assert canife_losses(references, [best], 3)[0] == pytest.approx(0, abs=1e-20)


def test_the_ranking_is_reversed_in_three_dimensions() -> None:
    """C = diag(0.1, 1, 10), e2 and (e1 + e3) / sqrt 2: 1 and 5.05 in both, opposite choices."""
    variances = np.array([0.1, 1.0, 10.0])
    references = np.diag(np.sqrt(variances))
    candidates = np.array([[0.0, 1.0, 0.0], np.array([1.0, 0.0, 1.0]) / np.sqrt(2)])
    losses = canife_losses(references, candidates, 1)
    np.testing.assert_allclose(losses, [1, 5.05])
    np.testing.assert_allclose((candidates**2 / variances).sum(axis=1), [1, 5.05])


@pytest.mark.parametrize(("dimension", "agrees"), [(2, True), (3, False)])
def test_on_the_sphere_rankings_agree_in_two_dimensions_only(dimension: int, agrees: bool) -> None:
    rng = np.random.default_rng(3)
    variances = np.geomspace(0.1, 10, dimension)
    candidates = rng.normal(size=(100, dimension))
    candidates /= np.linalg.norm(candidates, axis=1)[:, None]
    losses = canife_losses(np.diag(np.sqrt(variances)), candidates, 1)
    scores = (candidates**2 / variances).sum(axis=1)
    assert (np.argsort(losses).tolist() == np.argsort(-scores).tolist()) == agrees
    smallest = canife_gradient(np.diag(np.sqrt(variances)), 1)
    np.testing.assert_allclose(smallest[1:], 0, atol=1e-12)  # the optimum of both


LAYERS = [LinearRegression(columns=3), LogisticRegression(columns=3, intercept=False)]
LAYERS += [SoftmaxRegression(columns=3, classes=3, last_score=last) for last in (True, False)]


@pytest.mark.parametrize("model", LAYERS, ids=repr)
def test_a_crafted_row_is_a_local_minimum(model: LinearLayer) -> None:
    rng = np.random.default_rng(4)
    theta = rng.normal(size=model.parameters) / 2
    law = NormalFeatures(model=model, theta=theta, scales=[1, 0.5, 2])
    references = model.gradients(theta, law.draw(30, 5)) / 5
    start = law.draw(1, 6)
    row = canife_row(model, theta, references, start, 2)
    assert row.y == start.y
    around = row.take([0] * 6).x + 1e-2 * np.vstack([np.eye(3), -np.eye(3)])
    near = type(row)(around, np.repeat(row.y, 6))
    before, after, least = (
        canife_losses(references, model.gradients(theta, rows), 2).min()
        for rows in (start, row, near)
    )
    assert after < before
    assert least >= after - 1e-6
