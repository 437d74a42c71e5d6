"""Maximal couplings: marginals, disagreement, and optimality by linear programming."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

from banditproof.theory import certify, tv
from banditproof.theory.transport import (
    bernoulli_coupling,
    disagreement,
    finite_coupling,
    marginals,
    total_variation,
)

UNIT = st.integers(0, 30).map(lambda k: Fraction(k, 30))


def law(weights):
    weights = [*weights[:-1], weights[-1] + 1]
    return tuple(Fraction(w, sum(weights)) for w in weights)


LAWS = st.integers(1, 5).flatmap(
    lambda size: st.tuples(
        *[st.lists(st.integers(0, 9), min_size=size, max_size=size).map(law) for _ in range(2)]
    )
)


def check_coupling(for_all, subject):
    def coupled(laws):
        p, q = laws
        joint = subject(p, q)
        assert all(mass >= 0 for row in joint for mass in row)
        assert marginals(joint) == (p, q)
        assert disagreement(joint) == total_variation(p, q)

    for_all(coupled, LAWS)


def independent(p, q):
    return tuple(tuple(a * b for b in q) for a in p)


def diagonal(p, q):
    joint = [[Fraction(0)] * len(q) for _ in p]
    for i, (a, b) in enumerate(zip(p, q, strict=True)):
        joint[i][i] = min(a, b)
    return tuple(map(tuple, joint))


def test_marginals_and_disagreement(for_all, rejects):
    check_coupling(for_all, finite_coupling)
    rejects(check_coupling, for_all, independent)
    rejects(check_coupling, for_all, diagonal)
    rejects(check_coupling, for_all, lambda p, q: finite_coupling(q, p))


def test_no_coupling_of_two_bernoulli_laws_disagrees_less(for_all):
    """The 2 x 2 polytope is a segment; its ends are its vertices."""

    def least(a, b):
        joint = bernoulli_coupling(a, b)
        low, high = max(Fraction(0), b - a), min(1 - a, b)
        vertices = [s + (s + a - b) for s in (low, high)]  # masses on (0, 1) and (1, 0)
        assert disagreement(joint) == min(vertices) == certify(tv, a, b).lo

    for_all(least, UNIT, UNIT)


def test_the_bernoulli_coupling_is_monotone(for_all):
    def monotone(a, b):
        low, high = sorted((a, b))
        assert bernoulli_coupling(low, high) == ((1 - high, high - low), (0, low))

    for_all(monotone, UNIT, UNIT)


def test_a_linear_program_finds_no_better_coupling():
    from scipy.optimize import linprog

    p, q = law([3, 0, 2, 4]), law([1, 5, 2, 0])
    size = len(p)
    cost = 1.0 - np.eye(size).ravel()
    rows = [np.kron(np.eye(size)[i], np.ones(size)) for i in range(size)]
    columns = [np.kron(np.ones(size), np.eye(size)[i]) for i in range(size)]
    best = linprog(cost, A_eq=[*rows, *columns], b_eq=[float(m) for m in (*p, *q)])
    assert best.fun == pytest.approx(float(disagreement(finite_coupling(p, q))), abs=1e-9)


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="give"):
        bernoulli_coupling(1.5, 0.5)
    for p, q in [
        ((1,), ("0.5", "0.5")),
        (("0.5",), (1,)),
        ((), ()),
        ("1", (1,)),
        ((0.1,) * 10, (1,)),
    ]:
        with pytest.raises(ValueError, match="give"):
            finite_coupling(p, q)
