"""The upper bounds of AdaC-UCB in the table: their numbers, their beta, and when they apply."""

import math
from fractions import Fraction

import pytest

from banditproof.algorithms import AdaCUCB, simulate
from banditproof.theory import BernoulliBandit, FiniteSupportBandit, GaussianBandit, bounds
from banditproof.theory.balls import ball
from banditproof.theory.lower_bounds.adac_ucb_rows import best_beta

FIVE = BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25"))
NAMES = ("AdaC-UCB upper bound of this instance", "AdaC-UCB upper bound without the gaps")


def rows(bandit, rho, horizon):
    table = bounds(bandit, rho=rho, horizon=horizon)
    return [row for name in NAMES for row in table if row.name == name]


def by_gaps(gaps, horizon, rho, beta):
    log = math.log(horizon)
    return sum(
        8 * beta * log / gap + 8 * math.sqrt(beta * log / rho) + gap * (beta - 2) / (beta - 3)
        for gap in gaps
    )


def gap_free(gaps, arms, horizon, rho, beta):
    log = math.log(horizon)
    return (
        2 * math.sqrt(2 * beta * arms * horizon * log)
        + 8 * len(gaps) * math.sqrt(beta * log / rho)
        + (beta - 2) / (beta - 3) * sum(gaps)
    )


@pytest.mark.parametrize("rho", ["0.001", "1", "1000"])
@pytest.mark.parametrize("horizon", [2, 1000, 10**7, 10**15])
def test_the_bounds_are_the_formulas_at_nearly_the_best_beta(rho, horizon):
    gaps = [0.125, 0.25, 0.375, 0.5]
    found = rows(FIVE, rho, horizon)
    for row, formula in (
        (found[0], lambda beta: by_gaps(gaps, horizon, float(rho), beta)),
        (found[1], lambda beta: gap_free(gaps, 5, horizon, float(rho), beta)),
    ):
        beta = float(row.note.split("beta = ")[1].split(",")[0])
        assert beta > 3
        assert row.claim in ("zcdp.thm10.sharper", "zcdp.thm11.sharper")
        assert float(row.enclosure) == pytest.approx(formula(beta), rel=1e-12)
        least = min(formula(3 + 10 ** (k / 50)) for k in range(-600, 150))
        assert float(row.enclosure) <= least * (1 + 1e-3)
        assert float(row.enclosure) < formula(beta + 0.5)  # another beta is noticed


def test_the_regret_stays_below_the_bound_of_its_beta():
    bound = by_gaps([0.125, 0.25, 0.375, 0.5], 10**6, 0.1, 3.5)
    regret = simulate(AdaCUCB(5, rho="0.1", beta="3.5"), FIVE, 10**6, 300, 3).regret
    assert regret.max() < bound
    greedy = simulate(AdaCUCB(5, rho="0.1", beta="1e-6"), FIVE, 10**6, 300, 3).regret
    assert greedy.max() > bound  # the wrong twin, without optimism


def test_they_need_rewards_in_the_unit_interval_a_budget_and_a_horizon():
    assert rows(FIVE, None, 1000) == rows(FIVE, 1, None) == []
    for bandit in (GaussianBandit((1, 0)), FiniteSupportBandit((0, 2), ((0, 1), (1, 0)))):
        for row in rows(bandit, 1, 1000):
            assert row.enclosure is None
            assert "rewards in [0, 1]" in row.note
    half = FiniteSupportBandit((0, "0.5"), (("0.5", "0.5"), (1, 0)))
    assert all(row.applies for row in rows(half, 1, 1000))
    assert not any(row.applies for row in rows(half, 1, "1000.5"))


@pytest.mark.parametrize("means", [(1,), (1, 1), (1, 1 - Fraction(1, 10**300)), ("1e-300", 0)])
def test_extreme_instances_have_bounds(means):
    for row in rows(BernoulliBandit(means), "1e-300", 10**15):
        assert row.applies
        assert row.enclosure.lo >= 0


def test_the_best_beta_of_a_straight_line():
    assert best_beta(Fraction(1), lambda beta: ball(1)) == 4
    assert best_beta(Fraction(0), lambda beta: ball(1)) == 4
    assert best_beta(Fraction(1, 9), lambda beta: ball(1)) == Fraction(3333, 1000)
