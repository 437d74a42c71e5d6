"""Characteristic times against convex programs, linear programs and brute force in mpmath."""

import mpmath
import numpy as np
import pytest

from banditproof.theory import Bernoulli, BernoulliBandit, certify, characteristic_time, d_eps, kl
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.theory.laws import Gaussian, Poisson


def exponential_cone_time(means, eps=None):
    """The program of costs that are perspectives of relative entropies, solved by Clarabel."""
    import cvxpy as cp

    weights, level = cp.Variable(len(means), nonneg=True), cp.Variable()

    def entropy(p):
        return float(sum(-q * np.log(q) for q in (p, 1 - p) if q > 0))

    constraints = [cp.sum(weights) == 1]
    for a in range(1, len(means)):
        ups = weights[0] * means[0] + weights[a] * means[a]
        downs = weights[0] * (1 - means[0]) + weights[a] * (1 - means[a])
        both = weights[0] + weights[a]
        cost = (
            -cp.rel_entr(ups, both)
            - cp.rel_entr(downs, both)
            - weights[0] * entropy(means[0])
            - weights[a] * entropy(means[a])
        )
        # the cost of the pair, with its sign: entropy of the mixture minus mean entropy
        constraints.append(level <= cost)
        if eps is not None:
            gap = means[0] - means[a]
            constraints += [level <= eps * gap * weights[0], level <= eps * gap * weights[a]]
    problem = cp.Problem(cp.Maximize(level), constraints)
    problem.solve(solver="CLARABEL")
    return 1 / float(level.value)


@pytest.mark.slow
@pytest.mark.parametrize("eps", [None, 0.05, 0.2, 0.4])
@pytest.mark.parametrize("means", [(0.5, 0.45, 0.4, 0.35, 0.3), (0.95, 0.9, 0.5, 0.1), (0.9, 0.2)])
def test_the_exponential_cone_program_has_the_same_value(means, eps):
    divergence = "kl" if eps is None else "private"
    found = characteristic_time(BernoulliBandit(means), divergence, eps).value
    assert exponential_cone_time(means, eps) == pytest.approx(found, rel=1e-4, abs=0)
    wrong = (means[0], *(m - 0.01 for m in means[1:]))
    assert exponential_cone_time(wrong, eps) != pytest.approx(found, rel=1e-3, abs=0)


@pytest.mark.parametrize("beta", [None, 0.05, 0.3, 0.9])
def test_the_linear_program_of_total_variation_has_the_same_value(beta):
    from scipy.optimize import linprog

    means = (0.2, 0.9, 0.8, 0.85)
    gaps = [0.9 - m for m in means]
    rows, sides = [], []
    for a in (0, 2, 3):
        for arm in (1, a):
            row = np.zeros(5)
            row[arm], row[4] = -gaps[a], 1
            rows.append(row)
            sides.append(0)
    equal = [[1, 1, 1, 1, 0]] + ([] if beta is None else [[0, 1, 0, 0, 0]])
    totals = [1] + ([] if beta is None else [beta])
    found = linprog([0, 0, 0, 0, -1], rows, sides, equal, totals)
    value = characteristic_time(BernoulliBandit(means), "tv", beta=beta).value
    assert value == pytest.approx(1 / found.x[4], rel=1e-9, abs=0)


def brute_cost(one, other, first, second, divergence):
    """The infimum over the confusing mean by golden section at 40 digits."""

    def total(mean):
        return first * divergence(one, mean) + second * divergence(other, mean)

    low, high = other, one
    ratio = (mpmath.sqrt(5) - 1) / 2
    for _ in range(180):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if total(left) < total(right) else (left, high)
    return total((low + high) / 2)


def mp_kl(p, q):
    value = mpmath.mpf(0)
    for a, b in ((p, q), (1 - p, 1 - q)):
        value += a * mpmath.log(a / b) if a > 0 else 0
    return value


def mp_d_eps(eps):
    def divergence(x, y):
        if x > y:
            x, y = 1 - x, 1 - y
        tilt = mpmath.exp(-eps)
        z = max(x, y * tilt / (1 - y + y * tilt))
        return mp_kl(z, y) + eps * (z - x)

    return divergence


