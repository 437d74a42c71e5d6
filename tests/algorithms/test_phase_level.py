"""The phase-level engine makes the decisions of the specification, draw for draw."""

import math
from dataclasses import replace
import numpy as np
import pytest
from banditproof.algorithms import (
    DPIMED,
    DPKLUCB,
    DPSE,
    POLICIES,
    ZCDPKLUCB,
    AdaCUCB,
    AdaCUCBPrinted,
    AdaPKLUCB,
    AdaPUCB,
    AdaRUCB,
    EpisodeUCB,
    LeaderDPKLUCB,
    RewardStacks,
    Scripted,
    make_policy,
    play,
)
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.phase_level import phase_level_engine
from banditproof.algorithms.regret import adap_klucb
from banditproof.algorithms.regret import known_arms_kernels as kernels
from banditproof.algorithms.regret.dp_imed import choose_dp_imed
from banditproof.algorithms.regret.dp_klucb import choose_dp_klucb
from banditproof.theory import BernoulliBandit, d_eps, d_eps_ucb
from banditproof.theory.batch_schedule import (
    ExplicitSchedule,
    GeometricSchedule,
    PolynomialSchedule,
)
from banditproof.theory.compiled import Kernel
from banditproof.theory.confidence_bound_kernels import kl_ucb_log_complement_array
from banditproof.theory.mechanisms import DiscreteLaplace

CLOSE = BernoulliBandit(("0.75", "0.7", "0.7", "0.7", "0.7"))
SPREAD = BernoulliBandit(("0.25", "0.75", "0.5"))
ENDS = BernoulliBandit((1, 0, "0.5", 1))
TENTHS = GeometricSchedule("1.1")

CASES = [
    (DPKLUCB(5, eps=1), CLOSE),
    (DPKLUCB(5, eps="0.05", ties="last"), CLOSE),
    (DPKLUCB(3, TENTHS, eps="0.5"), SPREAD),
    (DPKLUCB(3, GeometricSchedule(3, 4), "first", eps=8), SPREAD),
    (DPKLUCB(3, PolynomialSchedule("1.5"), eps=2), SPREAD),
    (DPKLUCB(4, eps="0.3"), ENDS),
    (DPKLUCB(3, eps=900), SPREAD),
    (DPIMED(5, eps=1), CLOSE),
    (DPIMED(5, eps="0.05", ties="last"), CLOSE),
    (DPIMED(3, TENTHS, eps="0.5"), SPREAD),
    (DPIMED(3, GeometricSchedule(3, 4), "first", eps=8), SPREAD),
    (DPIMED(4, eps="0.3"), ENDS),
    (DPIMED(3, eps=900), SPREAD),
    (AdaPKLUCB(5, eps=1), CLOSE),
    (AdaPKLUCB(3, eps="0.05", ties="last"), SPREAD),
    (AdaPKLUCB(4, eps=30, optimism=4), ENDS),
    (LeaderDPKLUCB(4, eps="0.5"), ENDS),
    (LeaderDPKLUCB(3, eps="0.5", ties="last"), SPREAD),
    (DPSE(5, eps=1, beta="1e-6"), CLOSE),
    (DPSE(4, eps="0.02", beta="0.3"), ENDS),
    (AdaCUCB(5, rho=1), CLOSE),
    (AdaCUCB(3, rho="0.01", beta=1, ties="last"), SPREAD),
    (AdaCUCBPrinted(5, rho="0.1"), CLOSE),
    (AdaRUCB(4, alpha=3, eps="0.5"), ENDS),
    (EpisodeUCB(3, beta=1), SPREAD),
    (EpisodeUCB(4, ties="last"), ENDS),
    (AdaPUCB(5, eps=1), CLOSE),
    (AdaPUCB(3, eps="0.05", ties="last", beta=1), SPREAD),
    (AdaPUCB(4, eps=30, beta=4), ENDS),
    (ZCDPKLUCB(5, rho=1), CLOSE),
    (ZCDPKLUCB(3, TENTHS, "last", rho="0.01"), SPREAD),
    (ZCDPKLUCB(4, rho="0.3"), ENDS),
    (ZCDPKLUCB(3, rho=900), SPREAD),
]
NAMES = [f"{policy.name}-{index}" for index, (policy, _) in enumerate(CASES)]


