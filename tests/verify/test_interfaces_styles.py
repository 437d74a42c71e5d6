"""Policies in the styles of other libraries are understood; wrong ones get a sentence."""

import contextlib
import random
import signal
import threading
import time
from functools import partial

import numpy as np
import pytest

from banditproof.algorithms import DPIMED, POLICIES
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.randomness import Sampled
from banditproof.algorithms.rewards import RewardTable
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.verify.audit.built_in import built_in
from banditproof.verify.audit.offered_contexts import offered_to
from banditproof.verify.interfaces.factories import FreshRuns
from banditproof.verify.interfaces.library_policies import LibraryBox
from banditproof.verify.sampling import BlackBox, adapted
from banditproof.verify.sampling.inputs import QueriedInput, TableInput
from banditproof.verify.sampling.sampler import BlackBoxSampler, looks_reproducible
from banditproof.verify.sampling.timeouts import TooLong, patience

RNG = np.random.default_rng(3)
TABLE = TableInput(((0, 1), (1, 0), (1, 1), (0, 0)))


class Plain:
    def __init__(self):
        self.told = []

    def select(self):
        return len(self.told) % 2

    def update(self, arm, reward):
        self.told.append((arm, reward))


class SmallLibrary:
    def startGame(self):
        self.told = []

    def choice(self):
        return len(self.told) % 2

    def getReward(self, arm, reward):
        self.told.append((arm, reward))


class Observing(Plain):
    select = update = None

    def pull(self):
        return len(self.told) % 2

    def observe(self, action, r, info=None):
        self.told.append((action, r))


class Acting:
    def __init__(self):
        self.told, self.arm = [], 0

    def act(self):
        self.arm = len(self.told) % 2
        return np.int64(self.arm)

    def learn(self, reward):
        self.told.append((self.arm, reward))


class Swapped(Plain):
    update = None

    def feedback(self, reward, arm):
        self.told.append((arm, reward))


class Timed(Plain):
    select = None

    def choose(self, t):
        assert t == len(self.told) + 1
        return np.array([(t - 1) % 2])


class Loose(Plain):
    def update(self, *facts):
        self.told.append(facts)


@pytest.mark.parametrize("style", [Plain, SmallLibrary, Observing, Acting, Swapped, Timed, Loose])
def test_each_style_plays_and_is_told_the_same(style):
    made = []

    def factory():
        made.append(style())
        return made[-1]

    sampler = BlackBoxSampler(FreshRuns(factory, arms=2), arms=2, horizon=4)
    assert sampler.sample([TABLE], np.zeros(1, int), RNG).tolist() == [[0, 1, 0, 1]]
    assert made[-1].told == [(0, 0), (1, 0), (0, 1), (1, 0)]


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


class Empty:
    def run(self):
        return 0


class NeedsMore(Plain):
    def select(self, context, budget):
        return 0


class TellsMore(Plain):
    def update(self, arm, reward, regret):
        pass


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (Empty(), r"Empty is not understood .* its methods are run; give it select"),
        (Plain, r"The class Plain is not understood"),
        (NeedsMore(), r"select\(context, budget\)"),
        (TellsMore(), r"update\(arm, reward, regret\); give it update\(arm, reward\)"),
        (3, "int is not understood"),
    ],
)
def test_what_is_not_understood_raises(made, words):
    with pytest.raises(ValueError, match=words):
        adapted(made, RNG)


def sampled(factory, source=TABLE, **settings):
    sampler = BlackBoxSampler(FreshRuns(factory, arms=2), arms=2, horizon=4, **settings)
    return sampler.sample([source], np.zeros(3, int), np.random.default_rng(1))


def answering(answer):
    class Answering(Plain):
        def select(self):
            return answer

    return Answering


@pytest.mark.parametrize("answer", [2, -1, 0.5, 1.0, None, "0", np.array([0, 1]), 10**30])
def test_an_answer_that_is_not_an_arm_raises(answer):
    with pytest.raises(ValueError, match=r"Answering chose the arm .* counted from 0 to 1"):
        sampled(answering(answer))


@pytest.mark.parametrize("answer", [1, np.int8(1), np.array(1), np.array([1]), True])
def test_integers_of_any_kind_are_arms(answer):
    assert sampled(answering(answer)).tolist() == [[1] * 4] * 3


class Raising(Plain):
    def update(self, arm, reward):
        if len(self.told) == 2:
            raise KeyError("lost")
        super().update(arm, reward)


class Exiting(Plain):
    def select(self):
        raise SystemExit(3)


def failing_factory(arms):
    raise RuntimeError("no licence")


@pytest.mark.parametrize(
    ("factory", "words"),
    [
        (Raising, r"Raising raised KeyError in update\(\) of round 3: 'lost'"),
        (Exiting, r"Exiting asked Python to exit in select\(\) of round 1"),
        (failing_factory, r"failing_factory\(arms=2\) raised RuntimeError: no licence"),
        (lambda: Empty(), "Empty is not understood"),
    ],
)
def test_a_failure_of_the_policy_is_one_sentence(factory, words):
    with pytest.raises(ValueError, match=words):
        sampled(factory)


class Endless(Plain):
    def select(self):
        while True:
            with contextlib.suppress(Exception):
                time.sleep(0.001)


