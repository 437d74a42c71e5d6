"""Maximal couplings: marginals, disagreement, and optimality by linear programming."""

from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from transport_problems import PROBLEMS, SQUARES, law
from banditproof.theory import certify, optimal_coupling, transport, tv

UNIT = st.integers(0, 30).map(lambda k: Fraction(k, 30))


@for_all(SQUARES)
def check_coupling(problem, subject):
    p, q, _ = problem
    joint = subject(p, q)
    assert all(mass >= 0 for row in joint for mass in row)
    assert transport.marginals(joint) == (p, q)
    assert transport.disagreement(joint) == transport.total_variation(p, q)


def diagonal(p, q):
    joint = [[Fraction(0)] * len(q) for _ in p]
    for i, (a, b) in enumerate(zip(p, q, strict=True)):
        joint[i][i] = min(a, b)
    return tuple(map(tuple, joint))


def test_marginals_and_disagreement():
    check_coupling(transport.finite_coupling)
    rejects(check_coupling, transport.independent_coupling)
    rejects(check_coupling, diagonal)
    rejects(check_coupling, lambda p, q: transport.finite_coupling(q, p))


@for_all(UNIT, UNIT)
def test_no_coupling_of_two_bernoulli_laws_disagrees_less(a, b):
    """The 2 x 2 polytope is a segment; its ends are its vertices."""
    joint = transport.bernoulli_coupling(a, b)
    low, high = max(Fraction(0), b - a), min(1 - a, b)
    vertices = [s + (s + a - b) for s in (low, high)]  # masses on (0, 1) and (1, 0)
    assert transport.disagreement(joint) == min(vertices) == certify(tv, a, b).lo


@for_all(UNIT, UNIT)
def test_the_bernoulli_coupling_is_monotone(a, b):
    low, high = sorted((a, b))
    assert transport.bernoulli_coupling(low, high) == ((1 - high, high - low), (0, low))


def test_a_linear_program_finds_no_better_coupling():
    from scipy.optimize import linprog

    p, q = law([3, 0, 2, 4]), law([1, 5, 2, 0])
    size = len(p)
    cost = 1.0 - np.eye(size).ravel()
    rows = [np.kron(np.eye(size)[i], np.ones(size)) for i in range(size)]
    columns = [np.kron(np.ones(size), np.eye(size)[i]) for i in range(size)]
    best = linprog(cost, A_eq=[*rows, *columns], b_eq=[float(m) for m in (*p, *q)])
    assert best.fun == pytest.approx(
        float(transport.disagreement(transport.finite_coupling(p, q))), abs=1e-9
    )


@for_all(SQUARES, examples=30)
def test_the_cost_of_being_different_is_total_variation(problem):
    p, q, _ = problem
    best = optimal_coupling(p, q, lambda i, j: int(i != j))
    assert best.lower == transport.total_variation(p, q) == transport.disagreement(best.plan)
    assert transport.disagreement(best.plan) == transport.disagreement(
        transport.finite_coupling(p, q)
    )


@for_all(PROBLEMS, examples=25)
def check_convex(problem, cost, coupling):
    p, q, _ = problem
    assert optimal_coupling(p, q, cost).lower == transport.expected_cost(
        coupling(p, q), [[cost(i, j) for j in range(len(q))] for i in range(len(p))]
    )


def test_quantiles_are_optimal_for_convex_costs_only():
    for convex in (lambda i, j: abs(i - j), lambda i, j: (i - j) ** 2):
        check_convex(convex, transport.monotone_coupling)
        rejects(check_convex, convex, transport.independent_coupling)
    rejects(check_convex, lambda i, j: int(i != j), transport.monotone_coupling)
    rejects(check_convex, lambda i, j: -((i - j) ** 2), transport.monotone_coupling)


def test_the_quantile_coupling_is_no_maximal_coupling():
    p, q = law([1, 1, 1, 0]), law([0, 1, 1, 1])
    assert transport.disagreement(transport.monotone_coupling(p, q)) == 1
    assert optimal_coupling(p, q, lambda i, j: int(i != j)).value == 1 / 3