def longest(policy):
    """As far as 1e15 rounds, with fewer where a schedule has very many phases."""
    if isinstance(policy, DPSE):
        return 10**15
    if isinstance(policy.schedule, PolynomialSchedule):
        return 5_003
    return 200_003 if policy.schedule == TENTHS else 10**15 - 7


def decided_again(policy, record, horizon):
    """Ask the policy file for every decision of a recorded run; return the pulls per arm."""
    script = Scripted(uniforms=record.uniforms)
    state, t, counts = policy.start(), 0, [0] * policy.arms
    for arm, reward, noise in zip(record.arms, record.sums, record.noises, strict=True):
        pull = policy.decide(state, t + 1, script)
        if pull.arm != arm:
            return None
        counts[arm] += min(pull.count, horizon - t)
        t += pull.count
        if pull.releases and t <= horizon:
            state = policy.learn(state, pull, reward + noise)
    return tuple(counts) if t >= horizon else None


@pytest.mark.parametrize(("policy", "bandit"), CASES, ids=NAMES)
def test_every_decision_up_to_1e15_rounds_is_that_of_the_policy_file(policy, bandit):
    horizon = longest(policy)
    engine = phase_level_engine(Experiment(policy, bandit, horizon))
    rng = np.random.default_rng(31)
    for _ in range(25):
        record = engine.recorded_run(rng)
        assert sum(record.counts) == horizon
        assert decided_again(policy, record, horizon) == record.counts


def engines_of_the_catalogue():
    """The phase-level engines of the policies that the command line knows."""
    for name, entry in POLICIES.items():
        for eps in () if entry.linear or entry.stops else ("0.05", 2):
            policy = make_policy(name, 4, eps=eps, rho=eps, alpha=3, horizon=10**9)
            engine = phase_level_engine(Experiment(policy, ENDS, 10**9))
            if engine is not None:
                yield f"{name}-{eps}", engine


ENGINES = dict(engines_of_the_catalogue())


@pytest.mark.parametrize("name", ENGINES)
def test_the_engine_of_the_catalogue_decides_as_its_policy(name):
    engine, rng = ENGINES[name], np.random.default_rng(7)
    policy, horizon = engine.experiment.policy, engine.experiment.horizon
    for _ in range(10):
        record = engine.recorded_run(rng)
        assert decided_again(policy, record, horizon) == record.counts


CHANGES = [
    (0, {"eps": "1.001"}), (0, {"ties": "first"}), (1, {"ties": "first"}), (7, {"eps": "1.01"}),
    (8, {"ties": "first"}), (13, {"optimism": "3.11"}), (18, {"eps": "0.05"}),
    (18, {"beta": "1e-5"}), (20, {"rho": "1.01"}), (21, {"beta": "1.01"}), (23, {"alpha": "3.1"}),
    (24, {"ties": "first"}), (26, {"eps": "1.01"}), (26, {"beta": "3.11"}), (27, {"beta": "1.01"}),
    (29, {"rho": "1.01"}), (30, {"ties": "first"}), (31, {"rho": "0.31"}),
]  # fmt: skip
WRONG = [(index, replace(CASES[index][0], **change)) for index, change in CHANGES]
WRONG += [(16, DPKLUCB(4, eps="0.5")), (22, AdaCUCB(5, rho="0.1"))]


@pytest.mark.parametrize(
    ("index", "wrong"),
    WRONG,
    ids=[f"{wrong.name}-{place}" for place, (_, wrong) in enumerate(WRONG)],
)
def test_a_wrong_policy_decides_otherwise(index, wrong):
    policy, bandit = CASES[index]
    horizon = longest(policy)
    engine = phase_level_engine(Experiment(policy, bandit, horizon))
    rng = np.random.default_rng(31)
    records = [engine.recorded_run(rng) for _ in range(60)]
    assert any(decided_again(wrong, record, horizon) != record.counts for record in records)


def played_again(policy, record, horizon):
    """The specification engine on the draws of a recorded run."""
    state, t, noises, stacks = policy.start(), 0, [], [[] for _ in range(policy.arms)]
    script = Scripted(uniforms=record.uniforms)
    for arm, reward, noise in zip(record.arms, record.sums, record.noises, strict=True):
        pull = policy.decide(state, t + 1, script)
        count = min(pull.count, horizon - t)
        t += count
        stacks[arm] += [1] * reward + [0] * (count - reward)
        if pull.releases and count == pull.count:
            noises.append(noise)
            state = policy.learn(state, pull, reward + noise)
    return play(policy, RewardStacks(stacks), horizon, Scripted(noises, record.uniforms))


