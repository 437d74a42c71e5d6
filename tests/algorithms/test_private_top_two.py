"""AdaP-TT and its parts: costs, bonuses, thresholds, episodes, tracking, stop, and bad input."""

import math
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms import (
    AdaPTT,
    AdaPTTStar,
    GaussianThreshold,
    HeuristicThreshold,
    LeaderBonus,
    PrivateThreshold,
    RewardCycles,
    RewardStacks,
    Sampled,
    Scripted,
    Silent,
    StoppingRule,
    TransportationCost,
    TruncatedThreshold,
    UniformTT,
    play,
)
from banditproof.algorithms.identification.private_top_two import samples_of
from banditproof.algorithms.identification.tracking import tracked_share
from banditproof.theory import certify
from banditproof.theory.stopping.private_thresholds import threshold_adap_tt, threshold_adap_tt_star


@pytest.mark.parametrize("gap", [-1.0, 0.0, 0.02, 0.3, 2.0])
def test_costs_are_the_printed_formulas(gap):
    plain, cut = TransportationCost.of(), TransportationCost.of("0.5", truncation="0.1")
    up = max(gap, 0.0)
    below = 2 * 0.25 * (1 / 7 + 1 / 9)
    assert plain(gap, 7, 9) == pytest.approx(up * up / below, rel=1e-15)
    assert cut(gap, 7, 9) == pytest.approx(up * min(0.1, up) / below, rel=1e-15)


@pytest.mark.parametrize("gap", [0.0, 0.29, 0.3, 0.31, 5.0])
@pytest.mark.parametrize("counts", [(1, 1), (64, 64), (1024, 256)])
def test_thresholds_are_the_certified_ones(gap, counts):
    rest = (5, "0.1", "0.01")
    result = PrivateThreshold(5, "0.01", "0.1").at(gap, *counts)
    assert result == pytest.approx(float(certify(threshold_adap_tt, *counts, *rest)), rel=1e-12)
    for printed in (False, True):
        result = TruncatedThreshold(5, "0.01", "0.1", printed=printed).at(gap, *counts)
        # the float 0.1 is above 1/10, so that 0.3 is below three times it
        exact = Fraction(0.1) if gap == 0.3 else Fraction(1, 10)
        sure = certify(threshold_adap_tt_star, gap, *counts, 5, exact, "0.01", printed=printed)
        assert result == pytest.approx(float(sure), rel=1e-12)


@pytest.mark.parametrize("eps", ["1/14", "9/70", "2/7", "0.1", "0.05", "1", "1/3", "0.7"])
def test_a_gap_is_compared_with_three_eps_and_not_with_its_float(eps):
    """And the threshold changes where an engine looks for it."""
    threshold, three = TruncatedThreshold(3, "0.1", eps), 3 * Fraction(eps)
    near, far = threshold.at(0.0, 64, 64), threshold.at(9.0, 64, 64)
    for gap in (float(three), threshold.changes_at):
        for place in (math.nextafter(gap, 0.0), gap, math.nextafter(gap, 9.0)):
            assert threshold.at(place, 64, 64) == (far if Fraction(place) >= three else near)
    assert Fraction(math.nextafter(gap, 0.0)) < three <= Fraction(gap)


def test_a_rule_stops_exactly_where_every_cost_reaches_its_threshold():
    rule = StoppingRule(TransportationCost(), GaussianThreshold(3, "0.1"))
    means = (0.2, 0.9, 0.5)
    level = rule.threshold.at(0.4, 512, 512)
    needed = level / (0.4 * 0.4 / 0.5)  # 1 / (1/n + 1/n) = n/2 of the nearer rival
    assert rule.recommends(means, (512, 2 * math.ceil(needed), 2 * math.ceil(needed))) == 1
    assert rule.recommends(means, (512, 2, 512)) is None
    assert rule.recommends((0.9, 0.9, 0.1), (10**9,) * 3) is None  # a tie never stops
    assert HeuristicThreshold(3, "0.1").at(0.4, 512, 512) < level


