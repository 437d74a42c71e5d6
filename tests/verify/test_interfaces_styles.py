"""Policies in the styles of other libraries are understood; wrong ones get a sentence."""

import random
import numpy as np
import pytest
from black_box_runs import RNG, TABLE, Plain, played, sampled, style
from banditproof.algorithms import DPIMED, POLICIES, RewardTable, Sampled, play, simulate
from banditproof.algorithms.interfaces import FreshRuns
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.theory import ZCDP, ApproxDP, BernoulliBandit, PureDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.built_in import built_in
from banditproof.verify.audit.offered_contexts import offered_to
from banditproof.verify.sampling import BlackBox
from banditproof.verify.sampling.inputs import QueriedInput
from banditproof.verify.sampling.sampler import BlackBoxSampler, looks_reproducible


class Acting(Plain):
    arm, select, update = 0, None, None

    def act(self):
        self.arm = len(self.received) % 2
        return np.int64(self.arm)

    def learn(self, reward):
        self.received.append((self.arm, reward))


class SmallLibrary:
    def startGame(self):
        self.received = []

    def choice(self):
        return len(self.received) % 2

    def getReward(self, arm, reward):
        self.received.append((arm, reward))


class Timed(Plain):
    select = None

    def choose(self, t):
        assert t == len(self.received) + 1
        return np.array([(t - 1) % 2])


def observe(self, action, r, info=None):
    self.received.append((action, r))


def feedback(self, reward, arm):
    self.received.append((arm, reward))


STYLES = [
    *(Plain, SmallLibrary, Acting, Timed),
    style("Observing", select=None, update=None, pull=Plain.select, observe=observe),
    style("Swapped", update=None, feedback=feedback),
    style("Loose", update=lambda self, *facts: self.received.append(facts)),
]


@pytest.mark.parametrize("kind", STYLES)
def test_each_style_plays_and_is_told_the_same(kind):
    rows, policy = played(kind)
    assert rows == [[0, 1, 0, 1]]
    assert policy.received == [(0, 0), (1, 0), (0, 0.5), (1, 0.25)]


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_a_policy_of_this_library_plays_as_in_the_engine(name):
    policy = built_in(name, ZCDP("0.3"), 2, horizon=16)
    rows = RNG.integers(0, 2, (16, 2)).tolist()
    offered = offered_to(policy)
    contexts = None if offered is None else offered.in_play(3)
    for seed in range(2):
        box = LibraryBox(policy, np.random.default_rng(seed))
        actions = []
        for t, row in enumerate(rows, 1):
            if contexts is not None:
                box.show(contexts.at(t))
            actions.append(box.select())
            box.update(actions[-1], row[actions[-1]])
        engine = play(policy, RewardTable(rows), 16, Sampled(seed), contexts)
        assert tuple(actions) == engine.actions


def test_the_protocol_is_what_it_says():
    assert isinstance(Plain(), BlackBox)
    assert not isinstance(Acting(), BlackBox)


def answering(answer):
    return style("Answering", select=lambda self: answer)


@pytest.mark.parametrize("answer", [2, -1, 0.5, 1.0, None, "0", np.array([0, 1]), 10**30])
def test_an_answer_that_is_not_an_arm_raises(answer):
    with pytest.raises(ValueError, match=r"Answering chose the arm .* counted from 0 to 1"):
        sampled(answering(answer))


@pytest.mark.parametrize("answer", [1, np.int8(1), np.array(1), np.array([1]), True])
def test_integers_of_any_kind_are_arms(answer):
    assert sampled(answering(answer)).tolist() == [[1] * 4] * 3


def test_a_factory_gets_what_it_asks_for():
    seen = {}

    def factory(n_arms, epsilon, T, random_state, other=3):
        seen.update(n_arms=n_arms, epsilon=epsilon, T=T, seed=random_state)
        return Plain()

    runs = FreshRuns(factory, arms=2, horizon=9, budget=PureDP("0.5"))
    runs.made(np.random.default_rng(1))
    first = dict(seen)
    assert (first["n_arms"], first["epsilon"], first["T"]) == (2, 0.5, 9)
    runs.made(np.random.default_rng(2))
    assert first["seed"] != seen["seed"]
    assert runs.takes_chance
    assert not FreshRuns(Plain, arms=2).takes_chance


