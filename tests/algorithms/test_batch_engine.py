"""The batch engine releases numbers of the law of the specification engine, for any curator."""

from dataclasses import dataclass, field, replace
from inspect import getsource
from math import exp
from typing import Any
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import (
    Curator,
    DeclaredSums,
    GrowingNoise,
    NamedRelease,
    NamedReleases,
    NoisyMax,
    NoisySums,
    Policy,
    Pull,
    RandomisedRewards,
    RewardSpace,
    simulate,
)
from banditproof.algorithms.apart.simulate_apart import simulate_apart
from banditproof.algorithms.engines import batch_engine
from banditproof.algorithms.engines.batch_engine import BatchEngine, PaidBatches, plain_noise
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.engines.step_engine import StepEngine
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import DiscreteLaplace, Gaussian, Laplace, NoNoise

PAIR = BernoulliBandit(("0.8", "0.3"))
RUNS, LEVEL = 3_000, 1e-7
"""A right engine fails a comparison of laws with probability 1e-7."""
SCRIPT = (Pull(0, 3), Pull(1, 2, releases=False), Pull(1, 4), Pull(0, 5), Pull(1, 1))


@dataclass(frozen=True)
class Scripted(Policy[Any]):
    """Makes the same pulls in each run, and writes down what was released."""

    curator: Curator
    script: tuple[Pull, ...] = SCRIPT
    arms: int = 2
    rewards: RewardSpace = field(default_factory=lambda: RewardSpace.of("0:1"))
    clips_rewards: bool = True
    declared_noise: Any = None
    seen: list[Any] = field(default_factory=list, compare=False)
    name = "scripted"
    budget = PureDP(float("inf"))

    def start(self):
        self.seen.append([])
        return 0

    def decide(self, state, t, randomness):
        return self.script[state % len(self.script)]

    def learn(self, state, pull, released):
        if released is not None:
            self.seen[-1].append(released)
        return state + 1


def released(engine: type[Any], policy: Scripted, bandit: Any = PAIR, horizon: int = 15) -> Any:
    """What leaves in each run, as one row of numbers."""
    policy = replace(policy, seen=[])
    engine(Experiment(policy, bandit, horizon)).play_chunk(np.random.default_rng(3), RUNS)
    return np.array([np.hstack([np.ravel(one) for one in run]) for run in policy.seen], float)


def least_p_value(one: Any, two: Any) -> float:
    """Of the numbers one by one, and of a sum of all, which tells how they depend on each other."""
    assert one.shape == two.shape
    weights = np.arange(1, one.shape[1] + 1)
    columns = [*zip(one.T, two.T, strict=True), (one @ weights, two @ weights)]
    # ties of rounded numbers make the test safe, and no less
    return min(
        stats.ks_2samp(np.round(a, 6), np.round(b, 6), method="asymp").pvalue for a, b in columns
    )


class Code(Curator):
    """A curator of one's own: what it reads is told twice."""

    def read(self, held, arm, reward):
        return (*held[:arm], held[arm] + 2 * reward, *held[arm + 1 :])


L = Laplace("1/2")
CURATORS: dict[str, Curator] = {
    "sums": DeclaredSums(L),
    "noisy sums": NoisySums(L),
    "gaussian": DeclaredSums(Gaussian(sigma_squared="1/2")),
    "integers": DeclaredSums(DiscreteLaplace("1/2")),
    "two noises": DeclaredSums((L, Gaussian(sigma_squared="1/4"))),
    "memory": DeclaredSums(L, memory=2),
    "copies": DeclaredSums(L, copies=2),
    "weights": DeclaredSums(L, weights=(3, 2, 1)),
    "centre": DeclaredSums(L, center="0.25", weights=(2,)),
    "clip": DeclaredSums(L, clip=("0.25", "0.75")),
    "mean": DeclaredSums(L, mean=True),
    "bounds": DeclaredSums(L, bounds=(0, 2)),
    "pooled": DeclaredSums(L, pooled=True),
    "rate": DeclaredSums(L, rate="0.5"),
    "named": NamedReleases((NamedRelease("s", "x", L), NamedRelease("q", "x**2", L))),
    "growing": GrowingNoise(L, 2),
    "answers": RandomisedRewards("3/4"),
    "max": NoisyMax(L, ("x", "1")),
    "code": Code(),
}


def policy_of(name: str) -> Scripted:
    curator = CURATORS[name]
    return Scripted(curator, declared_noise=L if type(curator) in (Code, Curator) else None)