@pytest.mark.parametrize(("policy", "bandit"), CASES, ids=NAMES)
def test_the_specification_engine_agrees_draw_for_draw(policy, bandit):
    horizon = 21_000 if isinstance(policy, DPSE) else 1_500
    rounds = tuple(range(1, horizon + 1, 7))
    experiment = Experiment(policy, bandit, horizon, rounds)
    engine = phase_level_engine(experiment)
    for seed in range(2 if isinstance(policy, DPSE) else 6):
        record = engine.recorded_run(np.random.default_rng(seed))
        chunk = engine.play_chunk(np.random.default_rng(seed), 1)
        result = played_again(policy, record, horizon)
        assert tuple(pull[1] for pull in result.pulls) == record.arms
        assert result.counts(policy.arms) == record.counts == tuple(chunk.counts[0])
        releases = result.ledger.releases
        draws = zip(releases, record.sums, record.noises, strict=False)
        released = [coarse(float(s + y), (release.mechanism,)) for release, s, y in draws]
        assert [release.value for release in releases] == released
        assert not any(record.sums[len(releases) :] + record.noises[len(releases) :])
        regret = np.cumsum(experiment.gaps[list(result.actions)])
        np.testing.assert_allclose(chunk.curves[0], regret[::7], rtol=0, atol=1e-9)


def fuzzed(kind, eps, seed, steps, slope_factor=1.0, adap=adap_klucb.choose_adap_klucb):
    """Random releases, times and exact ties: the listed arms, and the arms that should be listed.

    A slope factor other than 1 corrupts the remembered tangents, and `adap` may be a mutant.
    """
    rng = np.random.default_rng(seed)
    arms = int(rng.integers(1, 7))
    known, tied = np.zeros((arms, kernels.COLUMNS)), np.zeros(arms, np.int64)
    phases = np.ones(arms, np.int64)
    pulls, totals, t = np.zeros(arms), np.zeros(arms), arms

    def learn(a, batch):
        value = batch * rng.choice([-0.5, 0, 0.25, 0.5, 0.75, 0.9, 1, 1.5, rng.random()])
        pulls[a] += batch
        totals[a] += value
        slope = 0.0 if kind == "imed" else math.inf
        kernels.learn_release(known, a, value, pulls[a], math.log(pulls[a]), False, eps, slope)

    for a in range(arms):
        learn(a, 1)
    for _ in range(steps):
        t += int(rng.integers(1, t + 2))
        means = totals / pulls
        x, y = np.clip(means, 0, 1), float(np.clip(means.max(), 0, 1))
        known[:, kernels.SLOPE] *= slope_factor
        if kind == "adap":
            count = adap(math.log(t), eps, 3.1, known, phases, tied)
            level = 3.1 * math.log(t) / pulls
            shifted = np.clip(means + level / eps, 0, 1)
            scores = kl_ucb_log_complement_array(shifted, level)
        elif kind == "imed":
            count = choose_dp_imed(math.log(t), eps, 1.0, known, phases, tied)
            scores = -(pulls * d_eps(x, y, eps) + [math.log(n) for n in pulls])
        else:
            count = choose_dp_klucb(math.log(t), eps, 1.0, known, phases, tied)
            scores = d_eps_ucb(x, math.log(t) / pulls, eps)
        yield tied[:count].tolist(), np.flatnonzero(scores == scores.max()).tolist()
        a = int(tied[0]) if rng.random() < 0.7 else int(rng.integers(arms))
        learn(a, int(pulls[a]) + 1)
        if rng.random() < 0.3:  # make two arms equal, so that ties are frequent
            b = (a + 1) % arms
            known[b], pulls[b], totals[b] = known[a], pulls[a], totals[a]
        if pulls.max() > 1e13:
            return


@pytest.mark.parametrize("kind", ["klucb", "imed", "adap"])
@pytest.mark.parametrize("eps", [1e-6, 0.02, 0.5, 3.0, 50.0, 800.0])
def test_bounded_choices_equal_the_full_evaluation(kind, eps):
    ties = 0
    for seed in range(40):
        for listed, expected in fuzzed(kind, eps, seed, 60):
            assert listed == expected
            ties += len(expected) > 1
    assert ties > 50


@pytest.mark.parametrize(("kind", "factor"), [("klucb", 0.5), ("imed", 2.0)])
def test_a_tangent_that_is_too_tight_is_seen(kind, factor):
    choices = [c for seed in range(40) for c in fuzzed(kind, 0.5, seed, 60, factor)]
    assert any(listed != expected for listed, expected in choices)


