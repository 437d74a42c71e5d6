"""With the transcript claimed, released numbers are compared as well as actions, always."""

import json
from fractions import Fraction
import pytest
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.algorithms.curators.curator import Curator
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import DiscreteGaussian, DiscreteLaplace, IntegerLaplace, Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.compared_releases import ReleasedWitness
from banditproof.verify.evidence import Grade


class Gathered(Curator):
    """A curator of code: what it releases of the open batch is what its subclasses say."""

    def start(self, arms):
        return ((),) * arms

    def read(self, held, arm, reward):
        return (*held[:arm], (*held[arm], reward), *held[arm + 1 :])

    def release(self, held, arm, mechanism, randomness):
        left = self.released(held[arm], randomness)
        return (*held[:arm], (), *held[arm + 1 :]), left

    def released(self, batch, randomness):
        return sum(batch[1:], batch[0]) + randomness.noise(Laplace(1))


class RawCount(Gathered):
    """The number of large rewards is released beside the noisy sum."""

    def released(self, batch, randomness):
        return (super().released(batch, randomness), float(sum(x > 0.5 for x in batch)))


class RawSum(Gathered):
    """The sum itself is released beside the noisy one."""

    def released(self, batch, randomness):
        return (super().released(batch, randomness), sum(batch[1:], batch[0]))


class PublicCount(Gathered):
    """The number of rewards is released beside the noisy sum, which is public."""

    def released(self, batch, randomness):
        return (super().released(batch, randomness), float(len(batch)))


class ShownCoin(Gathered):
    """The coin of sub-sampling is released, so that it amplifies nothing."""

    scale = "0.6"

    def released(self, batch, randomness):
        kept = randomness.uniform() < 0.5
        counted = sum(batch[1:], batch[0]) if kept else 0 * batch[0]
        return self.shown(counted + randomness.noise(Laplace(self.scale)), kept)

    def shown(self, number, kept):
        return (number, float(kept))


class HiddenCoin(ShownCoin):
    """The coin stays in the curator: eps = log((1 + e) / 2) for noise of scale 1."""

    scale = "1"

    def shown(self, number, kept):
        return (number, 0.5)


class TakesTurns(Policy):
    """Plays the arms in turn, whatever is released."""

    arms, name, budget = 2, "takes turns", PureDP(1)
    declared_noise = Laplace(1)

    def __init__(self, curator) -> None:
        self.curator = curator

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull(t % 2, 1)

    def learn(self, state, pull, released):
        return state


BROKEN = {
    "integer noise on [0, 1]": (DeclaredSums(IntegerLaplace(1)), 1),
    "discrete Laplace noise on [0, 1]": (DeclaredSums(DiscreteLaplace(Fraction(1, 2))), 1),
    "discrete Gaussian noise on [0, 1]": (DeclaredSums(DiscreteGaussian(sigma_squared=9)), 1),
    "a raw count": (RawCount(), 1),
    "a raw sum": (RawSum(), 1),
    "a coin that is shown": (ShownCoin(), 1),
    "a price above the claim: sub-sampling": (DeclaredSums(Laplace(1), rate="0.5"), "0.3"),
    "a price above the claim: two noises": (DeclaredSums((Laplace(1), Laplace(1))), "0.3"),
    "a price above the claim: three sums": (DeclaredSums(Laplace(1), memory=3), 2),
}


@pytest.mark.parametrize("name", BROKEN)
def test_released_numbers_refute_what_actions_do_not_show(name):
    curator, eps = BROKEN[name]
    report = audit(TakesTurns(curator), eps, output="transcript")
    assert report.verdict == "fails", report.sentence


@pytest.mark.slow
@pytest.mark.parametrize("name", ["integer noise on [0, 1]", "a price above the claim: two noises"])
def test_what_refuted_can_be_played_again(name):
    """From the JSON of the witness alone, and a policy: the same counts, and others elsewhere."""
    curator, eps = BROKEN[name]
    report = audit(TakesTurns(curator), eps, output="transcript")
    stored = json.loads(json.dumps(report.checks[-1].to_json()["witness"]))
    found = ReleasedWitness.read(stored)
    assert found.replay(TakesTurns(curator)) == found.counts
    assert found.to_json() == stored
    assert found.counts.left_hits > found.counts.right_hits
    private = TakesTurns(DeclaredSums(Laplace(1)))
    assert found.replay(private) != found.counts


EXACT = ("a raw count", "a raw sum", "a coin that is shown")


@pytest.mark.parametrize("name", EXACT)
def test_what_can_be_followed_is_refuted_exactly(name):
    curator, eps = BROKEN[name]
    report = audit(TakesTurns(curator), eps, output="transcript", samples=20)
    assert report.checks[-1].grade is Grade.PROVED


def test_where_actions_are_claimed_released_numbers_are_no_part_of_it():
    report = audit(TakesTurns(RawCount()), 1, samples=50)
    assert report.verdict == "not refuted"
    assert "whose released numbers" not in report.sentence


CORRECT = {
    "integer noise on integers": (DeclaredSums(IntegerLaplace(1)), 1, [0, 1]),
    "a public count": (PublicCount(), 1, None),
    "a coin that stays": (HiddenCoin(), "0.63", None),
    "sub-sampling": (DeclaredSums(Laplace(1), rate="0.5"), "0.63", None),
    "two noises": (DeclaredSums((Laplace(1), Laplace(1))), 1, None),
    "three sums": (DeclaredSums(Laplace(3), memory=3), 1, None),
}


@pytest.mark.parametrize("name", CORRECT)
def test_a_correct_twin_is_not_refuted(name):
    curator, eps, rewards = CORRECT[name]
    report = audit(TakesTurns(curator), eps, output="transcript", rewards=rewards, samples=2000)
    assert report.verdict != "fails", report.sentence
    if report.verdict != "holds":
        assert "whose released numbers were compared" in report.sentence
