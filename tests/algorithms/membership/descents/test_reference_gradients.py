"""The geometry of reference gradients against plain inverses, and its invariance."""

from dataclasses import replace
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.canaries import best_candidate
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.linear_layers import LinearRegression
from banditproof.algorithms.membership.descents.privacy_of_descents import descent_privacy
from banditproof.algorithms.membership.descents.reference_gradients import (
    CHUNK,
    GradientGeometry,
    gradient_geometry,
)


def references(rank: int, rng: np.random.Generator) -> np.ndarray:
    """50 vectors of 6 coordinates in a shifted space of the given dimension."""
    return rng.normal(size=(50, rank)) @ rng.normal(size=(rank, 6)) + rng.normal(size=6)


@pytest.mark.parametrize("rank", [6, 4, 1])
@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_scores_are_those_of_the_inverse(rank: int, noise: float) -> None:
    rng = np.random.default_rng(rank)
    rows = references(rank, rng)
    geometry = gradient_geometry(rows).with_noise(noise)
    assert geometry.rank == rank
    matrix = np.cov(rows.T, bias=True) + noise * np.eye(6)
    inverse = np.linalg.pinv(matrix, rcond=1e-9, hermitian=True)
    a, b = rng.normal(size=(2, 8, 6))
    centred_a, centred_b = a - rows.mean(axis=0), b - rows.mean(axis=0)
    squares = np.einsum("ij,jk,ik->i", centred_a, inverse, centred_a)
    np.testing.assert_allclose(geometry.squares(a), squares, rtol=1e-8)
    np.testing.assert_allclose(geometry.products(a, a), squares, rtol=1e-8)
    products = np.einsum("ij,jk,ik->i", centred_a, inverse, centred_b)
    np.testing.assert_allclose(geometry.products(a, b), products, rtol=1e-7, atol=1e-8)


def test_few_references_span_few_directions() -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(4, 6))
    geometry = gradient_geometry(rows)
    assert geometry.rank == 3
    np.testing.assert_allclose(geometry.outside(rows), 0.0, atol=1e-12)
    assert geometry.outside(rng.normal(size=(5, 6))).min() > 0.1
    # the scores of the references themselves add up to n times the rank
    assert geometry.squares(rows).sum() == pytest.approx(4 * 3)


def test_constant_coordinates_are_left_out_even_if_they_are_large() -> None:
    rng = np.random.default_rng(2)
    rows = np.hstack([rng.normal(size=(40, 2)), np.full((40, 1), 1e6 / 3)])
    geometry = gradient_geometry(rows)
    assert geometry.rank == 2
    assert geometry.outside([[0.0, 0.0, 1e6 / 3 + 2.0]]) == pytest.approx(2.0)


def test_the_uncentred_scores_are_those_of_the_second_moment() -> None:
    """Bernoulli(0.3) columns: the all-ones target, which leaks most, looks like the least."""
    rng = np.random.default_rng(4)
    rows = (rng.random((4000, 10)) < 0.3).astype(float)
    ones = np.ones((1, 10))
    (true,) = gradient_geometry(rows).squares(ones)
    (printed,) = gradient_geometry(rows, centred=False).squares(ones)
    matrix = rows.T @ rows / len(rows)
    away = ones[0] - rows.mean(axis=0)
    assert printed == pytest.approx(away @ np.linalg.solve(matrix, away))
    assert true > 20 > 5 > printed


@pytest.mark.parametrize("rank", [6, 4])
def test_single_precision_errs_by_no_more_than_it_says(rank: int) -> None:
    rng = np.random.default_rng(5)
    geometry = gradient_geometry(references(rank, rng))
    candidates = rng.normal(size=(CHUNK + 3, 6)) * np.geomspace(1e-3, 1e3, CHUNK + 3)[:, None]
    exact = geometry.squares(candidates)
    scores, errors = geometry.screened_squares(candidates)
    assert (np.abs(scores - exact) <= errors).all()
    assert (scores != exact).any()
    assert np.median(errors / exact) < 1e-3


def test_the_last_candidates_are_scored_as_the_first() -> None:
    geometry = GradientGeometry(np.zeros(2), np.eye(2), np.array([4.0, 1.0]))
    candidates = np.tile([[2.0, 1.0]], (CHUNK + 1, 1))
    np.testing.assert_array_equal(geometry.squares(candidates), 2.0)


@pytest.mark.parametrize("unit", [1e-25, 1.0, 1e30])
def test_screening_finds_the_same_in_every_unit(unit: float) -> None:
    """Single precision would give 0 or infinity for the scores at the ends."""
    rng = np.random.default_rng(8)
    geometry = gradient_geometry(rng.normal(size=(50, 4)))
    around = unit * rng.normal(size=(30, 4))
    geometry = replace(geometry, mean=np.zeros(4))
    scores, errors = geometry.screened_squares(around)
    exact = geometry.squares(around)
    assert (np.abs(scores - exact) <= errors).all()
    screened = best_candidate(geometry, around, screen=True)
    assert screened.index == best_candidate(geometry, around).index
    wide = replace(geometry, variances=geometry.variances * 1e-60)
    assert best_candidate(wide, around, screen=True).index == best_candidate(wide, around).index


def test_numbers_at_the_ends_of_the_floats_are_kept() -> None:
    assert clip([[1e-320, 0.0]], 1e308).tolist() == [[1e-320, 0.0]]
    noise = ClippedNoise(bound=1.0, multiplier=1e-300)
    quiet = Descent(model=LinearRegression(columns=1), rates=(1.0,), noise=noise)
    assert "mu^2 = 4.00000e+598" in descent_privacy(quiet, 10).words
