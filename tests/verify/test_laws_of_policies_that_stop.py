"""The exact laws of policies that stop: several routes to the same numbers, and the last reward."""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.algorithms import DPIMED, Policy, Pull, RewardList, Sampled, play
from banditproof.theory import PureDP
from banditproof.theory.mechanisms import DiscreteLaplace, Mechanism
from banditproof.verify.definitions.brute_force import enumerated_delta
from banditproof.verify.definitions.exact_constants import exact_constant
from banditproof.verify.definitions.finite_machine import as_kernel
from banditproof.verify.definitions.identification import (
    FiniteIdentification,
    answers_the_last_reward,
    halts_by_chance,
)
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.phased_machine import machine_of
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.continuous_law import ContinuousLaw
from banditproof.verify.exact_laws.enumeration import (
    Enumeration,
    list_feed,
    loss_on_lists,
    loss_on_tables,
    table_feed,
)
from banditproof.verify.exact_laws.exact_privacy import exact_privacy
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.list_law import law_on_lists
from banditproof.verify.exact_laws.merged_law import MergedLaw, action_law
from banditproof.verify.exact_laws.privacy_loss import privacy_loss

HALF = DiscreteLaplace("1/2")
THREE = (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE)


@dataclass(frozen=True)
class Lead(Policy[tuple[int, int, int]]):
    """Both arms in turn, `size` pulls each; stops when one noisy total leads by more than 1."""

    size: int = 1
    noise: Mechanism = HALF
    arms: int = 2
    name = "lead"

    @property
    def budget(self) -> PureDP:
        return PureDP("0.7")

    def mechanism(self, state, pull):
        return self.noise

    def start(self):
        return (0, 0, 0)

    def decide(self, state, t, randomness):
        return Pull(state[0] % 2, self.size)

    def learn(self, state, pull, released):
        turn, first, second = state
        released = max(-2, min(3, released))  # keeps the states few
        return (turn + 1, first + released * (pull.arm == 0), second + released * (pull.arm == 1))

    def recommendation(self, state):
        turn, first, second = state
        if turn < 2 or abs(first - second) <= 1:
            return None
        return int(second > first)


def test_a_release_at_the_horizon_may_end_a_run_and_a_cut_batch_does_not():
    rewards = [1, 0, 1, 1]
    for size, horizon in ((1, 2), (1, 3), (2, 3), (2, 4)):
        law = action_law(Lead(size), rewards[:horizon], cut=6)
        assert sum(law.values()) == 1
        ended = {actions for actions in law if actions[-1] >= 2}
        assert bool(ended) == (horizon >= 2 * size), (size, horizon)
        assert all(2 * size <= len(a) - 1 <= horizon for a in ended)
        assert all(len(a) == horizon for a in law if a not in ended)


def test_the_law_is_that_of_plays():
    policy, rewards = Lead(), [1, 0, 0, 1, 1]
    law, runs = action_law(policy, rewards, cut=12), 1500
    results: dict[tuple[int, ...], int] = {}
    for seed in np.random.default_rng(3).spawn(runs):
        played = play(policy, RewardList(rewards), 5, Sampled(seed))
        end = () if played.recommended is None else (2 + played.recommended,)
        run = (*played.actions, *end)
        results[run] = results.get(run, 0) + 1
    assert results.keys() <= law.keys()
    for run, mass in law.items():  # six deviations: false alarm below 1e-7
        p = float(mass)
        assert abs(results.get(run, 0) - runs * p) <= 6 * math.sqrt(runs * p * (1 - p)) + 1, run


