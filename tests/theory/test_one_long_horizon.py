"""Bounds over horizons so long that the missing pulls are a negligible part of all."""

from fractions import Fraction
from banditproof.theory.one_horizon import error_tradeoff, least_regret
from banditproof.theory.one_horizon.blocks import blocks


def test_a_value_that_stands_for_every_smaller_delta_is_found_once(monkeypatch):
    """Over 10^300 rounds the missing pulls are a part below 1e-150 of all, whatever the regret."""
    asked = []
    found = error_tradeoff._excess

    def noted(mine, rival, delta):
        asked.append((mine.first, mine.last, rival.first, delta))
        return found(mine, rival, delta)

    monkeypatch.setattr(error_tradeoff, "_excess", noted)
    means, eps = [Fraction(7, 8), Fraction(5, 8)], Fraction(1, 10**9)
    assert least_regret(means, Fraction(15, 16), eps, 10**300, 1.3) > 0
    assert 50 < len(asked) <= len(blocks(2 * 10**8, 1.3))
