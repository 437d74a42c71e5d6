"""Declared sums do what their fields say, draw for draw, and refuse fields that say nothing."""

from fractions import Fraction
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.algorithms import Curator, DeclaredSums, Sampled, Silent, Traced, play
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Drawing
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.rewards import RewardList
from banditproof.theory.mechanisms import Gaussian, Laplace

UNIT = st.fractions(0, 1, max_denominator=8)
REPEATABLE = settings(max_examples=80, deadline=None, derandomize=True, database=None)


class Scripted(Silent):
    """Noises from a list, and coins from another."""

    def __init__(self, noises=(), coins=()):
        self.noises, self.coins, self.asked = list(noises), list(coins), []

    def noise(self, mechanism):
        self.asked.append(mechanism)
        return self.noises.pop(0)

    def choice(self, options):
        return self.coins.pop(0)


def released(curator, batches, randomness=None, arms=1):
    """What leaves after each batch of one arm."""
    held, result = curator.start(arms), []
    for batch in batches:
        for reward in batch:
            held = curator.read(held, 0, reward)
        held, value = curator.release(held, 0, None, randomness or Silent())
        result.append(value)
    return result


@REPEATABLE
@given(st.lists(st.lists(UNIT, min_size=1, max_size=4), min_size=1, max_size=5))
def test_plain_declared_sums_are_the_curator_of_the_papers(batches):
    assert released(DeclaredSums(Laplace(1)), batches) == [sum(batch) for batch in batches]
    assert released(Curator(), batches) == [sum(batch) for batch in batches]


@REPEATABLE
@given(
    batches=st.lists(st.lists(UNIT, min_size=1, max_size=4), min_size=1, max_size=5),
    weights=st.lists(st.sampled_from([1, 2, -1, 3]), min_size=1, max_size=3),
    center=st.sampled_from([0, 1, 2]),
    memory=st.integers(1, 3),
)
def test_weights_centre_and_memory_are_those_of_the_definition(batches, weights, center, memory):
    curator = DeclaredSums(Laplace(1), weights=tuple(weights), center=center, memory=memory)
    weight = [*weights, *[weights[-1]] * 4]
    sums = [sum(w * (x - center) for w, x in zip(weight, b, strict=False)) for b in batches]
    expected = [sum(sums[max(0, k + 1 - memory) : k + 1]) for k in range(len(sums))]
    assert released(curator, batches) == expected


@pytest.mark.parametrize(("noise", "value"), [(0, 0.75), (10, 1), (-10, 0)])
def test_clipping_before_and_after_the_noise(noise, value):
    curator = DeclaredSums(Laplace(1), clip=("0.25", "0.5"), bounds=(0, 1))
    assert released(curator, [(0, 1)], Scripted([noise])) == [value]


def test_every_noise_is_drawn_afresh_for_every_copy():
    curator = DeclaredSums((Laplace(2), Gaussian(sigma_squared=3)), copies=2)
    chance = Scripted([1, 10, 100, 1000])
    assert released(curator, [(1, 1)], chance) == [(13, 1102)]
    assert chance.asked == [Laplace(2), Gaussian(sigma_squared=3)] * 2


def test_a_mean_is_divided_by_the_public_number_of_rewards():
    curator = DeclaredSums(Laplace(1), mean=True, memory=2)
    assert released(curator, [(1, 1), (0, 1, 1)], Scripted([2, 5])) == [2, 9 / 5]


def test_each_reward_has_a_coin_of_its_own_in_each_release():
    curator = DeclaredSums(Laplace(1), rate=Fraction(1, 3), copies=2)
    coins = [0, 2, 1, 2, 0, 0]  # the newest reward first; 0 keeps it
    assert released(curator, [(1, 2, 4)], Scripted([0, 0], coins)) == [(4, 3)]


def test_rewards_of_other_arms_do_not_enter():
    curator = DeclaredSums(Laplace(1))
    held = curator.read(curator.start(3), 2, 1)
    held, value = curator.release(held, 0, None, Silent())
    assert value == 0
    assert curator.release(held, 2, None, Silent())[1] == 1


def test_a_ledger_shows_what_a_declared_sum_is_made_of():
    curator = DeclaredSums(Laplace(1), weights=(2, 1), clip=(0, "0.5"))
    held = curator.start(1)
    for t in (1, 2, 3):
        held = curator.read(held, 0, Traced.reward(t, 1.0))

    class Noisy(Silent):
        def noise(self, mechanism):
            return Traced.noise(0, 0.25)

    value = curator.release(held, 0, None, Noisy())[1]
    assert (value.value, value.rewards, value.noises) == (2.25, {1: 2, 2: 1, 3: 1}, {0: 1})


class Declared(DPIMED):
    """DP-IMED with a declared curator, which learns one of two copies."""

    curator = DeclaredSums(Laplace(2), copies=2)
    mechanism = Policy.mechanism

    def learn(self, state, pull, released):
        return super().learn(state, pull, None if released is None else released[0])


def test_the_engine_plays_a_declared_policy_and_notes_each_number():
    result = play(Declared(arms=2, eps=1), RewardList([1, 0] * 20), 40, Sampled(1))
    times = [release.time for release in result.ledger.releases]
    assert len(times) == 2 * len(set(times))
    assert all(release.mechanism == Laplace(2) for release in result.ledger.releases)


def test_decisions_get_draws_that_no_copy_predicts():
    from copy import deepcopy

    chance = Drawing(Sampled(3))
    copied = deepcopy(chance)
    assert copied.noise(Laplace(1)) != chance.noise(Laplace(1))
    assert not hasattr(chance, "rng")


def test_decisions_cannot_hand_the_generator_to_a_mechanism_of_their_own():
    class Spy(Laplace):
        def sample(self, rng):
            raise AssertionError("it got the generator")

    with pytest.raises(ValueError, match="not a mechanism of this library"):
        Drawing(Sampled(3)).noise(Spy(1))
    assert isinstance(Drawing(Sampled(3)).noise(Laplace(1)), float)
