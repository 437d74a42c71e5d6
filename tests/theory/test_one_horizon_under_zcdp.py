"""Bounds at one horizon under zCDP: roots of divergences, beside those without privacy."""

from fractions import Fraction
import mpmath
import pytest
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory.one_horizon import bounds_at_horizon
from banditproof.theory.one_horizon.concentrated_tradeoff import (
    backward_bound,
    event_bound,
    forward_bound,
)


def test_bounds_under_zcdp_are_between_those_without_privacy_and_what_a_policy_pays() -> None:
    means, rounds = ("0.9", "0.1"), 1000
    free = bounds_at_horizon(means, rounds).regret
    found = [bounds_at_horizon(means, rounds, rho=rho).regret for rho in ("10", "0.1", "0.01")]
    assert free * (1 - 1e-3) <= found[0] <= found[1] <= found[2]
    with pytest.raises(ValueError, match="one of the two budgets"):
        bounds_at_horizon(means, rounds, eps=1, rho=1)


@pytest.mark.parametrize("delta", [1e-9, 0.02, 0.4])
def test_an_event_under_zcdp_is_the_root_of_a_divergence(delta) -> None:
    with mpmath.workdps(40):
        kl = lambda x, y: x * mpmath.log(x / y) + (1 - x) * mpmath.log((1 - x) / (1 - y))  # noqa: E731
        for price in (Fraction(1, 100), Fraction(1), Fraction(20)):
            size, bound = mpmath.mpf(price.numerator) / price.denominator, event_bound(delta, price)
            d, y, less = mpmath.mpf(delta), 1 - mpmath.mpf(bound), 1 - bound * mpmath.mpf("1.0001")
            assert max(kl(d, y), kl(y, d)) >= size > max(kl(d, less), kl(less, d))
            assert event_bound(delta, price, bound / 2) == bound
            assert event_bound(delta, price, 1.001 * bound) == 1.001 * bound


@for_all(st.floats(1e-150, 0.9), st.floats(-12, 2.7), examples=60)
def test_roots_of_a_divergence_are_found_to_nine_digits(delta, magnitude) -> None:
    price = Fraction(10**magnitude)
    with mpmath.workdps(200):
        size, d = mpmath.mpf(price.numerator) / price.denominator, mpmath.mpf(delta)
        kl = lambda x, y, less, rest: x * mpmath.log(x / y) + less * mpmath.log(less / rest)  # noqa: E731
        for bound, divergence in (
            (forward_bound(delta, price), lambda r: kl(d, 1 - r, 1 - d, r)),
            (backward_bound(delta, price), lambda r: kl(1 - r, d, r, 1 - d)),
        ):
            if bound == 0:  # the root is y = 1, or near delta
                assert divergence(mpmath.mpf("1e-300")) < size or size < 1e-9
            else:
                proved, beyond = mpmath.mpf(bound), bound * (1 + mpmath.mpf("2e-9"))
                assert divergence(proved) >= size
                assert beyond >= 1 - d or divergence(beyond) < size or size < 1e-9
