"""The traced numbers and the specification engine."""

import numpy as np
import pytest
from banditproof.algorithms import (
    DPKLUCB,
    Curator,
    RewardList,
    RewardTable,
    Sampled,
    Silent,
    Traced,
    play,
)
from banditproof.algorithms.ledger import NotLinear


def test_a_traced_number_knows_its_linear_combination():
    r, y = Traced.reward(4, 0.5), Traced.noise(0, 3.0)
    x = 2 * (r + 1) - y / 4 + (1 - r) * 3
    assert (x.value, x.rewards, x.noises) == (2 * 1.5 - 0.75 + 1.5, {4: -1}, {0: -0.25})
    assert (-x).rewards == {4: 1}
    assert repr(r) == "Traced(0.5, rewards={4: 1}, noises={})"


def test_a_number_used_many_times_is_not_traced_many_times():
    x = Traced.reward(1, 1.0)
    for _ in range(200):
        x = x + x
    assert x.rewards == {1: 2**200}


def test_a_long_sum_is_traced_in_linear_time():
    x = Traced.reward(0, 0.0)
    for time in range(1, 50_000):
        x = x + Traced.reward(time, 1.0)
    assert len(x.rewards) == 50_000
    assert set(x.rewards.values()) == {1}


def test_a_batch_cut_by_the_horizon_releases_nothing():
    result = play(DPKLUCB(1, eps=1), RewardList([1] * 6), 6, Silent())
    assert result.pulls == ((1, 0, 1), (2, 0, 2), (4, 0, 4))
    assert [release.time for release in result.ledger.releases] == [1, 3]
    assert len(result.ledger.reads) == 6
    assert result.counts(1) == (6,)


def test_rewards_are_clipped_before_they_are_read():
    result = play(DPKLUCB(1, eps=1), RewardList([7, -3, 0.5]), 3, Silent())
    assert [release.value for release in result.ledger.releases] == [1, 0.5]


def test_the_table_pays_the_entry_of_the_pulled_arm():
    rows = [(0, 1)] * 7
    result = play(DPKLUCB(2, eps=1, ties="last"), RewardTable(rows), 7, Silent())
    assert all(release.value == release.count * release.arm for release in result.ledger.releases)


def test_the_curator_keeps_nothing_of_a_closed_batch():
    curator = Curator()
    held = curator.read(curator.read(curator.start(2), 1, 1.0), 1, 0.5)
    held, value = curator.release(held, 1, DPKLUCB(2, eps=1).mechanism((), None), Silent())
    assert (held, value) == ((0, 0), 1.5)


def test_one_seed_gives_one_play():
    a, b, c = (
        play(DPKLUCB(2, eps=1), RewardList([1, 0] * 50), 100, Sampled(seed)) for seed in (1, 1, 2)
    )
    assert a.actions == b.actions
    assert a.ledger == b.ledger
    assert a.ledger != c.ledger


def random_number(rng):
    """A traced number of some random operations on rewards, noises and earlier results."""
    numbers = [Traced.reward(t, 1.0) for t in (1, 2, 3)] + [Traced.noise(k, 0.5) for k in (0, 1)]
    for _ in range(rng.integers(1, 9)):
        a, b = (numbers[int(rng.integers(len(numbers)))] for _ in range(2))
        choices = (a + b, a - b, 2 * a, a / 4, a + 1, a.moved_to(3.0))
        numbers.append(choices[int(rng.integers(6))])
    return numbers[-1]


def test_a_chain_of_sums_has_the_origin_of_the_graph():
    rng, chains = np.random.default_rng(5), 0
    for number in (random_number(rng) for _ in range(2000)):
        chain, graph = number._origin_of_a_chain(), number._origin_of_a_graph()
        assert chain is None or chain == graph
        chains += chain is not None
    assert 1000 < chains < 2000


def test_a_sum_that_is_used_twice_is_no_chain():
    total = Traced.reward(1, 1.0) + Traced.noise(0, 0.5)
    assert (total + total)._origin_of_a_chain() is None
    assert (total + total).rewards == {1: 2}


@pytest.mark.parametrize(
    "use",
    [
        *(lambda x: x < 1, lambda x: max(x, 0), lambda x: x**2, lambda x: 1 / x),
        *(float, round, abs, lambda x: x * x, lambda x: sorted([x, x + 1]), lambda x: x // 1),
    ],
)
def test_what_is_no_sum_of_multiples_is_refused_in_one_sentence(use):
    with pytest.raises(NotLinear, match=r"only sums of multiples can be followed"):
        use(Traced.reward(1, 1.0))


def test_whether_a_followed_number_is_equal_to_another_is_answered_by_its_value():
    zero, one = Traced.reward(1, 0.0), Traced.reward(2, 1.0)
    assert (bool(one), bool(zero)) == (True, False)
    assert (one == 1, one == zero, zero == Traced.reward(3, 0.0)) == (True, False, True)
