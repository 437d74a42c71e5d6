"""Optimal designs: known ones, invariances, the equivalence theorem, a second solver, errors."""

import dataclasses
import itertools
import math
from fractions import Fraction
import numpy as np
import pytest
from properties import rejects
from banditproof.theory import optimal_design
from banditproof.theory.designs import g_value

HYPERCUBE = list(itertools.product((-1, 1), repeat=3))
BASIS = [[int(i == j) for j in range(4)] for i in range(4)]
KNOWN = {
    "one action": ([[3, 4]], ["1"]),
    "line": ([["-1/3"], [0], [1], ["0.5"]], [0, 0, 1, 0]),
    "basis": (BASIS, ["1/4"] * 4),
    "simplex": ([[1, 0], [0, 1], [-1, -1]], ["1/3"] * 3),
    "quadratic": ([[1, x, x * x] for x in (-1, 0, 1)], ["1/3"] * 3),
    "quadratic on a grid": (
        [[1, Fraction(x, 4), Fraction(x * x, 16)] for x in range(-4, 5)],
        ["1/3", 0, 0, 0, "1/3", 0, 0, 0, "1/3"],
    ),
    "hypercube": (HYPERCUBE, ["1/4"] * 4 + [0] * 4),
    "square": ([[3, 4], [-4, 3], [5, 0], [0, 5], [1, 1]], ["1/4"] * 4 + [0]),
}


def random_actions(rng):
    """Small sets of many kinds: dependent, repeated, badly scaled, on lattices."""
    d, count, kind = rng.integers(1, 6), rng.integers(1, 25), rng.integers(0, 8)
    gaussian = rng.normal(size=(count, d))
    lattice = rng.integers(-2, 3, (count, d)).astype(float)
    narrow = max(1, d - 2)
    actions = (
        gaussian,
        lattice,
        lattice[:, :narrow] @ rng.integers(-2, 3, (narrow, d)),
        gaussian[:, :narrow] @ rng.normal(size=(narrow, d)),
        gaussian * 10.0 ** rng.integers(-20, 20, d),
        gaussian * 10.0 ** rng.integers(-12, 12, (count, 1)),
        np.vander(rng.random(count), d),
        gaussian[rng.integers(0, count, count)] * rng.choice([-1, 1], (count, 1)),
    )[kind]
    if not actions.any():
        actions[0, 0] = 1.0
    return actions


def information(actions, weights):
    points = np.array([[float(Fraction(x)) for x in row] for row in actions])
    return (points * np.asarray(weights, float)[:, None]).T @ points


@pytest.mark.parametrize("name", KNOWN)
def test_known_designs(name):
    actions, weights = KNOWN[name]
    design = optimal_design(actions, 1e-12)
    # the textbook weights are optimal without any rounding, and ours have the same matrix
    assert g_value(actions, weights) == design.dimension
    result = information(actions, design.weights)
    assert np.allclose(result, information(actions, [float(Fraction(w)) for w in weights]))
    assert design.lower <= design.dimension * (1 + Fraction(design.gap))


def test_weights_of_unique_designs():
    for name in ("basis", "simplex", "quadratic", "quadratic on a grid", "line"):
        actions, weights = KNOWN[name]
        exact = [float(Fraction(w)) for w in weights]
        assert np.abs(optimal_design(actions, 1e-13).weights - exact).max() < 1e-12


