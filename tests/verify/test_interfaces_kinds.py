"""Batches, contexts, slates, stopping, own loops, NumPy state: each kind is played as it should be.

The level of each audit is 1e-6, so that a careful policy is rejected with at most that probability.
"""

import math
from fractions import Fraction
from functools import wraps
from typing import ClassVar

import numpy as np
import pytest

from banditproof.algorithms import DPIMED
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.interfaces import Contexts, FreshRuns, called_with
from banditproof.verify.interfaces.alphabet import Alphabet, NotAnArm
from banditproof.verify.interfaces.factories import budget_numbers, missing, taken
from banditproof.verify.interfaces.own_loop import OwnLoop
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.events import ArmAt
from banditproof.verify.sampling.inputs import ListInput, TableInput, as_input
from banditproof.verify.sampling.sampler import BlackBoxSampler

LEVEL = "1e-6"
TABLE = TableInput(((0, 1), (1, 0), (0.5, 1), (0, 0.25)))


def played(factory, source=TABLE, runs=1, arms=2, contexts=None, slate=1, **given):
    """The rows of some runs, and the last object that the factory made."""
    made = []

    @wraps(factory)
    def watched(*args, **kwargs):
        made.append(factory(*args, **kwargs))
        return made[-1]

    fresh = FreshRuns(watched, arms=arms, **given)
    rounds = len(source.blocks)
    sampler = BlackBoxSampler(fresh, arms, rounds, contexts=contexts, slate=slate)
    rows = sampler.sample([source], np.zeros(runs, int), np.random.default_rng(1))
    return rows.tolist(), made[-1]


class Told:
    def __init__(self):
        self.told = []

    def select(self):
        return len(self.told) % 2


class Batch(Told):
    rounds = 0

    def select(self):
        self.rounds += 1
        return (self.rounds - 1) % 2

    def update_batch(self, arms, rewards):
        self.told.append((arms.tolist(), rewards.tolist()))


class Declared(Batch):
    batch_size = 3


class Fitting(Batch):
    update_batch = None

    def partial_fit(self, X, a, r):
        self.told.append((X.tolist(), a.tolist(), r.tolist()))


def test_rewards_are_told_in_batches():
    for factory, batch, expected in (
        (Batch, 2, [([0, 1], [0, 0]), ([0, 1], [0.5, 0.25])]),
        (Batch, None, [([0], [0]), ([1], [0]), ([0], [0.5]), ([1], [0.25])]),
        (Declared, None, [([0, 1, 0], [0, 0, 0.5])]),
    ):
        rows, policy = played(factory, batch=batch)
        assert rows == [[0, 1, 0, 1]]
        assert policy.told == expected
    contexts = Contexts.of([[1.0], [2.0], [3.0], [4.0]], 4)
    _, policy = played(Fitting, batch=2, contexts=contexts)
    assert policy.told == [([[1], [2]], [0, 1], [0, 0]), ([[3], [4]], [0, 1], [0.5, 0.25])]


class Linear:
    """Plays the arm of the sign of a context; told in one of several orders."""

    def __init__(self):
        self.told = []

    def select(self, context):
        self.shown = context
        return int(context[0] > 0)


class ContextFirst(Linear):
    def update(self, context, arm, reward):
        self.told.append((context[0], arm, reward))


class ContextLast(Linear):
    def update(self, arm, reward, context):
        self.told.append((context[0], arm, reward))


class RewardFirst(Linear):
    def learn(self, x, reward, action):
        self.told.append((x[0], action, reward))


class WithoutContext(Linear):
    def update(self, arm, reward):
        self.told.append((self.shown[0], arm, reward))


@pytest.mark.parametrize("style", [ContextFirst, ContextLast, RewardFirst, WithoutContext])
def test_each_contextual_style_is_shown_and_told_the_same(style):
    contexts = Contexts.of([[1.0, 0.0], [-1.0, 0.0]], 4)
    rows, policy = played(style, contexts=contexts)
    assert rows == [[1, 0, 1, 0]]
    assert policy.told == [(1, 1, 1), (-1, 0, 1), (1, 1, 1), (-1, 0, 0)]
    with pytest.raises(ValueError, match=r"select\(context\), so it needs a context"):
        played(style)


def test_an_input_says_which_contexts_are_shown():
    contexts = Contexts((np.ones((2, 1)), -np.ones((2, 1))))
    for public in (0, 1):
        rows, _ = played(ContextFirst, TableInput(((0, 0),) * 2, public=public), contexts=contexts)
        assert rows == [[1 - public] * 2]


