"""The steps towards a design: Wolfe and Atwood, Newton, deletion, Caratheodory, equal rows."""

import importlib
import itertools
import numpy as np
import pytest
from properties import rejects
from banditproof.theory import optimal_design
from banditproof.theory.designs import design_kernels, support_reduction, working_set
from banditproof.theory.designs.action_matrix import read_matrix
from banditproof.theory.designs.action_span import span_of
from banditproof.theory.designs.leverages import inverse_factor, leverages, quadratic_forms
from banditproof.theory.designs.newton_polish import polished
from banditproof.theory.designs.optimal_design import first_equal_rows


def heights(points, weights):
    return leverages(points, inverse_factor(points, weights))


def test_kernels_equal_their_python_source():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(12, 3))
    compiled, plain = np.full(12, 1 / 12), np.full(12, 1 / 12)
    result = design_kernels.wolfe_atwood(points, compiled, 1e-3, 40)
    expected = design_kernels.wolfe_atwood.interpreted(points, plain, 1e-3, 40)
    assert (compiled == plain).all()
    for ours, theirs in zip(result, expected, strict=True):
        assert np.array_equal(ours, theirs)
    coordinates = rng.normal(size=(6, 4))
    arguments = (coordinates, rng.random(4), rng.random(6), 0.01)
    assert np.array_equal(
        design_kernels.exchange(*arguments), design_kernels.exchange.interpreted(*arguments)
    )
    for size in (1, 7, 8, 9, 30):
        values = rng.integers(0, 4, size).astype(float)
        place = design_kernels.place_of_largest(values)
        assert place == design_kernels.place_of_largest.interpreted(values)
        assert values[place] == values.max()


def test_steps_keep_leverages_and_inverse_true():
    rng = np.random.default_rng(1)
    points = rng.standard_t(3, (40, 4))
    for gap in (0.5, 1e-2, 1e-5):
        weights = np.full(40, 1 / 40)
        result, inverse, steps = design_kernels.wolfe_atwood(points, weights, gap, 10**5)
        assert 0 < steps < 10**5
        assert weights.sum() == pytest.approx(1, abs=1e-12)
        assert weights.min() >= 0
        assert np.allclose(result, heights(points, weights), rtol=1e-9)
        assert np.allclose(result, quadratic_forms(points, inverse), rtol=1e-9)
        assert result.max() <= 4 * (1 + gap) * (1 + 1e-12)


def test_every_step_increases_the_determinant():
    points = np.random.default_rng(2).normal(size=(20, 3))
    weights = np.full(20, 0.05)
    before = -np.inf
    for _ in range(60):
        design_kernels.wolfe_atwood(points, weights, 0.0, 1)
        value = np.linalg.slogdet((points * weights[:, None]).T @ points)[1]
        assert value >= before - 1e-12
        before = value


def test_newton_converges_at_once_from_nearby():
    rng = np.random.default_rng(3)
    points = rng.normal(size=(60, 5))
    weights = np.full(60, 1 / 60)
    design_kernels.wolfe_atwood(points, weights, 1e-4, 10**5)
    rough = heights(points, weights).max() / 5 - 1
    fine = heights(points, polished(points, weights, 1e-13)).max() / 5 - 1
    assert rough > 1e-6
    assert fine < 1e-12