class Dozing(Plain):
    def update(self, arm, reward):
        time.sleep(60)


class Swallowing(Plain):
    """Swallows the first alarm whatever it is."""

    def select(self):
        try:
            while True:
                pass
        except BaseException:
            while True:
                pass


@pytest.mark.parametrize(
    ("factory", "doing"), [(Endless, "select"), (Dozing, "update"), (Swallowing, "select")]
)
def test_a_policy_that_never_returns_is_given_up(factory, doing):
    before, timer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    began = time.monotonic()
    with pytest.raises(ValueError, match=rf"did not return from {doing}\(\) in round 1 within"):
        sampled(factory, seconds_per_run=0.1)
    assert time.monotonic() - began < 2
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == pytest.approx(timer, abs=2)


def test_a_policy_that_never_returns_is_given_up_in_a_thread():
    found = []

    def work():
        try:
            sampled(Endless, seconds_per_run=0.1)
        except ValueError as refusal:
            found.append(str(refusal))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(5)
    assert not thread.is_alive()
    assert "did not return from select()" in found[0]


def test_patience_leaves_quick_work_and_foreign_alarms_alone():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with patience(5) as clock:
            clock.start()
            clock.stop()
        time.sleep(0.4)
        assert rung == [True]
    finally:
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(ValueError, match="patience"), patience(0):
        pass
    assert not issubclass(TooLong, Exception)


def test_each_call_has_the_whole_time_and_no_more():
    began = time.monotonic()
    with patience(0.2) as clock:
        for _ in range(6):  # together longer than the time of one
            clock.start()
            time.sleep(0.06)
            clock.stop()
        for _ in range(2):
            started = time.monotonic()
            clock.start()
            with pytest.raises(TooLong):
                time.sleep(5)
            clock.stop()
            assert 0.19 < time.monotonic() - started < 2
        clock.start()
        clock.start(at_most=0.02)  # sooner than the alarm that is set
        with pytest.raises(TooLong):
            time.sleep(5)
        with pytest.raises(TooLong):  # it rings again, for a policy that catches everything once
            time.sleep(5)
        clock.stop()
        time.sleep(0.3)
    assert time.monotonic() - began < 10


def test_a_factory_gets_what_it_asks_for():
    seen = {}

    def factory(n_arms, epsilon, T, random_state, other=3):
        seen.update(n_arms=n_arms, epsilon=epsilon, T=T, seed=random_state)
        return Plain()

    runs = FreshRuns(factory, arms=2, horizon=9, budget=PureDP("0.5"))
    runs.made(np.random.default_rng(1))
    first = dict(seen)
    assert {k: first[k] for k in ("n_arms", "epsilon", "T")} == {
        "n_arms": 2,
        "epsilon": 0.5,
        "T": 9,
    }
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
        seen.update(
            {k: v for k, v in (("eps", eps), ("delta", delta), ("rho", rho)) if v is not None}
        )
        return Plain()

    FreshRuns(factory, arms=2, budget=budget).made(RNG)
    assert seen == given


def test_one_object_for_all_runs_raises_unless_it_can_restart():
    one, resettable = Plain(), SmallLibrary()
    runs = FreshRuns(lambda: one, arms=2)
    runs.made(RNG)
    with pytest.raises(ValueError, match="returned the same Plain twice"):
        runs.made(RNG)
    assert sampled(lambda: resettable).tolist() == [[0, 1, 0, 1]] * 3
    assert sampled(DPIMED(arms=2, eps=1, ties="first"))[:, :2].tolist() == [[0, 1]] * 3
    with pytest.raises(ValueError, match="give a function or a class"):
        FreshRuns(3, arms=2)


class Rolling(Plain):
    def __init__(self, draw):
        super().__init__()
        self.draw = draw

    def select(self):
        return self.draw()


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
    sampler = BlackBoxSampler(FreshRuns(partial(Rolling, draw), arms=2), arms=2, horizon=4)
    assert looks_reproducible(sampler, TABLE, seed=5) is same
    rows = sampler.sample([TABLE], np.zeros(64, int), np.random.default_rng(5))
    assert 60 < rows.sum() < 200  # the runs differ from each other
    assert random.getstate() == state
    assert np.random.get_state()[1].tolist() == numpy_state  # noqa: NPY002


def test_an_adversary_shows_another_arm_only_to_those_who_are_told_arms():
    queried = QueriedInput(TABLE.blocks, queries=((1, 0),) * 4)
    made = []

    def factory():
        made.append(Plain())
        return made[-1]

    sampled(factory, queried)
    assert made[-1].told == [(1, 1), (0, 1), (1, 1), (0, 0)]
    with pytest.raises(ValueError, match="does not see the arm"):
        sampled(Acting, queried)


def test_no_run_starts_after_the_deadline():
    sampler = BlackBoxSampler(FreshRuns(Plain, arms=2), 2, 4, deadline=time.monotonic() - 1)
    assert len(sampler.sample([TABLE], np.zeros(100, int), RNG)) == 0
    with pytest.raises(ValueError, match="at least 2 rounds"):
        BlackBoxSampler(FreshRuns(Plain, arms=2), 2, 1)
    with pytest.raises(ValueError, match="1 to 127"):
        BlackBoxSampler(FreshRuns(Plain, arms=2), 128, 4)
