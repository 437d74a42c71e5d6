"""Runs that are followed together have the law of runs that are played one by one."""

import math
from dataclasses import dataclass, replace
from typing import Any
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import DeclaredSums, Policy, Pull, simulate
from banditproof.algorithms.coarse_numbers import step_of
from banditproof.algorithms.engines.batch_engine import BatchEngine
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.lane_engine import LaneEngine, Together
from banditproof.algorithms.engines.lane_numbers import Fork, Lanes, OneByOne
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.regret.phased_index import PrivateIndexPolicy
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace

PAIR = BernoulliBandit(("0.75", "0.5"))
THREE = BernoulliBandit(("0.7", "0.6", "0.2"))
LEVEL = 1e-7
"""A right engine fails a comparison of laws with probability 1e-7."""


@dataclass(frozen=True)
class Doubling(Policy[Any]):
    """An index in batches that double: with math of what is no released number."""

    arms: int = 2
    name = "doubling"
    budget = PureDP(1)
    curator = DeclaredSums(Laplace(1))

    def start(self):
        return ((0, 0.0),) * self.arms

    def indices(self, state, t):
        return [mean + math.sqrt(math.log(t) / (2 * n)) for n, mean in state]

    def decide(self, state, t, randomness):
        if t <= self.arms:
            return Pull(t - 1, 1)
        indices = self.indices(state, t)
        arm = indices.index(max(indices))
        return Pull(arm, 2 * state[arm][0])

    def learn(self, state, pull, released):
        newest = (pull.count, released / pull.count)
        return (*state[: pull.arm], newest, *state[pull.arm + 1 :])


class Normal(Doubling):
    """The same with Gaussian noise, and no released number where a batch is short."""

    name = "normal"
    curator = DeclaredSums(Gaussian(sigma_squared="1/2"))

    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        return replace(pull, releases=pull.count != 2)

    def learn(self, state, pull, released):
        if released is None:
            newest = (pull.count, state[pull.arm][1])
            return (*state[: pull.arm], newest, *state[pull.arm + 1 :])
        return super().learn(state, pull, released)


class Chancy(Doubling):
    """Explores with probability 1/4, and plans a play of every arm before it."""

    name = "chancy"

    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        if t > self.arms and randomness.uniform() < 0.25:
            arm = randomness.choice(range(self.arms))
            return Pull.plan([(arm, pull.count), (0, 1)])
        return pull


class Branches(Doubling):
    """Divides where a mean is too small for what follows; its means are truncated."""

    name = "branches"

    def indices(self, state, t):
        return [np.sqrt(mean) + 1 / n if mean > 0 else min(abs(mean), 0.1) / n for n, mean in state]


@dataclass(frozen=True)
class Index(PrivateIndexPolicy):
    """An index for the skeleton of this library."""

    arms: int = 2
    name = "index"

    def index(self, arm, t):
        return np.clip(arm.mean, 0.0, 1.0) + math.sqrt(math.log(t) / arm.pulls) + 2 / arm.pulls


FOLLOWED = [Doubling, Normal, Chancy, Branches, Index]


def experiment(policy: Any, bandit: Any = PAIR, horizon: int = 10**4) -> Experiment:
    return Experiment(policy, bandit, horizon, (1, 5, 100, horizon))


@pytest.mark.parametrize("kind", FOLLOWED)
def test_runs_are_the_same_together_and_each_alone(kind) -> None:
    """The same draws, pulls and regret, of two arms and of three, which have many more groups."""
    for arms, bandit in ((2, PAIR), (3, THREE)):
        what = experiment(kind(arms=arms), bandit)
        assert isinstance(engine_of(what), LaneEngine)
        orders = np.tile(np.arange(arms), (150, 1))
        one, two = (
            Together(what, np.random.default_rng(4), orders, fewest) for fewest in (2, math.inf)
        )
        first, second = one.play(), two.play()
        assert (first.counts == second.counts).all()
        assert (first.curves == second.curves).all()
        assert (first.counts.sum(axis=1) == 10**4).all()
        assert len({*map(tuple, first.counts.tolist())}) >= 5
        assert not one.divided


