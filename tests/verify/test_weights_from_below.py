"""Weights whose floats are proved to be too small: convolutions by two ways, and their parts."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory.mechanisms import DiscreteGaussian, DiscreteLaplace, IntegerLaplace
from banditproof.verify.exact_laws.weights_from_below import (
    Plane,
    binomial_line,
    from_below,
    noise_line,
    smeared,
    smeared_by_blocks,
)


@pytest.mark.parametrize(
    ("size", "width"), [(5, 3), (3, 5), (300, 4), (4, 300), (300, 200), (1, 1)]
)
def test_strips_are_convolutions(size, width) -> None:
    rng = np.random.default_rng(1)
    rows, law = rng.random((size, 300)), rng.random(width)
    expected = np.array([np.convolve(column, law) for column in rows.T]).T
    for window in (slice(0, len(expected)), slice(len(expected) // 3, len(expected) - size // 2)):
        sums, _ = smeared(rows, law, 0.0, window)
        np.testing.assert_allclose(sums, expected[window], rtol=1e-14)


@pytest.mark.parametrize("ratio", [Fraction(1, 3), Fraction(19, 20)])
@pytest.mark.parametrize("size", [1, 31, 700])
def test_blocks_are_convolutions_with_wide_noise(ratio, size) -> None:
    law, rng = noise_line(DiscreteLaplace(ratio), 1e-16), np.random.default_rng(2)
    assert law.falls is not None
    assert law.first == -(len(law.weights) // 2)
    reach = np.abs(np.arange(-size - len(law.weights), size + len(law.weights) + 1))
    whole = float((1 - ratio) / (1 + ratio)) * float(ratio) ** reach  # no tail is cut
    rows = rng.random((size, 300))
    window = slice(0, size + len(law.weights) - 1)
    sums, steps = smeared_by_blocks(rows, law.weights, law.falls, 0.0, window)
    for part in (slice(len(sums) // 3, len(sums) // 2), slice(0, 1), slice(5, 5)):
        inside, _ = smeared_by_blocks(rows, law.weights, law.falls, 0.0, part)
        np.testing.assert_allclose(inside, sums[part], rtol=1e-15)
    expected = np.array([np.convolve(column, whole) for column in rows.T]).T
    inner = expected[size + len(law.weights) + law.first :][: len(sums)]
    np.testing.assert_allclose(sums, inner, rtol=1e-13)
    assert 3 * (size + len(law.weights)) / 32 < steps < 3 * (size + len(law.weights)) / 32 + 80
    for place in rng.integers(len(sums), size=9).tolist():
        places = (abs(place + law.first - j) for j in range(size))
        terms = (Fraction(x) * ratio**n for x, n in zip(rows[:, 0], places, strict=True))
        exact = sum(terms, Fraction(0)) * (1 - ratio) / (1 + ratio)
        assert from_below(float(sums[place, 0]), law.steps + steps) <= exact


def test_nothing_is_convolved_with_wide_noise() -> None:
    nothing = Plane((3, 4), np.zeros((0, 5)), 7)
    for arm in (0, 1):
        assert nothing.moved(arm, noise_line(DiscreteLaplace("19/20"), 1e-14), 1e-14).mass == 0


def test_powers_by_which_noise_falls_are_below_the_exact_ones() -> None:
    falls = noise_line(DiscreteLaplace("19/20"), 1e-14).falls
    assert falls is not None
    exact = [Fraction(19, 20) ** j for j in range(33)]
    assert all(
        y * (1 - 1e-15) < x <= y * (1 + Fraction(1, 1 << 53))
        for x, y in zip(falls, exact, strict=True)
    )
    assert noise_line(IntegerLaplace("1/2"), 1e-14).falls is None
    assert noise_line(DiscreteGaussian(sigma_squared=400), 1e-14).falls is None


def test_masses_of_a_binomial_law_are_below_the_exact_ones() -> None:
    n, p = 60, Fraction(1, 3)
    line = binomial_line(n, p, 1e-12)
    for k, mass in enumerate(line.weights, line.first):
        exact = math.comb(n, k) * p**k * (1 - p) ** (n - k)
        assert float(exact) * (1 - 1e-15) <= mass <= exact * (1 + Fraction(line.steps, 1 << 53))
    assert sum(map(Fraction, line.weights)) > 1 - 1e-11
