"""Private forms of learners: batches, experts as arms, local noise, batched EXP4, in the ledger."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banditproof.algorithms import DeclaredSums, RewardTable, Sampled, Scripted, Silent, play
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts, advice_of
from banditproof.algorithms.adversarial.advice_cycles import (
    AdviceCycle,
    drawn_advice,
    one_expert_per_arm,
)
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases, batch_length
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.experts_as_arms import ExpertsAsArms
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.learner_numbers import numbers_of
from banditproof.algorithms.adversarial.locally_private_exp4 import LocallyPrivateExperts
from banditproof.algorithms.adversarial.loss_sequences import table_losses
from banditproof.algorithms.adversarial.loss_trees import tree_of
from banditproof.algorithms.adversarial.losses_as_rewards import AdversaryRewards, LossRewards
from banditproof.algorithms.adversarial.private_learners import LEARNERS, make_learner
from banditproof.algorithms.policy import Policy, Pull, checked_pull
from banditproof.theory.budgets import ApproxDP, PureDP
from banditproof.theory.mechanisms import Laplace, NoNoise

REPEATABLE = settings(max_examples=25, deadline=None, derandomize=True, database=None)
LEARNERS_OF_ARMS = (HTINF(), EXP3(eta="0.1", gamma="0.2"), FTPL(eta="0.5", limit=5))
SURE_AND_TORN = AdviceCycle([[(1, 0), (0, 1), (0.5, 0.5)]])


@dataclass(frozen=True)
class Counting:
    """Counts how often it acts and learns, and keeps what it is told; plays arm 0."""

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


def test_the_batch_length_is_computed_from_the_exact_number() -> None:
    assert [batch_length(f"1/{m}") for m in (1, 49, 98, 103, 107, 196)] == [
        1,
        49,
        98,
        103,
        107,
        196,
    ]
    assert [batch_length(eps) for eps in ("1", "0.99", "2", "0.1", 0.01)] == [1, 2, 1, 10, 100]
    assert batch_length(math.inf) == 1
    for eps in ("0", "-1"):
        with pytest.raises(ValueError, match="give a number >"):
            batch_length(eps)


@REPEATABLE
@given(st.integers(1, 23), st.integers(1, 9), st.fractions("1/9", 3, max_denominator=20))
def test_a_learner_is_told_the_mean_of_each_complete_batch_and_nothing_else(rounds, tau, eps):
    policy = BatchedReleases(Counting(), arms=2, eps=eps, tau=tau)
    rows = table(rounds, 2)
    found = play(policy, RewardTable(rows), rounds, Silent())
    complete, left = divmod(rounds, tau)
    releases = found.ledger.releases
    assert [sorted(one.rewards) for one in releases] == [
        list(range(j * tau + 1, (j + 1) * tau + 1)) for j in range(complete)
    ]
    told = [*found.state.learner, *([] if found.state.mean is None else [found.state.mean])]
    means = [np.mean([rows[t][0] for t in range(j * tau, (j + 1) * tau)]) for j in range(complete)]
    assert told == pytest.approx(means, abs=1e-8)
    assert found.cut == (complete * tau + 1 if left else None)
    assert len(found.pulls) == complete + (left > 0)  # it acts for the last, incomplete batch, too


@REPEATABLE
@given(st.sampled_from(LEARNERS_OF_ARMS), st.integers(1, 5), st.integers(0, 99))
def test_each_loss_enters_one_release_with_noise_for_the_integer_tau(learner, tau, seed):
    policy = BatchedReleases(learner, arms=3, eps="0.3", tau=tau)
    releases = ledger_of(policy, table(17, 3), seed).ledger.releases
    assert len(releases) == 17 // tau
    seen = [time for one in releases for time in one.rewards]
    serials = [serial for one in releases for serial in one.noises]
    assert len(seen) == len({*seen}) == 17 // tau * tau
    assert len(serials) == len({*serials}) == len(releases)
    for one in releases:
        assert one.sensitivity == pytest.approx(1 / tau)
        scale = float(one.mechanism.scale) * abs(next(iter(one.noises.values())))
        assert scale == pytest.approx(1 / (tau * 0.3))  # Lap(1/(tau eps)) on the mean
        assert scale == pytest.approx(float(policy.scale))


@REPEATABLE
@given(st.sampled_from(LEARNERS_OF_ARMS), st.integers(0, 10**6), st.data())
def test_losses_that_are_not_observed_or_not_released_change_nothing(learner, seed, data):
    policy = BatchedReleases(learner, arms=2, eps="0.4")
    rows = table(20, 2, seed)
    found = ledger_of(policy, rows, seed)
    time = data.draw(st.integers(1, 20))
    changed = [list(row) for row in rows]
    changed[time - 1][1 - found.actions[time - 1]] = 0.123
    if time > 18:  # of the incomplete last batch of 3 rounds
        changed[time - 1] = [0.123, 0.321]
    again = ledger_of(policy, changed, seed)
    assert again.actions == found.actions
    assert again.state == found.state
    rows[0][found.actions[0]] = (rows[0][found.actions[0]] + 0.5) % 1
    first = ledger_of(policy, rows, seed).ledger.releases[0]
    assert first.value != found.ledger.releases[0].value


def test_without_privacy_nothing_is_added() -> None:
    policy = BatchedReleases(Counting(), arms=1, eps=math.inf, tau=2)
    assert (policy.budget, policy.scale, policy.curator.noise) == (PureDP(math.inf), 0, NoNoise())
    assert ledger_of(policy, [[0.25], [0.75], [1]]).state.mean == 0.5


def test_one_expert_for_each_arm_is_the_learner_on_the_arms_run_for_run() -> None:
    for learner in LEARNERS_OF_ARMS:
        inner = BatchedReleases(learner, arms=3, eps="0.4")
        outer = ExpertsAsArms(inner, arms=3)
        for seed in range(3):
            one = ledger_of(inner, table(40, 3), seed)
            other = ledger_of(outer, table(40, 3), seed, one_expert_per_arm(3))
            assert other.actions == one.actions
            assert [r.value for r in other.ledger.releases] == [
                r.value for r in one.ledger.releases
            ]


def test_an_expert_is_held_for_a_batch_and_its_arm_is_drawn_in_each_round() -> None:
    policy = ExpertsAsArms(BatchedReleases(Counting(), arms=2, eps="1/3"), arms=3)
    advice = AdviceCycle([[(0.25, 0.25, 0.5), (1, 0, 0)], [(0, 0.5, 0.5), (1, 0, 0)]])
    uniforms = [0.1, 0.1, 0.7, 0.7, 0.3, 0.0, 0.9]
    script = Scripted([0.0, 0.0], uniforms)
    rows = table(7, 3)
    found = play(policy, RewardTable(rows), 7, script, AdviceContexts(advice))
    assert found.actions == (0, 1, 2, 2, 1, 1, 2)
    assert [sorted(one.rewards) for one in found.ledger.releases] == [[1, 2, 3], [4, 5, 6]]
    mean = (rows[0][0] + rows[1][1] + rows[2][2]) / 3
    assert found.ledger.releases[0].value == pytest.approx(mean, abs=1e-8)
    assert found.cut is None or found.cut == 7


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
    with pytest.raises(ValueError, match=r"expert 0 sums to 1\.5"):
        advice_of(((1.0, 0.5), (0.5, 0.5)))
    buffers = BatchedReleases(Counting(), 2, 1)
    object.__setattr__(buffers, "curator", DeclaredSums(Laplace(1), memory=2))
    with pytest.raises(ValueError, match="a memory of one batch"):
        ExpertsAsArms(buffers, arms=2)


def test_local_noise_has_the_golden_trace_of_exp4() -> None:
    policy = LocallyPrivateExperts(EXP4(eta="0.2", gamma="0.1"), 2, 3, eps=1)
    context = AdviceContexts(SURE_AND_TORN).at(1)
    state = policy.start()
    laws = []
    for arm, released in ((0, 1.3), (1, -0.4), (0, 0.7)):
        pull = policy.decide_in(state, 1, context, Scripted(uniforms=[0.99 * arm]))
        assert (pull.arm, pull.count) == (arm, 1)
        laws.append(policy.learner.experts_law(pull.note))
        state = policy.learn_in(state, pull, context, released)
    last = policy.decide_in(state, 4, context, Silent()).note
    laws.append(policy.learner.experts_law(last))
    assert laws[0] == pytest.approx((1 / 3,) * 3)
    assert laws[1] == pytest.approx((0.251322096453, 0.422730715214, 0.325947188333), abs=1e-12)
    assert laws[2] == pytest.approx((0.231367811742, 0.447029559339, 0.321602628920), abs=1e-12)
    assert laws[3] == pytest.approx((0.185580411600, 0.507521985126, 0.306897603274), abs=1e-12)
    q = policy.learner.law(last, advice_of(context))[0]
    assert q == pytest.approx(0.355126291913, abs=1e-12)


def test_each_loss_leaves_once_in_its_round_with_the_local_noise() -> None:
    policy = make_learner("local-exp4", 2, "0.4", 9, experts=3)
    releases = ledger_of(policy, table(9, 2), 1, SURE_AND_TORN).ledger.releases
    assert [one.rewards for one in releases] == [{t: 1} for t in range(1, 10)]
    assert {one.mechanism for one in releases} == {Laplace(Fraction(5, 2))}
    assert [list(one.noises.values()) for one in releases] == [[1]] * 9


def test_the_noise_of_the_vectors_is_that_of_the_box_for_the_integer_tau() -> None:
    policy = batched_exp4(gamma="0.1", tau=7, eps="0.5", delta="0.01")
    release = ledger_of(policy, table(7, 2), 1, SURE_AND_TORN).ledger.releases[0]
    (share,) = release.noises.values()
    scale = 3 * 2 * math.sqrt(3 * math.log(100)) / (0.1 * 7 * 0.5)
    assert float(release.mechanism.scale) * share == pytest.approx(scale, rel=1e-12)
    assert numbers_of(policy).noise == pytest.approx(scale, rel=1e-12)


def test_the_loss_of_a_round_is_weighed_with_the_advice_of_that_round() -> None:
    """The advice changes from round to round; the wrong one would move another expert."""
    policy = LocallyPrivateExperts(EXP4(eta=1, gamma="0.1"), 2, 2, eps=1)
    first, second = AdviceContexts(AdviceCycle([[(1, 0), (0, 1)], [(0, 1), (1, 0)]])).at, 2
    pull = policy.decide_in(policy.start(), 1, first(1), Scripted(uniforms=[0.0]))
    state = policy.learn_in(policy.start(), pull, first(1), 1.0)
    told = policy.decide_in(state, 2, first(second), Silent()).note
    assert told.log_weights == pytest.approx((-1 / 0.5, 0.0))


def batched_exp4(**changed):
    chosen = {"eta": "0.2", "gamma": "0.1", "tau": 2, "eps": 1, "delta": "0.01"} | changed
    return BatchedEXP4(2, 3, **chosen)


def test_batched_exp4_has_its_golden_trace() -> None:
    policy = batched_exp4()
    clean = ((1, 0.5, 0.75), (0, 1.179135284495, 0.589567642247))
    noises = ((0.3, -0.2, 0.1), (-0.5, 0.4, 0))
    laws = ((0.301606624540, 0.368383163093, 0.330010212367),)
    laws += ((0.372327970863, 0.300049677034, 0.327622352102),)
    rows = [(1, 1), (0.5, 0.5), (0.25, 0.25), (1, 1), (0.75, 0.75)]
    script = Scripted([2 * x for noise in noises for x in noise], [0.0, 0.999, 0.999, 0.999, 0.0])
    found = play(policy, RewardTable(rows), 5, script, AdviceContexts(SURE_AND_TORN))
    assert found.actions == (0, 1, 1, 1, 0)
    released = np.reshape([one.value for one in found.ledger.releases], (2, 3))
    assert released == pytest.approx(np.add(clean, noises), abs=1e-7)  # on the grid of the noise
    assert {*found.ledger.releases[-1].rewards} == {3, 4}  # nothing of the round that is left over
    state = policy.start()
    for vector, noise, law in zip(clean, noises, laws, strict=True):
        state = policy.learn(state, Pull(0, 1), tuple(np.add(vector, noise)))
        assert policy.weights(state) == pytest.approx(law, abs=1e-12)
    assert policy.weights(found.state) == pytest.approx(laws[1], abs=1e-7)


@REPEATABLE
@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from(["0.05", "0.5", "1"]))
def test_no_loss_moves_a_coordinate_by_more_than_the_noise_is_made_for(seed, tau, gamma):
    policy = batched_exp4(gamma=gamma, tau=tau, eta=1)
    found = ledger_of(policy, table(12, 2, seed), seed, drawn_advice(3, 2, seed, cycle=5))
    bound = float(2 / Fraction(gamma) / tau)
    assert len(found.ledger.releases) == 3 * (12 // tau)
    assert all(one.sensitivity <= bound * (1 + 1e-12) for one in found.ledger.releases)


def test_the_sensitivity_is_attained_in_the_limit_by_all_experts_but_one() -> None:
    """Experts without weight who are sure of the rare arm; the one with all weight is not."""
    policy = batched_exp4(gamma="0.1", tau=1)
    advice = AdviceContexts(AdviceCycle([[(1, 0), (0, 1), (0, 1)]])).at(1)
    state = policy.learn(policy.start(), Pull(0, 1), (0.0, 1e4, 1e4))
    pull = policy.decide_in(state, 1, advice, Scripted(uniforms=[0.99]))
    assert pull.arm == 1
    assert pull.rows[1] == pytest.approx((0, 20, 20))


@pytest.mark.parametrize(("mixing", "power"), [("repaired", 0), ("printed", 1)])
def test_the_parameters_of_theorem_10_satisfy_the_identities_of_its_proof(mixing, power) -> None:
    arms, experts, horizon, eps, delta = 2, 10, 10**12, 0.5, 1e-6
    policy = BatchedEXP4.tuned(arms, experts, horizon, str(eps), "1e-6", mixing)
    eta, gamma = policy.rates
    level, size, risk = math.log(experts * horizon), math.log(experts), -math.log(delta)
    a = (experts * risk) ** (1 / 6) * (level * size / eps) ** (1 / 3)
    leading = a * arms**0.5 * horizon ** (2 / 3)
    assert policy.tau * size / eta == pytest.approx(leading, rel=1e-4)  # tau is rounded up
    assert eta * horizon * arms == pytest.approx(leading)
    assert gamma * horizon == pytest.approx(leading * risk ** (-power / 3), rel=1e-4)


def test_where_gamma_would_exceed_1_it_is_1_and_that_is_said() -> None:
    policy = BatchedEXP4.tuned(10, 100, 10**6, "0.5", "1e-6")  # the paper's gamma is 1.30
    assert policy.rates[1] == 1.0
    assert "uniformly" in " ".join(numbers_of(policy).remarks(10**6))
    learner = make_learner("batched-exp3", 10, "0.01", 1000)  # 1.294
    assert "uniformly" in " ".join(numbers_of(learner).remarks(1000))
    assert numbers_of(make_learner("batched-exp3", 10, "0.01", 10**6)).remarks(10**6) == []
    assert "shorter than one batch" in numbers_of(learner).remarks(99)[0]


class Spy(float):
    """A number that keeps what it is multiplied by."""

    seen: ClassVar[list] = []

    def __rmul__(self, other):
        self.seen.append(other)
        return 0.0


@dataclass(frozen=True)
class Spying(BatchedEXP4):
    """Multiplies losses by numbers of its own."""

    def decide_in(self, state, t, context, randomness):
        return replace(super().decide_in(state, t, context, randomness), rows=((Spy(1),) * 3,) * 2)


def test_rows_of_a_pull_are_plain_numbers_when_losses_meet_them() -> None:
    policy = Spying(2, 3, "0.1", "0.5", 1, eps=1, delta="0.1")
    found = ledger_of(policy, [(0.25, 0.75)], 1, drawn_advice(3, 2, 1))
    assert [one.rewards for one in found.ledger.releases] == [{1: 1.0}] * 3
    assert Spy.seen == []
    for rows in (((1.0,),), ((math.nan,), (1.0,)), (("x",), (1.0,))):
        with pytest.raises(ValueError, match="one vector of finite numbers for each of the 2 arms"):
            checked_pull(Pull(0, 1, rows=rows), arms=2, t=1)


def test_a_horizon_below_tau_tells_the_learner_nothing() -> None:
    found = ledger_of(make_learner("batched-htinf", 2, "0.01", 99), table(99, 2))
    assert len({*found.actions}) == 1
    assert found.ledger.releases == []


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda: BatchedReleases(HTINF(), 2, "0"), "not positive; give a number > 0"),
        (lambda: BatchedReleases(HTINF(), 0, 1), "give an integer >= 1"),
        (lambda: BatchedReleases(HTINF(), 2, 1, tau=-1), "give an integer >= 0"),
        (lambda: LocallyPrivateExperts(EXP4(0, 1), 2, 3, 0), "give a number > 0"),
        (lambda: batched_exp4(tau=0), "tau is 0; give an integer >= 1"),
        (lambda: batched_exp4(tau="2.9"), "tau is 2.9; give an integer"),
        (lambda: batched_exp4(gamma="0"), r"gamma is 0; give a number in \(0, 1\]"),
        (lambda: batched_exp4(gamma="1.1"), r"gamma is 1.1; give a number in \(0, 1\]"),
        (lambda: batched_exp4(delta="0"), r"delta is 0; give a number in \(0, 1\)"),
        (lambda: batched_exp4(delta="1"), r"delta is 1; give a number in \(0, 1\)"),
        (lambda: batched_exp4(eps="-1"), "give a number > 0"),
        (lambda: BatchedEXP4.tuned(2, 1, 100, 1, "0.1"), "give at least 2"),
        (lambda: BatchedEXP4.tuned(2, 3, 100, 1, "0.1", "both"), "give 'repaired' or 'printed'"),
        (lambda: make_learner("batched-htinff", 2, 1, 10), "nearest names are batched-htinf"),
        (lambda: make_learner("batched-exp3", 2, None, 10), "needs a budget eps"),
        (lambda: make_learner("batched-exp3", 2, 1), "needs its horizon"),
        (lambda: make_learner("batched-exp3", 2, 1, 10, 3), "has no experts"),
        (lambda: make_learner("local-exp4", 2, 1, 10), "needs experts"),
        (lambda: make_learner("batched-exp4", 2, 1, 10, 3), "needs a delta"),
    ],
)
def test_numbers_that_make_no_algorithm_are_refused_in_a_sentence(made, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        made()


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
    with pytest.raises(ValueError, match="ask in order"):
        rewards.reward(2, 0, 1)
    rewards.reward(1, 0, 1)
    rewards.reward(2, 0, 1)
    with pytest.raises(ValueError, match="end with round 2"):
        rewards.reward(3, 0, 1)
    with pytest.raises(ValueError, match="give rounds from 1 to 2"):
        LossRewards(losses).reward(3, 0, 1)


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


@pytest.mark.parametrize(
    ("horizon", "eps", "delta", "larger"),
    [(10**9, 1, 1e-6, 0), (10**4, 3, 0.2, 1), (500, 40, 0.99, 0), (10**5, 1, 1e-30, 1)],
)
def test_gamma_of_theorem_10_is_the_larger_of_its_two_terms(horizon, eps, delta, larger) -> None:
    """With the integer tau; each of the terms is the larger one somewhere."""
    arms, experts = 2, 3
    policy = BatchedEXP4.tuned(arms, experts, horizon, eps, str(delta))
    eta, tau = float(policy.eta), policy.tau
    size, level = -experts * math.log(delta), math.log(experts * horizon)
    terms = (
        (eta * size * (arms * level / (eps * tau)) ** 2) ** (1 / 3),
        12 * eta * arms * math.sqrt(size) * level / (eps * tau),
    )
    assert terms[larger] == max(terms)
    assert float(policy.gamma) == pytest.approx(min(max(terms), 1.0), rel=1e-9)
    length = (size * level**2 * horizon / (eps**2 * math.log(experts))) ** (1 / 3)
    assert tau == math.ceil(length)


def test_a_new_play_begins_with_its_first_round() -> None:
    """The adversary of a second play knows nothing of the arms of the first one."""
    rewards = AdversaryRewards(tree_of(table_losses([(0, 1), (1, 0)])))
    for _ in range(2):
        assert [rewards.reward(1, 1, 1), rewards.reward(2, 0, 1)] == [1, 1]
        assert rewards.actions == [1, 0]
