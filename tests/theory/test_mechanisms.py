"""Noise mechanisms: their laws are laws, and their losses are the losses of their laws."""

import math
from collections.abc import Callable
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import DiscreteLaplace, Laplace, NoNoise

RATIOS = st.fractions(min_value=Fraction(1, 50), max_value=Fraction(49, 50))


@given(RATIOS, st.integers(0, 60))
def test_the_masses_and_the_tail_of_two_sided_geometric_noise_sum_to_one(ratio, cut) -> None:
    noise = DiscreteLaplace(ratio)
    inside = sum(noise.mass(y) for y in range(-cut, cut + 1))
    assert inside + noise.tail(cut) == 1


def largest_ratio(mass: Callable[[int], Fraction], sensitivity: int) -> Fraction:
    """The largest ratio of the law to its shift, over a window that contains the maximum."""
    return max(mass(y) / mass(y - sensitivity) for y in range(-20, 21))


@given(RATIOS, st.integers(1, 5))
def test_the_loss_of_two_sided_geometric_noise_is_its_largest_log_ratio(ratio, sensitivity) -> None:
    noise = DiscreteLaplace(ratio)
    exact = largest_ratio(noise.mass, sensitivity)
    assert exact == ratio**-sensitivity
    assert noise.loss(sensitivity).eps == pytest.approx(math.log(exact), rel=1e-12)


def test_the_loss_notices_noise_of_half_the_scale() -> None:
    noise, wrong = DiscreteLaplace("1/2"), DiscreteLaplace("1/4")
    assert largest_ratio(wrong.mass, 1) == largest_ratio(noise.mass, 1) ** 2


@pytest.mark.parametrize("scale", [0.5, 1, Fraction(20), "0.1"])
def test_the_loss_of_laplace_noise_is_sensitivity_over_scale(scale) -> None:
    noise = Laplace(scale)
    for sensitivity in (0, 1, 2.5):
        expected = sensitivity / float(Fraction(scale))
        assert noise.loss(sensitivity).eps == pytest.approx(expected, rel=1e-15)


def test_no_noise_protects_only_constants() -> None:
    assert NoNoise().loss(1) == PureDP(math.inf)
    assert NoNoise().loss(0) == PureDP(0.0)
    assert NoNoise().sample(np.random.default_rng(0)) == 0


def agrees_with_law(draws: np.ndarray, noise: DiscreteLaplace) -> bool:
    """Hoeffding on eleven events at 5.5 standard units: false-alarm rate below 1e-6."""
    margin = math.sqrt(math.log(2 * 11 / 1e-6) / (2 * len(draws)))
    return all(abs(np.mean(draws == y) - float(noise.mass(y))) <= margin for y in range(-5, 6))


def test_discrete_draws_follow_the_law_and_a_wrong_ratio_is_noticed() -> None:
    noise, rng = DiscreteLaplace("1/2"), np.random.default_rng(20250101)
    draws = np.array([noise.sample(rng) for _ in range(40_000)])
    wrong = np.array([DiscreteLaplace("0.45").sample(rng) for _ in range(40_000)])
    assert agrees_with_law(draws, noise)
    assert not agrees_with_law(wrong, noise)


def matches_laplace_tail(draws: np.ndarray, scale: float) -> bool:
    """Pr[|Y| > scale u] = e^-u at three u, by Hoeffding: false-alarm rate below 1e-6."""
    margin = math.sqrt(math.log(2 * 3 / 1e-6) / (2 * len(draws)))
    return all(
        abs(np.mean(np.abs(draws) > scale * u) - math.exp(-u)) <= margin for u in (0.5, 1, 2)
    )


def test_laplace_draws_have_the_declared_scale_and_half_of_it_is_noticed() -> None:
    rng = np.random.default_rng(7)
    draws = np.array([Laplace(4).sample(rng) for _ in range(20_000)])
    assert matches_laplace_tail(draws, 4.0)
    assert not matches_laplace_tail(draws / 2, 4.0)
