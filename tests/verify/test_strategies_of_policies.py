"""The strategies for suites reach the corners, keep what they promise, and find broken policies."""

import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
import pytest
from case_tables import table
from hypothesis import Phase, find, given, settings
from hypothesis.errors import NoSuchExample
from banditproof import testing
from banditproof.algorithms import DPUCBPrinted
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.testing import (
    assert_private,
    bandits,
    budgets,
    built_in_policies,
    declared_policies,
    finite_policies,
    finite_support_bandits,
    gaussian_bandits,
    mechanisms,
    neighbouring_lists,
    neighbouring_tables,
    policies,
    reward_lists,
    schedules,
    single_rewards,
)
from banditproof.theory.batch_schedule import (
    DoublingSchedule,
    ExplicitSchedule,
    GeometricSchedule,
    PolynomialSchedule,
)
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    NoNoise,
)
from banditproof.verify.audit import audit
from banditproof.verify.definitions.finite_policy import FinitePolicy

DRAWN = settings(phases=[Phase.generate], database=None, max_examples=1000, derandomize=True)
REPEATABLE = settings(derandomize=True, deadline=None, max_examples=40)


def some(strategy, condition):
    return find(strategy, condition, settings=DRAWN)


def never(strategy, condition):
    with pytest.raises(NoSuchExample):
        find(strategy, condition, settings=settings(DRAWN, max_examples=200))


