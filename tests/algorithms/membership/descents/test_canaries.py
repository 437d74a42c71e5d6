"""Algorithm 14 against exhaustive choices, its misprints, and the heuristics."""

from typing import Any
import numpy as np
import pytest
from banditproof.algorithms.membership.descents import (
    GradientGeometry,
    LabelledRows,
    LinearRegression,
    LogisticRegression,
    NormalFeatures,
    SoftmaxRegression,
    adversarial_canary,
    best_candidate,
    blank_canary,
    dirac_canary,
    gradient_geometry,
    input_canary,
    mislabelled_canary,
    moved_candidates,
)

MODEL = SoftmaxRegression(columns=3, classes=3)
LAW = NormalFeatures(model=MODEL, theta=np.arange(12.0) / 10, scales=[0.5, 1, 4], centres=[2, 0, 1])
CROSS = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])


def test_the_uncentred_score_reverses_the_choice() -> None:
    """Mean (10, 0), covariance I: scores 4 and 1, and 0.0396 and 1 with the second moment."""
    references = np.sqrt(2) * CROSS + [10, 0]
    candidates = [[12.0, 0.0], [10.0, 1.0]]
    right = best_candidate(gradient_geometry(references), candidates)
    wrong = best_candidate(gradient_geometry(references, centred=False), candidates)
    assert (right.index, wrong.index) == (0, 1)
    np.testing.assert_allclose(right.scores, [4, 1])
    np.testing.assert_allclose(wrong.scores, [4 / 101, 1])


def test_input_canaries_by_the_definition() -> None:
    references, candidates = LAW.draw(200, 1), LAW.draw(40, 2)
    theta = np.linspace(-1, 1, 12)
    gradients, own = MODEL.gradients(theta, references), MODEL.gradients(theta, candidates)
    inverse = np.linalg.pinv(np.cov(gradients.T, bias=True), rcond=1e-10, hermitian=True)
    away = own - gradients.mean(axis=0)
    expected = np.einsum("ij,jk,ik->i", away, inverse, away)
    result = input_canary(MODEL, references, candidates, theta=theta)
    np.testing.assert_allclose(result.scores, expected, rtol=1e-7)
    assert result.index == int(np.argmax(expected))
    assert not result.is_outside


def test_the_printed_algorithm_scores_the_references() -> None:
    references, candidates = LAW.draw(50, 3), LAW.draw(20, 4)
    printed = input_canary(MODEL, references, candidates, reading="as printed")
    uncentred = input_canary(MODEL, references, candidates, reading="uncentred")
    first = references.take(np.arange(20))
    same = input_canary(MODEL, references, first, reading="uncentred")
    np.testing.assert_array_equal(printed.scores, same.scores)
    assert not np.allclose(printed.scores, uncentred.scores)
    corrected = input_canary(MODEL, references, candidates)
    assert not np.allclose(corrected.scores, uncentred.scores)


def test_the_choice_does_not_depend_on_the_parametrisation() -> None:
    rng = np.random.default_rng(5)
    references, candidates = rng.normal(size=(60, 4)), rng.normal(size=(30, 4))
    matrix, shift = rng.normal(size=(4, 4)), 20 * rng.normal(size=4)
    moved = [moved_candidates(v, matrix, shift) for v in (references, candidates)]
    for centred in (True, False):
        before, after = (
            best_candidate(gradient_geometry(r, centred=centred), c).scores
            for r, c in ((references, candidates), moved)
        )
        assert np.allclose(before, after, rtol=1e-6) == centred


def test_more_candidates_never_lower_the_best_score() -> None:
    rng = np.random.default_rng(6)
    geometry, candidates = gradient_geometry(rng.normal(size=(30, 3))), rng.normal(size=(20, 3))
    best = [best_candidate(geometry, candidates[: k + 1]).score for k in range(20)]
    assert best == sorted(best)