def p_value(kind: Any, horizon: int = 2_000) -> float:
    """Of the pulls of the worse arm, in the batch engine and together."""
    what = experiment(kind(), PAIR, horizon)
    rngs = (np.random.default_rng(seed) for seed in (5, 6))
    one, two = (
        engine.play_chunk(rng, 2_000)
        for engine, rng in zip((BatchEngine(what), LaneEngine(what)), rngs, strict=True)
    )
    laws = [(one.counts[:, 1], two.counts[:, 1])]
    laws += list(zip(one.curves.T, two.curves.T, strict=True))
    return float(min(stats.ks_2samp(*law, method="asymp").pvalue for law in laws))


@pytest.mark.parametrize("kind", FOLLOWED)
def test_pulls_have_the_law_of_the_batch_engine(kind) -> None:
    assert p_value(kind) > LEVEL


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("_noises", lambda true: lambda self, many: 3 * true(self, many)),
        ("_released", lambda true: lambda self, runs, arms: 1 - true(self, runs, arms)),
        ("_pay", lambda true: lambda self, n, runs, arms, *a: true(self, n, runs, 1 - arms, *a)),
    ],
)  # fmt: skip
def test_other_draws_have_another_law(name, wrong, monkeypatch) -> None:
    """Mutants of the test above: larger noise, sums of losses, batches of the other arm."""
    monkeypatch.setattr(Together, name, wrong(getattr(Together, name)))
    assert p_value(Doubling) < LEVEL


def test_noise_has_its_law_and_differs_between_runs_and_releases() -> None:
    """What is released after one play of an arm that always pays: 1 and the noise."""
    what = Experiment(Doubling(), BernoulliBandit((1, 1)), 3)
    for kind, law in ((Doubling, stats.laplace(1)), (Normal, stats.norm(1, 0.5**0.5))):
        runs = Together(replace(what, policy=kind()), np.random.default_rng(7), _orders(4_000))
        seen, true = [], runs._released
        runs._released = lambda *given, true=true, seen=seen: seen.append(true(*given)) or seen[-1]
        runs.play()
        first, second = seen[0], seen[1]
        assert stats.kstest(first, law.cdf).pvalue > LEVEL
        assert stats.kstest(second, law.cdf).pvalue > LEVEL
        assert abs(np.corrcoef(first, second)[0, 1]) < 0.1
        assert len({*first.tolist()}) > 3_990
        grid = first / step_of((kind.curator.noises[0],))
        assert (grid == np.rint(grid)).all()


def _orders(runs: int) -> Any:
    return np.tile(np.arange(2), (runs, 1))


def test_arms_in_an_order_of_their_own_are_told_as_they_were_given() -> None:
    class Last(Doubling):
        """Plays the last arm to the end, whatever it pays."""

        def decide(self, state, t, randomness):
            return Pull(self.arms - 1, 5)

    result = simulate(Last(3), THREE, 10, 600, 1, checkpoints=(4, 10))
    assert result.shuffled
    assert sorted({*map(tuple, result.pulls.tolist())}) == [(0, 0, 10), (0, 10, 0), (10, 0, 0)]
    assert all(
        stats.binomtest(int(n), 600, 1 / 3).pvalue > LEVEL for n in result.pulls.sum(0) // 10
    )
    assert np.allclose(result.regret, result.pulls @ [0, 0.1, 0.5])
    assert np.allclose(result.regret_at[:, 0], 0.4 * result.regret)
    kept = simulate(Last(3), THREE, 10, 5, 1, keep_order=True)
    assert kept.pulls.tolist() == [[0, 0, 10]] * 5
    assert not kept.shuffled


def test_first_runs_do_not_depend_on_how_many_there_are_nor_on_workers(monkeypatch) -> None:
    few, many = (simulate(Chancy(), PAIR, 1000, runs, 7).pulls for runs in (40, 2_100))
    assert (few == many[:40]).all()
    assert (many == simulate(Chancy(), PAIR, 1000, 2_100, 7, workers=2).pulls).all()
    assert (many != simulate(Chancy(), PAIR, 1000, 2_100, 8).pulls).any()


class Remembers(Doubling):
    """Puts aside what was released."""

    seen: list[Any] = []  # noqa: RUF012

    def learn(self, state, pull, released):
        self.seen.append(released)
        return super().learn(state, pull, released)


class Counts(Doubling):
    """Decides by how often it was asked in this run."""

    asked = [0]  # noqa: RUF012

    def start(self):
        self.asked[0] = 0
        return super().start()

    def decide(self, state, t, randomness):
        self.asked[0] += 1
        pull = super().decide(state, t, randomness)
        return pull if self.asked[0] % 3 else Pull(0, pull.count)


