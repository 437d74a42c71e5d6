"""Events that an audit tests: what they say, and which of them shows most between two samples."""

import numpy as np
import pytest
from banditproof.algorithms.interfaces.alphabet import Alphabet
from banditproof.theory.budgets import PureDP
from banditproof.verify.sampling.best_event import best_event
from banditproof.verify.sampling.events import ArmAt, ArmsAt, Prefixes, PulledAtLeast, ScoreAtLeast

LATE_PULLS = "arm 2 is played 2 times or more in rounds 2 to 4"
ROWS = np.array([[0, 1, 0, 2], [1, 0, 1, 1], [1, 1, 1, 0]])


@pytest.mark.parametrize(
    ("event", "hits", "rounds", "words"),
    [
        (ArmAt(1, 2), [1, 0, 1], 2, "round 2 plays arm 2"),
        (PulledAtLeast(1, 2, 3), [0, 1, 1], 3, "arm 2 is played 2 times or more in 3 rounds"),
        (PulledAtLeast(1, 1, 1), [0, 1, 1], 1, "arm 2 is played 1 times or more in 1 rounds"),
        (Prefixes(frozenset({(0, 1), (1, 1)}), 2), [1, 0, 1], 2, "the arms start with 12 or 22"),
        (ArmsAt(1, 1, 1, 3), [0, 1, 1], 3, "round 1 plays arm 2 and round 3 plays arm 2"),
        (PulledAtLeast(1, 2, 4, 2), [0, 1, 1], 4, LATE_PULLS),
        (Prefixes(frozenset({(1, 1)}), 3, 3), [0, 1, 0], 4, "the arms from round 3 on are 22"),
        (
            ScoreAtLeast(((1, -1, 0), (0, 2, 0)), -1, 2, given=(1, 1)),
            [0, 1, 1],
            3,
            "round 1 plays arm 2, and -1 points or more (+1 for arm 1 in round 2, -1 for arm 2 in "
            "round 2, +2 for arm 2 in round 3)",
        ),
    ],
)
def test_events(event, hits, rounds, words):
    assert event.happened(ROWS).tolist() == [bool(h) for h in hits]
    assert event.rounds == rounds
    assert str(event) == words


def test_the_best_event_of_two_samples():
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 2, (2, 2000, 5)).astype(np.int8)
    left[:, 3] = rng.random(2000) < 0.9
    event, counts, score, swapped = best_event(left, right, 2, PureDP("0.1"))
    assert event in (ArmAt(0, 4), ArmAt(1, 4))
    assert score > 10
    assert counts.left_runs == counts.right_runs == 2000
    mirrored = best_event(right, left, 2, PureDP("0.1"))
    assert mirrored[0] in (ArmAt(0, 4), ArmAt(1, 4))
    assert {swapped, mirrored[3]} in ({True, False}, {False})
    same = best_event(right, right.copy(), 2, PureDP("0.1"))
    assert same[2] < 0


def test_a_set_of_sequences_is_ordered_on_one_half_and_counted_on_the_other():
    """The parity of three arms leaks; no single arm, number of pulls or sequence shows as much."""
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 2, (2, 4000, 3)).astype(np.int8)
    left[:, 2] = (left[:, 0] + left[:, 1] + (rng.random(4000) < 0.1)) % 2
    event, counts, _, swapped = best_event(left, right, 2, PureDP("0.4"))
    even = {(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)}
    odd = {(1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)}
    assert event.members == (odd if swapped else even)
    first, second = (right, left) if swapped else (left, right)
    assert counts.left_hits == event.happened(first[2000:]).sum()
    assert counts.right_hits == event.happened(second[2000:]).sum()
    assert (counts.left_runs, counts.right_runs) == (2000, 2000)


def test_no_event_ends_before_the_reward_that_it_should_show():
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 2, (2, 500, 4)).astype(np.int8)
    left[:, 1] = 0
    assert best_event(left, right, 2, PureDP("0.1"))[0] in (ArmAt(0, 2), ArmAt(1, 2))
    for after in (2, 3):
        assert best_event(left, right, 2, PureDP("0.1"), after)[0].rounds > after


def test_many_arms_and_long_runs_are_coded():
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 100, (2, 300, 40)).astype(np.int8)
    right[:, 0] = 3
    event, *_ = best_event(left, right, 100, PureDP(1))
    assert event.rounds <= 40


def two_samples(change, runs=3000, rounds=12):
    """Coin flips on both sides, the left ones changed."""
    rng = np.random.default_rng(6)
    left, right = rng.integers(0, 2, (2, runs, rounds)).astype(np.int16)
    change(left, rng)
    return left, right


def late_arm_after_challenge(left, rng):
    seen = left[:, 2] == 0
    left[seen, 10] = 1


def a_little_in_each_round(left, rng):
    left[:, 4:] |= rng.random((len(left), 8)) < 0.2


def alternating(left, rng):
    left[:, 4::2] |= rng.random((len(left), 4)) < 0.3
    left[:, 5::2] &= rng.random((len(left), 4)) > 0.3


def a_sequence_from_the_challenge(left, rng):
    left[left[:, 3] == 0, 4] = 0
    left[(left[:, 3] == 0) & (left[:, 2] == 1), 4] = 1


@pytest.mark.parametrize(
    ("change", "kind", "after"),
    [
        (late_arm_after_challenge, ArmsAt, 3),
        (a_little_in_each_round, PulledAtLeast, 3),
        (alternating, ScoreAtLeast, 3),
        (a_sequence_from_the_challenge, Prefixes, 3),
    ],
)
def test_the_best_event_is_of_the_kind_that_shows_most(change, kind, after):
    left, right = two_samples(change)
    event, counts, score, swapped = best_event(left, right, 2, PureDP("0.3"), after)
    assert isinstance(event, kind)
    assert event.rounds > after
    assert score > 4
    first, second = (right, left) if swapped else (left, right)
    half = isinstance(event, ScoreAtLeast) or counts.left_runs == len(first) // 2
    start = len(first) // 2 if half else 0
    assert counts.left_hits == event.happened(first[start:]).sum()
    assert counts.right_hits == event.happened(second[start:]).sum()


def test_symbols_of_an_alphabet_are_named_in_events():
    words = Alphabet(3, slate=2)
    assert str(ArmAt(7, 2, alphabet=words)) == "round 2 plays arms 3 and 2"
    assert str(PulledAtLeast(0, 1, 2, alphabet=words)).startswith("arms 1 and 1 is played")
    assert ArmAt(7, 2, alphabet=words) == ArmAt(7, 2)