@pytest.mark.parametrize("screen", [False, True])
def test_scores_in_an_interval(screen: bool) -> None:
    geometry = GradientGeometry(np.zeros(2), np.eye(2), np.ones(2))
    candidates = np.array([[3.0, 0.0], [2.0, 0.0], [0.0, 2.0], [1.0, 0.0]])
    limits = {(0, np.inf): 0, (0, 8.9): 1, (0, 4): 1, (0, 3.9): 3, (9, 9): 0}
    for between, index in limits.items():
        assert best_candidate(geometry, candidates, between=between, screen=screen).index == index


def same_choice(geometry: GradientGeometry, candidates: np.ndarray, between: Any) -> bool:
    """Whether screening changes neither the chosen candidate nor its score."""
    choices = [best_candidate(geometry, candidates, between=between, screen=s) for s in (0, 1)]
    return len({(choice.index, choice.score) for choice in choices}) == 1


def test_screening_makes_the_same_choice_where_single_precision_errs() -> None:
    rng = np.random.default_rng(7)
    turned = np.linalg.qr(rng.normal(size=(20, 20)))[0]
    geometry = GradientGeometry(np.zeros(20), turned, np.geomspace(1e-6, 1e3, 20))
    misled = 0
    for _ in range(30):
        direction = rng.normal(size=20)
        candidates = direction + 1e-7 * rng.normal(size=(50, 20))
        exact = best_candidate(geometry, candidates)
        misled += int(np.argmax(geometry.screened_squares(candidates)[0])) != exact.index
        ordered = np.sort(exact.scores)
        for low, high in (
            (-np.inf, np.inf),
            (0.0, ordered[25]),
            (ordered[25], np.inf),
            (ordered[10], ordered[11]),
        ):
            assert same_choice(geometry, candidates, (low, high))
        # all of one half are above the interval, by less than the error of single precision
        candidates[::2] *= 0.9
        high = float(np.nextafter(geometry.squares(candidates[1::2]).min(), 0))
        assert same_choice(geometry, candidates, (0.0, high))
    assert misled > 5


def test_what_points_out_of_the_references_is_said() -> None:
    references = np.hstack([CROSS, np.zeros((4, 1))])
    result = best_candidate(gradient_geometry(references), [[1.0, 0.0, 0.0], [2.0, 0.0, 0.5]])
    assert result.index == 1
    assert result.outside == pytest.approx(0.5)
    assert result.is_outside


def test_a_dirac_canary_can_be_among_the_hardest() -> None:
    """C = diag(100, 0.01): score 0.01 on the first coordinate, 100 on the second; 2 on average."""
    geometry = GradientGeometry(np.zeros(2), np.eye(2), np.array([100.0, 0.01]))
    scores = geometry.squares(np.array([dirac_canary(2, k, 1.0) for k in (0, 1)]))
    np.testing.assert_allclose(scores, [0.01, 100.0])


def test_heuristic_rows_lose_more() -> None:
    rng = np.random.default_rng(8)
    for model in (LogisticRegression(columns=3), MODEL, LinearRegression(columns=3)):
        theta = rng.normal(size=model.parameters)
        for row in (LabelledRows(rng.normal(size=(1, 3)), [label]) for label in (0, 1)):
            (own,) = model.losses(theta, row)
            assert model.losses(theta, adversarial_canary(model, row, 1e-3, theta))[0] > own
            assert adversarial_canary(model, row, 0.0, theta) == row
            wrong = mislabelled_canary(model, row, theta)
            assert wrong.y[0] != row.y[0]
            if isinstance(model, SoftmaxRegression):
                labels = {0, 1, 2} - {int(row.y[0])}
                others = [model.losses(theta, LabelledRows(row.x, [y]))[0] for y in labels]
                assert model.losses(theta, wrong)[0] == pytest.approx(max(others))
    assert blank_canary(3, 2) == LabelledRows([[0.0, 0.0, 0.0]], [2])
    two = SoftmaxRegression(columns=1, classes=2, intercept=False)
    for label in (0, 1):  # of two classes the other one, however likely it is
        assert mislabelled_canary(two, LabelledRows([[1.0]], [label]), [0, 3]).y == [1 - label]