@pytest.mark.parametrize(
    ("budget", "given"),
    [
        (PureDP(1), {"eps": 1.0}),
        (ZCDP("0.1"), {"rho": 0.1}),
        (ApproxDP(1, "0.5"), {"eps": 1, "delta": 0.5}),
    ],
)
def test_a_factory_gets_the_numbers_of_its_budget_under_their_names(budget, given):
    seen = {}

    def factory(eps=None, delta=None, rho=None):
        seen.update(eps=eps, delta=delta, rho=rho)
        return Plain()

    FreshRuns(factory, arms=2, budget=budget).made(RNG)
    assert seen == {"eps": None, "delta": None, "rho": None} | given


def test_one_object_for_all_runs_raises_unless_it_can_restart():
    one, resettable = Plain(), SmallLibrary()
    runs = FreshRuns(lambda: one, arms=2)
    runs.made(RNG)
    with pytest.raises(ValueError, match="returned the same Plain twice"):
        runs.made(RNG)
    assert sampled(lambda: resettable).tolist() == [[0, 1, 0, 1]] * 3
    assert sampled(DPIMED(arms=2, eps=1, ties="first"))[:, :2].tolist() == [[0, 1]] * 3


@pytest.mark.parametrize(
    ("draw", "same"),
    [
        (lambda: int(random.random() < 0.5), True),
        (lambda: int(np.random.rand() < 0.5), True),  # noqa: NPY002
        (lambda: int(np.random.default_rng().random() < 0.5), False),
    ],
)
def test_chance_from_global_generators_is_reproducible(draw, same):
    state, numpy_state = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
    rolling = style("Rolling", select=lambda self: draw())
    sampler = BlackBoxSampler(FreshRuns(rolling, arms=2), arms=2, horizon=4)
    assert looks_reproducible(sampler, TABLE, seed=5) is same
    rows = sampler.sample([TABLE], np.zeros(64, int), np.random.default_rng(5))
    assert 60 < rows.sum() < 200  # the runs differ from each other
    assert random.getstate() == state
    assert np.random.get_state()[1].tolist() == numpy_state  # noqa: NPY002


def test_an_adversary_shows_another_arm_only_to_those_who_are_told_arms():
    queried = QueriedInput(TABLE.blocks, queries=((1, 0),) * 4)
    assert played(Plain, queried)[1].received == [(1, 1), (0, 1), (1, 1), (0, 0)]
    with pytest.raises(ValueError, match="does not see the arm"):
        sampled(Acting, queried)


class Tells(Plain):
    """Plays the arm that the last reward names, by another method or class after each reward."""

    arm = 0

    def __init__(self, arms, rng):
        self.select = self.first

    def first(self):
        return 0

    def second(self):
        return 1

    def update(self, arm, reward):
        self.select = self.second if reward > 0.5 else self.first


class ByClass(Tells):
    def __init__(self, arms, rng):
        pass

    select = Tells.first

    def update(self, arm, reward):
        self.__class__ = Second if reward > 0.5 else ByClass


class Second(ByClass):
    select = Tells.second


class ByTelling(Tells):
    """Learns by a method that it puts in place of the one that was there."""

    def __init__(self, arms, rng):
        self.arm, self.getReward = 0, self.skipped

    update = None

    def select(self):
        return self.arm

    def skipped(self, reward):
        self.getReward = self.heard

    def heard(self, reward):
        self.arm = int(reward > 0.5)


class ByBatches(ByTelling):
    def __init__(self, arms, rng):
        self.arm, self.update_batch = 0, self.begun

    def begun(self, arms, rewards):
        self.update_batch = self.went_on

    def went_on(self, arms, rewards):
        self.arm = int(rewards[-1] > 0.5)


@pytest.mark.parametrize("kind", [Tells, ByClass, ByTelling, ByBatches])
def test_a_method_that_is_replaced_during_a_run_is_played(kind):
    played_by = FreshRuns(kind, arms=2).made(np.random.default_rng(1))
    actions = []
    for reward in (0, 1, 0, 1):
        actions.append(int(played_by.select()))
        played_by.update(actions[-1], reward)
    assert [*actions, int(played_by.select())] == [0, 0, 1, 0, 1]
    assert audit(kind, 1, samples=3000).verdict == "fails"
    bandit = BernoulliBandit(("0.9", "0.1"))
    found = simulate(kind, bandit, horizon=50, runs=2, rng=1)
    assert found.pulls[:, 1].min() > 0