@pytest.mark.parametrize("size", [1, 2])
def test_enumeration_merging_and_the_machine_agree(size):
    policy, horizon = Lead(size), 4
    machine = machine_of(policy, horizon, cut=6)
    for rewards in product((0, 1), repeat=horizon):
        plain = Enumeration(policy, horizon, cut=12).law(list_feed(rewards))
        merged = action_law(policy, rewards, cut=12)
        assert merged.keys() == plain.masses.keys()
        for run, mass in merged.items():
            low, high = plain.bounds(run)
            assert low <= mass <= high, run
        whole = action_law(policy, rewards, cut=6)
        law = machine.view_law(lambda prefix, r=rewards: (prefix[-1], r[len(prefix) - 1]))
        assert sum(law.values()) == 1
        for run, mass in law.items():
            short = tuple(a for a in run if a < 2) + tuple(a for a in run if 2 <= a < 4)[:1]
            assert whole[short] == mass, run  # the policy clamps more than either window


@pytest.mark.parametrize("notion", THREE)
def test_delta_by_two_routes(notion):
    machine = machine_of(Lead(), 2, cut=2)
    delta = exact_constant(machine, notion, "approx", "5/4").value
    result = exact_privacy(Lead(), notion, "approx", at=math.log(1.25), horizon=2)
    assert abs(result.value.mid - delta) < Fraction(1, 10**9)
    if notion is not Notion.ADAPTIVE:
        assert enumerated_delta(machine, notion, "5/4") == delta


def test_interactive_by_two_routes():
    machine = machine_of(Lead(), 2, cut=2)
    delta = exact_constant(machine, Notion.INTERACTIVE, "approx", "5/4").value
    assert delta == enumerated_delta(machine, Notion.INTERACTIVE, "5/4") > 0


def test_the_pure_loss_is_one_number_in_all_models():
    policy, horizon = Lead(), 3
    ratio = privacy_loss(policy, horizon, cut=8).ratio
    assert 1 < ratio <= 2  # what the noise allows
    low, high = loss_on_lists(policy, horizon).low, loss_on_tables(policy, 2).high
    assert low <= ratio
    assert float(high) < 2.01
    for notion in Notion:
        assert pure_ratio(machine_of(policy, horizon, cut=2), notion) == ratio


def test_the_last_reward_matters_to_a_policy_that_stops():
    policy = Lead()
    last = [
        (action_law(policy, (*start, 0), 6), action_law(policy, (*start, 1), 6))
        for start in product((0, 1), repeat=1)
    ]
    assert all(first != second for first, second in last)
    witness = privacy_loss(Lead(size=1), 2, cut=6)
    assert "then it stops" in witness.witness
    assert law_on_lists(policy, 2).rounds == 2

    class GoesOn(Lead):
        def recommendation(self, state):
            return None

    # its rule never fires, so the last reward leaves no trace, and the law is that without a rule
    laws = [action_law(GoesOn(), (1, reward), 6) for reward in (0, 1)]
    assert laws == [{(0, 1): 1}, {(0, 1): 1}]


def test_a_stop_by_a_reward_without_noise_has_no_privacy():
    class Bare(Lead):
        def mechanism(self, state, pull):
            from banditproof.theory.mechanisms import NoNoise

            return NoNoise()

        def recommendation(self, state):
            return None if state[0] < 2 else int(state[2] > state[1])

    assert privacy_loss(Bare(), 2).ratio == math.inf
    assert exact_privacy(Bare(), Notion.TABLE, horizon=2).value.lo == math.inf
    assert pure_ratio(machine_of(Bare(), 2), Notion.VIEW) == math.inf
    table = Enumeration(Bare(), 2).law(table_feed([(0, 1), (0, 1)]))
    assert table.masses == {(0, 1, 3): 1}


def test_a_path_that_ended_keeps_the_classes_of_its_lists():
    for path in MergedLaw(Lead(), ((0, 1),) * 4, cut=4).paths():
        assert len(path.steps) == 4
    law = law_on_lists(Lead(), 4, cut=4)
    assert {len(path.actions) for path in law.paths} == {5}
    assert all(abs(float(law.total(code)) - 1) < 1e-12 for code in range(16))


