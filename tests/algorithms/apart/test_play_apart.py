"""Played apart, a policy does what it does in process, draw for draw."""

from threading import Lock
import numpy as np
import pytest
from banditproof.algorithms import (
    POLICIES,
    DrawnContexts,
    RewardList,
    SeparateStreams,
    play,
    play_apart,
)
from banditproof.algorithms.adversarial.private_learners import LEARNERS
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import Elsewhere
from banditproof.algorithms.apart.messages import Pipe
from banditproof.algorithms.coarse_numbers import step_of
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.mechanisms import DiscreteLaplace, IntegerLaplace, Laplace
from banditproof.verify.audit.built_in import built_in

FAST = {"dp-ucb", "adac-gope", "adac-oful", "dp-imed", "adap-tt", "batched-exp4"}
ROUNDS = 60


def made(name):
    options = POLICIES[name].options if name in POLICIES else frozenset[str]()
    budget = ZCDP(1) if options & {"rho", "alpha"} else PureDP(1)
    return built_in(name, budget, 3, ROUNDS)


def offered(policy):
    if policy.dimension is None:
        return None
    contexts = DrawnContexts("sphere", policy.arms, policy.dimension, rng=4)
    return _Advice(policy) if policy.told_advice else contexts


class _Advice:
    """Advice that changes from round to round."""

    def __init__(self, policy):
        self.dimension, self.arms = policy.dimension, policy.arms

    def at(self, t):
        law = np.random.default_rng(t).dirichlet(np.ones(self.arms), self.dimension)
        return tuple(map(tuple, law.T.tolist()))


@pytest.mark.parametrize(
    "name",
    [
        name if name in FAST else pytest.param(name, marks=pytest.mark.slow)
        for name in (*POLICIES, *LEARNERS)
        if name != "adac-ucb-printed"
    ],
)
def test_actions_and_releases_are_those_of_a_play_in_process(name):
    policy = made(name)
    rewards = RewardList([float(x) for x in np.random.default_rng(1).integers(2, size=ROUNDS)])
    with Elsewhere(policy) as there:
        for seed in (1, 2):
            apart = there.play(rewards, ROUNDS, seed, offered(policy))
            here = play(policy, rewards, ROUNDS, SeparateStreams(seed), offered(policy))
            for field in ("actions", "pulls", "cut", "recommended", "ledger"):
                assert getattr(apart, field) == getattr(here, field), field
            assert all(map(on_its_grid, here.ledger.releases))


def test_a_phase_takes_one_message(monkeypatch):
    sent = []
    send = Pipe.send
    monkeypatch.setattr(Pipe, "send", lambda self, *given: sent.append(given) or send(self, *given))
    with Elsewhere(made("dp-imed")) as there:
        sent.clear()
        played = there.play(RewardList([1] * 1000), 1000, rng=1)
    assert len(sent) == len(played.pulls) + 2 < 25, "the start, each pull, and the end"


def on_its_grid(release):
    """Whether a released number, unless it is a mean, is a multiple of the step of its noise."""
    step = step_of((release.mechanism,))
    mean = any(weight != 1 for weight in release.noises.values())
    return mean or not step or (release.value / step).is_integer()


def test_a_policy_whose_noise_depends_on_its_state_is_not_played():
    with pytest.raises(PolicyFailed, match="which may change from state to state; declare it"):
        Elsewhere(made("adac-ucb-printed"))


def test_a_play_without_a_seed_differs_from_the_next():
    with Elsewhere("failing:plays") as there:
        first, second = (there.play(RewardList([0.5] * 4), 4) for _ in range(2))
    values = [release.value for played in (first, second) for release in played.ledger.releases]
    assert len(set(values)) == 8
    assert SeparateStreams().decision_seed != SeparateStreams().decision_seed


def test_decisions_do_not_share_the_stream_of_noise():
    one, two, three = (SeparateStreams(3) for _ in range(3))
    assert one.uniform() == two.uniform()
    assert two.decisions.uniform() != three.uniform() != three.decisions.uniform()
    one = SeparateStreams(np.random.default_rng(5))
    assert one.decision_seed == SeparateStreams(np.random.default_rng(5)).decision_seed
    assert one.decision_seed != SeparateStreams(6).decision_seed


@pytest.mark.parametrize("noise", [IntegerLaplace(10), DiscreteLaplace("0.9")])
def test_integer_noises_are_drawn_ahead_many_at_once(noise, monkeypatch):
    """The time of a release is that of taking a number from a list; the law is that of draws."""
    drawn = []
    sample = type(noise).sample
    monkeypatch.setattr(
        type(noise), "sample", lambda self, rng: drawn.append(sample(self, rng)) or drawn[-1]
    )
    chance = SeparateStreams(3)
    taken, known = [], []
    for _ in range(130):
        taken.append(chance.noise(noise))
        known.append(len(drawn))
    assert taken == drawn[:130]
    assert sorted(set(known)) == [64, 128, 192]
    assert isinstance(chance.noise(Laplace(1)), float)


def test_many_laws_are_drawn_when_they_are_needed():
    chance = SeparateStreams(3)
    assert all(isinstance(chance.noise(IntegerLaplace(n)), int) for n in range(1, 40))


def test_what_was_judged_is_what_is_played():
    with Elsewhere("failing:plays") as there:
        judged = there.declared
    rewards = RewardList([1, 1])
    assert play_apart("failing:plays", rewards, 2, declared=judged).sandbox == there.sandbox
    with pytest.raises(PolicyFailed, match="what was judged is"):
        play_apart(made("dp-ucb"), rewards, 2, declared=judged)


class InThisTest(type(made("dp-ucb"))):
    """A class of a test, which no other process can import."""


def test_a_class_of_a_test_goes_by_value():
    policy = InThisTest(arms=2, eps=1, horizon=20)
    assert play_apart(policy, RewardList([1] * 20), 20, rng=1).declared.name == policy.name


def test_a_class_that_cannot_be_carried_is_one_sentence():
    policy = InThisTest(arms=2, eps=1, horizon=20)
    object.__setattr__(policy, "lock", Lock())
    with pytest.raises(PolicyFailed, match="write the class to a file, and give module:factory"):
        play_apart(policy, RewardList([1]), 1)
