"""Optimal couplings: certificates, laws of transport, and a second solver."""

import math
import operator
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from transport_problems import (
    PROBLEMS,
    SQUARES,
    assert_certified,
    by_assignment,
    by_highs,
    combined,
    law,
    matrices,
    transposed,
    weights,
)
from banditproof.theory import Enclosure, optimal_coupling
from banditproof.theory.transport import (
    expected_cost,
    independent_coupling,
    marginals,
    monotone_coupling,
)


@for_all(PROBLEMS, examples=50)
def check_certificate(problem, subject):
    assert_certified(subject(*problem), *problem)


def north_west(p, q, cost):
    """Wrong: the corner rule, a feasible basis, declared optimal with the prices of its tree."""
    best = optimal_coupling(p, q, cost)
    plan = monotone_coupling(p, q)
    value = expected_cost(plan, cost)
    return replace(best, plan=plan, value=float(value), lower=value, upper=value)


def independent(p, q, cost):
    plan = independent_coupling(p, q)
    value = expected_cost(plan, cost)
    best = optimal_coupling(p, q, cost)
    return replace(best, plan=plan, value=float(value), upper=value)


def greedy_prices(p, q, cost):
    """Wrong: the first row may be paid a little more than its cells cost."""
    best = optimal_coupling(p, q, cost)
    prices = (best.row_prices[0] + 1, *best.row_prices[1:])
    return replace(best, row_prices=prices, lower=best.lower + p[0])


def test_every_call_is_certified():
    check_certificate(optimal_coupling)
    for wrong in (north_west, independent, greedy_prices):
        rejects(check_certificate, wrong)
    rejects(check_certificate, lambda p, q, c: optimal_coupling(q, p, transposed(c)))


@for_all(PROBLEMS, examples=25)
def check_value(problem, subject):
    assert subject(*problem) == by_assignment(*problem)


def test_the_assignment_of_equal_units_costs_the_same():
    check_value(lambda *problem: optimal_coupling(*problem).lower)
    rejects(check_value, lambda *problem: north_west(*problem).lower)
    rejects(check_value, lambda p, q, c: expected_cost(independent_coupling(p, q), c))


@pytest.mark.parametrize("shape", [(20, 20), (6, 31), (31, 6)])
def test_a_linear_program_costs_the_same(shape):
    rng = np.random.default_rng(sum(shape))
    p, q = (law([int(w) for w in rng.integers(0, 5, size)]) for size in shape)
    equal = [Fraction(1, size) for size in shape]
    for cost in (
        rng.random(shape),
        rng.integers(0, 2, shape),
        rng.integers(-50, 50, shape) / 8,
        np.abs(rng.integers(0, 90, shape[0])[:, None] - rng.integers(0, 90, shape[1])),
    ):
        for first, second in ((p, q), ([equal[0]] * shape[0], [equal[1]] * shape[1])):
            best = optimal_coupling(first, second, cost)
            table = [[Fraction(c) for c in row] for row in cost.tolist()]
            assert_certified(best, first, second, table)
            assert best.value == pytest.approx(by_highs(first, second, cost), rel=1e-9, abs=1e-9)


@for_all(PROBLEMS, examples=10)
def test_the_kind_of_the_numbers_does_not_matter(problem):
    """Lists of integers or floats, arrays, fractions, strings and mixtures: one answer."""
    p, q, cost = problem
    forms = [
        [[float(c) for c in row] for row in cost],
        [[Fraction(c) for c in row] for row in cost],
        [[str(c) for c in row] for row in cost],
        [[str(c) if i == j else c for j, c in enumerate(r)] for i, r in enumerate(cost)],
        np.array(cost),
        np.array(cost, dtype=float),
        np.array(cost, dtype=np.int32),
        np.array(cost, dtype=object),
        lambda i, j: cost[i][j],
    ]
    best = optimal_coupling(p, q, cost)
    assert all(optimal_coupling(p, q, form) == best for form in forms)