def test_an_arm_left_out_too_soon_is_seen(monkeypatch):
    """A margin below 0 leaves out arms that are at least as good."""
    monkeypatch.setattr(adap_klucb, "_WIDE_MARGIN", -1e-3)
    mutant = Kernel(adap_klucb.choose_adap_klucb.function).interpreted
    choices = [c for seed in range(40) for c in fuzzed("adap", 5.0, seed, 60, adap=mutant)]
    assert any(listed != expected for listed, expected in choices)


@pytest.mark.parametrize(("policy", "bandit"), CASES, ids=NAMES)
def test_the_last_checkpoint_is_the_regret_and_the_pulls_fill_the_horizon(policy, bandit):
    horizon = longest(policy)
    experiment = Experiment(policy, bandit, horizon, (1, 2, 10, 1000, horizon // 3, horizon))
    chunk = phase_level_engine(experiment).play_chunk(np.random.default_rng(5), 40)
    assert (chunk.counts.sum(axis=1) == horizon).all()
    np.testing.assert_allclose(chunk.curves[:, -1], chunk.counts @ experiment.gaps, rtol=1e-12)
    assert (np.diff(chunk.curves, axis=1) >= 0).all()
    assert (chunk.curves[:, 0] == experiment.gaps[0]).all()


def test_the_draws_have_the_declared_laws():
    """Noises and sums, standardised, against their laws: false alarms below 1e-9."""
    from scipy import stats

    engine = phase_level_engine(Experiment(DPKLUCB(3, eps="0.5"), SPREAD, 10**15))
    rng = np.random.default_rng(8)
    noises, shares = [], []
    for _ in range(150):
        record = engine.recorded_run(rng)
        phases = [0] * 3
        for arm, reward, noise in zip(record.arms, record.sums, record.noises, strict=True):
            if noise != 0:
                noises.append(noise)
                size, mean = 2 ** phases[arm], float(SPREAD.exact_means[arm])
                if size >= 2**14:
                    shares.append((reward - size * mean) / math.sqrt(size * mean * (1 - mean)))
                phases[arm] += 1
    assert len(noises) > 5000
    assert len(shares) > 2000
    assert stats.kstest(noises, stats.laplace(scale=2).cdf).pvalue > 1e-9
    assert stats.kstest(shares, stats.norm.cdf).pvalue > 1e-9
    assert stats.kstest(noises, stats.laplace(scale=1).cdf).pvalue < 1e-9  # the mutant
    assert stats.kstest(noises, stats.laplace(scale=2.5).cdf).pvalue < 1e-9


def test_a_batch_larger_than_int64_is_cut():
    policy = DPKLUCB(2, GeometricSchedule(10**9), eps=1)
    engine = phase_level_engine(Experiment(policy, BernoulliBandit((1, 0)), 10**15))
    counts = engine.play_chunk(np.random.default_rng(1), 50).counts
    assert (counts.sum(axis=1) == 10**15).all()
    jump = DPIMED(1, ExplicitSchedule((1, 10**40)), eps=1)
    engine = phase_level_engine(Experiment(jump, BernoulliBandit((1,)), 10**15))
    assert engine.play_chunk(np.random.default_rng(1), 2).counts.tolist() == [[10**15]] * 2


def test_a_completed_first_batch_that_fills_the_horizon():
    for policy in (DPKLUCB(2, eps=1), DPIMED(2, eps=1), AdaPKLUCB(2, eps=1)):
        engine = phase_level_engine(Experiment(policy, BernoulliBandit((1, 0)), 2))
        assert engine.recorded_run(np.random.default_rng(0)).counts == (1, 1)


def test_a_subclass_or_a_noise_of_its_own_has_no_compiled_engine():
    noisy = DiscreteLaplace("0.5")
    derived = type("Subclass", (DPKLUCB,), {})
    named = type("Named", (DPKLUCB,), {"name": "named", "compiled": DPKLUCB.compiled})
    episodic = type("Episodic", (AdaCUCB,), {"name": "episodic"})
    given = (DPKLUCB(3, noise=noisy), DPSE(3, beta="0.1", noise=noisy), AdaCUCB(3, noise=noisy))
    for policy in (derived(3), named(3), episodic(3), *given):
        assert phase_level_engine(Experiment(policy, SPREAD, 100)) is None
