"""Ways in which people write a policy: which hold by a declaration, and what refutes them."""

from dataclasses import dataclass
from typing import Any
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import (
    DeclaredSums,
    NoisyFeedback,
    Policy,
    Pull,
    RandomisedRewards,
    TreeVectors,
    simulate,
)
from banditproof.algorithms.interfaces.own_loop import OwnLoop
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.audit import audit

PAIR = BernoulliBandit(("0.9", "0.2"))


class Selects:
    def __init__(self, arms):
        self.arm, self.arms = 0, arms

    def select(self):
        return self.arm

    def update(self, arm, reward):
        self.arm = arm if reward > 0.5 else (arm + 1) % self.arms


class WithNoise(Selects):
    def __init__(self, arms, eps, rng):
        super().__init__(arms)
        self.eps, self.rng = eps, rng

    def update(self, arm, reward):
        super().update(arm, reward + self.rng.laplace(scale=0.1 / self.eps))


class OtherNames(Selects):
    select = update = None

    def act(self, observation=None):
        return self.arm

    def learn(self, reward):
        Selects.update(self, self.arm, reward)


def generating(arms):
    arm = 0
    while True:
        reward = yield arm
        arm = arm if reward > 0.5 else (arm + 1) % arms


def makes(arms, seed):
    return Selects(arms)


def looping(arms):
    def fit(step, rounds):
        inner = Selects(arms)
        for _ in range(rounds):
            inner.update(inner.arm, step(inner.arm))

    return OwnLoop(fit)


@dataclass(frozen=True)
class Declared(Policy[Any]):
    curator: Any
    arms: int = 2
    name = "declared"
    budget = PureDP(1)

    def start(self):
        return 0

    def decide(self, state, t, randomness):
        return Pull(state % 2, 2)

    def learn(self, state, pull, released):
        return state + 1


FED = {
    "select and update": Selects,
    "its own noise": WithNoise,
    "other names": OtherNames,
    "generator": generating,
    "function": makes,
}
DECLARED = {
    "batch noise": DeclaredSums(Laplace(1)),
    "tree": TreeVectors(Laplace(3), levels=3),
    "randomised response": RandomisedRewards("0.731"),
}


@pytest.mark.parametrize("way", FED)
def test_what_hears_noisy_batches_holds_and_what_hears_rewards_fails(way) -> None:
    fed = NoisyFeedback(FED[way], arms=2, eps=1)
    assert audit(fed, eps=1).verdict == "holds"
    assert audit(fed, eps="0.9", output="transcript").verdict == "fails"  # the mutant
    assert audit(FED[way], eps=1, samples=20_000).verdict == "fails"


@pytest.mark.parametrize("way", DECLARED)
def test_what_is_declared_holds(way) -> None:
    assert audit(Declared(DECLARED[way]), eps=1, horizon=7).verdict == "holds"
    assert audit(Declared(DECLARED[way]), eps="0.5", horizon=7, seconds=1).verdict != "holds"


def test_an_agent_with_its_own_loop_is_refuted_by_runs_and_cannot_be_fed() -> None:
    assert audit(looping, eps=1, samples=20_000).verdict == "fails"
    with pytest.raises(ValueError, match="has a loop of its own; give an object with select"):
        simulate(NoisyFeedback(looping, arms=2), PAIR, 20, 1, 1)


def test_the_object_hears_noisy_means_of_whole_batches() -> None:
    """The law of what it hears: a Kolmogorov test at 1e-7, with half of the noise as its mutant."""
    heard: list[float] = []

    class Listens(Selects):
        def update(self, arm, reward):
            heard.append(reward)

    def of(noise):
        heard.clear()
        simulate(NoisyFeedback(Listens, 2, eps=1, batch=4, noise=noise), PAIR, 400, 40, 1,
                 keep_order=True)  # fmt: skip
        return np.array(heard)

    rng = np.random.default_rng(2)
    wanted = (rng.binomial(4, 0.9, 4000) + rng.laplace(size=4000)) / 4
    assert len(of(None)) == 40 * 100
    assert stats.ks_2samp(of(None), wanted).pvalue > 1e-7
    assert stats.ks_2samp(of(Laplace("1/2")), wanted).pvalue < 1e-7


def test_a_generator_is_played_as_a_class_is() -> None:
    one, two = (simulate(made, PAIR, 200, 20, 3).pulls for made in (Selects, generating))
    assert (one == two).all()


def test_budgets_and_mistakes_of_noisy_feedback() -> None:
    gaussian = NoisyFeedback(Selects, 2, noise=Gaussian(sigma_squared=2))
    assert audit(gaussian, rho="1/4").verdict == "holds"
    assert audit(gaussian, eps=1, seconds=1).verdict != "holds"
    with pytest.raises(ValueError, match="give its class, or a function, since each run"):
        NoisyFeedback(Selects(2), 2)
    with pytest.raises(ValueError, match="batch is 0"):
        NoisyFeedback(Selects, 2, batch=0)
    with pytest.raises(ValueError, match="eps is 0"):
        NoisyFeedback(Selects, 2, eps=0)


class NeedsMore:
    """It needs a number that nobody gives; a function that gives it is accepted."""

    def __init__(self, arms, horizon):
        self.arms = arms

    def select(self):
        return 0

    def update(self, arm, reward):
        pass


class LooksAtContexts:
    def __init__(self, arms):
        self.arms = arms

    def select(self, contexts):
        return 0

    def update(self, arm, reward):
        pass


def test_an_object_that_cannot_play_is_not_called_private() -> None:
    """The verdict is about the noise alone, so the object is looked at when it is given."""
    with pytest.raises(ValueError, match="NeedsMore needs horizon, which NoisyFeedback does not"):
        NoisyFeedback(NeedsMore, arms=2, eps=1)
    with pytest.raises(ValueError, match=r"LooksAtContexts has select\(contexts\), so it needs"):
        NoisyFeedback(LooksAtContexts, arms=2, eps=1)
    assert NoisyFeedback(lambda arms: NeedsMore(arms, 10), arms=2, eps=1).batch == 8