@for_all(PROBLEMS, st.lists(st.integers(-9, 9), min_size=4, max_size=4), examples=25)
def test_weak_duality(problem, prices):
    """Any feasible prices bound any coupling, on both sides of the optimum."""
    p, q, cost = problem
    best = optimal_coupling(p, q, cost)
    rows = prices[: len(p)]
    columns = [min(c[j] - u for c, u in zip(cost, rows, strict=True)) for j in range(len(q))]
    dual = sum(a * u for a, u in zip(p, rows, strict=True))
    dual += sum(b * v for b, v in zip(q, columns, strict=True))
    assert dual <= best.lower <= expected_cost(independent_coupling(p, q), cost)


@for_all(
    PROBLEMS,
    matrices(4, 4, st.integers(0, 3)),
    st.lists(st.integers(-5, 5), min_size=4, max_size=4),
    st.lists(st.integers(-5, 5), min_size=4, max_size=4),
    examples=20,
)
def test_more_cost_costs_more_and_shifts_add_up(problem, more, rows, columns):
    p, q, cost = problem
    value = optimal_coupling(p, q, cost).lower
    dearer = combined(operator.add, cost, more)
    assert optimal_coupling(p, q, dearer).lower >= value
    half = [[Fraction(c, 2) for c in row] for row in cost]
    assert optimal_coupling(p, q, half).lower == value / 2
    shifts = [[f + g for g in columns] for f in rows]
    shifted = combined(operator.add, cost, shifts)
    extra = sum(a * rows[i] for i, a in enumerate(p))
    extra += sum(b * columns[j] for j, b in enumerate(q))
    assert optimal_coupling(p, q, shifted).lower == value + extra
    assert optimal_coupling(q, p, transposed(cost)).lower == value


@for_all(SQUARES, st.permutations(range(4)), examples=20)
def test_relabelled_points_change_nothing(problem, order):
    p, q, cost = problem
    order = [i for i in order if i < len(p)]
    again = optimal_coupling(
        [p[i] for i in order], [q[i] for i in order], [[cost[i][j] for j in order] for i in order]
    )
    assert again.lower == optimal_coupling(p, q, cost).lower


@for_all(*[weights(4).map(law)] * 3, examples=20)
def test_a_metric_cost_is_a_metric_of_laws(first, second, third):
    cost = [[min(abs(i - j), 2) for j in range(4)] for i in range(4)]

    def apart(a, b):
        return optimal_coupling(a, b, cost).lower

    assert apart(first, first) == 0
    assert (apart(first, second) == 0) == (first == second)
    assert apart(first, third) <= apart(first, second) + apart(second, third)


def test_corners():
    one = optimal_coupling([1], [1], [[5]])
    assert (one.value, one.plan, one.lower) == (5.0, ((1,),), 5)
    spread = optimal_coupling([1], ["0.25", "0.75"], [[4, 8]])
    assert (spread.lower, spread.upper) == (7, 7)
    ties = optimal_coupling(law([1] * 4), law([1] * 4), [[3] * 4] * 4)
    assert_certified(ties, law([1] * 4), law([1] * 4), [[3] * 4] * 4)
    p, q = law([0, 1, 0, 1]), law([1, 0, 1])
    cost = [[0, 1, 2], [5, 9, 4], [9, 9, -9], [1, 2, 3]]
    zeros = optimal_coupling(p, q, cost)
    assert_certified(zeros, p, q, cost)
    assert zeros.lower == Fraction(5, 2)


def test_costs_and_masses_beyond_floats():
    huge, tiny = 10**40, Fraction(1, 10**40)
    p, q = (tiny, 1 - tiny), (1 - 2 * tiny, 2 * tiny)
    for scale in (huge, tiny):
        cost = [[0, scale], [scale, 2 * scale + tiny]]
        assert_certified(optimal_coupling(p, q, cost), p, q, cost)
    # 12 x 12 costs that differ by less than any float or any tolerance sees
    size = 12
    uniform = law([1] * size)
    cost = [[1 + tiny * ((5 * i * j + i) % 13) for j in range(size)] for i in range(size)]
    best = optimal_coupling(uniform, uniform, cost)
    assert_certified(best, uniform, uniform, cost)
    whole = [[(5 * i * j + i) % 13 for j in range(size)] for i in range(size)]
    assert best.lower == 1 + tiny * by_assignment(uniform, uniform, whole)


