"""The exact simplex method on trees: bases, the perturbation, and the end of every run."""

import math
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from transport_problems import law
from banditproof.theory import optimal_coupling
from banditproof.theory.transport import optimal_coupling as package_function
from banditproof.theory.transport import tree_simplex
from banditproof.theory.transport import tree_simplex_kernels as kernels
from banditproof.theory.transport.exact_costs import whole_floats
from banditproof.theory.transport.tree_simplex import (
    cheapest_tree,
    perturbed,
    roughly,
    simplex,
    slack,
    tree_flows,
    tree_prices,
    whole_table,
)


def masses(size):
    return st.lists(st.integers(1, 2), min_size=size, max_size=size)


PROBLEMS = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.tuples(
        masses(shape[0]),
        masses(shape[1]),
        st.lists(st.integers(-3, 3), min_size=16, max_size=16),
        st.permutations([(i, j) for i in range(shape[0]) for j in range(shape[1])]),
    )
)


def balanced(supply, demand):
    """The same total on both sides."""
    return [s * sum(demand) for s in supply], [d * sum(supply) for d in demand]


def spanning_tree(order, rows, columns):
    """The cells that join two parts when taken in the given order."""
    part = {line: line for line in range(rows + columns)}
    tree = []
    for i, j in order:
        if part[i] != part[rows + j]:
            tree.append((i, j))
            old = part[i]
            part = {line: part[rows + j] if own == old else own for line, own in part.items()}
    return tree