def test_contexts_are_given_drawn_or_made():
    assert Contexts.of(np.eye(2), 5).sequences[0].tolist() == [[1, 0], [0, 1]] * 2 + [[1, 0]]
    assert Contexts.of(np.zeros((3, 2, 4)), 2).sequences[0].shape == (2, 2, 4)
    drawn = Contexts.of("normal", 5, dim=2)
    assert len({array.tobytes() for array in drawn.sequences}) == len(drawn.sequences)
    assert drawn.dim == 2
    sphere = Contexts.of("unit sphere", 5, dim=3).sequences[1]
    assert np.linalg.norm(sphere, axis=1) == pytest.approx(np.ones(5))
    again = Contexts.of("normal", 5, dim=2)
    assert all(np.array_equal(*p) for p in zip(drawn.sequences, again.sequences, strict=True))
    made = Contexts.of(lambda rng, rounds: rng.random((rounds, 3)), 4)
    assert made.sequences[0].shape == (4, 3)
    for given, dim, words in (
        ("uniform", 2, "give 'sphere' or 'normal'"),
        ("normal", None, "no dimension"),
        ([1, 2], None, "a row for each round"),
        ([[math.nan]], None, "finite"),
        ("normal", 0, "dim is 0"),
    ):
        with pytest.raises(ValueError, match=words):
            Contexts.of(given, 4, dim)


class LeastSquares:
    """Ridge regression for each arm; `scale` is that of noise on all that it learned of rewards."""

    def __init__(self, rng, dim, scale):
        self.rng, self.scale = rng, scale
        self.gram = [np.eye(dim) for _ in range(2)]
        self.sums = [np.zeros(dim) for _ in range(2)]

    def select(self, context):
        values = [
            context @ np.linalg.solve(g, s + self.rng.laplace(scale=self.scale, size=len(s)))
            for g, s in zip(self.gram, self.sums, strict=True)
        ]
        return int(np.argmax(values))

    def update(self, context, arm, reward):
        self.gram[arm] += np.outer(context, context)
        self.sums[arm] += reward * context


def test_a_linear_policy_is_refuted_and_one_that_drowns_in_noise_is_not():
    settings = {"contexts": "unit sphere", "dim": 3, "horizon": 5, "level": LEVEL}
    bare = audit_black_box(lambda rng, dim: LeastSquares(rng, dim, 0.02), 1, **settings)
    assert bare.verdict == "fails"
    facts = bare.witness.to_json()
    assert np.shape(facts["contexts"])[1] == 3
    assert bare.witness.pair.left.public == bare.witness.pair.right.public
    drowned = audit_black_box(
        lambda rng, dim: LeastSquares(rng, dim, 40.0), 1, samples=3000, **settings
    )
    assert drowned.verdict == "not refuted"


class TwoOfThree:
    def __init__(self):
        self.told = []

    def select(self):
        return (2, len(self.told) % 2)

    def update(self, slate, rewards):
        self.told.append((slate, rewards))


def test_a_slate_is_told_the_reward_of_each_of_its_arms():
    table = TableInput(((0, 1, 0.5), (1, 0, 0.25)))
    rows, policy = played(TwoOfThree, table, arms=3, slate=2)
    assert rows == [[6, 7]]
    assert policy.told == [((2, 0), (0.5, 0)), ((2, 1), (0.25, 0))]
    with pytest.raises(ValueError, match=r"slates of 2 arms; audit it against tables"):
        played(TwoOfThree, ListInput(((0,), (1,))), arms=3, slate=2)
    with pytest.raises(ValueError, match=r"chose the slate of 3 arms \(2, 0\)"):
        played(TwoOfThree, table, arms=3, slate=3)
    with pytest.raises(ValueError, match="more than"):
        Alphabet(arms=100, slate=9)


class TopTwo:
    """The two arms of the largest sums, with noise or without; a slate of both."""

    def __init__(self, rng, scale):
        self.sums, self.rng, self.scale = np.zeros(3), rng, scale
        self.t, self.best = 0, None

    def select(self):
        if self.t < 3:
            return self.t, (self.t + 1) % 3
        if self.best is None:
            self.best = np.argsort(-self.sums - self.rng.laplace(scale=self.scale, size=3))[:2]
        return self.best

    def update(self, slate, rewards):
        if self.t < 3:
            for arm, reward in zip(slate, rewards, strict=True):
                self.sums[arm] += reward
        self.t += 1


@pytest.mark.parametrize(("scale", "verdict"), [(0.1, "fails"), (2.0, "not refuted")])
def test_slates_are_audited(scale, verdict):
    """A row pays two arms of a slate, so noise of scale 2 / eps is enough."""
    found = audit_black_box(
        lambda rng: TopTwo(rng, scale), 1, arms=3, slate=2, horizon=5, level=LEVEL, samples=8000
    )
    assert found.verdict == verdict
    if verdict == "fails":
        assert " and " in str(found.witness.event)