@for_all(PROBLEMS, matrices(4, 4, st.booleans()), examples=50)
def test_pairs_that_are_ruled_out(problem, forbidden):
    p, q, cost = problem
    barred = combined(lambda c, f: math.inf if f else c, cost, forbidden)
    best = optimal_coupling(p, q, barred)
    assert marginals(best.plan) == (p, q)
    flags = [row[: len(q)] for row in forbidden[: len(p)]]
    forced = by_assignment(p, q, [[int(f) for f in row] for row in flags])
    if forced:
        assert (best.value, best.lower, best.upper) == (math.inf, math.inf, math.inf)
        pairs = [(u, v) for u in best.row_prices for v in best.column_prices]
        allowed = [not f for row in flags for f in row]
        assert all(u + v <= 0 for (u, v), free in zip(pairs, allowed, strict=True) if free)
        growth = sum(a * u for a, u in zip(p, best.row_prices, strict=True))
        assert growth + sum(b * v for b, v in zip(q, best.column_prices, strict=True)) > 0
    else:
        assert not any(
            mass and f
            for masses, row in zip(best.plan, flags, strict=True)
            for mass, f in zip(masses, row, strict=True)
        )
        far = combined(lambda c, f: 10**6 if f else c, cost, flags)
        assert best.lower == best.upper == by_assignment(p, q, far)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, float])
def test_an_infinite_cost_may_have_any_width(kind):
    cost = [[kind(0), kind(math.inf)], [kind(math.inf), kind(0)]]
    assert optimal_coupling(["0.5", "0.5"], ["0.5", "0.5"], cost).value == 0
    assert optimal_coupling(["0.5", "0.5"], ["0.4", "0.6"], cost).value == math.inf


@for_all(
    PROBLEMS, matrices(4, 4, st.integers(0, 4)), matrices(4, 4, st.integers(0, 4)), examples=25
)
def test_enclosed_costs_enclose_the_value(problem, lows, highs):
    p, q, cost = problem
    unit = Fraction(1, 10)
    below = combined(lambda c, a: c - a * unit, cost, lows)
    enclosed = combined(Enclosure, below, combined(lambda c, a: c + a * unit, cost, highs))
    best = optimal_coupling(p, q, enclosed)
    true = optimal_coupling(p, q, cost).lower
    assert best.lower <= true <= best.upper
    assert best.upper - best.lower <= 8 * unit
    assert best.enclosure.contains(best.value)


def test_logarithms_to_thirty_digits():
    from banditproof.theory import certify, kl

    means = ["0.1", "0.3", "0.6", "0.9"]
    cost = [[certify(kl, a, b, digits=40) for b in means] for a in means]
    best = optimal_coupling(law([1, 2, 3, 4]), law([4, 3, 2, 1]), cost)
    assert best.enclosure.digits >= 30
    rough = optimal_coupling(
        law([1, 2, 3, 4]),
        law([4, 3, 2, 1]),
        kl(*np.meshgrid(*[[0.1, 0.3, 0.6, 0.9]] * 2, indexing="ij")),
    )
    assert rough.value == pytest.approx(best.value, rel=1e-14, abs=0)


@pytest.mark.parametrize("size", [30, 48])
def test_large_random_problems(size):
    rng = np.random.default_rng(size)
    p, q = (law([int(w) for w in rng.integers(0, 1000, size)]) for _ in range(2))
    cost = rng.integers(0, 50, (size, size))
    assert_certified(optimal_coupling(p, q, cost), p, q, cost.tolist())
    floats = rng.random((size, size))
    best = optimal_coupling(p, q, floats)
    assert best.lower == best.upper
    assert best.value == pytest.approx(
        float(expected_cost(best.plan, [[Fraction(c) for c in row] for row in floats]))
    )
