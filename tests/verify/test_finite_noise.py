"""Noise on the integers, and clamped releases, in exact arithmetic."""

import math
from fractions import Fraction
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.theory.mechanisms import DiscreteLaplace, Laplace, NoNoise
from banditproof.verify.exact_laws.branching import outcomes
from banditproof.verify.exact_laws.finite_noise import (
    ClampedRelease,
    geometric_ratio,
    integer_noise,
    simplest_between,
)

REPEATABLE = settings(max_examples=60, deadline=None, derandomize=True, database=None)
RATIOS = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=30)


@REPEATABLE
@given(st.fractions(Fraction(1, 50), 50, max_denominator=200), st.fractions(0, 1))
def test_the_simplest_fraction_is_inside_and_no_simpler_one_is(low, width):
    high = low + width / 7
    result = simplest_between(low, high)
    assert low <= result <= high
    for denominator in range(1, result.denominator):
        assert math.floor(high * denominator) < low * denominator


@REPEATABLE
@given(st.fractions(Fraction(1, 100), 30, max_denominator=1000))
def test_integer_noise_spends_nearly_but_at_most_the_budget(loss):
    spent = -math.log(geometric_ratio(loss))
    assert float(loss) * (1 - 1.001e-3) <= spent <= float(loss) * (1 + 1e-12)


def test_noise_on_the_integers_is_kept():
    assert integer_noise(NoNoise()) == NoNoise()
    assert integer_noise(DiscreteLaplace("1/2")) == DiscreteLaplace("1/2")
    assert integer_noise(Laplace(2)).ratio == geometric_ratio(Fraction(1, 2))


@REPEATABLE
@given(RATIOS, st.integers(-3, 3), st.integers(0, 4), st.integers(0, 8), st.data())
def test_a_clamped_release_is_the_clamped_law(ratio, least, width, cut, data):
    noise = DiscreteLaplace(ratio)
    clamped = ClampedRelease(noise, least, least + width, cut)
    base = data.draw(st.integers(least, least + width))
    weights, window = clamped.weights(base), clamped.window
    if len(window) == 1:
        return
    assert sum(weights) == clamped.total
    for value, weight in zip(window[1:-1], weights[1:-1], strict=True):
        assert Fraction(weight, clamped.total) == noise.mass(value - base)
    below = sum(noise.mass(y) for y in range(window[0] - base + 1, window[-1] - base))
    assert weights[0] + weights[-1] == (1 - below) * clamped.total
    inside = sum(noise.mass(value - base) for value in window)
    outside = (1 - inside) * clamped.total
    assert outside <= clamped.moved(base) < outside + 2


@REPEATABLE
@given(RATIOS, st.integers(0, 3), st.integers(1, 6))
def test_clamping_never_raises_the_loss_of_a_step(ratio, width, cut):
    clamped = ClampedRelease(DiscreteLaplace(ratio), 0, width + 1, cut)
    for base in range(width + 1):
        for p, q in zip(clamped.weights(base), clamped.weights(base + 1), strict=True):
            assert ratio <= Fraction(p, q) <= 1 / ratio


def test_no_noise_is_released_as_it_is():
    clamped = ClampedRelease(NoNoise(), 0, 2, cut=5)
    assert list(clamped.window) == [0, 1, 2]
    assert clamped.weights(1) == [0, 1, 0]
    assert clamped.total == 1
    assert clamped.moved(1) == 0
    with pytest.raises(ValueError, match="outside"):
        clamped.weights(3)


def test_branches_are_all_taken_once_with_their_probabilities():
    def game(chance):
        first = chance.choice("ab")
        return first + (chance.choice("xyz") if first == "a" else chance.choice("c"))

    law = outcomes(game)
    assert {result: p for p, result in law} == {
        "ax": Fraction(1, 6),
        "ay": Fraction(1, 6),
        "az": Fraction(1, 6),
        "bc": Fraction(1, 2),
    }