@pytest.mark.parametrize(("one", "other"), [("0.7", "0.4"), ("1", "0.4"), ("0.9", "0"), ("1", "0")])
@pytest.mark.parametrize("weights", [(1, 3), (2, "0.01"), ("0.05", 1)])
@pytest.mark.parametrize("eps", [None, "0.01", "0.8", "4"])
def test_costs_agree_with_brute_force(one, other, weights, eps):
    with mpmath.workdps(40):
        numbers = [mpmath.mpf(v) for v in (one, other, *weights)]
        divergence = mp_kl if eps is None else mp_d_eps(mpmath.mpf(eps))
        truth = brute_cost(*numbers, divergence)
        kind = "kl" if eps is None else "d_eps"
        laws, budget = (Bernoulli(one), Bernoulli(other)), eps
        proof = certify(transportation_cost, *laws, *weights, kind, budget, digits=20)
        assert abs(truth / mpmath.mpf(proof.decimal_lo(30)) - 1) < mpmath.mpf(10) ** -15
    found = transportation_cost(*laws, float(weights[0]), float(weights[1]), kind, budget)
    assert found == pytest.approx(float(proof), rel=1e-13, abs=0)


def test_costs_are_the_smaller_of_the_two_and_zero_for_a_worse_arm():
    pair = (Bernoulli("0.7"), Bernoulli("0.5"))
    weights = np.array([0.0, 1.0, 5.0, 1e6])
    plain = transportation_cost(*pair, 2.0, weights)
    private = transportation_cost(*pair, 2.0, weights, "private", "0.1")
    assert private.tolist() == pytest.approx(
        np.minimum(plain, 0.1 * 0.2 * np.minimum(2.0, weights)).tolist(), rel=1e-14
    )
    assert transportation_cost(pair[1], pair[0], 1, weights).tolist() == [0, 0, 0, 0]
    assert certify(transportation_cost, pair[1], pair[0], 1, 1).hi == 0
    assert plain[0] == 0
    assert plain[-1] == pytest.approx(2 * kl(0.7, 0.5), rel=1e-5, abs=0)
    joint = transportation_cost(*pair, 2.0, weights, "d_eps", "0.1")
    assert joint[-1] == pytest.approx(2 * d_eps(0.7, 0.5, 0.1), rel=1e-5, abs=0)
    assert (joint <= private * (1 + 1e-14)).all()


def test_the_costs_of_top_two_are_the_printed_formulas():
    one, other = Gaussian("0.8", "0.5"), Gaussian("0.3", "0.5")
    for first, second in ((64, 64), (1024, 256)):
        harmonic = 2 * 0.25 * (1 / first + 1 / second)
        plain = transportation_cost(one, other, first, second)
        assert plain == pytest.approx(0.25 / harmonic, rel=1e-14, abs=0)
        cut = transportation_cost(one, other, first, second, "truncated", "0.05")
        assert cut == pytest.approx(0.5 * 0.15 / harmonic, rel=1e-14, abs=0)
        assert transportation_cost(one, other, first, second, "truncated", 1) == plain
        proof = certify(transportation_cost, one, other, first, second, "truncated", "0.05")
        assert cut == pytest.approx(float(proof), rel=1e-14, abs=0)


def test_the_cost_of_poisson_laws_is_the_generalised_likelihood_ratio():
    # counts 30 of 10 draws and 10 of 5: maximal likelihoods with two means and with one
    def likelihood(mean, total, draws):
        return total * np.log(mean) - draws * mean

    apart = likelihood(3, 30, 10) + likelihood(2, 10, 5)
    together = likelihood(40 / 15, 40, 15)
    found = transportation_cost(Poisson(3), Poisson(2), 10, 5)
    assert found == pytest.approx(apart - together, rel=1e-12, abs=0)


def test_bad_weights_get_a_sentence():
    with pytest.raises(ValueError, match="best_weight"):
        transportation_cost(Bernoulli("0.7"), Bernoulli("0.5"), -1, 1)
    with pytest.raises(ValueError, match="one family"):
        transportation_cost(Bernoulli("0.7"), Gaussian("0.5"), 1, 1)
