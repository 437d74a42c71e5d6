"""OFUL policies: update times, released vectors, radii, and the engine draw for draw."""

import math
import random
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms import (
    RSOFUL,
    AdaCOFUL,
    AdaCOFULPrinted,
    AdaROFUL,
    DrawnContexts,
    FixedContexts,
    LinearEnvironment,
    LinearRewards,
    LinUCB,
    RewardList,
    Sampled,
    Scripted,
    Silent,
    play,
    simulate,
)
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.oful_engine import OFULEngine, oful_engine
from banditproof.algorithms.linear.confidence_ellipsoid import eigenvalue_margin
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

POLICY = AdaCOFUL(arms=4, dimension=2, rho=2)
POLICIES = [
    POLICY,
    replace(POLICY, horizon=400, delta="0.2", doubling="0.5", ties="first"),
    replace(POLICY, regulariser="0.1", unclipped=True),
    AdaROFUL(arms=4, dimension=2, alpha=3, eps=1, ties="last"),
    RSOFUL(arms=4, dimension=2, unclipped=True),
    RSOFUL(arms=4, dimension=2),
    LinUCB(arms=4, dimension=2, delta="0.2", ties="last"),
    AdaCOFULPrinted(arms=4, dimension=2, horizon=400, regulariser=3000, least=1),
]
SPHERE = LinearEnvironment(theta=("0.6", "-0.7"), contexts="sphere", arms=4)
WORLDS = [
    SPHERE,
    replace(SPHERE, contexts="normal", law="normal"),
    LinearEnvironment(
        theta=("0.6", "0.3"),
        contexts=[[(1, 0), (0, 1), (0, 1), ("0.6", "0.8")], [(0, 1), (1, 0), (-1, 0), (0, 0)]],
    ),
    LinearEnvironment(theta=("0.6", "0.3"), actions=[(1, 0), (0, 1), (0, -1), ("0.6", "0.8")]),
]


def same_draws(policy, world, seed, other=None):
    """The pulls of the engine, and those of the specification of `other` on the same draws."""
    engine = oful_engine(Experiment(policy, world, 400))
    run = engine.recorded_run(np.random.default_rng(seed))
    script = Scripted([*run.noises, *[0.0] * 800], [*run.uniforms, *[0.5] * 400])
    contexts = FixedContexts(run.contexts)
    played = play(other or policy, RewardList(run.rewards), 400, script, contexts)
    return run.counts, played.counts(4), played.state.known.updates, len(run.noises)


@pytest.mark.parametrize("world", WORLDS, ids=["sphere", "normal", "listed", "fixed"])
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_the_engine_makes_the_pulls_of_the_specification(policy, world) -> None:
    for seed in range(3):
        mine, specified, updates, noises = same_draws(policy, world, seed)
        assert mine == specified
        assert noises == (0 if policy.noise is None else 2 * updates)


@pytest.mark.parametrize(
    "change", [{"rho": 1}, {"doubling": "1.1"}, {"delta": "0.01"}, {"regulariser": "1.1"}]
)
def test_another_policy_makes_other_pulls(change) -> None:
    mine, specified, _, _ = same_draws(POLICY, SPHERE, 1, replace(POLICY, **change))
    assert mine != specified


def test_interpreted_and_compiled_rounds_are_equal(monkeypatch) -> None:
    from banditproof.theory import compiled

    engine = oful_engine(Experiment(POLICY, SPHERE, 300, (7, 300)))
    chunks = []
    for form in ("interpreted", "compiled"):
        monkeypatch.setattr(compiled, "FORCED", form)
        chunks.append(engine.play_chunk(np.random.default_rng(5), 2))
    assert (chunks[0].counts == chunks[1].counts).all()
    assert (chunks[0].curves == chunks[1].curves).all()


def determinant(rows):
    return fraction_of(rational_matrix(rows).det())


def exact_update_times(rows, regulariser, doubling) -> list[int]:
    """The last rounds of the episodes, in rational numbers."""
    d = len(rows[0])
    gram = [[Fraction(regulariser) * (i == j) for j in range(d)] for i in range(d)]
    before, result = determinant(gram), []
    for t, row in enumerate(rows, 1):
        gram = [[gram[i][j] + row[i] * row[j] for j in range(d)] for i in range(d)]
        if determinant(gram) > (1 + Fraction(doubling)) * before:
            before = determinant(gram)
            result.append(t)
    return result


def test_episodes_end_when_the_exact_determinant_has_grown_enough() -> None:
    rng = random.Random(3)
    unit = [(1, 0), (0, 1), (0, 0), (Fraction(3, 5), Fraction(4, 5))]
    axes = [(1, 0)] * 12 + [(0, 1)] * 3 + [(1, 0)] * 20 + [(0, 1)] * 5
    assert exact_update_times(axes, 1, 1) == [2, 6, 13, 16, 31, 39]
    for case in range(60):
        rows = axes if case == 0 else [rng.choice(unit[: 2 + case % 3]) for _ in range(60)]
        regulariser, doubling = rng.choice([1, 2, "1/2"]), rng.choice([1, "1/2", 3])
        policy = AdaCOFUL(1, 2, rho=1, regulariser=regulariser, doubling=doubling)
        contexts = FixedContexts([[row] for row in rows])
        played = play(policy, RewardList([1] * len(rows)), len(rows), Silent(), contexts)
        times = [release.time for release in played.ledger.releases[::2]]
        assert times == exact_update_times(rows, regulariser, doubling)


