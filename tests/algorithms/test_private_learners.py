"""Private forms of learners: batches, experts as arms, local noise, batched EXP4, in the ledger."""

import math
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.algorithms import DeclaredSums, RewardTable, Sampled, Scripted, Silent, play
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts, advice_of
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle, one_expert_per_arm
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases, batch_length
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.experts_as_arms import ExpertsAsArms
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.learner_numbers import numbers_of
from banditproof.algorithms.adversarial.locally_private_exp4 import LocallyPrivateExperts
from banditproof.algorithms.adversarial.loss_sequences import constant_losses, table_losses
from banditproof.algorithms.adversarial.loss_trees import tree_of
from banditproof.algorithms.adversarial.losses_as_rewards import AdversaryRewards, LossRewards
from banditproof.algorithms.adversarial.private_learners import (
    BUILDERS,
    LEARNERS,
    fitted_htinf,
    local_htinf,
    make_learner,
)
from banditproof.algorithms.policy import Policy, Pull
from banditproof.theory.budgets import ApproxDP, PureDP
from banditproof.theory.mechanisms import Laplace, NoNoise
from banditproof.verify.adversarial.regret_oracles import regrets

REPEATABLE = settings(max_examples=25, deadline=None, derandomize=True, database=None)
LEARNERS_OF_ARMS = (HTINF(), EXP3(eta="0.1", gamma="0.2"), FTPL(eta="0.5", limit=5))
SURE_AND_TORN = AdviceCycle([[(1, 0), (0, 1), (0.5, 0.5)]])
GOLDEN = tomllib.loads((Path(__file__).parent / "golden" / "learners.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Counting:
    """Counts how often it acts and learns, and keeps what it gets; plays arm 0."""

    name = "counting"

    def start(self, arms):
        return ()

    def act(self, state, rng):
        return 0

    def update(self, state, arm, loss, rng):
        return (*state, loss)


def table(rounds, arms, seed=0):
    return np.random.default_rng(seed).random((rounds, arms)).round(3).tolist()


def ledger_of(policy, rows, seed=1, advice=None):
    contexts = None if advice is None else AdviceContexts(advice)
    return play(policy, RewardTable(rows), len(rows), Sampled(seed), contexts)


def test_every_learner_that_is_made_is_listed() -> None:
    assert {*BUILDERS} == {*LEARNERS}


def test_the_batch_length_is_computed_from_the_exact_number() -> None:
    lengths = [1, 49, 98, 103, 107, 196]
    assert [batch_length(f"1/{m}") for m in lengths] == lengths
    assert [batch_length(eps) for eps in ("1", "0.99", "2", "0.1", 0.01)] == [1, 2, 1, 10, 100]
    assert batch_length(math.inf) == 1


@REPEATABLE
@given(st.integers(1, 23), st.integers(1, 9), st.fractions("1/9", 3, max_denominator=20))
def test_a_learner_is_told_the_mean_of_each_complete_batch_and_nothing_else(rounds, tau, eps):
    policy = BatchedReleases(Counting(), arms=2, eps=eps, tau=tau)
    rows = table(rounds, 2)
    result = play(policy, RewardTable(rows), rounds, Silent())
    complete, left = divmod(rounds, tau)
    releases = result.ledger.releases
    assert [sorted(release.rewards) for release in releases] == [
        list(range(j * tau + 1, (j + 1) * tau + 1)) for j in range(complete)
    ]
    learnt = [*result.state.learner, *([] if result.state.mean is None else [result.state.mean])]
    means = [np.mean([rows[t][0] for t in range(j * tau, (j + 1) * tau)]) for j in range(complete)]
    assert learnt == pytest.approx(means, abs=1e-8)
    assert result.cut == (complete * tau + 1 if left else None)
    assert len(result.pulls) == complete + (left > 0)  # it acts for the last, incomplete batch, too


@REPEATABLE
@given(st.sampled_from(LEARNERS_OF_ARMS), st.integers(1, 5), st.integers(0, 99))
def test_each_loss_enters_one_release_with_noise_for_the_integer_tau(learner, tau, seed):
    policy = BatchedReleases(learner, arms=3, eps="0.3", tau=tau)
    releases = ledger_of(policy, table(17, 3), seed).ledger.releases
    assert len(releases) == 17 // tau
    seen = [time for release in releases for time in release.rewards]
    serials = [serial for release in releases for serial in release.noises]
    assert len(seen) == len({*seen}) == 17 // tau * tau
    assert len(serials) == len({*serials}) == len(releases)
    for release in releases:
        assert release.sensitivity == pytest.approx(1 / tau)
        scale = float(release.mechanism.scale) * abs(next(iter(release.noises.values())))
        assert scale == pytest.approx(1 / (tau * 0.3))  # Lap(1/(tau eps)) on the mean
        assert scale == pytest.approx(float(policy.scale))


@REPEATABLE
@given(st.sampled_from(LEARNERS_OF_ARMS), st.integers(0, 10**6), st.data())
def test_losses_that_are_not_observed_or_not_released_change_nothing(learner, seed, data):
    policy = BatchedReleases(learner, arms=2, eps="0.4")
    rows = table(20, 2, seed)
    ledger = ledger_of(policy, rows, seed)
    time = data.draw(st.integers(1, 20))
    changed = [list(row) for row in rows]
    changed[time - 1][1 - ledger.actions[time - 1]] = 0.123
    if time > 18:  # of the incomplete last batch of 3 rounds
        changed[time - 1] = [0.123, 0.321]
    again = ledger_of(policy, changed, seed)
    assert again.actions == ledger.actions
    assert again.state == ledger.state
    rows[0][ledger.actions[0]] = (rows[0][ledger.actions[0]] + 0.5) % 1
    first = ledger_of(policy, rows, seed).ledger.releases[0]
    assert first.value != ledger.ledger.releases[0].value


def test_without_privacy_nothing_is_added() -> None:
    policy = BatchedReleases(Counting(), arms=1, eps=math.inf, tau=2)
    assert (policy.budget, policy.scale, policy.curator.noise) == (PureDP(math.inf), 0, NoNoise())
    assert ledger_of(policy, [[0.25], [0.75], [1]]).state.mean == 0.5


def test_one_expert_for_each_arm_is_the_learner_on_the_arms_run_for_run() -> None:
    for learner in LEARNERS_OF_ARMS:
        inner = BatchedReleases(learner, arms=3, eps="0.4")
        outer = ExpertsAsArms(inner, arms=3)
        for seed in range(3):
            first = ledger_of(inner, table(40, 3), seed)
            second = ledger_of(outer, table(40, 3), seed, one_expert_per_arm(3))
            assert second.actions == first.actions
            assert [r.value for r in second.ledger.releases] == [
                r.value for r in first.ledger.releases
            ]


def test_an_expert_is_held_for_a_batch_and_its_arm_is_drawn_in_each_round() -> None:
    policy = ExpertsAsArms(BatchedReleases(Counting(), arms=2, eps="1/3"), arms=3)
    advice = AdviceCycle([[(0.25, 0.25, 0.5), (1, 0, 0)], [(0, 0.5, 0.5), (1, 0, 0)]])
    uniforms = [0.1, 0.1, 0.7, 0.7, 0.3, 0.0, 0.9]
    script = Scripted([0.0, 0.0], uniforms)
    rows = table(7, 3)
    result = play(policy, RewardTable(rows), 7, script, AdviceContexts(advice))
    assert result.actions == (0, 1, 2, 2, 1, 1, 2)
    assert [sorted(release.rewards) for release in result.ledger.releases] == [[1, 2, 3], [4, 5, 6]]
    mean = (rows[0][0] + rows[1][1] + rows[2][2]) / 3
    assert result.ledger.releases[0].value == pytest.approx(mean, abs=1e-8)
    assert result.cut is None or result.cut == 7


class Planner(Policy):
    """Pulls two experts before one release."""

    arms, name, curator = 2, "planner", DeclaredSums(Laplace(1))
    budget = PureDP(1)

    def start(self):
        return 0

    def decide(self, state, t, randomness):
        return Pull.plan([(0, 1), (1, 1)])

    def learn(self, state, pull, released):
        return state


def test_experts_as_arms_needs_a_policy_that_releases_after_each_pull_and_advice() -> None:
    with pytest.raises(ValueError, match="releases after each pull"):
        ledger_of(ExpertsAsArms(Planner(), arms=2), table(4, 2), 1, one_expert_per_arm(2))
    with pytest.raises(ValueError, match="needs contexts of dimension 2"):
        ledger_of(ExpertsAsArms(Planner(), arms=2), table(4, 2))
    buffers = BatchedReleases(Counting(), 2, 1)
    object.__setattr__(buffers, "curator", DeclaredSums(Laplace(1), memory=2))
    with pytest.raises(ValueError, match="a memory of one batch"):
        ExpertsAsArms(buffers, arms=2)


def test_local_noise_has_the_golden_trace_of_exp4() -> None:
    policy = LocallyPrivateExperts(EXP4(eta="0.2", gamma="0.1"), 2, 3, eps=1)
    context, golden = AdviceContexts(SURE_AND_TORN).at(1), GOLDEN["exp4"]
    state = policy.start()
    learnt = policy.decide_in(state, 1, context, Silent()).note
    assert policy.learner.experts_law(learnt) == pytest.approx((1 / 3,) * 3)
    for (arm, released), shares in zip(golden["forced"], golden["shares"], strict=True):
        pull = policy.decide_in(state, 1, context, Scripted(uniforms=[0.99 * arm]))
        assert (pull.arm, pull.count) == (arm, 1)
        state = policy.learn_in(state, pull, context, released)
        learnt = policy.decide_in(state, 4, context, Silent()).note
        assert policy.learner.experts_law(learnt) == pytest.approx(shares, abs=1e-12)
    q = policy.learner.law(learnt, advice_of(context))[0]
    assert q == pytest.approx(golden["first_arm"][-1], abs=1e-12)


def test_each_loss_leaves_once_in_its_round_with_the_local_noise() -> None:
    policy = make_learner("local-exp4", 2, "0.4", 9, experts=3)
    releases = ledger_of(policy, table(9, 2), 1, SURE_AND_TORN).ledger.releases
    assert [release.rewards for release in releases] == [{t: 1} for t in range(1, 10)]
    assert {release.mechanism for release in releases} == {Laplace(Fraction(5, 2))}
    assert [list(release.noises.values()) for release in releases] == [[1]] * 9


def test_the_loss_of_a_round_is_weighed_with_the_advice_of_that_round() -> None:
    """The advice changes from round to round; the wrong one would move another expert."""
    policy = LocallyPrivateExperts(EXP4(eta=1, gamma="0.1"), 2, 2, eps=1)
    first, second = AdviceContexts(AdviceCycle([[(1, 0), (0, 1)], [(0, 1), (1, 0)]])).at, 2
    pull = policy.decide_in(policy.start(), 1, first(1), Scripted(uniforms=[0.0]))
    state = policy.learn_in(policy.start(), pull, first(1), 1.0)
    learnt = policy.decide_in(state, 2, first(second), Silent()).note
    assert learnt.log_weights == pytest.approx((-1 / 0.5, 0.0))


def test_where_gamma_would_exceed_1_it_is_1_and_that_is_said() -> None:
    policy = BatchedEXP4.tuned(10, 100, 10**6, "0.5", "1e-6")  # the paper's gamma is 1.30
    assert policy.rates[1] == 1.0
    assert "uniformly" in " ".join(numbers_of(policy).remarks(10**6))
    learner = make_learner("batched-exp3", 10, "0.01", 1000)  # 1.294
    assert "uniformly" in " ".join(numbers_of(learner).remarks(1000))
    assert numbers_of(make_learner("batched-exp3", 10, "0.01", 10**6)).remarks(10**6) == []
    assert "shorter than one batch" in numbers_of(learner).remarks(99)[0]


def test_a_horizon_below_tau_tells_the_learner_nothing() -> None:
    ledger = ledger_of(make_learner("batched-htinf", 2, "0.01", 99), table(99, 2))
    assert len({*ledger.actions}) == 1
    assert ledger.ledger.releases == []


def test_every_name_makes_a_policy_with_its_budget() -> None:
    for name, entry in LEARNERS.items():
        experts = 4 if "experts" in entry.options else None
        policy = make_learner(name, 3, "0.5", 1000, experts, "0.01")
        assert policy.arms == 3
        assert policy.told_advice == (experts is not None)
        expected = ApproxDP("0.5", "0.01") if "delta" in entry.options else PureDP("0.5")
        assert policy.budget == (expected if entry.private else PureDP(math.inf))
        assert numbers_of(policy).noise > 0 if entry.private else not numbers_of(policy).noise


def test_losses_are_paid_as_rewards_round_by_round() -> None:
    losses = table_losses([(0, 1), ("0.5", "0.25")])
    assert LossRewards(losses).reward(2, 1, 1) == 0.25
    assert [AdversaryRewards(losses).reward(1, arm, 1) for arm in (0, 1)] == [0, 1]
    rewards = AdversaryRewards(losses)
    for t in (1, 2):
        rewards.reward(t, 0, 1)
    with pytest.raises(ValueError, match="end with round 2"):
        rewards.reward(3, 0, 1)


def test_named_policies_have_the_parameters_of_their_game() -> None:
    """Tuned for min(1, eps) T rounds of noise 1; those on experts for as many arms as experts."""
    assert make_learner("batched-exp3", 3, 2, 1000).learner == EXP3.tuned(3, 1000)
    assert make_learner("batched-exp3", 3, "0.1", 1000).learner == EXP3.tuned(3, 100)
    outer = make_learner("batched-ftpl-experts", 3, "0.1", 1000, 7)
    assert (outer.arms, outer.policy.learner) == (3, FTPL.tuned(7, 100))
    local = make_learner("local-exp4", 3, "0.4", 1000, 7)
    assert local.learner == EXP4.tuned(3, 7, 1000, "0.4") != EXP4.tuned(3, 7, 1000)
    assert numbers_of(local).noise == 2.5
    alone = make_learner("exp3", 3, None, 1000)
    assert (alone.tau, alone.scale, alone.learner) == (1, 0, EXP3.tuned(3, 1000))
    both = [make_learner(f"batched-exp4{end}", 3, 1, 10**9, 7, "1e-6") for end in ("", "-printed")]
    assert both[1] == BatchedEXP4.tuned(3, 7, 10**9, 1, "1e-6", "printed") != both[0]


def test_a_new_play_begins_with_its_first_round() -> None:
    """The adversary of a second play knows nothing of the arms of the first one."""
    rewards = AdversaryRewards(tree_of(table_losses([(0, 1), (1, 0)])))
    for _ in range(2):
        assert [rewards.reward(1, 1, 1), rewards.reward(2, 0, 1)] == [1, 1]
        assert rewards.actions == [1, 0]


@pytest.mark.parametrize("eps", ["1", "0.7", "0.1", "1/3", "0.0142", "1.4", "2", "1e-6"])
def test_batches_that_fit_their_noise(eps) -> None:
    """The least tau >= sqrt(2)/eps, by a search, and sigma^2 = 4 s^2."""
    policy, budget = fitted_htinf(arms=3, eps=eps), Fraction(eps)
    assert (policy.tau * budget) ** 2 >= 2 > ((policy.tau - 1) * budget) ** 2
    second = 1 + 2 / (policy.tau * budget) ** 2
    assert policy.learner == HTINF(4 * second, theta=Fraction(1, 2))
    assert policy.budget == PureDP(eps)
    assert local_htinf(arms=3, eps=eps).learner.sigma_squared == 4 * (1 + 2 / budget**2)


@pytest.mark.parametrize("name", ["fitted-htinf", "local-htinf"])
def test_regret_is_below_the_bound_of_the_field(name) -> None:
    """In the mean of 10 runs of a game in which a learner that learns nothing is above it."""
    arms, horizon, eps = 3, 4000, 0.5
    losses = constant_losses((0, 1, 1), horizon)
    bound = {
        "fitted-htinf": 8 * math.sqrt((2 * math.sqrt(2) / eps + 0.5) * arms * horizon)
        + math.sqrt(2) / eps
        + 1,
        "local-htinf": 8 * math.sqrt((1 + 2 / eps**2) * arms * horizon) + 1,
    }[name]
    policy = make_learner(name, arms, eps, horizon)
    assert 0 < np.mean(regrets(policy, losses, 10, rng=5)) < bound
    # with rates near 0 all arms stay equally likely
    uniform = BatchedReleases(HTINF(10**12), arms, eps, policy.tau)
    assert np.mean(regrets(uniform, losses, 10, rng=5)) > bound