@pytest.mark.parametrize("make", [AdaPTT, AdaPTTStar, UniformTT])
def test_private_means_are_those_of_episodes_that_double_and_forget(make):
    rng = np.random.default_rng(3)
    stacks = [(rng.random(400) < p).astype(int).tolist() for p in (0.9, 0.5, 0.1)]
    played = play(make(3, "1e-9", eps=2), RewardStacks(stacks), 300, Sampled(4))
    seen = [0, 0, 0]
    where = {}
    for t, arm in enumerate(played.actions, 1):
        seen[arm] += 1
        where[t] = (arm, seen[arm])
    phases = [0, 0, 0]
    for release in played.ledger.releases:
        phases[release.arm] += 1
        size = samples_of(phases[release.arm])
        last = 2 ** (phases[release.arm] - 1)
        expected = {(release.arm, n) for n in range(last - size + 1, last + 1)}
        assert {where[t] for t in release.rewards} == expected
        assert release.sensitivity == 1
        assert len(release.noises) == 1
    for arm, state in enumerate(played.state.arms):
        assert state.pulls == seen[arm]
        assert state.phases == phases[arm] == seen[arm].bit_length()


@pytest.mark.parametrize("beta", ["0.5", "0.3", "2/3"])
def test_the_leader_is_pulled_within_one_pull_of_its_share(beta):
    share = tracked_share(beta)
    rewards = RewardCycles([(1, 1, 0), (1, 0), (0, 0, 1)])
    for horizon in (10, 57, 300):
        state = play(AdaPTT(3, "1e-9", beta=beta), rewards, horizon, Sampled(1)).state
        for arm in state.arms:
            assert 0 <= arm.led_pulls - share * arm.leads <= 1
        assert sum(arm.leads for arm in state.arms) == horizon - 3


def test_floats_are_shares_with_small_denominators():
    assert tracked_share(0.1) == Fraction(1, 10)
    assert tracked_share(1 / 3) == Fraction(1, 3)


def test_clipping_keeps_private_means_in_the_unit_interval():
    noises = [-7.0, 9.0, 0.25, *([0.0] * 20)]
    loose = play(AdaPTT(2, "1e-9"), RewardCycles([(0,), (1,)]), 3, Scripted(noises)).state
    tight = play(AdaPTT(2, "1e-9", clipped=True), RewardCycles([(0,), (1,)]), 3, Scripted(noises))
    assert [arm.mean for arm in loose.arms] == [-7.0, 1.25]
    assert [arm.mean for arm in tight.state.arms] == [0.0, 1.0]


def test_bonuses_are_the_two_formulas():
    assert LeaderBonus(0.5)(4, 16, 999) == pytest.approx(math.sqrt(4 / 16) + 4 / 8)
    level = math.log(50)
    bonus = LeaderBonus(0.5, "time")(4, 16, 50)
    assert bonus == pytest.approx(math.sqrt(level / 32) + level / 8)


def test_a_bonus_with_time_frees_an_arm_that_the_phases_leave_behind():
    """The first private mean of the best of three arms is far too low; the other two tie."""
    rewards = RewardCycles([(1,), (0, 1), (1, 0)])
    noises = [-12.0, *([0.0] * 60)]

    def pulls_of_the_best(**settings):
        policy = AdaPTT(3, "0.1", eps="0.5", **settings)
        return play(policy, rewards, 1000, Scripted(noises)).counts(3)[0]

    assert pulls_of_the_best() == 1
    assert pulls_of_the_best(clipped=True) > 100
    assert pulls_of_the_best(bonus="time") > 100


def test_a_changed_field_changes_what_follows_from_it():
    policy = replace(AdaPTTStar(2, "0.1", eps=1), eps=2)
    assert policy.stopping.cost.cut == 6.0
    assert policy.leader_bonus.eps == 2.0
    assert play(policy, RewardCycles([(1,), (0,)]), 10**4, Silent()).recommended == 0
