"""Bounds over horizons so long that the missing pulls are a negligible part of all."""

import math
from fractions import Fraction
import mpmath
import pytest
from banditproof.theory.one_horizon import error_tradeoff, least_regret
from banditproof.theory.one_horizon.error_tradeoff import ErrorTradeoff
from banditproof.theory.one_horizon.law_of_pulls import weights


def test_a_value_that_stands_for_every_smaller_delta_is_found_once(monkeypatch):
    """Over 10^300 rounds the missing pulls are a part below 1e-150 of all, whatever the regret."""
    asked = []
    found = ErrorTradeoff._excess_at

    def noted(errors, n, delta):
        asked.append((n, delta))
        return found(errors, n, delta)

    monkeypatch.setattr(ErrorTradeoff, "_excess_at", noted)
    means, eps = [Fraction(7, 8), Fraction(5, 8)], Fraction(1, 10**9)
    assert least_regret(means, Fraction(15, 16), eps, 10**300, 1.3) > 0
    assert 50 < len(asked) == len(set(asked))


def test_a_tiny_budget_leaves_no_sums_to_compute(monkeypatch):
    errors = ErrorTradeoff.of(Fraction(1, 10), Fraction(1, 2), Fraction(5e-324))
    monkeypatch.setattr(error_tradeoff, "_excess", None)
    assert errors.least_excess(10**8, 0.4) == pytest.approx(0.6, abs=1e-4)
    assert errors.least_excess(10**300, 0.4) == 0


@pytest.mark.parametrize("near", [1, 10**30])
@pytest.mark.parametrize("eps", [Fraction(1, 10**12), Fraction(1, 5), Fraction(600), math.inf])
@pytest.mark.parametrize(("q", "length"), [(Fraction(1, 2), 10**40), (Fraction(1), 3)])
def test_weights_have_all_digits(q, length, eps, near):
    p = q - Fraction(1, 4 * near)
    with mpmath.workdps(400):
        less = mpmath.exp(-mpmath.mpf(eps.numerator) / eps.denominator) if eps != math.inf else 0
        r = (less - 1) * _mp(q) + 1
        r /= (less - 1) * _mp(p) + 1
        for linear in (False, True):
            found = weights(p, q, eps, length, 10.0, linear)
            for n, weight, step in zip(found.first, found.weights, found.steps, strict=False):
                power = r ** int(n)
                rest = length - int(n)
                exact = power * rest if linear else power - r**length
                fall = power * (rest * (1 - r) + r) if linear else power * (1 - r)
                assert weight == pytest.approx(float(exact), rel=1e-15, abs=1e-300)
                assert step == pytest.approx(float(fall), rel=1e-15, abs=1e-300)


def _mp(number):
    return mpmath.mpf(number.numerator) / number.denominator
