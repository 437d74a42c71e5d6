"""The exact simplex method on trees: bases, the perturbation, and the end of every run."""

import numpy as np
from hypothesis import strategies as st

from banditproof.theory.transport.tree_simplex import (
    cheapest_tree,
    greedy_tree,
    perturbed,
    slack,
    spanning_tree,
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


def check_basis(for_all, basis):
    def is_a_feasible_tree(problem):
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

    for_all(is_a_feasible_tree, PROBLEMS, examples=30)


def without_perturbation(order, supply, demand):
    left, wanted, tree = list(supply), list(demand), []
    for i, j in order:
        moved = min(left[i], wanted[j])
        if moved:
            tree.append((i, j))
            left[i] -= moved
            wanted[j] -= moved
    return tree


def test_the_greedy_basis_is_a_feasible_tree(for_all, rejects):
    check_basis(for_all, greedy_tree)
    rejects(check_basis, for_all, without_perturbation)
    rejects(check_basis, for_all, lambda o, s, d: spanning_tree(o, len(s), len(d)))


def check_perturbation(for_all, shift):
    """No flow of any tree is 0."""

    def no_zero(problem):
        supply, demand = balanced(*problem[:2])
        tree = spanning_tree(problem[3], len(supply), len(demand))
        assert 0 not in tree_flows(tree, *shift(supply, demand)).values()
        assert sum(shift(supply, demand)[0]) == sum(shift(supply, demand)[1])

    for_all(no_zero, PROBLEMS, examples=50)


def test_the_perturbation_leaves_no_degenerate_basis(for_all, rejects):
    check_perturbation(for_all, perturbed)
    rejects(check_perturbation, for_all, lambda s, d: (s, d))
    rejects(check_perturbation, for_all, one_unit_in_the_last_lines)


def one_unit_in_the_last_lines(supply, demand):
    """Wrong: the rows before the last keep their ties."""
    return (
        [2 * s for s in supply[:-1]] + [2 * supply[-1] + 1],
        [2 * d for d in demand[:-1]] + [2 * demand[-1] + 1],
    )


def check_optimal(for_all, solver):
    def optimal(problem):
        supply, demand = balanced(*problem[:2])
        shape = len(supply), len(demand)
        costs = [list(problem[2][i * 4 : i * 4 + shape[1]]) for i in range(shape[0])]
        for scale in (1, 1 << 70):  # in int64 and in Python integers
            cost = whole_table([[c * scale for c in row] for row in costs])
            tree = solver(cost, supply, demand, problem[3])
            assert min(tree_flows(tree, supply, demand).values()) >= 0
            assert slack(cost, tree_prices(tree, cost)).min() >= 0

    for_all(optimal, PROBLEMS, examples=30)


def test_every_start_ends_at_an_optimal_tree(for_all, rejects):
    def started(cost, supply, demand, order):
        return cheapest_tree(cost, supply, demand, spanning_tree(order, *cost.shape), order)

    check_optimal(for_all, started)
    rejects(check_optimal, for_all, lambda c, s, d, order: greedy_tree(order, s, d))
    rejects(check_optimal, for_all, lambda c, s, d, order: started(-c, s, d, order))


def test_prices_add_up_to_the_costs_of_a_tree():
    cost = np.array([[3, 1, 4], [1, 5, 9]])
    tree = [(0, 0), (0, 1), (1, 1), (1, 2)]
    rows, columns = tree_prices(tree, cost)
    assert [rows[i] + columns[j] for i, j in tree] == [3, 1, 5, 9]
    assert slack(cost, (rows, columns))[0, 2] == 4 - rows[0] - columns[2]
