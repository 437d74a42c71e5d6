"""AdaC-UCB and AdaR-UCB: their traces, their noise, the reference regret, and their audits."""

import math
import numpy as np
import pytest
from banditproof.algorithms import (
    AdaCUCB,
    AdaCUCBPrinted,
    AdaRUCB,
    EpisodeUCB,
    RewardCycles,
    RewardTable,
    Sampled,
    Silent,
    play,
    simulate,
)
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.phase_level import phase_level_engine
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import ZCDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian
from banditproof.verify.audit import audit

ONE_ZERO = RewardCycles([(1,), (0,)])
FIVE = BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25"))
LATE = ((9, 0, 4), (13, 0, 8), (21, 1, 4), (25, 0, 16), (41, 0, 32), (73, 1, 8), (81, 0, 64))
WHOLE = ((3, 0, 1), (4, 0, 2), (6, 1, 1), (7, 1, 2), *LATE, (145, 0, 128))
PRINTED = ((3, 0, 1), (4, 1, 1), (5, 0, 2), (7, 1, 2), *LATE, (145, 0, 128))


@pytest.mark.parametrize(
    ("policy", "pulls", "first"),
    [
        (AdaCUCB(2, rho=1, ties="first"), WHOLE, (3.260210, 2.260210)),
        (AdaRUCB(2, alpha=3, eps=3, ties="first"), WHOLE, (3.260210, 2.260210)),
        (AdaCUCBPrinted(2, rho=1, ties="first"), PRINTED, (5.126559, 4.126559)),
    ],
)
def test_the_play_without_noise_is_that_of_the_box(policy, pulls, first):
    assert play(policy, ONE_ZERO, 150, Silent()).pulls[2:] == pulls
    records = (ArmRecord(1, 1, 1.0), ArmRecord(1, 1, 0.0))
    assert policy.scores(records, 3) == pytest.approx(first, abs=5e-7)


def test_an_index_by_hand():
    records = (ArmRecord(3, 2, 2.0), ArmRecord(2, 1, 0.0))
    assert AdaCUCBPrinted(2, rho=1).scores(records, 7) == pytest.approx((2.736710, 3.008070), 1e-6)
    free = EpisodeUCB(2, beta=4).scores(records, 7)
    assert free == pytest.approx((1 + math.sqrt(math.log(7)), math.sqrt(2 * math.log(7))))


def test_one_noise_for_each_episode_and_each_reward_in_one_release():
    rows = np.random.default_rng(3).integers(0, 2, (500, 3)).tolist()
    for policy in (AdaCUCB(3, rho=2), AdaCUCBPrinted(3, rho=2)):
        ledger = play(policy, RewardTable(rows), 500, Sampled(4)).ledger
        serials = [serial for release in ledger.releases for serial in release.noises]
        assert serials == list(range(len(ledger.releases)))
        first = 4 if isinstance(policy, AdaCUCBPrinted) else 1
        assert [r.mechanism.variance * 4 for r in ledger.releases[:3]] == [first] * 3
        assert {r.mechanism for r in ledger.releases[6:]} == {Gaussian.for_zcdp(2)}
        assert all(len(r.rewards) & (len(r.rewards) - 1) == 0 for r in ledger.releases)


def test_the_renyi_algorithm_is_the_concentrated_one_with_rho_eps_over_alpha():
    first = simulate(AdaCUCB(5, rho="0.25"), FIVE, 10**5, 300, 7)
    second = simulate(AdaRUCB(5, alpha=4, eps=1), FIVE, 10**5, 300, 7)
    assert (first.pulls == second.pulls).all()
    third = simulate(AdaRUCB(5, alpha=2, eps=1), FIVE, 10**5, 300, 7)
    assert (first.pulls != third.pulls).any()


def mean_and_error(policy, runs=4000):
    regret = simulate(policy, FIVE, 10**7, runs, 11).regret
    return regret.mean(), regret.std() / math.sqrt(runs)


@pytest.mark.parametrize(
    ("policy", "expected", "error"),
    [
        (AdaCUCBPrinted(5, rho="0.1", beta=1), 441.0, 1.0),
        (AdaCUCBPrinted(5, rho="0.01", beta=1), 695.6, 1.2),
        (EpisodeUCB(5, beta=1), 379.2, 0.9),
    ],
)
def test_the_mean_regret_is_that_of_two_other_implementations(policy, expected, error):
    """The reference is the mean of two runs of 4000; with 6 errors, false alarms below 1e-8."""
    mean, own = mean_and_error(policy)
    assert abs(mean - expected) < 6 * math.hypot(own, error)
    wrong = AdaCUCBPrinted(5, rho="0.2", beta=1)  # the wrong twin
    mean, own = mean_and_error(wrong)
    assert abs(mean - expected) > 6 * math.hypot(own, error)


def test_the_noise_of_the_engine_has_the_declared_variance():
    """z = sum of squares of noises over their variance; false alarms below 1e-9."""
    for policy, twice in ((AdaCUCB(2, rho="0.5"), 1.0), (AdaCUCBPrinted(2, rho="0.5"), 4.0)):
        engine = phase_level_engine(Experiment(policy, BernoulliBandit(("0.6", "0.4")), 2))
        rng = np.random.default_rng(5)
        squares = np.array([engine.recorded_run(rng).noises for _ in range(1500)]) ** 2
        assert abs(squares.mean() / twice - 1) < 6 * math.sqrt(2 / squares.size)
        assert abs(squares.mean() / (1.5 * twice) - 1) > 6 * math.sqrt(2 / squares.size)


@pytest.mark.slow
def test_the_construction_shows_the_privacy():
    whole = audit(AdaCUCB(3, rho="0.1"), ZCDP("0.1"), samples=50)
    assert (whole.verdict, whole.checks[-1].grade) == ("holds", "outlined")
    assert audit(AdaCUCB(3, rho="0.1"), ZCDP("0.099"), samples=50).verdict != "holds"
    renyi = AdaRUCB(2, alpha=5, eps=1)
    for policy, budget in (
        (renyi, RenyiDP(5, 1)),
        (renyi, ZCDP("0.2")),
        ("adar-ucb", RenyiDP(5, 1)),
    ):
        assert audit(policy, budget, samples=50).verdict == "holds"
