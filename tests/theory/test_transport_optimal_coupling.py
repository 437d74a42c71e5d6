"""Optimal couplings: certificates, laws of transport, and a second solver."""

import math
import operator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

from banditproof.theory import Enclosure, optimal_coupling
from banditproof.theory.transport import (
    disagreement,
    expected_cost,
    finite_coupling,
    independent_coupling,
    marginals,
    monotone_coupling,
    total_variation,
)
from banditproof.theory.transport import optimal_coupling as package_function


def law(weights):
    total = sum(weights)
    return tuple(Fraction(w, total) for w in weights)


def weights(size, least=0):
    return st.lists(st.integers(least, 6), min_size=size, max_size=size).filter(any)


COSTS = st.integers(-4, 9)


def matrices(rows, columns, values=COSTS):
    row = st.lists(values, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


SHAPES = st.tuples(st.integers(1, 4), st.integers(1, 4))
PROBLEMS = SHAPES.flatmap(
    lambda shape: st.tuples(
        weights(shape[0]).map(law), weights(shape[1]).map(law), matrices(*shape)
    )
)
SQUARES = st.integers(1, 4).flatmap(
    lambda n: st.tuples(weights(n).map(law), weights(n).map(law), matrices(n, n))
)


def assert_certified(best, p, q, cost):
    """The proof that nobody needs to trust the solver for."""
    assert marginals(best.plan) == (tuple(p), tuple(q))
    assert all(mass >= 0 for row in best.plan for mass in row)
    assert best.upper == expected_cost(best.plan, cost)
    for u, row in zip(best.row_prices, cost, strict=True):
        assert all(u + v <= c for v, c in zip(best.column_prices, row, strict=True))
    dual = sum(a * u for a, u in zip(p, best.row_prices, strict=True))
    dual += sum(b * v for b, v in zip(q, best.column_prices, strict=True))
    assert best.lower == dual == best.upper
    assert best.value == float(best.upper)


def check_certificate(for_all, subject):
    for_all(lambda problem: assert_certified(subject(*problem), *problem), PROBLEMS, examples=50)


def transposed(cost):
    return [list(column) for column in zip(*cost, strict=True)]


def combined(operation, one, other):
    """Entry by entry; the second matrix may be too large."""
    return [[operation(c, other[i][j]) for j, c in enumerate(row)] for i, row in enumerate(one)]


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


def test_every_call_is_certified(for_all, rejects):
    check_certificate(for_all, optimal_coupling)
    for wrong in (north_west, independent, greedy_prices):
        rejects(check_certificate, for_all, wrong)
    rejects(check_certificate, for_all, lambda p, q, c: optimal_coupling(q, p, transposed(c)))


def by_assignment(p, q, cost):
    """A second solver: split the masses into equal units and assign them one to one."""
    from scipy.optimize import linear_sum_assignment

    unit = math.lcm(*(m.denominator for m in (*p, *q)))
    rows = [i for i, mass in enumerate(p) for _ in range(int(mass * unit))]
    columns = [j for j, mass in enumerate(q) for _ in range(int(mass * unit))]
    table = np.array(cost)[np.ix_(rows, columns)]
    return Fraction(int(table[linear_sum_assignment(table)].sum()), unit)


def check_value(for_all, subject):
    def same(problem):
        assert subject(*problem) == by_assignment(*problem)

    for_all(same, PROBLEMS, examples=25)


def test_the_assignment_of_equal_units_costs_the_same(for_all, rejects):
    check_value(for_all, lambda *problem: optimal_coupling(*problem).lower)
    rejects(check_value, for_all, lambda *problem: north_west(*problem).lower)
    rejects(check_value, for_all, lambda p, q, c: expected_cost(independent_coupling(p, q), c))


def by_highs(p, q, cost):
    """A third solver, in floats."""
    from scipy.optimize import linprog

    rows, columns = len(p), len(q)
    lines = [[i == k for i in range(rows) for _ in range(columns)] for k in range(rows)]
    lines += [[j == k for _ in range(rows) for j in range(columns)] for k in range(columns)]
    masses = [float(mass) for mass in (*p, *q)]
    flat = np.array([float(c) for row in cost for c in row])
    return linprog(flat, A_eq=np.array(lines, dtype=float), b_eq=masses, method="highs").fun


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
        for one, other in ((p, q), ([equal[0]] * shape[0], [equal[1]] * shape[1])):
            best = optimal_coupling(one, other, cost)
            table = [[Fraction(c) for c in row] for row in cost.tolist()]
            assert_certified(best, one, other, table)
            assert best.value == pytest.approx(by_highs(one, other, cost), rel=1e-9, abs=1e-9)


def test_the_kind_of_the_numbers_does_not_matter(for_all):
    """Lists of integers or floats, arrays, fractions, strings and mixtures: one answer."""

    def same(problem):
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

    for_all(same, PROBLEMS, examples=10)


def test_weak_duality(for_all):
    """Any feasible prices bound any coupling, on both sides of the optimum."""

    def between(problem, prices):
        p, q, cost = problem
        best = optimal_coupling(p, q, cost)
        rows = prices[: len(p)]
        columns = [min(c[j] - u for c, u in zip(cost, rows, strict=True)) for j in range(len(q))]
        dual = sum(a * u for a, u in zip(p, rows, strict=True))
        dual += sum(b * v for b, v in zip(q, columns, strict=True))
        assert dual <= best.lower <= expected_cost(independent_coupling(p, q), cost)

    for_all(between, PROBLEMS, st.lists(st.integers(-9, 9), min_size=4, max_size=4), examples=25)


def test_more_cost_costs_more_and_shifts_add_up(for_all):
    def transformed(problem, more, rows, columns):
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

    four = st.lists(st.integers(-5, 5), min_size=4, max_size=4)
    for_all(transformed, PROBLEMS, matrices(4, 4, st.integers(0, 3)), four, four, examples=20)


def test_relabelled_points_change_nothing(for_all):
    def relabelled(problem, order):
        p, q, cost = problem
        order = [i for i in order if i < len(p)]
        again = optimal_coupling(
            [p[i] for i in order],
            [q[i] for i in order],
            [[cost[i][j] for j in order] for i in order],
        )
        assert again.lower == optimal_coupling(p, q, cost).lower

    for_all(relabelled, SQUARES, st.permutations(range(4)), examples=20)


def test_a_metric_cost_is_a_metric_of_laws(for_all):
    def triangle(first, second, third):
        cost = [[min(abs(i - j), 2) for j in range(4)] for i in range(4)]

        def apart(a, b):
            return optimal_coupling(a, b, cost).lower

        assert apart(first, first) == 0
        assert (apart(first, second) == 0) == (first == second)
        assert apart(first, third) <= apart(first, second) + apart(second, third)

    laws = [weights(4).map(law)] * 3
    for_all(triangle, *laws, examples=20)


def test_the_cost_of_being_different_is_total_variation(for_all):
    def same(problem):
        p, q, _ = problem
        best = optimal_coupling(p, q, lambda i, j: int(i != j))
        assert best.lower == total_variation(p, q) == disagreement(best.plan)
        assert disagreement(best.plan) == disagreement(finite_coupling(p, q))

    for_all(same, SQUARES, examples=30)


def check_convex(for_all, cost, coupling):
    def optimal(problem):
        p, q, _ = problem
        assert optimal_coupling(p, q, cost).lower == expected_cost(
            coupling(p, q), [[cost(i, j) for j in range(len(q))] for i in range(len(p))]
        )

    for_all(optimal, PROBLEMS, examples=25)


def test_quantiles_are_optimal_for_convex_costs_only(for_all, rejects):
    for convex in (lambda i, j: abs(i - j), lambda i, j: (i - j) ** 2):
        check_convex(for_all, convex, monotone_coupling)
        rejects(check_convex, for_all, convex, independent_coupling)
    rejects(check_convex, for_all, lambda i, j: int(i != j), monotone_coupling)
    rejects(check_convex, for_all, lambda i, j: -((i - j) ** 2), monotone_coupling)


def test_the_quantile_coupling_is_no_maximal_coupling():
    p, q = law([1, 1, 1, 0]), law([0, 1, 1, 1])
    assert disagreement(monotone_coupling(p, q)) == 1
    assert optimal_coupling(p, q, lambda i, j: int(i != j)).value == 1 / 3


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


def test_pairs_that_are_ruled_out(for_all):
    def avoided(problem, forbidden):
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

    for_all(avoided, PROBLEMS, matrices(4, 4, st.booleans()), examples=50)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, float])
