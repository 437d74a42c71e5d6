"""Linear scores and estimators with influence functions: exact identities, bounds, the median."""

import math
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory.membership import (
    ZEstimator,
    best_weights,
    effective_leakage,
    fresh_scalar_product_leakage,
    leak,
    mahalanobis,
    median_total_variation,
    scalar_product_leakage,
    uncentred_leakage,
)
from banditproof.theory.membership import linear_scores as linear
from banditproof.theory.membership.median_leakage import median_atom

SMALL = st.integers(-4, 4)
VECTOR = st.tuples(SMALL, SMALL, SMALL)


def covariance_of(a, b, c):
    """A positive definite matrix: rows of weights times their transposes, and the identity."""
    rows = np.array([a, b, c])
    return (rows.T @ rows + np.eye(3, dtype=int)).tolist()


def diagonal(*entries):
    return [[x if i == j else 0 for j in range(len(entries))] for i, x in enumerate(entries)]


@for_all(VECTOR, VECTOR, VECTOR, VECTOR, VECTOR, examples=60)
def test_no_weights_are_better_than_the_best(a, b, c, w, shift):
    matrix = covariance_of(a, b, c)
    best = mahalanobis(shift, matrix) / 7
    if any(w):
        assert effective_leakage(w, shift, matrix, 7) <= best
    if any(shift):
        assert effective_leakage(best_weights(shift, matrix), shift, matrix, 7) == best


def test_the_distance_agrees_with_floats():
    matrix = covariance_of((1, 2, 0), (0, 3, 1), (2, 0, 1))
    solved = np.array([1, -2, 3]) @ np.linalg.solve(np.array(matrix, dtype=float), [1, -2, 3])
    assert float(mahalanobis([1, -2, 3], matrix)) == pytest.approx(solved, rel=1e-12)


def test_an_affine_map_changes_no_distance_but_the_uncentred_one():
    shift, mean, matrix = [1, 2], [1, 0], np.array([[2, 1], [1, 3]])
    a = np.array([[1, 2], [0, 1]])
    moved = (a @ shift).tolist(), (a @ mean + [10, -20]).tolist(), (a @ matrix @ a.T).tolist()
    assert mahalanobis(moved[0], moved[2]) == mahalanobis(shift, matrix.tolist())
    assert uncentred_leakage(*moved, 1) != uncentred_leakage(shift, mean, matrix.tolist(), 1)


def test_digits_of_uncentred_scores():
    """Bernoulli(0.3)^500: what the matrix E[Z Z^T] makes of targets with a share of ones."""
    p, d = 0.3, 500
    v, q = p * (1 - p), 500 * p * p / (p * (1 - p))
    for share, true, printed in ((0.6, 785.7, 572.4), (0.8, 976.2, 383.7), (1, 1166.7, 5.42)):
        ones = round(share * d)
        a = (ones * (1 - p) ** 2 + (d - ones) * p**2) / v
        b = (ones * (1 - p) * p - (d - ones) * p * p) / v
        assert a == pytest.approx(true, abs=0.05)
        assert a - b * b / (1 + q) == pytest.approx(printed, abs=0.06)
    # the same, exactly, in few columns: Sherman and Morrison
    mean, shift, matrix = [Fraction(3, 10)] * 3, ["0.7", "0.7", "-0.3"], diagonal(*["0.21"] * 3)
    second = linear.second_moment(mean, matrix)
    a, b = mahalanobis(shift, matrix), sum(Fraction(x) * 3 / 10 for x in shift) / Fraction("0.21")
    q = mahalanobis(mean, matrix)
    t = b * b / (1 + q)
    assert mahalanobis(shift, second) == a - t
    assert uncentred_leakage(shift, mean, matrix, 2) == (a - t) ** 2 / (a - t - t / (1 + q)) / 2


def test_scalar_products():
    """Equal variances: all with the mean as the reference, half for a typical one."""
    half, quarter = ["1/2"] * 6, diagonal(*["1/4"] * 6)
    target = [1, 0, 1, 1, 0, 0]
    full = mahalanobis([Fraction(z) - Fraction(1, 2) for z in target], quarter) / 3
    assert scalar_product_leakage(target, half, half, quarter, 3) == full
    differing = [1, 0, 1, 0, 1, 1]  # half of the columns differ
    assert scalar_product_leakage(target, differing, half, quarter, 3) == full / 2
    fresh = fresh_scalar_product_leakage(target, half, quarter, 3)
    assert fresh < full / 4
    centred = fresh_scalar_product_leakage([1, -1, 1], [0, 0, 0], diagonal(1, 1, 1), 3)
    assert centred == Fraction(1, 2)  # d/(2n)