class Roots(Doubling):
    """Computes with what was released as only a float can be."""

    def indices(self, state, t):
        return [math.sqrt(abs(mean)) + 1 / n for n, mean in state]


class Types(Doubling):
    """Asks what kind of number was released."""

    def learn(self, state, pull, released):
        return super().learn(state, pull, released if type(released) is float else -pull.arm)


class Lists(Doubling):
    """A state that is changed in its place."""

    def start(self):
        return [*super().start()]

    def learn(self, state, pull, released):
        state[pull.arm] = (pull.count, released / pull.count)
        return state


class Steps(Doubling):
    """Decides in each round."""

    def decide(self, state, t, randomness):
        return Pull(t % 2, 1)


@pytest.mark.parametrize("kind", [Remembers, Counts, Roots, Types, Lists, Steps])
def test_what_cannot_be_followed_together_is_played_run_by_run(kind) -> None:
    what = experiment(kind())
    assert isinstance(engine_of(what), BatchEngine)
    assert simulate(kind(), PAIR, 1000, 3, 1).pulls.sum(axis=1).tolist() == [1000] * 3


class Rare(Doubling):
    """Needs a plain float where the first release is large."""

    def indices(self, state, t):
        if state[0][0] == 1 and state[0][1] > 4.5:
            return [math.exp(-state[0][1]), 0.0]
        return super().indices(state, t)


def test_a_rare_decision_that_needs_floats_is_made_for_each_run_alone() -> None:
    """With the draws that the run has, so that it stays as likely as it is."""
    what = experiment(Rare())
    assert isinstance(engine_of(what), LaneEngine)
    one, two = (
        Together(what, np.random.default_rng(4), _orders(1_000), fewest) for fewest in (3, math.inf)
    )
    assert (one.play().counts == two.play().counts).all()
    assert one.divided
    assert p_value(Rare) > LEVEL


class Wrong(Doubling):
    def decide(self, state, t, randomness):
        return Pull(0, 1) if t < 3 else Pull(5, 1)


def test_errors_of_a_policy_are_told(monkeypatch) -> None:
    with pytest.raises(ValueError, match="give a Pull of at least one play of an arm from 0 to 1"):
        simulate(Wrong(), PAIR, 10, 1, 1)
    with pytest.raises(ValueError, match="give a Pull of at least one play of an arm from 0 to 1"):
        LaneEngine(experiment(Wrong())).play_chunk(np.random.default_rng(1), 10)


def test_lanes_are_what_floats_are() -> None:
    """Each operation against floats, and a division by 0 is left to them."""
    x, y = np.array([0.5, -2.0, 3.0]), np.array([2.0, 0.25, -1.0])
    fork = Fork(3)
    one, two = Lanes(x, fork), Lanes(y, fork)
    results = (one + two, 1 - one, one * 3, two / one, 1 / two, -one, abs(two), np.exp(one))
    for place in range(3):
        a, b = x.tolist()[place], y.tolist()[place]
        floats = (a + b, 1 - a, a * 3, b / a, 1 / b, -a, abs(b), math.exp(a))
        assert [r.values[place] for r in results] == pytest.approx(floats, rel=1e-15)
    assert isinstance(one, float)
    zero = Lanes(np.array([0.0, 1.0, 1.0]), fork)
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        for refused in (
            lambda: one / zero, lambda: 1 / zero, lambda: one / 0, lambda: math.sqrt(one),
            lambda: hash(one), lambda: f"{one}", lambda: int(one), lambda: one.hex(),
            lambda: round(one), lambda: np.add.reduce(one), lambda: one // 1,
            lambda: one * 10**400, lambda: one**0.5, lambda: one + "1",
        ):  # fmt: skip
            with pytest.raises(OneByOne):
                refused()


def test_a_comparison_divides_the_runs_and_each_way_is_gone_once() -> None:
    fork = Fork(4)
    ways, found = [(fork.here, [])], []
    values = np.array([1.0, 2.0, 3.0, 4.0])
    while ways:
        fork.begin(*ways.pop())
        x = Lanes(values, fork)
        said = "small" if x < 1.5 else "large" if x > 3.5 else "middle" if x > 2.5 else "other"
        found.append((said, fork.here.tolist()))
        ways += fork.left
    assert sorted(found) == [("large", [3]), ("middle", [2]), ("other", [1]), ("small", [0])]