RANGE = single_rewards((-1, 4))
CORNERS = {
    "ties of the best": (bandits(2, 3), lambda b: len(b.best_arms) == 2),
    "all means equal": (bandits(3, 3), lambda b: not b.suboptimal_arms),
    "a mean of 0": (bandits(), lambda b: 0 in b.exact_means),
    "a mean of 1": (bandits(), lambda b: b.best_mean == 1),
    "a gap of one float": (bandits(2, 2), lambda b: 0 < max(b.gaps) < Fraction(1, 10**12)),
    "normal, tied": (gaussian_bandits(2, 2), lambda b: not b.suboptimal_arms),
    "normal, almost no noise": (gaussian_bandits(), lambda b: b.sigma == Fraction(1, 10**6)),
    "one law thrice": (
        finite_support_bandits(3, 3, rewards=(0, 5)),
        lambda b: len(set(b.weights)) == 1 and sum(w > 0 for w in b.weights[0]) > 2,
    ),
    "a constant arm": (finite_support_bandits(), lambda b: 1 in b.weights[0]),
    "rewards between the ends": (
        finite_support_bandits(rewards=(0, 5)),
        lambda b: any(0 < x < 5 for x in b.points),
    ),
    "a tiny eps": (budgets(), lambda b: isinstance(b, PureDP) and b.eps <= Fraction(1, 10**9)),
    "a huge eps": (budgets(), lambda b: isinstance(b, PureDP) and b.eps >= 800),
    "delta of 0": (budgets(), lambda b: isinstance(b, ApproxDP) and b.delta == 0),
    "delta of 1": (budgets(), lambda b: isinstance(b, ApproxDP) and b.delta == 1),
    "a tiny rho": (budgets(), lambda b: isinstance(b, ZCDP) and b.rho <= Fraction(1, 10**9)),
    "the lower end": (RANGE, lambda x: x == -1),
    "the upper end": (RANGE, lambda x: x == 4),
    "a place between": (RANGE, lambda x: x in (1.5, 0.25)),
    "any other": (
        RANGE,
        lambda x: -1 < x < 4 and x not in map(float, RewardSpace.of((-1, 4)).tried),
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_strategies_reach(corner):
    some(*CORNERS[corner])


def test_rewards_stay_in_their_range_and_in_their_list():
    never(single_rewards("-1:4"), lambda x: not -1 <= x <= 4)
    never(single_rewards([0, 5]), lambda x: x not in (0, 5))
    never(single_rewards("0,2,5"), lambda x: x not in (0, 2, 5))
    some(single_rewards("0,2,5"), lambda x: x == 2)


@pytest.mark.parametrize(
    "kind", [GeometricSchedule, DoublingSchedule, PolynomialSchedule, ExplicitSchedule]
)
def test_schedules_of_every_kind(kind):
    some(schedules(), lambda schedule: isinstance(schedule, kind))


@REPEATABLE
@given(schedules(horizon=300))
def test_schedules_grow_and_last_for_the_horizon(schedule):
    pulls = schedule.cumulative(300)
    assert pulls[0] >= 1
    assert pulls[-1] >= 300
    assert all(a <= b for a, b in pairwise(pulls))


LINE, WHOLE = (Laplace, Gaussian), (IntegerLaplace, DiscreteLaplace, DiscreteGaussian)


@pytest.mark.parametrize("kind", [*LINE, *WHOLE])
def test_mechanisms_of_every_kind(kind):
    some(mechanisms(), lambda noise: isinstance(noise, kind))
    some(mechanisms(whole=kind in WHOLE), lambda noise: isinstance(noise, kind))
    never(mechanisms(whole=kind not in WHOLE), lambda noise: isinstance(noise, kind))


def test_mechanisms_hide_nothing_or_everything_at_their_corners():
    some(mechanisms(whole=False), lambda noise: noise.variance < Fraction(1, 10**10))
    some(mechanisms(whole=False), lambda noise: noise.variance >= 10**8)
    never(mechanisms(), lambda noise: isinstance(noise, NoNoise))
    some(mechanisms(silent=True), lambda noise: isinstance(noise, NoNoise))


@REPEATABLE
@given(declared_policies())
def test_declared_policies_have_a_price_within_their_budget(policy):
    assert price(policy.curator, policy.rewards, policy.budget).allowed


@settings(REPEATABLE, max_examples=2)
@given(policies(horizon=60))
def test_drawn_policies_are_shown_to_keep_their_budget(policy):
    assert assert_private(policy, policy.budget, samples=1).verdict == "holds"


DECLARED = {
    "weights": lambda p: len(p.curator.weights) > 1,
    "a centre": lambda p: p.curator.center != 0,
    "clipping before": lambda p: p.curator.clip is not None,
    "clipping after": lambda p: p.curator.bounds is not None,
    "overlapping batches": lambda p: p.curator.memory > 1,
    "several releases": lambda p: p.curator.copies > 1,
    "sub-sampling": lambda p: p.curator.rate != 1,
    "means": lambda p: p.curator.mean,
    "rewards up to 5": lambda p: p.rewards.hi == 5,
    "concentrated privacy": lambda p: isinstance(p.budget, ZCDP),
    "pure privacy": lambda p: isinstance(p.budget, PureDP),
}


@pytest.mark.parametrize("part", DECLARED)
def test_declared_policies_have_each_part(part):
    some(declared_policies(), DECLARED[part])
    some(policies(), lambda p: hasattr(p, "spends") and DECLARED[part](p))


def test_the_catalogue_is_drawn():
    for name in ("dp-klucb", "dp-imed", "lazy-dp-ts"):
        some(built_in_policies(), lambda policy, name=name: policy.name == name)
        some(policies(), lambda policy, name=name: policy.name == name)


def test_a_box_that_spends_more_than_its_budget_is_not_drawn():
    never(built_in_policies(), lambda policy: isinstance(policy, DPUCBPrinted))


def test_too_little_noise_of_declared_parts_is_found():
    """The noise that `declared_policies` chooses is just enough, so a hundredth less is not."""
    broken = declared_policies(rewards=(0, 5)).map(with_less_noise)
    plain = broken.filter(lambda policy: policy.curator.rate == 1 and is_pure(policy))
    result = some(plain, lambda policy: True)
    assert audit(result, result.budget, samples=1, horizon=8).verdict != "holds"

    @REPEATABLE
    @given(plain)
    def check(policy):
        assert price(policy.curator, policy.rewards, policy.budget).allowed is False

    check()


def is_pure(policy):
    return isinstance(policy.budget, PureDP)


def with_less_noise(policy):
    noise = policy.curator.noise
    if isinstance(noise, Laplace):
        noise = Laplace(noise.scale * Fraction(99, 100))
    return replace(policy, curator=replace(policy.curator, noise=noise))


def tripled(reward):
    """The defect of a known broken policy: only the ends of [0, 1] count as they should."""
    return 3 * reward if 0 < reward < 1 else reward


def moves_too_far(pair):
    return abs(sum(map(tripled, pair.left)) - sum(map(tripled, pair.right))) > 1 + 1e-9


def test_a_policy_that_triples_inner_rewards_is_found_on_a_range_and_never_on_bits():
    some(neighbouring_lists(4, rewards=(0, 1)), moves_too_far)
    never(neighbouring_lists(4), moves_too_far)


def test_a_policy_that_leaks_a_rare_pattern_is_found_with_drawn_tables():
    """It copies the last reward after the rewards 1, 0, 1, and flips coins otherwise."""

    def rule(history):
        rewards = [reward for _, reward in history]
        certain = rewards[:3] == [1, 0, 1] and len(rewards) == 4
        return (1 - rewards[3], rewards[3]) if certain else (Fraction(1, 2), Fraction(1, 2))

    policy = FinitePolicy.from_rule(2, 5, rule)

    def ratio(pair):
        laws = [policy.law(lambda a, r=r: r[len(a) - 1][a[-1]]) for r in (pair.left, pair.right)]
        return max(laws[0][a] / laws[1].get(a, 0) if laws[1].get(a) else math.inf for a in laws[0])

    assert some(neighbouring_tables(2, 5), lambda pair: ratio(pair) == math.inf)


@REPEATABLE
@given(finite_policies(rounds=2))
def test_finite_policies_are_kernels_and_decided(policy):
    assert sum(policy.law(lambda actions: 1).values()) == 1
    assert audit(policy, 1).verdict in ("holds", "fails")


def test_finite_policies_reach_certainty_and_avoid_it():
    def certain(policy):
        return any(0 in law for law in policy.kernel.values())

    some(finite_policies(rounds=2), certain)
    never(finite_policies(rounds=2, zeros=False), certain)
    some(finite_policies(rounds=2), lambda policy: audit(policy, 1).verdict == "holds")
    some(finite_policies(rounds=2), lambda policy: audit(policy, 1).verdict == "fails")


def test_reward_lists_take_what_an_assertion_takes():
    assert len(some(reward_lists(3, (0, 5)), lambda rewards: 5 in rewards)) == 3
    assert some(reward_lists(2, RewardSpace.of("0:5")), lambda rewards: 0 < rewards[0] < 5)


WITHOUT = table(__file__, "without")


def test_the_module_imports_without_hypothesis_until_a_strategy_is_called():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == [
        "[]",
        "holds",
        "The strategy bandits needs hypothesis, which is not installed; run "
        '`pip install "banditproof[test]"`.',
    ], done.stderr


@pytest.mark.parametrize("name", testing.__all__)
def test_every_name_is_there_and_is_told_in_the_module(name):
    assert callable(getattr(testing, name))
    assert name in dir(testing)
    assert f"`{name}" in testing.__doc__ or f"`@{name}" in testing.__doc__


def test_other_names_are_not():
    with pytest.raises(AttributeError, match="no attribute 'bandit'"):
        testing.bandit  # noqa: B018