def test_the_fresh_scalar_product_by_simulation():
    rng, n, rounds = np.random.default_rng(4), 5, 200_000
    mean, target = np.array([0.5, -1.0]), np.array([2.0, 1.0])
    deviation = np.array([1.0, 0.5])
    reference = mean + deviation * rng.normal(size=(rounds, 2))
    average = mean + deviation * rng.normal(size=(rounds, 2)) / math.sqrt(n)
    scores = ((target - reference) * average).sum(1)
    gain = ((target - mean) ** 2).sum() / n
    predicted = fresh_scalar_product_leakage(target.tolist(), mean.tolist(), diagonal(1, "0.25"), n)
    assert gain**2 / scores.var() == pytest.approx(float(predicted), rel=0.02)


def test_the_share_that_scalar_products_keep():
    for a, b in ((1, 3), (2, 50)):
        matrix = diagonal(a, b)
        worst = [math.isqrt(1), 1]
        kept = effective_leakage(worst, worst, matrix, 1) / mahalanobis(worst, matrix)
        assert kept == linear.least_scalar_share(a, b)
        assert effective_leakage([1, 2], [1, 2], matrix, 1) / mahalanobis([1, 2], matrix) >= kept


def test_singular_covariances():
    singular = [[1, 1], [1, 1]]
    assert mahalanobis([2, 2], singular) == 4
    with pytest.raises(ValueError, match="leaves its range"):
        mahalanobis([1, 0], singular)
    assert effective_leakage([1, -1], [1, 1], singular, 2) == 0
    for root in ([[0], [1], [2]], [[1, 0], [1, 0], [0, 3]], [[0, 0], [1, 2], [0, 1]]):
        matrix = (np.array(root) @ np.array(root).T).tolist()
        for x in ([1, 0, 0], [0, 1, 0], [0, 0, 1], [1, -2, 3]):
            shift = (np.array(matrix) @ x).tolist()
            assert mahalanobis(shift, matrix) == np.dot(x, shift)
            assert (np.array(matrix) @ best_weights(shift, matrix)).tolist() == shift


def test_bad_matrices():
    with pytest.raises(ValueError, match="The list of weights has 1 entries; give 2"):
        effective_leakage([1], [1, 1], diagonal(1, 1), 1)


def test_a_rare_row_that_dominates_is_refused():
    """Counterexample (C): weight on one Bernoulli column with mean 1/(5n + 1)."""
    p, n = Fraction(1, 5001), 1000
    second, fourth = p * (1 - p), p * (1 - p) * (1 - 3 * p * (1 - p))
    assert float(linear.row_share([1], [second], [fourth], n)) == pytest.approx(5, abs=0.01)
    with pytest.raises(ValueError, match="rare rows may dominate"):
        linear.require_spread_rows([1], [second], [fourth], n)
    quarter = Fraction(1, 4)
    spread = linear.require_spread_rows([1] * 9, [quarter] * 9, [quarter**2] * 9, n)
    assert spread == Fraction(3 * 9**2 - 2 * 9, 9**2 * n)


def test_the_score_of_the_mean_is_the_covariance_score():
    matrix = covariance_of((1, 0, 2), (0, 1, 1), (1, 1, 0))
    mean, shift, moved = ZEstimator.of_mean(matrix), [1, -2, 1], ["0.1", "0.2", "0.3"]
    expected = sum(w * Fraction(x) for w, x in zip(best_weights(shift, matrix), moved, strict=True))
    expected -= mahalanobis(shift, matrix) / 20
    assert mean.score(shift, moved, 10) == expected
    assert mean.spread == tuple(tuple(Fraction(x) for x in row) for row in matrix)
    assert mean.printed_score(shift, moved, [0, 0, 0], 10) != expected


def test_the_printed_score_changes_with_the_origin():
    mean = ZEstimator.of_mean([[2]])
    assert mean.printed_score([1], [1], [0], 5) != mean.printed_score([1], [1], [3], 5)
    # I - theta is (1, 2) for I = V^-1 psi, and V^-1 takes it to (-1, 2)
    skew = ZEstimator.of([[1, 1], [0, 1]], [[1, 0], [0, 1]])
    assert skew.printed_score([3, 1], [1, 1], [1, -1], 5) == 2 - Fraction(3, 10)


def test_a_new_parametrisation_changes_no_score():
    jacobian = [[2, 1, 0], [0, 1, 0], [1, 0, 1]]

    def check(a, b, c, psi, moved):
        estimator = ZEstimator.of(covariance_of(a, b, c), covariance_of(b, c, a))
        other = estimator.reparametrised(jacobian)
        there = (np.array(jacobian) @ np.array(moved)).tolist()
        assert other.score(psi, there, 3) == estimator.score(psi, moved, 3)
        assert other.canary(psi) == estimator.canary(psi)
        assert mahalanobis(estimator.influence(psi), estimator.spread) == estimator.canary(psi)

    for_all(VECTOR, VECTOR, VECTOR, VECTOR, VECTOR, examples=30)(check)()