@pytest.mark.parametrize("name", CURATORS)
def test_what_is_released_has_one_law_in_both_engines(name) -> None:
    policy = policy_of(name)
    assert type(engine_of(Experiment(policy, PAIR, 15))) is BatchEngine
    assert least_p_value(released(StepEngine, policy), released(BatchEngine, policy)) > LEVEL


@pytest.mark.parametrize("name", ["sums", "memory", "named", "code", "answers"])
def test_rewards_of_another_arm_are_another_law(name, monkeypatch) -> None:
    """The mutant of the test above."""
    right = released(StepEngine, policy_of(name))
    for kind in ("ones", "one_by_one"):
        true = getattr(PaidBatches, kind)
        monkeypatch.setattr(
            PaidBatches, kind, lambda self, arm, count, true=true: true(self, 1 - arm, count)
        )
    assert least_p_value(right, released(BatchEngine, policy_of(name))) < LEVEL


@pytest.mark.parametrize("name", ["sums", "gaussian", "memory", "growing"])
def test_another_scale_of_the_noise_is_another_law(name, monkeypatch) -> None:
    """The same for noise that is twice as large."""
    right = released(StepEngine, policy_of(name))
    true = batch_engine.Ahead.next
    kinds = ("laplace", "normal")

    def larger(self):
        drawn = true(self)
        names = self._draw.__code__.co_names
        return 2 * drawn if any(kind in names for kind in kinds) else drawn

    monkeypatch.setattr(batch_engine.Ahead, "next", larger)
    assert least_p_value(right, released(BatchEngine, policy_of(name))) < LEVEL


def test_rewards_are_clipped_to_those_of_the_policy_and_plans_are_played_in_order() -> None:
    plan = (Pull.plan([(0, 2), (1, 3)]), Pull(1, 4), Pull(0, 7))
    space = RewardSpace.of("0.25:0.5")
    policy = Scripted(DeclaredSums(L, pooled=True), script=plan, rewards=space)
    assert least_p_value(released(StepEngine, policy), released(BatchEngine, policy)) > LEVEL
    wrong = replace(policy, rewards=RewardSpace.of("0:0.5"))
    assert least_p_value(released(StepEngine, policy), released(BatchEngine, wrong)) < LEVEL


def test_normal_rewards_have_their_law() -> None:
    bandit = GaussianBandit((0, 3), sigma=2)
    policy = Scripted(Curator(), clips_rewards=False, declared_noise=NoNoise())
    one, two = (released(engine, policy, bandit) for engine in (StepEngine, BatchEngine))
    assert least_p_value(one, two) > LEVEL
    other = released(BatchEngine, policy, GaussianBandit((0, 3), sigma=1))
    assert least_p_value(one, other) < LEVEL


@pytest.mark.parametrize("horizon", [1, 3, 4, 11, 15, 16, 100])
def test_pulls_and_regret_are_those_of_the_script(horizon) -> None:
    noted = tuple(sorted({1, min(5, horizon), horizon}))
    policy, rng = policy_of("sums"), np.random.default_rng
    experiment = Experiment(policy, PAIR, horizon, noted)
    one = BatchEngine(experiment).play_chunk(rng(1), 3)
    two = StepEngine(experiment).play_chunk(rng(1), 3)
    assert (one.counts == two.counts).all()
    assert np.allclose(one.curves, two.curves)
    general = replace(policy, curator=CURATORS["memory"])
    three = BatchEngine(Experiment(general, PAIR, horizon, noted)).play_chunk(rng(1), 3)
    assert (three.counts == two.counts).all()


@dataclass(frozen=True)
class Commit(Policy[Any]):
    """A batch of each arm, and then the larger noisy sum."""

    size: int = 6
    arms: int = 2
    name = "commit"
    budget = PureDP(1)
    curator = DeclaredSums(Laplace(1))

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        if len(state) < 2:
            return Pull(len(state), self.size)
        return Pull(int(state[1] > state[0]), 10**6)

    def learn(self, state, pull, released):
        return (*state, released)


def chance_of_the_worse(size: int) -> float:
    """The probability that the noisy sum of arm 2 is larger: sums of binomials, and the law
    P(L - L' > d) = exp(-d) (2 + d)/4 for d >= 0 of the difference of two Laplace noises."""
    first, second = (stats.binom(size, mean).pmf for mean in (0.8, 0.3))

    def beyond(d: int) -> float:
        return exp(-d) * (2 + d) / 4 if d >= 0 else 1 - beyond(-d)

    pairs = [(i, j) for i in range(size + 1) for j in range(size + 1)]
    return float(sum(first(i) * second(j) * beyond(i - j) for i, j in pairs))


