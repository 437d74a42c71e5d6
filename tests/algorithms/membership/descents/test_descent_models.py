"""Gradients of each row against differences, and the sums that need none of them."""

from collections.abc import Callable
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows, PoolOfRows
from banditproof.algorithms.membership.descents.linear_layers import (
    LinearLayer,
    LinearRegression,
    LogisticRegression,
    SoftmaxRegression,
)
from banditproof.algorithms.membership.descents.model import Model
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss

LAYERS: list[LinearLayer] = [
    LinearRegression(columns=3),
    LinearRegression(columns=3, intercept=False),
    LogisticRegression(columns=3),
    SoftmaxRegression(columns=3, classes=4),
    SoftmaxRegression(columns=3, classes=4, last_score=False),
]
MODELS: list[Model] = [*LAYERS, QuadraticLoss(columns=3)]


def rows_for(model: Model, count: int, rng: np.random.Generator) -> LabelledRows:
    classes = model.classes if isinstance(model, SoftmaxRegression) else 2
    return LabelledRows(rng.normal(size=(count, model.columns)), rng.integers(classes, size=count))


def slope(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray, unit: np.ndarray) -> np.ndarray:
    return (f(x + 1e-5 * unit) - f(x - 1e-5 * unit)) / 2e-5


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_gradients_are_the_slopes_of_the_losses(model: Model) -> None:
    rng = np.random.default_rng(1)
    rows, theta = rows_for(model, 6, rng), rng.normal(size=model.parameters)
    slopes = [slope(lambda x: model.losses(x, rows), theta, u) for u in np.eye(model.parameters)]
    np.testing.assert_allclose(model.gradients(theta, rows), np.transpose(slopes), atol=1e-8)


@pytest.mark.parametrize("model", LAYERS, ids=repr)
def test_curvatures_are_the_slopes_of_the_residuals(model: LinearLayer) -> None:
    rng = np.random.default_rng(2)
    rows, scores = rows_for(model, 5, rng), rng.normal(size=(5, model.outputs))
    for k, unit in enumerate(np.eye(model.outputs)):
        expected = slope(lambda x: model.residuals(x, rows.y), scores, unit)
        np.testing.assert_allclose(model.curvatures(scores)[:, :, k], expected, atol=1e-8)


@pytest.mark.parametrize("model", MODELS, ids=repr)
@pytest.mark.parametrize("bound", [0.5, 3.0, np.inf])
def test_sums_are_those_of_the_clipped_gradients(model: Model, bound: float) -> None:
    rng = np.random.default_rng(3)
    rows, theta = rows_for(model, 7, rng), rng.normal(size=model.parameters)
    gradients = model.gradients(theta, rows)
    for batch in (np.arange(7), np.array([4, 1]), np.array([2] * 7)):
        expected = clip(gradients[batch], bound).sum(axis=0)
        for sums in (model.gradient_sums(rows), Model.gradient_sums(model, rows)):
            np.testing.assert_allclose(sums(theta, batch, bound), expected, atol=1e-12)


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_one_row_along_several_parameters(model: Model) -> None:
    rng = np.random.default_rng(4)
    row, iterates = rows_for(model, 1, rng), rng.normal(size=(5, model.parameters))
    expected = [model.gradients(theta, row)[0] for theta in iterates]
    np.testing.assert_allclose(model.gradients_along(iterates, row), expected, atol=1e-14)


def test_a_softmax_layer_has_a_singular_covariance() -> None:
    """Rank 189 of 210 for 20 features and 10 classes, and full rank without the last score."""
    rng = np.random.default_rng(5)
    rows = LabelledRows(rng.normal(size=(600, 20)), rng.integers(10, size=600))
    for last_score, parameters in ((True, 210), (False, 189)):
        model = SoftmaxRegression(columns=20, classes=10, last_score=last_score)
        gradients = model.gradients(model.start, rows)
        assert gradients.shape == (600, parameters)
        centred = gradients - gradients.mean(axis=0)
        assert np.linalg.matrix_rank(centred) == 189


def test_both_forms_of_softmax_have_the_same_losses() -> None:
    rng = np.random.default_rng(6)
    rows = LabelledRows(rng.normal(size=(9, 2)), rng.integers(3, size=9))
    weights = rng.normal(size=(3, 3))
    whole = SoftmaxRegression(columns=2, classes=3)
    short = SoftmaxRegression(columns=2, classes=3, last_score=False)
    ours = whole.losses(weights.ravel(), rows)
    np.testing.assert_allclose(ours, short.losses((weights - weights[2])[:2].ravel(), rows))


def test_large_scores_do_not_overflow() -> None:
    row = LabelledRows([[1.0], [1.0]], [0, 1])
    model = LogisticRegression(columns=1, intercept=False)
    np.testing.assert_allclose(model.losses([1e4], row), [1e4, 0.0])
    np.testing.assert_allclose(model.gradients([-1e4], row), [[0.0], [-1.0]])
    softmax = SoftmaxRegression(columns=1, classes=2, intercept=False)
    np.testing.assert_allclose(softmax.losses([-1e4, 1e4], row), [2e4, 0.0])


def test_clipping_keeps_directions_and_shortens_what_is_longer() -> None:
    vectors = np.array([[3.0, 4.0], [0.3, 0.4], [0.0, 0.0]])
    clipped = clip(vectors, 1.0)
    np.testing.assert_allclose(clipped, [[0.6, 0.8], [0.3, 0.4], [0.0, 0.0]])
    np.testing.assert_array_equal(clip(vectors, np.inf), vectors)


def test_rows_are_values() -> None:
    rows = LabelledRows([[1.0], [2.0]], [0, 1])
    assert rows == LabelledRows([[1.0], [2.0]], [0, 1])
    assert hash(rows) == hash(rows.take([0, 1]))
    assert rows != rows.take([1, 0])
    with pytest.raises(ValueError, match="read-only"):
        rows.x[0] = 5.0
    assert rows.with_first(LabelledRows([[7.0]], [5])) == LabelledRows([[7.0], [2.0]], [5, 1])
    assert PoolOfRows(rows).draw(5, 3) == PoolOfRows(rows).draw(5, 3)