def test_the_covariance_of_influence_functions_that_are_not_symmetric():
    """S = V^-1 B V^-T for a V that is not symmetric, and A S A^T after a change of parameters."""
    slope, moment = [[2, 1], [0, 1]], [[2, 1], [1, 3]]
    fit = ZEstimator.of(slope, moment)
    inverse = np.linalg.inv(np.array(slope, float))
    expected = inverse @ np.array(moment) @ inverse.T
    assert np.allclose(np.array(fit.spread, dtype=float), expected)
    assert not np.allclose(inverse @ np.array(moment) @ inverse, expected)
    turn = np.array([[1, 2], [3, 1]])
    moved = np.array(fit.reparametrised(turn.tolist()).spread, dtype=float)
    assert np.allclose(moved, turn @ expected @ turn.T)


def test_influence_functions_by_differences():
    """One more row moves a least-squares fit and a mean by IF/n."""
    rng, n = np.random.default_rng(8), 4000
    x, theta = rng.normal(size=(n, 2)), np.array([1.0, -0.5])
    y = x @ theta + rng.normal(size=n)
    fit = np.linalg.lstsq(x, y, rcond=None)[0]
    row, answer = np.array([1.0, 2.0]), 3.0
    more = np.linalg.lstsq(np.vstack([x, row]), np.append(y, answer), rcond=None)[0]
    design = (x.T @ x / n).round(6)
    estimator = ZEstimator.of_least_squares(design.tolist(), 1)
    psi = row * (answer - row @ fit)
    predicted = np.array([float(v) for v in estimator.influence(psi.tolist())])
    assert np.allclose((more - fit) * n, predicted, rtol=0.01)


def test_least_squares():
    fit = ZEstimator.of_least_squares([[2, 1], [1, 3]], "0.5")
    inverse = np.linalg.inv([[2.0, 1.0], [1.0, 3.0]]) / 2
    assert np.allclose(np.array(fit.spread, dtype=float), inverse)


def test_the_median_leaks_at_the_centre_where_its_influence_is_zero():
    assert ZEstimator.of_median(1).canary([0]) == 0
    for n, value in ((11, 0.2461), (101, 0.0796), (401, 0.0399)):
        assert float(median_total_variation(n, "0.5")) == pytest.approx(value, abs=5e-5)
        assert float(median_total_variation(n, "0.5")) > 1.99 * leak(1 / n)
    for place, n, value in (("0.9", 11, 0.1289), ("0.6", 11, 0.2090), ("0.6", 101, 0.0441)):
        assert float(median_total_variation(n, place)) == pytest.approx(value, abs=5e-5)
    assert float(median_total_variation(401, "0.9")) == pytest.approx(leak(1 / 401), rel=2e-3)


def test_the_median_against_quadrature():
    from scipy.integrate import quad

    k, p = 3, 0.3

    def order_statistic(x, place, others):
        return place * math.comb(others, place) * x ** (place - 1) * (1 - x) ** (others - place)

    def gap(x):
        inside = order_statistic(x, k + 1 if x < p else k, 2 * k)
        return abs(inside - order_statistic(x, k + 1, 2 * k + 1))

    area = sum(quad(gap, *ends, limit=200)[0] for ends in ((0, p), (p, 3 / 7), (3 / 7, 1)))
    exact = float(median_total_variation(7, "0.3"))
    assert (area + float(median_atom(7, "0.3"))) / 2 == pytest.approx(exact, abs=1e-9)
    assert median_total_variation(7, "0.3") == median_total_variation(7, "0.7")


def test_bad_estimators():
    for call, words in (
        (lambda: ZEstimator.of([[0]], [[1]]), "V is singular"),
        (
            lambda: ZEstimator.of([[1]], diagonal(1, 1)),
            "second moment has 2 rows, of 2 entries; give a matrix of size 1 x 1",
        ),
        (lambda: ZEstimator.of_median(0), "The density at the median is 0"),
        (lambda: ZEstimator.of_mean([[1]]).influence([1, 2]), "The psi has 2 entries; give 1"),
        (lambda: median_total_variation(10, "0.5"), "give an odd number"),
        (lambda: median_total_variation(11, 2), "place is 2, which is outside"),
    ):
        with pytest.raises(ValueError, match=words):
            call()
    assert median_total_variation(1, "0.5") == 1