def test_decisions_have_the_exact_law() -> None:
    """A binomial test of 20,000 runs; its mutant is a batch that is one play shorter."""
    result = simulate(Commit(), PAIR, 10**6, 20_000, 1)
    wrong = int((result.pulls[:, 1] > 10).sum())
    assert stats.binomtest(wrong, 20_000, chance_of_the_worse(6)).pvalue > LEVEL
    assert stats.binomtest(wrong, 20_000, chance_of_the_worse(5)).pvalue < LEVEL


def test_first_runs_do_not_depend_on_how_many_there_are_nor_on_workers() -> None:
    few, many = (simulate(Commit(), PAIR, 1000, runs, 7).pulls for runs in (40, 100))
    assert (few == many[:40]).all()
    assert (many == simulate(Commit(), PAIR, 1000, 100, 7, workers=2).pulls).all()
    assert (many != simulate(Commit(), PAIR, 1000, 100, 8).pulls).any()


class Mine(DPIMED):
    """A built-in policy under another name, which is one's own."""


def test_policies_of_this_library_keep_their_engines_and_draws() -> None:
    noise = DiscreteLaplace("1/2")
    kinds = {DPIMED(2, eps=1, noise=noise): StepEngine, Mine(2, eps=1): BatchEngine}
    for policy, engine in kinds.items():
        assert type(engine_of(Experiment(policy, PAIR, 20))) is engine


def test_only_sums_that_leave_once_are_written_out() -> None:
    plain = {name for name in CURATORS if plain_noise(policy_of(name)) is not None}
    assert plain == {"sums", "noisy sums", "gaussian", "integers"}

    class Changing(Scripted):
        def mechanism(self, state, pull):
            return Laplace(1 + state)

    assert plain_noise(Changing(NoisySums(L))) is None
    assert plain_noise(Changing(DeclaredSums(L))) == L  # its own law is what counts
    one, two = (released(e, Changing(NoisySums(L))) for e in (StepEngine, BatchEngine))
    assert least_p_value(one, two) > LEVEL


class Endless(Commit):
    def decide(self, state, t, randomness):
        return Pull(0, 1, releases=False)


class Wrong(Commit):
    def decide(self, state, t, randomness):
        return Pull(5, 1)


def test_what_cannot_be_played_is_said(monkeypatch) -> None:
    with pytest.raises(ValueError, match="give a Pull of at least one play of an arm from 0 to 1"):
        simulate(Wrong(), PAIR, 10, 1, 1)
    monkeypatch.setattr(batch_engine, "LONGEST_STEPWISE", 50)
    with pytest.raises(ValueError, match="made 50 pulls in 51 rounds; give a horizon of at most"):
        simulate(Endless(), PAIR, 1000, 1, 1)
    with pytest.raises(ValueError, match="reads each reward, and the horizon is 100"):
        simulate(policy_of("code"), PAIR, 100, 1, 1)
    unclipped = replace(policy_of("sums"), clips_rewards=False)
    assert simulate(unclipped, PAIR, 50, 1, 1).runs == 1

    class Claims(Scripted):
        budget = PureDP(1)
        clips_rewards = False

    with pytest.raises(ValueError, match="clips_rewards = False"):
        simulate(Claims(DeclaredSums(L), clips_rewards=False), PAIR, 50, 1, 1)


IMPORTS = """
from dataclasses import dataclass
from typing import Any
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace

"""


def test_runs_of_one_fork_begin_anew_and_have_the_exact_law(tmp_path, monkeypatch) -> None:
    """The decisions of another process, 32 runs after each other; false alarms: 1e-7."""
    (tmp_path / "commits_apart.py").write_text(IMPORTS + getsource(Commit))
    monkeypatch.chdir(tmp_path)
    result = simulate_apart("commits_apart:Commit", PAIR, 10**5, 1_000, 1).simulation
    assert result.pulls.sum(axis=1).tolist() == [10**5] * 1_000
    assert {6, 10**5 - 6} == {int(pulls) for pulls in result.pulls[:, 1]}
    wrong = int((result.pulls[:, 1] > 10).sum())
    assert stats.binomtest(wrong, 1_000, chance_of_the_worse(6)).pvalue > LEVEL
    assert stats.binomtest(wrong, 1_000, chance_of_the_worse(2)).pvalue < LEVEL