def test_each_reward_enters_one_vector_and_noises_add_up() -> None:
    contexts = DrawnContexts("sphere", 4, 2, 8)
    rewards = LinearRewards(SPHERE, contexts, 9)
    policy = replace(POLICY, rho="0.1")
    played = play(policy, rewards, 300, Sampled(4), contexts)
    pairs = list(zip(played.ledger.releases[::2], played.ledger.releases[1::2], strict=True))
    times = [time for first, _ in pairs for time in first.rewards]
    assert len(times) == len(set(times))
    assert sorted(times) == list(range(1, pairs[-1][0].time + 1))
    for pair in pairs:
        assert all(len(release.noises) == 1 for release in pair)
        lengths = [math.hypot(*(r.rewards.get(t, 0) for r in pair)) for t in pair[0].rewards]
        assert max(lengths) == pytest.approx(1)
    known = played.state.known
    columns = zip(*pairs, strict=True)
    assert known.total == pytest.approx([sum(r.value for r in column) for column in columns])
    assert known.theta == pytest.approx(np.array(known.shape) @ known.total)
    assert policy.noise.loss(2) == ZCDP(Fraction(1, 10)) == ZCDP(Fraction(policy.budget.rho))


def coverage(kind, runs=100) -> float:
    """In which share of runs the unknown theta is in all ellipsoids."""
    results = []

    class Watched(kind):
        def estimate(self, updates, rounds, gram, total):
            known = super().estimate(updates, rounds, gram, total)
            gap = np.array(known.theta) - SPHERE.direction
            results[-1] &= gap @ np.array(gram) @ gap <= known.radius**2
            return known

    policy = Watched(arms=4, dimension=2, rho="0.02", delta="0.2")
    engine = OFULEngine(Experiment(policy, SPHERE, 300))
    for seed in range(runs):
        results.append(True)
        engine.play_chunk(np.random.default_rng(seed), 1)
    return sum(results) / runs


class Blind(AdaCOFUL):
    """With the radius of a policy that adds no noise."""

    def radius(self, updates, rounds, log_growth, smallest):
        return super().radius(0, rounds, log_growth, smallest)


def test_the_ellipsoids_hold_theta_and_those_without_the_noise_do_not() -> None:
    """All of them with probability 0.6 at least: below 0.35 of 100 runs, less than 1e-6."""
    assert coverage(AdaCOFUL) > 0.35
    assert coverage(Blind) < 0.1


def test_more_privacy_costs_more_and_less_noise_approaches_none() -> None:
    results = [
        simulate(policy, replace(SPHERE, arms=4), 2000, 20, rng=3).regret.mean()
        for policy in (RSOFUL(4, 2), AdaCOFUL(4, 2, rho=10**9), AdaCOFUL(4, 2, rho="0.05"))
    ]
    assert results[1] == pytest.approx(results[0], rel=0.3)
    assert results[2] > 2 * results[0]


def test_the_printed_margin_is_positive_from_a_round_on() -> None:
    margins = [eigenvalue_margin(n, 1 / 3, 3, 1e-3, 1) for n in (13201, 13202)]
    assert margins[0] <= 0 < margins[1]


def test_policies_are_values_and_an_unclipped_one_claims_nothing() -> None:
    assert hash(POLICY) == hash(AdaCOFUL(4, 2, rho=2))
    assert replace(POLICY, rho=4).curator.noise.variance == Fraction(1, 2)
    assert replace(POLICY, unclipped=True).budget == PureDP(math.inf)
    assert POLICY.curator.noise.variance == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rho", "reference", "error"), [(None, 113.0, 4.1), (1, 239.9, 10), ("0.1", 430.3, 18)]
)
def test_regret_is_that_of_an_independent_program(rho, reference, error) -> None:
    """Contexts and rewards of `zcdp.exp.oful`, T = 1e4, 40 runs on each side: within 5.5 errors.

    Each side has an error of its own; 5.5 errors of the normal law are below 1e-7.
    """
    policy = RSOFUL(10, 3) if rho is None else AdaCOFUL(10, 3, 10**5, rho=rho)
    policy, result = replace(policy, unclipped=True, regulariser="0.1"), []
    for seed in range(40):
        theta = np.random.default_rng(seed).standard_normal(3)
        theta = tuple((theta / np.linalg.norm(theta)).tolist())
        world = LinearEnvironment(theta=theta, contexts="normal", arms=10, law="normal")
        result.append(simulate(policy, world, 10**4, 1, rng=seed + 1000).regret[0])
    spread = math.hypot(error, np.std(result, ddof=1) / 40**0.5)
    assert abs(np.mean(result) - reference) < 5.5 * spread
