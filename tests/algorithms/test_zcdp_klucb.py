"""DP-KLUCB with normal noise: its trace, its index, its noise, its exact law and its audit."""

import math
import numpy as np
import pytest
from banditproof.algorithms import (
    ZCDPKLUCB,
    RewardCycles,
    RewardTable,
    Sampled,
    Silent,
    make_policy,
    play,
    simulate,
)
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.phase_level import phase_level_engine
from banditproof.algorithms.regret.phased_index import ArmRecord, clipped
from banditproof.theory import BernoulliBandit, kl_ucb
from banditproof.theory.budgets import ZCDP
from banditproof.theory.mechanisms import Gaussian
from banditproof.verify.audit import audit
from banditproof.verify.exact_laws.regret_law import on_the_integers, regret_law

CYCLES = RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)])
TRACE = (
    (1, 0, 1), (2, 1, 1), (3, 0, 2), (5, 0, 4), (9, 0, 8), (17, 0, 16), (33, 1, 2), (35, 1, 4),
    (39, 0, 32), (71, 1, 8), (79, 0, 64), (143, 0, 128), (271, 0, 256),
)  # fmt: skip
TWO = BernoulliBandit(("0.75", "0.5"))


class ForAllBatches(ZCDPKLUCB):
    """rho n in place of rho n / m, as if all batches shared one noise."""

    def scores(self, records, t):
        return super().scores(tuple(r._replace(phases=1) for r in records), t)


class WithoutNoise(ZCDPKLUCB):
    """The index of KL-UCB, which takes noise for reward."""

    def scores(self, records, t):
        return [kl_ucb(clipped(r.mean), math.log(t) / r.pulls) for r in records]


class Forgets(ZCDPKLUCB):
    """Keeps the last batch only."""

    forgets = True


class OneRoundEarly(ZCDPKLUCB):
    """log(t - 1)."""

    def scores(self, records, t):
        return super().scores(records, t - 1)


def trace_of(policy):
    return play(policy, CYCLES, 300, Silent()).pulls


def test_the_play_without_noise():
    assert trace_of(ZCDPKLUCB(2, rho=1, ties="first")) == TRACE
    assert trace_of(make_policy("zcdp-klucb", 2, rho=1, ties="first")) == TRACE


@pytest.mark.parametrize("wrong", [ForAllBatches, WithoutNoise, Forgets])
def test_a_wrong_index_plays_another_trace(wrong):
    assert trace_of(wrong(2, rho=1, ties="first")) != TRACE


def test_an_index_by_hand():
    """One pull with mean 1/2 at t = 2: cost(z, q) = kl(z, q) + (z - 1/2)^2 rho, and rho = 10."""
    records = (ArmRecord(1, 1, 0.5), ArmRecord(2, 3, 0.0), ArmRecord(1, 1, 1.7))
    scores = ZCDPKLUCB(3, rho=10).scores(records, 2)
    one, two = (1 - math.exp(-score) for score in scores[:2])
    assert scores[2] == math.inf
    for x, q, n, m in ((0.5, one, 1, 1), (0.0, two, 3, 2)):
        z = np.linspace(1e-6, 1 - 1e-6, 10**6)
        kl = z * np.log(z / q) + (1 - z) * np.log((1 - z) / (1 - q))
        assert (kl + 10 * n / m * (z - x) ** 2).min() == pytest.approx(math.log(2) / n, rel=1e-6)
    early = OneRoundEarly(3, rho=10).scores(records, 3)
    assert early == scores


def test_one_noise_of_the_declared_variance_for_each_batch():
    rows = np.random.default_rng(3).integers(0, 2, (500, 3)).tolist()
    ledger = play(ZCDPKLUCB(3, rho=2), RewardTable(rows), 500, Sampled(4)).ledger
    serials = [serial for release in ledger.releases for serial in release.noises]
    assert serials == list(range(len(ledger.releases)))
    assert {release.mechanism for release in ledger.releases} == {Gaussian.for_zcdp(2)}


def test_the_noise_of_the_engine_has_the_declared_variance():
    """The mean of squares over the variance; false alarms below 1e-8."""
    engine = phase_level_engine(Experiment(ZCDPKLUCB(2, rho="0.5"), TWO, 2))
    rng = np.random.default_rng(5)
    squares = np.array([engine.recorded_run(rng).noises for _ in range(1500)]) ** 2
    assert abs(squares.mean() - 1) < 6 * math.sqrt(2 / squares.size)
    assert abs(squares.mean() / 1.5 - 1) > 6 * math.sqrt(2 / squares.size)


def z_score(policy, law, runs=40_000):
    regret = simulate(policy, TWO, 300, runs, 11).regret
    return (regret.mean() - law) / (regret.std() / math.sqrt(runs))


def test_the_exact_law_on_the_integers_is_that_of_the_simulation():
    """Noise on the integers is nearly normal; with 6 errors, false alarms below 1e-8."""
    policy = ZCDPKLUCB(2, rho="0.02")
    law = float(regret_law(on_the_integers(policy), TWO, 300).mean.mid)
    assert abs(z_score(policy, law)) < 6
    for wrong in ({"rho": "0.015"}, {"ties": "first"}):
        assert (
            abs(z_score(ZCDPKLUCB(**{"arms": 2, "rho": "0.02", "ties": "first", **wrong}), law)) > 6
        )


def test_no_regret_at_a_large_budget_is_above_the_limit_without_privacy():
    """At rho = 1e6 the noise is nothing beside a reward: DP-KLUCB without privacy."""
    private = simulate(ZCDPKLUCB(2, rho=10**6), TWO, 10**5, 2000, 3).regret
    free = simulate(make_policy("dp-klucb", 2, eps=1000), TWO, 10**5, 2000, 4).regret
    error = math.hypot(private.std(), free.std()) / math.sqrt(2000)
    assert abs(private.mean() - free.mean()) < 6 * error
    small = simulate(ZCDPKLUCB(2, rho="0.01"), TWO, 10**5, 2000, 3).regret
    assert small.mean() - free.mean() > 6 * error


def test_the_construction_shows_the_privacy():
    whole = audit(ZCDPKLUCB(3, rho="0.1"), ZCDP("0.1"), samples=50)
    assert (whole.verdict, whole.checks[-1].grade) == ("holds", "outlined")
    assert audit(ZCDPKLUCB(3, rho="0.1"), ZCDP("0.099"), samples=50).verdict != "holds"
    weak = ZCDPKLUCB(2, rho="0.1", noise=Gaussian.for_zcdp("0.2"))
    assert audit(weak, ZCDP("0.1"), samples=50).verdict != "holds"
