"""The law of the pulls of an arm: linear programs beside its bounds, and policies of ten rounds."""

import math
from fractions import Fraction
from itertools import product
import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import lil_matrix
from banditproof.theory.one_horizon import pulls_if_cheap, pulls_if_reliable
from banditproof.theory.one_horizon.law_of_pulls import pulls_by_divergence, pulls_by_ratio, weights

CASES = [
    (Fraction(1, 10), Fraction(19, 20), Fraction(1, 4), 50, 8),
    (Fraction(1, 2), Fraction(4, 5), Fraction(1), 50, 8),
    (Fraction(0), Fraction(1), Fraction(1, 2), 30, 3),
    (Fraction(1, 10), Fraction(9, 10), math.inf, 20, 1),
]
FALLING = [math.exp(-n / 3) for n in range(20)]
"""Lower bounds of Pr[N > n], as a test would give them."""


def ratio(p, q, eps):
    less = 0.0 if eps == math.inf else math.exp(-float(eps))
    return float(1 - q + q * less) / float(1 - p + p * less)


def fewest(f, sure, most):
    """The least sum of S_n for S_n >= sure_n that falls, if sum g_n (1 - S_n) <= most."""
    length = len(f) - 1
    steps = -np.diff(f)
    rows = [-steps, *(np.eye(length)[n + 1] - np.eye(length)[n] for n in range(length - 1))]
    limits = [most - steps.sum(), *[0.0] * (length - 1)]
    ends = [(sure[n] if n < len(sure) else 0.0, 1.0) for n in range(length)]
    return float(linprog(np.ones(length), np.array(rows), limits, bounds=ends).fun)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("sure", [[], FALLING], ids=["alone", "with tests"])
def test_the_bound_by_the_ratio_is_the_least_of_its_program(case, sure):
    p, q, eps, length, most = case
    r = ratio(p, q, eps)
    linear = [(length - n) * r**n for n in range(length + 1)]
    found = pulls_by_ratio(weights(p, q, eps, length, 1.0001, True), most, sure)
    # where the tests are enough, the program has their sum, and this form may be below it
    assert max(found, sum(sure)) == pytest.approx(fewest(linear, sure, most), rel=1e-7)
    rare = [r**n - r**length for n in range(length + 1)]
    found = pulls_by_ratio(weights(p, q, eps, length, 1.0001, False), 0.01, sure)
    assert max(found, sum(sure)) == pytest.approx(fewest(rare, sure, 0.01), rel=1e-7)
    coarse = pulls_by_ratio(weights(p, q, eps, length, 1.3, True), most, [])
    assert coarse <= fewest(linear, [], most) * (1 + 1e-12)


@pytest.mark.parametrize("case", CASES)
def test_weights_are_nearest_floats_of_their_formula(case):
    p, q, eps, length, _ = case
    found = weights(p, q, eps, length, 1.0001, True)
    with mpmath.workdps(40):
        small = mpmath.exp(-mpmath.mpf(eps.numerator) / eps.denominator) if eps != math.inf else 0
        values = [mpmath.mpf(x.numerator) / x.denominator for x in (p, q)]
        r = (1 - values[1] + values[1] * small) / (1 - values[0] + values[0] * small)
        for n, (weight, step) in enumerate(zip(found.weights, found.steps, strict=False)):
            f = (length - n) * r**n
            assert abs(f - weight) <= f * mpmath.mpf(2) ** -52
            fall = f - (length - n - 1) * r ** (n + 1)
            assert abs(fall - step) <= fall * mpmath.mpf(2) ** -52


