"""Simulated regret against upper bounds: two algorithms, random instances, and wrong twins."""

import pytest
from banditproof.algorithms import AdaCGOPE, AdaCUCB, AdaPKLUCB, AdaPUCB, LinearEnvironment
from banditproof.theory import BernoulliBandit, LinearBandit, bounds
from banditproof.verify.mutants.pure_episodes import TRIPLING
from banditproof.verify.regret_against_bounds import regret_against_bounds
from banditproof.verify.regret_sweep import EpisodeCase, random_cases, right_policy, swept

FINITE = BernoulliBandit(("0.75", "0.5", "0.25"))
ACTIONS = ((1, 0), ("0.6", "0.8"), ("-0.6", "0.8"))
THETA = ("0.8", "0.1")


def rows_of(bandit, horizon, name):
    return [row for row in bounds(bandit, rho="0.5", horizon=horizon) if name in row.name]


@pytest.mark.parametrize("beta", ["3.1", 4])
def test_adac_ucb_stays_below_its_bounds(beta):
    """The expected regret is refuted to be below a true bound with probability < 1e-6."""
    rows = rows_of(FINITE, 20_000, "AdaC-UCB")
    result = regret_against_bounds(AdaCUCB(arms=3, rho="0.5", beta=beta), FINITE, rows, 20_000, 300)
    assert len(result) == 2
    for check in result:
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


def test_right_policies_stay_below_their_bounds():
    """Level 6.5 standard errors: a false alarm has probability < 1e-9, as of a normal law."""
    result = swept(random_cases(6, seed=3, largest=20_000), runs=100, seed=1)
    assert {case.case.index for case in result} == {"adap-ucb", "adap-klucb", "adac-ucb"}
    assert not any(case.refuted(6.5) for case in result)
    assert max(case.share for case in result) > 0.4  # the bounds are close


@pytest.mark.slow
def test_sweep_of_400_instances():
    """At 6.5 standard errors a false alarm in 400 instances has probability < 1e-6."""
    result = swept(random_cases(402, seed=2024), runs=100, seed=77)
    assert not any(case.refuted(6.5) for case in result)
    for index in ("adap-ucb", "adap-klucb", "adac-ucb"):
        shares = [case.share for case in result if case.case.index == index]
        assert len(shares) == 134
        assert 0.75 < max(shares) <= 1.05


TIGHT = EpisodeCase("adap-ucb", ("1/10", "4/5"), "1/10", "3.1", 10**6)
"""2048 pulls of the first arm in almost every run, and a bound below 2080."""


def test_bonus_that_is_too_small():
    """Now and then the best arm is left for ever: the mean is 14 standard errors too large."""
    case = EpisodeCase("adap-ucb", ("1/10", "4/5"), "3/10", "4", 10**6)
    (twin,) = swept(iter([case]), 400, 5, lambda item: AdaPUCB(2, eps=item.budget, beta="1/20"))
    (right,) = swept(iter([case]), 400, 5)
    assert twin.refuted(6.5)
    assert not right.refuted(6.5)
    assert right.share > 0.99


def test_episodes_of_double_length():
    """Pulls that are tripled: 2187 where the bound allows 2080."""
    (twin,) = swept(
        iter([TIGHT]),
        100,
        5,
        lambda item: AdaPUCB(2, eps=item.budget, beta=item.beta, schedule=TRIPLING),
    )
    (right,) = swept(iter([TIGHT]), 100, 5)
    assert twin.refuted(6.5)
    assert not right.refuted(6.5)


def test_policies_of_the_cases():
    kinds = {"adap-ucb": AdaPUCB, "adap-klucb": AdaPKLUCB, "adac-ucb": AdaCUCB}
    for case in random_cases(9, seed=1):
        assert type(right_policy(case)) is kinds[case.index]
        assert case.bound > 0.02