@dataclass(frozen=True)
class MeansApart(DPIMED):
    """DP-IMED that stops when its private means differ by more than `apart`."""

    apart: float = 0.5
    monotone_scores = True
    monotone_stop = True

    def recommendation(self, state):
        if min(record.phases for record in state) == 0:
            return None
        gap = state[0].mean - state[1].mean
        return None if abs(gap) <= self.apart else int(gap < 0)


def test_a_continuous_law_with_noise_on_the_integers_is_the_merged_one():
    policy = MeansApart(2, eps=1, ties="first", noise=HALF)
    law = ContinuousLaw(policy, 3, steps=16)
    for run, mass in action_law(policy, [1, 0, 1], cut=16).items():
        result = law.probability(run, (1, 0, 1))
        assert result.lo - Fraction(1, 10**6) <= mass <= result.hi + Fraction(1, 10**6), run


def test_a_continuous_law_encloses_the_closed_form_of_the_first_stop():
    policy = MeansApart(2, eps=1, ties="first")
    law = ContinuousLaw(policy, 2, steps=32)
    for rewards, shift in (((1, 0), -0.5), ((0, 0), 0.5), ((0, 1), 1.5)):
        # two Laplace noises differ by more than z > 0 with probability exp(-z) (2 + z) / 4
        tail = math.exp(-abs(shift)) * (2 + abs(shift)) / 4
        exactly = tail if shift > 0 else 1 - tail
        result = law.probability((0, 1, 2), rewards)
        assert result.lo <= exactly <= result.hi, rewards
        assert float(result.width) < 0.3
    assert law.law().stops
    assert law.law().rounds == 2


def test_monotone_stops_are_declared_and_checked():
    class Silent(MeansApart):
        monotone_stop = False

    class Sly(MeansApart):
        def recommendation(self, state):
            result = super().recommendation(state)
            return None if result is None else 1 - result

    with pytest.raises(NotEnumerable, match="monotone_stop"):
        ContinuousLaw(Silent(2, eps=1), 3, steps=16)
    law = ContinuousLaw(Sly(2, eps=1), 2, steps=16)
    with pytest.raises(NotEnumerable, match="not monotone"):
        law._stopping_border(0, (1, 1), (1, 1), (1, 1))


STRATEGIES = {
    "last reward": answers_the_last_reward(3, rounds=2),
    "by chance": halts_by_chance("1/3", rounds=2),
    "reads labels": FiniteIdentification(
        2,
        2,
        lambda h: (0, 0, 1) if len(h) == 2 else (1, 0, 0),
        lambda h: (Fraction(2, 3), Fraction(1, 3)) if h[0] == (1, 1) else (0.5, 0.5),
    ),
}


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_and_its_machine_have_the_same_constants(name):
    strategy = STRATEGIES[name]
    machine = strategy.machine()
    for notion in (Notion.VIEW, Notion.TABLE):
        assert pure_ratio(machine, notion) == strategy.ratio(notion)
        delta = exact_constant(machine, notion, "approx", "5/4").value
        assert delta == strategy.delta(notion, "5/4")
        assert delta == enumerated_delta(machine, notion, "5/4")


def test_labels_of_an_adversary_reach_a_strategy():
    machine = STRATEGIES["reads labels"].machine()
    assert pure_ratio(machine, Notion.TABLE) == pure_ratio(machine, Notion.ADAPTIVE) == 1
    result = exact_constant(machine, Notion.INTERACTIVE)
    assert result.value == Fraction(3, 2)
    assert "stops for arm" in str(result.witness)
    assert "2 arms, 2 rounds" in result.covers


def test_a_machine_that_stops_is_no_kernel_and_needs_an_arm():
    machine = machine_of(Lead(), 2, cut=1)
    with pytest.raises(ValueError, match="judge a machine that stops as it is"):
        as_kernel(machine)
    with pytest.raises(ValueError, match="at least one arm beside"):
        type(machine)(1, 2, {0: Fraction(1)}, machine.act, machine.observe, (0, 1), 1)
