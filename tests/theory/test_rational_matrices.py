"""Sums of fractions, and which rational matrices are covariances."""

from fractions import Fraction
from operator import mul

import numpy as np
import pytest

from banditproof.theory.rational_matrices import exact_sum, is_semidefinite


def test_sums_in_pairs_are_sums():
    for count in (0, 1, 2, 7, 64):
        terms = [Fraction((-1) ** k, k + 1) for k in range(count)]
        assert exact_sum(terms) == sum(terms, Fraction(0))


def test_sums_of_squares_are_semidefinite_and_a_little_less_is_not():
    rng = np.random.default_rng(4)
    for size, rank in ((1, 1), (3, 3), (4, 2), (5, 1)):
        root = [[Fraction(int(x)) for x in row] for row in rng.integers(-4, 5, (size, rank))]
        gram = [[sum(map(mul, a, b), Fraction(0)) for b in root] for a in root]
        assert is_semidefinite(gram)
        wide = [[x * Fraction(10) ** 400 for x in row] for row in gram]
        assert is_semidefinite(wide)  # beyond the largest float
        if rank < size:  # the least eigenvalue is 0
            gram[0][0] -= Fraction(1, 10**60)
            assert not is_semidefinite(gram)


@pytest.mark.parametrize(
    ("matrix", "answer"),
    [
        ([[0, 0], [0, 1]], True),
        ([[0, 1], [1, 1]], False),
        ([[1, 0, 0], [0, 0, 1], [0, 1, 5]], False),
        ([[2, 1], [1, Fraction(1, 2)]], True),
        ([[2, 1], [1, Fraction(1, 2) - Fraction(1, 10**30)]], False),
        ([[-1]], False),
    ],
)
def test_zeros_on_the_diagonal(matrix, answer):
    assert is_semidefinite([[Fraction(x) for x in row] for row in matrix]) is answer