def certificate_holds(find, seeds=range(150)):
    """The contract, against the exact rational G-value of the float weights."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        actions = random_actions(rng)
        tolerance = 10.0 ** -int(rng.integers(1, 13))
        design = find(actions, tolerance)
        value, d = g_value(actions, design.weights.tolist()), design.dimension
        assert d == exact_rank(actions)
        assert d <= value
        assert design.lower <= value <= design.upper
        assert value / d - 1 <= Fraction(design.gap)
        assert design.gap <= tolerance
        assert sum(map(Fraction, design.weights.tolist())) == 1
        assert design.support == tuple(np.flatnonzero(design.weights > 0))
        assert len(design.support) <= d * (d + 1) // 2
        assert not design.weights.flags.writeable
        for row in design.support:
            assert actions[row].any()
            earlier = actions[:row]
            assert not (earlier == actions[row]).all(axis=1).any()
            assert not (earlier == -actions[row]).all(axis=1).any()


def exact_rank(actions):
    from flint import fmpq, fmpq_mat

    rows = [[fmpq(*float(x).as_integer_ratio()) for x in row] for row in actions]
    return fmpq_mat(rows).rank()


def test_the_certificate_holds():
    certificate_holds(optimal_design)


def test_a_design_that_stopped_early_is_found_out():
    def early(actions, tolerance):
        design = optimal_design(actions, 0.5)
        upper = Fraction(design.dimension)
        return dataclasses.replace(design, gap=0.0, lower=upper, upper=upper)

    rejects(certificate_holds, early)


def test_a_design_that_weights_copies_is_found_out():
    def doubled(actions, tolerance):
        design = optimal_design(actions, tolerance)
        copies = [i for i, row in enumerate(actions) if (row == actions[design.support[0]]).all()]
        weights = design.weights.copy()
        weights[copies[-1]], weights[copies[0]] = weights[copies[0]], weights[copies[-1]]
        support = tuple(np.flatnonzero(weights > 0))
        weights.flags.writeable = False
        return dataclasses.replace(design, weights=weights, support=support)

    rejects(certificate_holds, doubled)


def best_of_all(find):
    """Kiefer and Wolfowitz: the same design has the largest log det, up to d log(1 + gap)."""
    rng = np.random.default_rng(7)
    for d, count in ((2, 9), (3, 30), (5, 60)):
        actions = rng.standard_t(3, (count, d))
        weights, gap = find(actions)
        best = np.linalg.slogdet(information(actions, weights))[1]
        for concentration in (0.02, 0.2, 1.0):
            for other in rng.dirichlet([concentration] * count, 40):
                sign, value = np.linalg.slogdet(information(actions, other))
                assert sign <= 0 or value <= best + d * math.log1p(gap) + 1e-9
        for step in (1e-3, 1e-2, 0.1):  # and towards each action
            for row in range(count):
                other = (1 - step) * weights
                other[row] += step
                value = np.linalg.slogdet(information(actions, other))[1]
                assert value <= best + d * math.log1p(gap) + 1e-12


def test_it_is_d_optimal():
    def ours(actions):
        design = optimal_design(actions, 1e-9)
        return design.weights, design.gap

    def uniform(actions):
        return np.full(len(actions), 1 / len(actions)), 0.0

    best_of_all(ours)
    rejects(best_of_all, uniform)


def test_affine_invariance_scaling_and_order():
    rng = np.random.default_rng(3)
    actions = rng.normal(size=(40, 4))
    design = optimal_design(actions, 1e-11)
    plain = information(actions, design.weights)
    for _ in range(5):
        change = rng.normal(size=(4, 4)) * 10.0 ** rng.integers(-6, 6, 4)
        moved = optimal_design(actions @ change, 1e-11)
        assert np.allclose(moved.weights, design.weights, atol=1e-6)
        assert np.allclose(
            change.T @ plain @ change / np.abs(change.T @ plain @ change).max(),
            information(actions @ change, moved.weights) / np.abs(change.T @ plain @ change).max(),
            atol=1e-9,
        )
        shift = 2 * np.linalg.slogdet(change)[1]
        assert moved.log_determinant == pytest.approx(design.log_determinant + shift, abs=1e-8)
        order = rng.permutation(40)
        assert np.allclose(optimal_design(actions[order], 1e-11).weights, design.weights[order])
    for scale in (2.0**-900, 1e-7, 3.0, 2.0**900):
        scaled = optimal_design(actions * scale, 1e-11)
        assert np.allclose(scaled.weights, design.weights, atol=1e-6)
        expected = design.log_determinant + 8 * math.log(scale)
        assert scaled.log_determinant == pytest.approx(expected, rel=1e-12, abs=0)


def test_what_lies_inside_the_ellipsoid_changes_nothing():
    rng = np.random.default_rng(5)
    actions = rng.normal(size=(30, 3))
    design = optimal_design(actions, 1e-12)
    inside = rng.normal(size=(200, 3))
    heights = np.einsum(
        "ij,jk,ik->i", inside, np.linalg.inv(information(actions, design.weights)), inside
    )
    inside *= np.sqrt(3 * 0.99 / heights)[:, None] * rng.random((200, 1))
    more = optimal_design(np.vstack([actions, inside]), 1e-12)
    assert more.support == design.support
    assert np.allclose(more.weights[:30], design.weights, atol=1e-9)
    outside = optimal_design(np.vstack([actions, 3 * actions[:1]]), 1e-12)
    assert 30 in outside.support


def test_zero_rows_and_copies():
    actions = [[0, 0], [1, 0], [-1, 0], [0, 2], [1, 0], [0, -2], [0, 2]]
    design = optimal_design(actions, 1e-14)
    assert design.support == (1, 3)
    assert design.weights.tolist() == [0, 0.5, 0, 0.5, 0, 0, 0]


def test_sets_that_do_not_span_are_treated_on_their_span():
    rng = np.random.default_rng(11)
    flat = rng.integers(-300, 300, (30, 3)).astype(float)
    design = optimal_design(flat, 1e-10)
    for width in (4, 6, 9):
        lifted = flat @ rng.integers(-3, 4, (3, width))
        result = optimal_design(lifted, 1e-10)
        assert (result.dimension, result.columns, result.spans) == (3, width, False)
        assert np.allclose(result.weights, design.weights, atol=1e-7)
        eigenvalues = np.linalg.eigvalsh(information(lifted, result.weights))[-3:]
        assert result.log_determinant == pytest.approx(np.log(eigenvalues).sum(), rel=1e-9, abs=0)
    assert design.spans


def test_the_rank_is_exact():
    # 0.1 + 0.2 is not 0.3 in binary, and is in decimals
    column = ["0.1", "0.7", "-0.4", "1.3"]
    decimals = [
        [x, str(Fraction(x) * 2), str(Fraction(x) * 3 + i % 2)] for i, x in enumerate(column)
    ]
    assert optimal_design(decimals).dimension == 2
    thin = [[1.0, 1.0], [1.0, 1.0 + 2.0**-52], [1.0, 1.0]]
    design = optimal_design(thin, 1e-10)
    assert (design.dimension, design.support) == (2, (0, 1))
    assert design.log_determinant == pytest.approx(math.log(2.0**-104 / 4), rel=1e-12, abs=0)


def test_numbers_beyond_floats_are_exact():
    huge, tiny = Fraction(10) ** 400, Fraction(1, 10**400)
    design = optimal_design([[huge, 0], [0, tiny], [huge / 2, tiny / 2]], 1e-12)
    assert design.support == (0, 1)
    assert design.log_determinant == pytest.approx(-2 * math.log(2), abs=1e-9)
    assert optimal_design([[2**60 + 1, 2**60], [2**60, 2**60]]).dimension == 2
    assert optimal_design(np.array([[2**60 + 1, 2**60], [2**60, 2**60]])).dimension == 2


def test_tight_tolerances():
    actions = np.random.default_rng(2).normal(size=(60, 5))
    for tolerance in ("1e-9", 1e-12, Fraction(1, 10**14)):
        assert optimal_design(actions, tolerance).gap <= float(Fraction(tolerance))
    with pytest.raises(ArithmeticError, match="tolerance is 1e-25; give a larger"):
        optimal_design(KNOWN["simplex"][0], "1e-25")
    # four weights of 1/4 are exact
    assert optimal_design(BASIS, "1e-30").gap == 0


@pytest.mark.slow
def test_a_second_solver_finds_no_more():
    import cvxpy

    rng = np.random.default_rng(1)
    for actions in (rng.normal(size=(25, 3)), rng.standard_t(2, (15, 2)), np.array(HYPERCUBE)):
        design = optimal_design(actions, 1e-10)
        weights = cvxpy.Variable(len(actions), nonneg=True)
        matrix = actions.T @ cvxpy.diag(weights) @ actions
        problem = cvxpy.Problem(cvxpy.Maximize(cvxpy.log_det(matrix)), [cvxpy.sum(weights) == 1])
        problem.solve(solver=cvxpy.CLARABEL)
        assert problem.value == pytest.approx(design.log_determinant, abs=1e-5)
        assert problem.value <= design.log_determinant + design.dimension * design.gap + 1e-6


def test_no_design_is_below_the_dimension():
    rng = np.random.default_rng(9)
    for _ in range(30):
        actions = [*rng.integers(-4, 5, (7, 3)).tolist(), [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        shares = rng.integers(1, 9, len(actions)).tolist()
        assert g_value(actions, [Fraction(share, sum(shares)) for share in shares]) >= 3


@pytest.mark.slow
def test_the_certificate_holds_on_many_sets():
    certificate_holds(optimal_design, range(1000, 4000))


@pytest.mark.slow
def test_a_hundred_thousand_actions():
    rng = np.random.default_rng(0)
    for kind in ("heavy tails", "sphere"):
        actions = rng.standard_t(4, (100_000, 50))
        if kind == "sphere":  # every design with V = I / 50 is optimal: supports must be reduced
            actions /= np.linalg.norm(actions, axis=1, keepdims=True)
        design = optimal_design(actions)
        assert design.gap <= 1e-6
        assert len(design.support) <= 1275
        support = list(design.support)
        inverse = np.linalg.inv(information(actions[support], design.weights[support]))
        heights = np.einsum("ij,ij->i", actions @ inverse, actions)
        assert heights.max() <= 50 * (1 + 1.1e-6)