class Finder:
    """Plays both arms in turn until it stops; recommends the arm of the larger noisy sum."""

    def __init__(self, rng, rounds, scale, early=False):
        self.rng, self.rounds, self.scale, self.early = rng, rounds, scale, early
        self.sums, self.t = np.zeros(2), 0

    def select(self):
        return self.t % 2

    def update(self, arm, reward):
        self.t += 1
        self.sums[arm] += reward

    def stopped(self):
        return self.t >= self.rounds or (self.early and self.sums.max() >= 1)

    def recommend(self):
        noisy = self.sums + self.rng.laplace(scale=self.scale, size=2)
        return int(noisy[1] > noisy[0])


def test_a_run_that_stops_shows_its_time_and_its_answer():
    rows, _ = played(lambda rng: Finder(rng, 2, 1e-9), TableInput(((1, 0), (0, 0), (0, 0))))
    assert rows == [[0, 1, 2, 2]]  # two rounds, then the recommendation of the first arm
    rows, _ = played(lambda rng: Finder(rng, 9, 1e-9), TableInput(((0, 0), (0, 1), (0, 0))))
    assert rows == [[0, 1, 0, 3]]  # it did not stop, and recommends at the horizon
    words = Alphabet(2, stops=True)
    assert [words.shown(s) for s in (1, 2, 4)] == [
        "arm 2",
        "the end, with arm 1 recommended",
        "the end, with no arm recommended",
    ]
    assert str(ArmAt(3, 3, alphabet=words)) == "round 3 is past the end, with arm 2 recommended"


class Raising:
    """Stops by StopIteration, or by None, and recommends what it is told to."""

    def __init__(self, how, answer=1):
        self.how, self.recommendation, self.t = how, answer, 0

    def select(self):
        self.t += 1
        if self.t > 2:
            if self.how == "none":
                return None
            raise StopIteration
        return 0

    def update(self, arm, reward):
        pass


def test_a_policy_may_stop_by_an_exception_or_by_none():
    for how in ("none", "raises"):
        rows, _ = played(lambda how=how: Raising(how))
        assert rows == [[0, 0, 3, 3, 3]]
        rows, _ = played(lambda how=how: Raising(how, None))
        assert rows == [[0, 0, 4, 4, 4]]
    with pytest.raises(ValueError, match=r"recommends the arm 2; there are 2"):
        played(lambda: Raising("none", 2))


@pytest.mark.parametrize(
    ("scale", "early", "verdict"),
    [(0.2, False, "fails"), (1.0, False, "not refuted"), (1.0, True, "fails")],
)
def test_the_time_and_the_answer_are_audited(scale, early, verdict):
    """Calibrated answers of a fixed time are private; a time that is read off the sums is not."""
    found = audit_black_box(
        lambda rng: Finder(rng, 4, scale, early), 1, horizon=4, level=LEVEL, samples=12_000
    )
    assert found.verdict == verdict
    if early:
        assert found.lower_bound > 2


def test_the_last_reward_matters_to_who_answers_after_it():
    """Only the reward of the last round leaks."""

    class LastOnly(Finder):
        def update(self, arm, reward):
            self.t += 1
            self.sums[:] = (0, reward) if self.t == 3 else 0

    found = audit_black_box(lambda rng: LastOnly(rng, 3, 0.05), 1, horizon=3, level=LEVEL)
    assert found.verdict == "fails"
    assert found.witness.pair.challenge == 3


def test_an_agent_with_its_own_loop_is_played():
    seen = []

    def agent(rng):
        def fit(step, rounds):
            for t in range(rounds + 3):
                seen.append(step(t % 2))

        return OwnLoop(fit)

    assert played(agent)[0] == [[0, 1, 0, 1]]
    assert seen == [0, 0, 0.5, 0.25]
    with pytest.raises(ValueError, match="played 1 rounds of 4"):
        played(lambda: OwnLoop(lambda step, rounds: step(0)))
    with pytest.raises(ValueError, match="chose the arm 7 in round 1"):
        played(lambda: OwnLoop(lambda step, rounds: step(7)))


class NumPyState:
    """Arrays that are changed in place, and a generator of its own."""

    def __init__(self, seed, sums=None):
        self.rng = np.random.default_rng(seed)
        self.sums = np.zeros(2) if sums is None else sums
        self.pulls = np.zeros(2, int)

    def select(self):
        noisy = self.sums + self.rng.laplace(scale=1.0, size=2)
        return np.argmax(noisy) if self.pulls.min() else np.argmin(self.pulls)

    def update(self, arm, reward):
        self.sums[arm] += reward
        self.pulls[arm] += 1


def test_a_policy_with_numpy_state_is_audited():
    found = audit_black_box(NumPyState, 1, horizon=12, level=LEVEL)
    assert (found.verdict, found.reproducible) == ("fails", True)  # its noise is drawn again


SHARED = np.zeros(2)
ONE = {"seen": 0}