def test_an_infinite_cost_may_have_any_width(kind):
    cost = [[kind(0), kind(math.inf)], [kind(math.inf), kind(0)]]
    assert optimal_coupling(["0.5", "0.5"], ["0.5", "0.5"], cost).value == 0
    assert optimal_coupling(["0.5", "0.5"], ["0.4", "0.6"], cost).value == math.inf


def test_enclosed_costs_enclose_the_value(for_all):
    def inside(problem, lows, highs):
        p, q, cost = problem
        unit = Fraction(1, 10)
        below = combined(lambda c, a: c - a * unit, cost, lows)
        enclosed = combined(Enclosure, below, combined(lambda c, a: c + a * unit, cost, highs))
        best = optimal_coupling(p, q, enclosed)
        true = optimal_coupling(p, q, cost).lower
        assert best.lower <= true <= best.upper
        assert best.upper - best.lower <= 8 * unit
        assert best.enclosure.contains(best.value)

    widths = matrices(4, 4, st.integers(0, 4))
    for_all(inside, PROBLEMS, widths, widths, examples=25)


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


def test_bad_input_gets_a_sentence():
    half = ["0.5", "0.5"]
    square = [[0, 1], [1, 0]]
    for p, cost, message in [
        (["0.5", "0.4"], square, "The law p sums to 0.9, not to 1"),
        ([], square, "empty"),
        (None, square, "The law p is None; give a list"),
        (0.5, square, "The law p is 0.5; give a list"),
        ("0.5", square, "The law p is '0.5'; give a list"),
        (["1.5", "-0.5"], square, r"outside \[0, 1\]"),
        (half, None, "costs are None; give a matrix, or a function"),
        (half, [0, 1], "give a matrix, or a function"),
        (half, [[0, 1]], "1 x 2 for laws of 2 and 2 points; give a 2 x 2 matrix"),
        (half, [[0, 1], [1]], "2 x 1/2 for laws"),
        (half, [[0, math.nan], [1, 0]], r"cost of \(0, 1\): nan is not a finite number"),
        (half, [[0, -math.inf], [1, 0]], r"cost of \(0, 1\): -inf is not a finite number"),
        (half, [[0, "x"], [1, 0]], r"cost of \(0, 1\): 'x' is not a number"),
        (half, [[0, Enclosure(Fraction(0), math.inf)], [1, 0]], "give a finite enclosure"),
    ]:
        with pytest.raises(ValueError, match=message):
            optimal_coupling(p, half, cost)