def deletes_only_what_is_not_needed(threshold):
    """No point of an optimal support has a leverage below the threshold under another design."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        d = int(rng.integers(2, 5))
        count = 15 if seed % 2 else d + 1  # of few points a light one is often needed
        points = rng.normal(size=(count, d))
        support = list(optimal_design(points, 1e-12).support)
        near = optimal_design(points, 1e-12).weights
        for share in (1e-6, 1e-3, 0.03, 0.3, 1.0):
            weights = (1 - share) * near + share * rng.dirichlet([1.0] * count)
            result = heights(points, weights)
            needed = threshold(result.max() / d - 1, d)
            assert result[support].min() >= needed * (1 - 1e-9)


def test_deletion_spares_every_support():
    needed = working_set.needed_leverage
    deletes_only_what_is_not_needed(needed)
    rejects(deletes_only_what_is_not_needed, lambda gap, d: d * (1 - gap / 10))
    # the excess over d, not the gap relative to d
    rejects(deletes_only_what_is_not_needed, lambda gap, d: needed(gap / d, d))


def test_small_sets_with_opposite_rows_reach_every_tolerance():
    for seed in (3, 15, 909, 1200):
        rng = np.random.default_rng(seed)
        d = int(rng.integers(2, 8))
        half = rng.standard_normal((d + int(rng.integers(0, 3)), d))
        for points in (half, np.vstack([half, -half])):
            for tolerance in (1e-3, 1e-6, 1e-9):
                assert optimal_design(points, tolerance).gap <= tolerance


def test_a_breakdown_of_floats_is_one_sentence(monkeypatch):
    def breakdown(*arguments):
        raise np.linalg.LinAlgError("Matrix is not positive definite")

    module = importlib.import_module("banditproof.theory.designs.optimal_design")
    monkeypatch.setattr(module, "near_optimal", breakdown)
    with pytest.raises(ArithmeticError, match="too badly conditioned"):
        optimal_design([[1, 0], [0, 1]])


def keeps_the_information_matrix(reduce):
    hypercube = np.array(list(itertools.product((-1.0, 1.0), repeat=5)))
    rng = np.random.default_rng(5)
    sphere = rng.normal(size=(80, 4))
    sphere /= np.linalg.norm(sphere, axis=1, keepdims=True)
    for points in (hypercube, sphere, rng.standard_t(3, (100, 3)), rng.normal(size=(30, 2))):
        d = points.shape[1]
        for _ in range(5):
            weights = rng.dirichlet([0.3] * len(points)) + 1e-9
            weights /= weights.sum()
            rows, kept = reduce(points, weights)
            assert len(rows) <= d * (d + 1) // 2
            assert len(set(rows.tolist())) == len(rows)
            assert kept.min() > 0
            assert kept.sum() == pytest.approx(1, abs=1e-12)
            before = (points * weights[:, None]).T @ points
            after = (points[rows] * kept[:, None]).T @ points[rows]
            scale = np.trace(after) / np.trace(before)
            assert scale >= 1 - 1e-9  # the sum of weights shrank, so V grew
            assert np.allclose(after, scale * before, atol=1e-9 * np.abs(before).max())


def test_a_reduced_support_keeps_the_information_matrix():
    keeps_the_information_matrix(support_reduction.reduced_support)

    def heaviest(points, weights):
        d = points.shape[1]
        rows = np.sort(np.argsort(-weights)[: d * (d + 1) // 2])
        return rows, weights[rows] / weights[rows].sum()

    def not_normalised(points, weights):
        rows, kept = support_reduction.reduced_support(points, weights)
        return rows, kept * 0.9

    rejects(keeps_the_information_matrix, heaviest)
    rejects(keeps_the_information_matrix, not_normalised)


def test_the_slack_of_a_reduction_is_kept():
    rng = np.random.default_rng(6)
    points = rng.normal(size=(60, 3))
    for slack in (0.0, 1e-3, 0.1):
        weights = rng.dirichlet([1.0] * 60)
        rows, kept = support_reduction.reduced_support(points, weights, slack)
        before, after = (
            heights(points, weights).max(),
            leverages(points, inverse_factor(points[rows], kept)).max(),
        )
        assert after <= before * (1 + slack) * (1 + 1e-9)


def test_first_equal_rows():
    rng = np.random.default_rng(8)
    for _ in range(20):
        points = rng.integers(-1, 2, (40, 3)).astype(float)
        rows = rng.permutation(40)[:10]
        result = first_equal_rows(points, rows)
        for row, first in zip(rows, result, strict=True):
            same = (points == points[row]).all(axis=1) | (points == -points[row]).all(axis=1)
            assert first == np.flatnonzero(same)[0]


def test_clusters_of_a_fine_grid():
    # the optimal design of polynomials lies between grid points: Guest's points, d of them
    for count, d in ((1001, 6), (20_001, 4)):
        design = optimal_design(np.vander(np.linspace(-1, 1, count), d), 1e-9)
        assert d <= len(design.support) <= 2 * d
        assert design.support[0] == 0
        assert design.support[-1] == count - 1


def test_many_copies_of_few_actions():
    rng = np.random.default_rng(9)
    few = rng.normal(size=(30, 5))
    copies = few[rng.integers(0, 30, 5000)] * rng.choice([-1, 1], (5000, 1))
    design = optimal_design(copies, 1e-10)
    assert design.log_determinant == pytest.approx(optimal_design(few, 1e-10).log_determinant)
    indicators = np.eye(20)[rng.integers(0, 20, 3000)]
    assert len(optimal_design(np.c_[np.ones(3000), indicators], 1e-10).support) == 20


def test_whitening_makes_the_mean_moment_the_identity():
    points = np.random.default_rng(10).normal(size=(50, 4)) * [1e-8, 1, 1e5, 3]
    span = span_of(read_matrix(points))
    images = span.coordinates @ span.whitening.T
    assert np.allclose(images.T @ images / 50, np.eye(4), atol=1e-9)