class OnItsClass(NumPyState):
    kept = np.zeros(2)

    def update(self, arm, reward):
        super().update(arm, reward)
        self.kept[arm] += reward
        self.sums[:] = self.kept


class InItsModule(NumPyState):
    def update(self, arm, reward):
        super().update(arm, reward)
        ONE["seen"] += reward
        self.sums[0] = ONE["seen"]


class Resetting(NumPyState):
    def reset(self):
        self.pulls[:] = 0


class Forgetting(Resetting):
    def reset(self):
        super().reset()
        self.sums[:] = 0


def same(policy):
    return lambda: policy


@pytest.mark.parametrize(
    ("factory", "where"),
    [
        (lambda seed: NumPyState(seed, SHARED), "NumPyState.sums"),
        (OnItsClass, "OnItsClass.kept"),
        (InItsModule, r"ONE\.seen"),
        (same(Resetting(1)), "Resetting.sums"),
    ],
)
def test_what_is_carried_from_run_to_run_is_an_error_that_names_it(factory, where):
    with pytest.raises(ValueError, match=f"carries state from run to run in {where}"):
        audit_black_box(factory, 1, samples=2000)


class StartingAnywhere(Resetting):
    def reset(self):
        super().reset()
        self.sums[:] = self.rng.random(2)


class Caching(NumPyState):
    cache: ClassVar[dict] = {}
    log: ClassVar[list] = []

    def update(self, arm, reward):
        super().update(arm, reward)
        self.cache[(arm, reward)] = self.cache.get((arm, reward), 0) + 1
        self.log.append(reward)


def test_what_changes_no_run_is_not_called_carried():
    """A shared generator, a cache, a log, and objects that are reset: none of them is an error."""
    shared = np.random.default_rng(3)

    class Drawing(NumPyState):
        def __init__(self):
            super().__init__(1)
            self.rng = shared

    for factory in (Drawing, Caching, same(Forgetting(1)), same(StartingAnywhere(1))):
        audit_black_box(factory, 1, samples=400)


def test_a_factory_is_called_alike_for_a_policy_and_for_a_black_box():
    numbers = {"arms": 2, **budget_numbers(PureDP("0.1"))}
    assert called_with(DPIMED, numbers).eps == Fraction(1, 10)
    assert called_with(lambda eps: eps, numbers) == 0.1
    assert isinstance(called_with(lambda eps: eps, numbers), float)
    assert called_with(lambda **given: given, numbers) == {"arms": 2, "eps": 0.1}
    assert called_with(dict, numbers) == {}
    with pytest.raises(ValueError, match=r"<lambda>\(eps=0.1\) raised ZeroDivisionError"):
        called_with(lambda eps: eps / 0, numbers)
    with pytest.raises(ValueError, match=r"mine:made\(\) raised TypeError"):
        called_with(lambda size: size, numbers, "mine:made")


def test_the_numbers_of_a_budget_go_under_their_names():
    assert budget_numbers(ApproxDP(1, "0.01")) == {"eps": 1, "delta": Fraction(1, 100)}
    both = budget_numbers(ZCDP("1/8"))
    assert both == {"rho": Fraction(1, 8), "eps": Fraction(1, 2)}
    assert taken(lambda eps, rho: None, both) == {"rho": Fraction(1, 8)}
    assert taken(lambda epsilon: None, both) == {"epsilon": Fraction(1, 2)}
    assert budget_numbers(None) == {}
    assert missing(lambda arms, model, *more, size=2, **rest: None) == ["model"]


def test_a_factory_gets_contexts_and_their_dimension():
    seen = {}

    def factory(dim, contexts=None, batch_size=None):
        seen.update(dim=dim, contexts=contexts, batch=batch_size)
        return ContextFirst()

    audit_black_box(factory, 1, contexts=np.eye(3), horizon=3, samples=10)
    assert (seen["dim"], np.shape(seen["contexts"])) == (3, (3, 3))
    audit_black_box(factory, 1, contexts="normal", dim=4, horizon=3, samples=10)
    assert (seen["dim"], seen["contexts"]) == (4, None)


@pytest.mark.parametrize("answer", [-1, 3, None, "0", (0, 1)])
def test_an_answer_outside_the_alphabet_is_no_arm(answer):
    with pytest.raises(NotAnArm):
        Alphabet(3).symbol(answer)
    with pytest.raises(NotAnArm):
        Alphabet(3, slate=2).symbol((0, answer))


def test_inputs_keep_their_contexts_apart():
    one, other = (as_input(Notion.TABLE, 2, [(0, 0)], public=p) for p in (0, 1))
    assert one != other
    assert one.with_block(1, (1, 1)).cut(1).public == 0
    assert other.lengthened(3, 0.5).blocks == ((0, 0), (0.5, 0.5), (0.5, 0.5))