def test_a_broken_solver_is_found_out_in_the_call(monkeypatch):
    """The certificate is checked exactly each time: a wrong tree never gets out."""
    module = __import__(package_function.__module__, fromlist=["cheapest_tree"])
    p, q = law([1, 2]), law([2, 1])

    def first_tree(table, supply, demand):
        return [(0, 1), (0, 0), (1, 0)][: len(supply) + len(demand) - 1]

    monkeypatch.setattr(module, "cheapest_tree", first_tree)
    with pytest.raises(ArithmeticError, match="costs less than its two prices"):
        optimal_coupling(p, q, [[0, 1], [1, 0]])
    with pytest.raises(ArithmeticError, match="its prices prove"):
        optimal_coupling((*p, 0), q, [[0, 1], [1, 0], [0, 0]])
    monkeypatch.undo()
    for wrong in (2, -1):
        monkeypatch.setattr(module, "tree_flows", lambda t, s, d, w=wrong: dict.fromkeys(t, w))
        with pytest.raises(ArithmeticError, match="not a coupling"):
            optimal_coupling(p, q, [[0, 1], [1, 0]])
    monkeypatch.undo()
    monkeypatch.setattr(module, "_completed", lambda *given: ([0, 0, 0], [0, 0]))
    with pytest.raises(ArithmeticError, match="do not prove that every coupling costs inf"):
        optimal_coupling((*p, 0), q, [[math.inf, math.inf], [1, 0], [0, 0]])
