"""Each kind of too little noise is refuted within seconds, at each scale; a correct twin never is.

A policy that explores for 20 rounds of each arm is compared where its actions depend on rewards.
"""

import math
import time
from fractions import Fraction
import pytest
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    NoNoise,
)
from banditproof.verify.audit import audit

SCALES = [f"1e-{k}" for k in range(1, 9)]
QUICK = {"1e-1", "1e-4", "1e-8"}
SECONDS = 10.0


def scaled(kind: str, scale: str):
    """A law of noise of that size."""
    size = Fraction(scale)
    ratio = Fraction(max(math.exp(-1 / float(size)), 1e-90))
    return {
        "Laplace": lambda: Laplace(size),
        "Gaussian": lambda: Gaussian(sigma_squared=size**2),
        "integer Laplace": lambda: IntegerLaplace(size),
        "discrete Laplace": lambda: DiscreteLaplace(ratio),
        "discrete Gaussian": lambda: DiscreteGaussian(sigma_squared=size**2),
        "none": NoNoise,
    }[kind]()


class Leader(Policy):
    """Plays the arm with the larger noisy mean, from one release a round."""

    arms, name, budget = 2, "leader", PureDP(1)

    def __init__(self, noise) -> None:
        self.curator = DeclaredSums(noise)

    def start(self):
        return ((0, 0.0),) * 2

    def decide(self, state, t, randomness):
        means = [total / count if count else 0.0 for count, total in state]
        return Pull(t - 1 if t <= 2 else means.index(max(means)), 1)

    def learn(self, state, pull, released):
        count, total = state[pull.arm]
        new = (count + pull.count, total + released)
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])


class ExploreThenCommit(Leader):
    """Plays each arm 20 times, and from then on the one with the larger noisy sum."""

    name = "explore then commit"

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        if len(state) < 2:
            return Pull(len(state), 20)
        return Pull(int(state[1] > state[0]), 1, releases=False)

    def learn(self, state, pull, released):
        return (*state, released)


def drawn(kind: str, scale: float, rng):
    """One noise of that size, for an object that draws by itself."""
    if kind == "Laplace":
        return rng.laplace(0, scale)
    if kind == "Gaussian":
        return rng.normal(0, scale)
    if kind == "uniform":
        return rng.uniform(-scale, scale)
    if kind == "discrete Laplace":
        p = 1 - math.exp(-1 / scale)
        return float(rng.geometric(p) - rng.geometric(p))
    return 0.0


def object_of(kind: str, scale: str, explored: int = 1):
    """A class with select and update that plays the arm with the larger noisy mean."""

    class Learner:
        def __init__(self, rng) -> None:
            self.rng, self.counts, self.sums = rng, [0, 0], [0.0, 0.0]
            self.means: list[float] = [0.0, 0.0]

        def select(self):
            fresh = [arm for arm in (0, 1) if self.counts[arm] < explored]
            return fresh[0] if fresh else int(self.means[1] > self.means[0])

        def update(self, arm, reward):
            self.counts[arm] += 1
            self.sums[arm] += reward
            if self.counts[arm] == explored or explored == 1:
                noise = drawn(kind, float(scale), self.rng)
                self.means[arm] = (self.sums[arm] + noise) / self.counts[arm]

    return Learner


def each(kinds):
    return [
        pytest.param(kind, scale, marks=[pytest.mark.slow] * (scale not in QUICK))
        for kind in kinds
        for scale in (SCALES if kind != "none" else ["1e-1"])
    ]


def require_refuted(policy, **options) -> None:
    began = time.process_time()
    report = audit(policy, 1, **options)
    assert report.verdict == "fails", report.sentence
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize(
    ("kind", "scale"),
    each(
        ("Laplace", "Gaussian", "integer Laplace", "discrete Laplace", "discrete Gaussian", "none")
    ),
)
def test_a_declared_policy_with_too_little_noise_is_refuted(kind, scale):
    require_refuted(Leader(scaled(kind, scale)))


@pytest.mark.parametrize(
    ("kind", "scale"), each(("Laplace", "Gaussian", "uniform", "discrete Laplace", "none"))
)
def test_an_object_with_too_little_noise_is_refuted(kind, scale):
    require_refuted(object_of(kind, scale))


@pytest.mark.parametrize("scale", ["1e-8", "1e-3"])
def test_runs_are_as_long_as_it_takes_until_actions_depend_on_rewards(scale):
    require_refuted(object_of("none", "1", 20))
    require_refuted(object_of("uniform", scale, 20))


@pytest.mark.parametrize("noise", [NoNoise(), Laplace("1e-6")])
def test_so_are_runs_of_a_policy_of_this_library(noise):
    require_refuted(ExploreThenCommit(noise))


def test_correct_twins_are_not_refuted():
    assert audit(Leader(Laplace(1)), 1).verdict == "holds"
    assert audit(ExploreThenCommit(Laplace(1)), 1).verdict == "holds"
    found = audit(object_of("Laplace", "1", 20), 1, samples=4000)
    assert found.verdict == "not refuted"
    assert "8, 32 and 128 rounds" in found.sentence


def test_where_nothing_reacts_no_number_is_claimed():
    class Turns:
        def __init__(self) -> None:
            self.t = 0

        def select(self):
            self.t += 1
            return self.t % 2

        def update(self, arm, reward):
            pass

    report = audit(Turns, 1, samples=600)
    assert report.verdict == "not refuted"
    assert "nothing reacted: in runs of up to 2048 rounds no action" in report.sentence
    assert not any("would have been seen" in check.note for check in report.checks)
    short = audit(object_of("none", "1", 20), 1, horizon=30, samples=600)
    assert "nothing reacted: in runs of up to 30 rounds" in short.sentence


@pytest.mark.parametrize("samples", [2000, 6000])
def test_a_weak_reaction_to_the_first_reward_is_a_reaction(samples):
    """Few runs do not show that an action is played with 0.6 in place of 0.4."""

    class Weak:
        def __init__(self, rng) -> None:
            self.rng, self.t, self.arm = rng, 0, 0

        def select(self):
            return self.arm

        def update(self, arm, reward):
            self.t += 1
            told = (self.rng.random() < 0.6) == (reward > 0.5)
            self.arm = int(told) if self.t == 1 else self.t % 2

    report = audit(Weak, 1, samples=samples)
    assert report.verdict == "not refuted"
    assert "nothing reacted" not in report.sentence


def test_a_time_limit_ends_laws_as_it_ends_runs():
    class Slow(Leader):
        """Its noise is that of a method, so that no price is known."""

        def mechanism(self, state, pull):
            return Laplace("1e-4")

    began = time.monotonic()
    report = audit(Slow(Laplace("1e-4")), 10**5, seconds=3)
    assert report.verdict in ("holds", "not refuted")
    assert time.monotonic() - began < 20
