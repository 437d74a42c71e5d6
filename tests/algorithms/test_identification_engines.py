"""The engines of policies that stop, decision for decision against the plain policy."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms import (
    TTUCB,
    AdaPTT,
    AdaPTTStar,
    BernoulliRewards,
    DPSEIdentification,
    GaussianRewards,
    RewardStacks,
    Scripted,
    Silent,
    StoppingTimes,
    UniformTT,
    UniformTTStar,
    play,
    simulate_identification,
)
from banditproof.algorithms.engines.identification_engine import (
    Identification,
    PlainEngine,
    PrivateTopTwoEngine,
    TTUCBEngine,
    identification_engine,
)
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.budgets import PureDP

BANDIT = BernoulliBandit(("0.9", "0.3", "0.2"))
POLICIES = [
    AdaPTT(3, "0.2", eps=4),
    AdaPTT(3, "0.2", eps=4, beta="0.3", bonus="time"),
    AdaPTT(3, "0.3", eps="0.7", clipped=True, s="1.5"),
    AdaPTTStar(3, "0.2", eps=1),
    AdaPTTStar(3, "0.2", eps="0.15", clipped=True),
    AdaPTTStar(3, "0.1", eps="0.2", threshold="printed"),
    AdaPTTStar(3, "0.2", eps=2, threshold="heuristic", bonus="time", beta="2/3"),
    UniformTT(3, "0.2", eps=2),
    UniformTTStar(3, "0.2", eps=2, sigma=1, threshold="heuristic"),
]


def replayed(policy, recorded, longest):
    """The play of the plain policy with the sums and the noises that an engine has recorded.

    A batch of an arm is as long as all batches of it before, and the first has one reward. So many
    ones as its sum and then zeros have that sum.
    """
    stacks = [[] for _ in range(policy.arms)]
    for arm, total in zip(recorded.arms, recorded.sums, strict=True):
        length = max(1, len(stacks[arm]))
        stacks[arm] += [1] * total + [0] * (length - total)
    for stack in stacks:  # the rewards of a batch that was cut are never released
        stack += [0] * (longest + 1)
    return play(policy, RewardStacks(stacks), longest, Scripted(recorded.noises))


def answer_of(recommended):
    """A recommendation as engines write it: an arm, or -1 for none."""
    return -1 if recommended is None else recommended


@pytest.mark.parametrize("policy", POLICIES, ids=lambda p: f"{p.name}-{p.bonus}-{p.threshold}")
@pytest.mark.parametrize(("seed", "longest"), [(1, 3000), (2, 3000), (3, 130), (4, 2)])
def test_the_kernel_makes_the_decisions_of_the_plain_policy(policy, seed, longest):
    engine = PrivateTopTwoEngine(Identification(policy, BANDIT, longest))
    recorded = engine.recorded_run(np.random.default_rng(seed))
    chunk = engine.play_chunk(np.random.default_rng(seed), 1)
    played = replayed(policy, recorded, longest)

    releases = played.ledger.releases
    assert tuple(release.arm for release in releases) == recorded.arms
    noisy_sums = np.array(recorded.sums) + recorded.noises
    assert [release.value for release in releases] == pytest.approx(noisy_sums, rel=0, abs=1e-8)
    assert played.counts(3) == recorded.counts == tuple(chunk.counts[0])
    assert answer_of(played.recommended) == chunk.curves[0, 0]


def test_some_of_the_compared_runs_stop_and_others_are_cut():
    """The comparison above is not one of equal failures: runs stop and are cut, and differ."""
    engines = [PrivateTopTwoEngine(Identification(policy, BANDIT, 3000)) for policy in POLICIES]
    chunks = [engine.play_chunk(np.random.default_rng(1), 1) for engine in engines]
    answers = {int(chunk.curves[0, 0]) for chunk in chunks}
    assert answers >= {answer_of(None), answer_of(0)}
    assert len({tuple(chunk.counts[0]) for chunk in chunks}) > 5


@pytest.mark.parametrize("rule", ["likelihood", "calibrated", "heuristic"])
@pytest.mark.parametrize("bonus", ["margin", "time"])
@pytest.mark.parametrize(
    ("bandit", "source"),
    [(BANDIT, BernoulliRewards), (GaussianBandit(("0.9", "0.3", "0.2"), "0.5"), GaussianRewards)],
)
def test_ttucb_is_played_draw_for_draw(rule, bonus, bandit, source):
    policy = TTUCB(3, "0.4", "0.5", delta="0.05", rule=rule, bonus=bonus)
    for seed, longest in ((1, 2000), (2, 2000), (3, 40), (4, 2)):
        engine = TTUCBEngine(Identification(policy, bandit, longest))
        chunk = engine.play_chunk(np.random.default_rng(seed), 1)
        rewards = source(bandit, np.random.default_rng(seed))
        played = play(policy, rewards, longest, Silent())
        assert played.counts(3) == tuple(chunk.counts[0])
        assert answer_of(played.recommended) == chunk.curves[0, 0]


def test_dp_se_stops_with_one_arm_left_as_the_plain_policy_does():
    policy = DPSEIdentification(3, "0.1", eps=1)
    result = simulate_identification(policy, BANDIT, 20, 5)
    first = policy.pulls_per_arm(1, 3)
    second = policy.pulls_per_arm(2, 2)
    assert (result.capped, result.errors) == (0, 0)
    assert set(result.samples) <= {3 * first, 3 * first + 2 * second}
    assert isinstance(identification_engine(Identification(policy, BANDIT, 9)), PlainEngine)
    cut = simulate_identification(policy, BANDIT, 3, 5, longest=first + 7)
    assert cut.counts.tolist() == [[first, 7, 0]] * 3
    assert cut.capped == 3


def test_a_subclass_or_another_noise_is_played_plainly_and_has_the_same_law():
    class Same(AdaPTT):
        pass

    bandit = BernoulliBandit(("0.99", "0.01"))
    engine = identification_engine(Identification(Same(2, "0.2"), bandit, 9))
    assert isinstance(engine, PlainEngine)
    plain = simulate_identification(Same(2, "0.5", eps=9), bandit, 12, 1)
    fast = simulate_identification(AdaPTT(2, "0.5", eps=9), bandit, 4000, 2)
    low, high = fast.quantile(0.001), fast.quantile(0.999)
    # outside with probability below 0.003 each: 4 of 12 have probability below 1e-7
    assert sum(not low <= samples <= high for samples in plain.samples) < 4


def test_results_do_not_depend_on_the_workers_or_on_later_runs():
    policy, bandit = AdaPTT(2, "0.1", eps=3), BernoulliBandit(("0.9", "0.1"))
    alone = simulate_identification(policy, bandit, 40, 7)
    shared = simulate_identification(policy, bandit, 40, 7, workers=2)
    longer = simulate_identification(policy, bandit, 60, 7)
    assert (shared.counts == alone.counts).all()
    assert (longer.counts[:40] == alone.counts).all()


def test_a_name_is_played_as_the_policy_that_it_names():
    bandit = BernoulliBandit(("0.9", "0.1"))
    made = simulate_identification(AdaPTT(2, "0.2", eps=3), bandit, 40, 7)
    named = simulate_identification("adap-tt", bandit, 40, 7, budget=PureDP(3), delta="0.2")
    assert named.policy == made.policy
    assert (named.counts == made.counts).all()
    assert simulate_identification("ttucb", bandit, 1, 7).policy.delta == Fraction(1, 100)


@pytest.mark.parametrize(
    ("policy", "given", "sentence"),
    [
        ("adap-tt", {}, "takes eps, and no budget is given; give budget="),
        ("adap-t", {}, "the nearest names are adap-tt,"),
        ("dp-imed", {"budget": PureDP(1)}, "never stops"),
        ("ttucb", {"delta": 2}, r"give a probability of error in \(0, 1\)"),
        ("some:module", {"delta": "0.1"}, "The module some cannot be imported"),
        (AdaPTT(2, "0.1", eps=3), {"delta": "0.1"}, "is for the name of a policy"),
        (AdaPTT(2, "0.1", eps=3), {"budget": PureDP(1)}, "is for the name of a policy"),
    ],
)
def test_what_names_no_policy_that_stops_is_said(policy, given, sentence):
    with pytest.raises(ValueError, match=sentence):
        simulate_identification(policy, BernoulliBandit(("0.9", "0.1")), 4, 7, **given)


@pytest.mark.parametrize(
    ("bandit", "rng", "error", "sentence"),
    [
        (("0.9", "0.1"), 7, TypeError, "The bandit is .* give a BernoulliBandit"),
        (BernoulliBandit(("0.9", "0.1")), -1, ValueError, "rng is -1; give an integer >= 0"),
    ],
)
def test_a_wrong_bandit_or_seed_is_named(bandit, rng, error, sentence):
    with pytest.raises(error, match=sentence):
        simulate_identification("ttucb", bandit, 4, rng)


def test_runs_that_were_cut_are_counted_and_never_averaged_away():
    bandit = BernoulliBandit(("0.95", "0.9", "0.9", "0.9", "0.5"))
    longest = 2_000_000
    literal = simulate_identification(AdaPTT(5, "0.01"), bandit, 64, 3, longest=longest)
    clipped = simulate_identification(AdaPTT(5, "0.01", clipped=True), bandit, 64, 3)
    # of the literal runs 9.5 percent stall, so that none of 64 does with probability 0.002
    assert literal.capped > 0
    assert clipped.capped == 0
    assert literal.mean == literal.deviation == literal.quantile(1.0) == math.inf
    assert literal.quantile(0.5) < 1e6
    assert clipped.mean < 1e6
    assert (literal.samples[literal.answers < 0] == longest).all()
    # a run that was cut may have ended with an error
    assert literal.error_limits()[1] > clipped.error_limits()[1]


@pytest.mark.parametrize(("answer", "limits"), [(0, (0, 0.100545)), (1, (0.899455, 1))])
def test_limits_of_the_error_rate_at_the_ends(answer, limits):
    """All of 50 runs are right, or all are wrong."""
    bandit, counts = BernoulliBandit((0.5, 0.25)), np.ones((50, 2), np.int64)
    times = StoppingTimes(None, bandit, 9, np.full(50, answer), counts)
    assert times.error_limits() == pytest.approx(limits, abs=1e-6)