def greedy_tree(order, supply, demand, form=kernels.greedy.interpreted):
    """The greedy basis of the kernel."""
    columns = len(demand)
    tree = np.zeros(len(supply) + columns, dtype=np.int64)
    places = np.array([i * columns + j for i, j in order])
    masses = [np.array(side) for side in perturbed(supply, demand)]
    used = form(places, *masses, tree, np.zeros_like(tree))
    return [(int(place) // columns, int(place) % columns) for place in tree[:used]]


@for_all(PROBLEMS, examples=30)
def check_basis(problem, basis):
    supply, demand = balanced(*problem[:2])
    rows, columns = len(supply), len(demand)
    tree = basis(problem[3], supply, demand)
    assert len(tree) == len(set(tree)) == rows + columns - 1
    assert sorted(spanning_tree(tree, rows, columns)) == sorted(tree)
    flows = tree_flows(tree, supply, demand)
    assert min(flows.values()) >= 0
    for i, total in enumerate(supply):
        assert sum(flow for cell, flow in flows.items() if cell[0] == i) == total
    for j, total in enumerate(demand):
        assert sum(flow for cell, flow in flows.items() if cell[1] == j) == total


def without_perturbation(order, supply, demand):
    left, wanted, tree = list(supply), list(demand), []
    for i, j in order:
        moved = min(left[i], wanted[j])
        if moved:
            tree.append((i, j))
            left[i] -= moved
            wanted[j] -= moved
    return tree


def test_the_greedy_basis_is_a_feasible_tree():
    check_basis(greedy_tree)
    rejects(check_basis, without_perturbation)
    rejects(check_basis, lambda o, s, d: spanning_tree(o, len(s), len(d)))


@for_all(PROBLEMS, examples=50)
def check_perturbation(problem, shift):
    """No flow of any tree is 0."""
    supply, demand = balanced(*problem[:2])
    tree = spanning_tree(problem[3], len(supply), len(demand))
    assert 0 not in tree_flows(tree, *shift(supply, demand)).values()
    assert sum(shift(supply, demand)[0]) == sum(shift(supply, demand)[1])


def test_the_perturbation_leaves_no_degenerate_basis():
    check_perturbation(perturbed)
    rejects(check_perturbation, lambda s, d: (s, d))
    rejects(check_perturbation, one_unit_in_the_last_lines)


def one_unit_in_the_last_lines(supply, demand):
    """Wrong: the rows before the last keep their ties."""
    return (
        [2 * s for s in supply[:-1]] + [2 * supply[-1] + 1],
        [2 * d for d in demand[:-1]] + [2 * demand[-1] + 1],
    )


@for_all(PROBLEMS, examples=30)
def check_optimal(problem, solver):
    supply, demand = balanced(*problem[:2])
    shape = len(supply), len(demand)
    costs = [list(problem[2][i * 4 : i * 4 + shape[1]]) for i in range(shape[0])]
    for scale in (1, 1 << 70):  # in int64 and in Python integers
        cost = whole_table([[c * scale for c in row] for row in costs])
        tree = solver(cost, supply, demand, problem[3])
        assert min(tree_flows(tree, supply, demand).values()) >= 0
        assert slack(cost, tree_prices(tree, cost)).min() >= 0


def ordered(cost, supply, demand, order):
    places = np.array([i * len(demand) + j for i, j in order])
    return simplex(cost, *perturbed(supply, demand), places)


def test_every_start_ends_at_an_optimal_tree():
    check_optimal(lambda c, s, d, order: cheapest_tree(c, s, d))
    check_optimal(ordered)
    rejects(check_optimal, lambda c, s, d, order: greedy_tree(order, s, d))
    rejects(check_optimal, lambda c, s, d, order: ordered(-c, s, d, order))


def test_a_pricing_that_misses_cells_is_noticed(monkeypatch):
    improve = kernels.improve.interpreted

    def no_last_column(cost, *rest):
        """Wrong: the cells of the last column never look cheap."""
        hidden = cost.copy()
        hidden[:, -1] = 9 * int(abs(cost).max()) + 9
        return improve(hidden, *rest)

    class Wrong:
        interpreted, compiled, spent = staticmethod(no_last_column), None, 0.0
        is_interpreted = staticmethod(lambda work: True)

    monkeypatch.setattr(kernels, "improve", Wrong)
    rejects(check_optimal, ordered)


def test_both_forms_of_the_kernels_take_the_same_steps(monkeypatch):
    rng = np.random.default_rng(8)
    for rows, columns in ((1, 3), (7, 7), (12, 5)):
        supply, demand = balanced(
            rng.integers(1, 5, rows).tolist(), rng.integers(1, 5, columns).tolist()
        )
        cost = rng.integers(-5, 50, (rows, columns))
        trees = []
        for interpreted in (True, False):
            monkeypatch.setattr(kernels.improve, "is_interpreted", lambda work, i=interpreted: i)
            monkeypatch.setattr(tree_simplex, "BLOCK", rows * columns)  # as Python looks at them
            trees.append(simplex(cost, *perturbed(supply, demand)))
        assert trees[0] == trees[1]


@pytest.mark.parametrize("size", [5, 24])
def test_words_that_are_too_short_are_made_up_for(size, monkeypatch):
    """Costs and supplies of hundreds of digits, ties among them: exact in the end."""
    rng = np.random.default_rng(size)
    short = rng.integers(0, 4, (size, size))
    masses = [rng.integers(1, 4, size).tolist() for _ in range(2)]
    supply, demand = balanced(*masses)
    expected = None
    for cost_unit, mass_unit in ((1, 1), (3**150, 1), (1, 7**90), (3**150, 7**90)):
        cost = whole_table((short.astype(object) * cost_unit).tolist())
        given = [[mass * mass_unit for mass in side] for side in (supply, demand)]
        tree = cheapest_tree(cost, *given)
        flows = tree_flows(tree, *given)
        assert min(flows.values()) >= 0 <= slack(cost, tree_prices(tree, cost)).min()
        value = Fraction(sum(f * int(cost[c]) for c, f in flows.items()), cost_unit * mass_unit)
        assert expected in (None, value)
        expected = value
    # differences that only exact numbers see, on both sides
    fine = [
        [int(c) * 3**150 + (5 * i * j) % 7 for j, c in enumerate(r)] for i, r in enumerate(short)
    ]
    near = [[mass * 7**90 for mass in side] for side in (supply, demand)]
    near[0][0], near[1][0] = near[0][0] + 1, near[1][0] + 1
    cost = whole_table(fine)
    tree = cheapest_tree(cost, *near)
    assert min(tree_flows(tree, *near).values()) >= 0 <= slack(cost, tree_prices(tree, cost)).min()


def test_masses_far_below_the_largest_one():
    supply, demand = [10**60, 1, 2], [10**60 - 5, 7, 1]
    cost = np.array([[0, 5, 3], [4, 0, 1], [1, 1, 0]])
    assert all(sum(side) == sum(roughly(supply, demand)[0]) for side in roughly(supply, demand))
    assert min(min(side) for side in roughly(supply, demand)) > 0
    tree = cheapest_tree(cost, supply, demand)
    assert min(tree_flows(tree, supply, demand).values()) >= 0
    assert slack(cost, tree_prices(tree, cost)).min() >= 0


def test_a_run_without_an_end_goes_on_in_exact_numbers(monkeypatch):
    monkeypatch.setattr(tree_simplex, "MOST_EXCHANGES", 0)
    cost = np.array([[4, 1, 2], [2, 6, 5], [3, 3, 3]])
    tree = cheapest_tree(cost, [1, 2, 3], [2, 2, 2])
    assert slack(cost, tree_prices(tree, cost)).min() >= 0


def test_differences_of_long_words_do_not_overflow():
    top = (1 << 60) - 1
    cost = whole_table([[top, -top], [-top, top]])
    assert cost.dtype == np.int64
    assert slack(cost, ([-top, 0], [-top, top]))[0, 0] == 3 * top
    assert slack(cost, ([-4 * top, 0], [-top, top])).dtype == object
    tree = cheapest_tree(cost, [1, 1], [1, 1])
    assert slack(cost, tree_prices(tree, cost)).min() >= 0


def test_floats_become_whole_numbers():
    def check(read):
        def exact(values):
            table, grain = read(np.array([values]))
            assert [Fraction(int(x), grain) for x in table[0]] == [Fraction(x) for x in values]
            assert math.gcd(grain, *table[0].tolist()) == 1 or grain == 1

        floats = st.floats(allow_nan=False, allow_infinity=False)
        for_all(st.lists(floats, min_size=1, max_size=4))(exact)()

    check(whole_floats)
    rejects(check, lambda values: whole_floats(np.trunc(values)))


def test_prices_add_up_to_the_costs_of_a_tree():
    cost = np.array([[3, 1, 4], [1, 5, 9]])
    tree = [(0, 0), (0, 1), (1, 1), (1, 2)]
    rows, columns = tree_prices(tree, cost)
    assert [rows[i] + columns[j] for i, j in tree] == [3, 1, 5, 9]
    assert slack(cost, (rows, columns))[0, 2] == 4 - rows[0] - columns[2]


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
