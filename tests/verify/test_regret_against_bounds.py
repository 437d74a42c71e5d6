"""Simulated regret against the printed and the repaired upper bounds, with wrong twins."""

import pytest

from banditproof.algorithms import AdaCGOPE, AdaCUCB, LinearEnvironment
from banditproof.theory import BernoulliBandit, bounds
from banditproof.theory.instances import LinearBandit
from banditproof.verify.regret_against_bounds import regret_against_bounds

FINITE = BernoulliBandit(("0.75", "0.5", "0.25"))
ACTIONS = ((1, 0), ("0.6", "0.8"), ("-0.6", "0.8"))
THETA = ("0.8", "0.1")


def rows_of(bandit, horizon, name):
    return [row for row in bounds(bandit, rho="0.5", horizon=horizon) if name in row.name]


@pytest.mark.parametrize("beta", ["3.1", 4])
def test_adac_ucb_stays_below_its_bounds(beta):
    """The expected regret is refuted to be below a true bound with probability < 1e-6."""
    rows = rows_of(FINITE, 20_000, "AdaC-UCB")
    found = regret_against_bounds(AdaCUCB(arms=3, rho="0.5", beta=beta), FINITE, rows, 20_000, 300)
    assert len(found) == 2
    for check in found:
        assert not check.refuted
        assert 0.01 < check.share < 0.6


def test_adac_gope_stays_below_its_bound():
    horizon = 10**6
    rows = rows_of(LinearBandit(ACTIONS, THETA), horizon, "AdaC-GOPE")
    played = LinearEnvironment(theta=THETA, actions=ACTIONS)
    policy = AdaCGOPE(ACTIONS, rho="0.5", delta="1e-6")
    (check,) = regret_against_bounds(policy, played, rows, horizon, 100)
    assert not check.refuted
    assert check.share < 1


def test_wrong_twins_are_refuted():
    """The same policies with far more noise, against the bounds of rho = 1/2."""
    rows = rows_of(FINITE, 20_000, "AdaC-UCB upper bound of this instance")
    noisy = AdaCUCB(arms=3, rho="1e-9", beta="3.1")
    (check,) = regret_against_bounds(noisy, FINITE, rows, 20_000, 300)
    assert check.refuted
    theta = ("-0.8", "0.1")  # the arm that is played first is the worst
    rows = rows_of(LinearBandit(ACTIONS, theta), 10**6, "AdaC-GOPE")
    played = LinearEnvironment(theta=theta, actions=ACTIONS)
    noisy = AdaCGOPE(ACTIONS, rho="1e-9", delta="1e-6")
    (check,) = regret_against_bounds(noisy, played, rows, 10**6, 100)
    assert check.refuted