@pytest.mark.parametrize("part", [1e-9, 1e-3, 0.3])
@pytest.mark.parametrize("length", [3, 1000, 10**12])
def test_the_bound_by_the_divergence_is_nearly_the_best_of_its_family(part, length):
    p, q, eps = Fraction(1, 10), Fraction(3, 5), Fraction(1, 4)
    found = pulls_by_divergence(p, q, eps, length, part)
    with mpmath.workdps(30):
        small = mpmath.exp(mpmath.mpf(-1) / 4)
        d = -mpmath.log(mpmath.mpf(2) / 5 + mpmath.mpf(3) / 5 * small) - mpmath.mpf(1) / 40

        def bound(logarithm):
            x = mpmath.exp(-logarithm)
            w = x + (1 - x) / mpmath.mpf(part)
            return mpmath.log(w) / (d + mpmath.log(w / x) / length)

        low, high = mpmath.mpf("0.01"), mpmath.mpf(60)
        for _ in range(100):  # it rises, and then falls
            one, two = low + (high - low) / 3, high - (high - low) / 3
            low, high = (one, high) if bound(one) < bound(two) else (low, two)
        assert 0.97 * bound(low) <= found <= bound(low)


def fewest_pulls(p, q, eps, horizon, limits):
    """The fewest mean pulls of policies that play the arm N times and then the other one.

    h(x_1..x_n) is the probability of N = n. Each h and each probability of N > n is private. The
    limits are weights of N on the neighbour, with the most that their mean may be.
    """
    lists = [x for n in range(horizon) for x in product((0, 1), repeat=n)]
    place = {x: number for number, x in enumerate(lists)}
    size = len(lists)

    def going(x):  # 1 - sum of h over all beginnings of x
        return {place[x[:m]]: -1.0 for m in range(len(x) + 1)}, 1.0

    def chance(x, mean):
        return math.prod(mean if one else 1 - mean for one in x)

    rows, ends = [], []
    for x in lists:
        row, one = going(x)
        rows.append({k: -v for k, v in row.items()})
        ends.append(one)
        for i in range(len(x)) if eps != math.inf else ():
            y = (*x[:i], 1 - x[i], *x[i + 1 :])
            rows.append({place[x]: 1.0, place[y]: -math.exp(eps)})
            ends.append(0.0)
            other, _ = going(y)
            both = {k: row.get(k, 0) - math.exp(eps) * other.get(k, 0) for k in {*row, *other}}
            rows.append(both)
            ends.append(math.exp(eps) - 1)
    for weight, most in limits:
        # E w(N) = w(T) + sum of h (w(n) - w(T))
        row = {place[x]: chance(x, q) * (weight(len(x)) - weight(horizon)) for x in lists}
        rows.append(row)
        ends.append(most - weight(horizon))
    matrix = lil_matrix((len(rows), size))
    for number, row in enumerate(rows):
        for column, value in row.items():
            matrix[number, column] = value
    cost = [chance(x, p) * (len(x) - horizon) for x in lists]
    found = linprog(cost, matrix.tocsr(), ends, bounds=(0, 1), method="highs")
    assert found.status == 0, found.message
    return horizon + float(found.fun)


ATTACKED = [("0.1", "0.9", "0.25"), ("0.1", "0.9", "1"), ("0.4", "0.7", "0.25"), ("0", "1", "2")]


@pytest.mark.slow
@pytest.mark.parametrize(("p", "q", "eps"), [*ATTACKED, ("0.1", "0.9", "inf")])
def test_no_policy_of_eight_rounds_pulls_less(p, q, eps):
    p, q = Fraction(p), Fraction(q)
    budget = math.inf if eps == "inf" else Fraction(eps)
    numbers, horizon = (float(p), float(q), float(budget)), 8
    for most in ("0.5", "2"):
        least = fewest_pulls(*numbers, horizon, [(lambda n: horizon - n, float(most))])
        bound = pulls_if_cheap(p, q, budget, horizon, Fraction(most), 1.0001)
        assert 0.6 * least < bound <= least + 1e-7
    least = fewest_pulls(*numbers, horizon, [(lambda n: float(n <= 4), 0.02)])
    bound = pulls_if_reliable(p, q, budget, horizon, Fraction(1, 50), 1.0001)
    assert 0.6 * least < bound <= least + 1e-7
