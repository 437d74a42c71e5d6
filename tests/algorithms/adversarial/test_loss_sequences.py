"""Losses as values: their rows, blocks and totals agree, and wrong ones are refused."""

from fractions import Fraction
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice, one_expert_per_arm
from banditproof.algorithms.adversarial.loss_families import (
    DRAWN_TOGETHER,
    FAMILIES,
    BernoulliLosses,
    lower_bound_losses,
    make_losses,
)
from banditproof.algorithms.adversarial.loss_files import RecordedLosses, read_losses
from banditproof.algorithms.adversarial.loss_sequences import (
    ADDED_TOGETHER,
    CyclicLosses,
    LossPieces,
    constant_losses,
    table_losses,
)

LONG = ADDED_TOGETHER + 37
SEQUENCES = [
    CyclicLosses([(0, "0.5"), (1, "0.25"), ("0.1", 1)], LONG),
    BernoulliLosses(("0.2", "0.7"), LONG, seed=5),
    LossPieces((constant_losses((0, 1), 30), constant_losses((1, 0), LONG - 30))),
    constant_losses((0, 1), LONG).changed(7, ("0.5", "0.5")).changed(LONG, (1, 0)),
    RecordedLosses(np.random.default_rng(1).random((LONG, 2))),
    *(family.make(2, LONG, 1, 3) for family in FAMILIES.values()),
]


@pytest.mark.parametrize("losses", SEQUENCES, ids=lambda losses: type(losses).__name__)
@given(places=st.tuples(st.integers(0, LONG), st.integers(0, 60)))
@example((6, 1))
@example((7, 3))
@example((30, 2))
@example((ADDED_TOGETHER, 2))
@settings(max_examples=2, deadline=None)
def test_blocks_hold_the_rows(losses, places):
    start = places[0]
    stop = min(LONG, start + places[1])
    rows = [losses.row(t) for t in range(start + 1, stop + 1)]
    assert list(map(tuple, losses.block(start, stop).tolist())) == rows
    assert all(losses.losses_after([0] * start) == row for row in rows[:1])
    exact = [losses.exact_row(t) for t in range(start + 1, stop + 1)]
    assert [tuple(map(float, row)) for row in exact] == rows
    assert all(0 <= loss <= 1 for row in exact for loss in row)


@pytest.mark.parametrize("losses", SEQUENCES, ids=lambda losses: type(losses).__name__)
@pytest.mark.parametrize("rounds", [0, 1, 33, None])
def test_totals_add_the_rows(losses, rounds):
    last = losses.horizon if rounds is None else rounds
    assert losses.totals(rounds) == pytest.approx(losses.block(0, last).sum(axis=0), rel=1e-12)


@pytest.mark.parametrize("losses", SEQUENCES, ids=lambda losses: type(losses).__name__)
def test_there_are_no_rounds_outside(losses):
    for t in (0, LONG + 1):
        with pytest.raises(ValueError, match=f"give rounds from 1 to {LONG}"):
            losses.row(t)
    with pytest.raises(ValueError, match="give rounds from 1"):
        losses.totals(LONG + 1)


def test_a_neighbour_differs_in_one_round():
    losses = table_losses([(0, 1), ("0.5", 1), (1, 0)])
    changed = losses.changed(2, (1, "0.25"))
    assert [losses.row(t) != changed.row(t) for t in (1, 2, 3)] == [False, True, False]
    assert changed.changed(2, (0, 0)).row(2) == (0.0, 0.0)


def test_the_seed_decides_drawn_losses_across_blocks():
    """No part of a seed is a part of another: blocks are not seed + number."""
    long = [BernoulliLosses(("0.5", "0.5"), 4 * DRAWN_TOGETHER, seed) for seed in range(4)]
    starts = range(0, 4 * DRAWN_TOGETHER, DRAWN_TOGETHER)
    parts = [losses.block(start, start + 99).tobytes() for losses in long for start in starts]
    assert len(set(parts)) == 16
    assert BernoulliLosses(("0.5", "0.5"), 99, 0).block(0, 99).tobytes() == parts[0]


def test_drawn_losses_have_their_means():
    """Each mean is within 6 standard deviations: a false alarm below 1e-8."""
    losses = BernoulliLosses((0, "0.3", 1), 40_000, seed=9)
    means = losses.totals() / losses.horizon
    assert (means[0], means[2]) == (0, 1)
    assert abs(means[1] - 0.3) <= 6 * (0.21 / losses.horizon) ** 0.5


def test_the_sequences_of_lemma_11():
    never, switch = lower_bound_losses(6), lower_bound_losses(6, switch=2)
    half = Fraction(1, 2)
    assert [never.exact_row(t) for t in range(1, 7)] == [(half, 1)] * 6
    assert [switch.exact_row(t)[1] for t in range(1, 7)] == [1, 1, 0, 0, 0, 0]
    between = lower_bound_losses(6, zeros=(3, 5))
    assert [between.exact_row(t)[1] for t in range(1, 7)] == [1, 1, 0, 1, 0, 1]
    many = lower_bound_losses(5000, zeros=range(1, 3001))
    assert many.totals().tolist() == [2500, 2000]
    assert lower_bound_losses(6, switch=0).totals().tolist() == [3, 0]
    assert lower_bound_losses(6, switch=6).totals().tolist() == [3, 6]


@pytest.mark.parametrize(("name", "arms"), [(n, a) for n in FAMILIES for a in (1, 2, 5)])
def test_named_losses_have_the_arms_and_rounds_asked_for(name, arms):
    if name.startswith("lower-bound") and arms != 2:
        with pytest.raises(ValueError, match="have two arms"):
            make_losses(name, arms, 10)
    else:
        losses = make_losses(name, arms, 10, eps="0.5", seed=4)
        assert (losses.arms, losses.horizon, losses.block(0, 10).shape) == (arms, 10, (10, arms))


TEXTS = [("0,1\n1,0\n", [(0, 1), (1, 0)]), ("a,b\n0.5, 1e-1\n\n0,0", [(0.5, 0.1), (0, 0)])]
TEXTS += [("\ufeff1\r\n0.25\r\n", [(1,), (0.25,)])]


@pytest.mark.parametrize(("text", "rows"), TEXTS)
def test_a_file_has_one_line_for_each_round(tmp_path, text, rows):
    file = tmp_path / "losses.csv"
    file.write_text(text, encoding="utf-8", newline="")
    losses = read_losses(file)
    assert [losses.row(t) for t in range(1, losses.horizon + 1)] == rows
    assert losses == read_losses(str(file))
    assert hash(losses) == hash(read_losses(file))


@pytest.mark.parametrize("rounds", [0, 1, 5, 40, None])
def test_the_totals_of_experts_are_the_sums_of_their_expected_losses(rounds):
    losses = CyclicLosses([(0, "0.5", 1), (1, "0.25", 0)], LONG)
    advice = drawn_advice(4, 3, rng=7, cycle=5)
    last = LONG if rounds is None else rounds
    slow = sum((advice.at(t) @ losses.row(t) for t in range(1, last + 1)), np.zeros(4))
    assert advice.expert_totals(losses, rounds) == pytest.approx(slow, rel=1e-9)


def test_an_expert_for_each_arm_has_the_totals_of_the_arms():
    losses = BernoulliLosses(("0.2", "0.7", "0.4"), 500)
    assert one_expert_per_arm(3).expert_totals(losses).tolist() == losses.totals().tolist()


def test_the_losses_of_arms_and_rounds_are_drawn_independently():
    """Products of pairs have the product of the means, within 6 deviations."""
    losses = BernoulliLosses(("0.5", "0.5"), 20_000, seed=4).block(0, 20_000)
    for first, second in ((losses[:, 0], losses[:, 1]), (losses[1:, 0], losses[:-1, 0])):
        assert abs(float((first * second).mean()) - 0.25) < 6 * (3 / 16 / 20_000) ** 0.5


def test_named_families_are_what_they_say():
    half = Fraction(1, 2)
    gap = half - make_losses("small-gap", 3, 4000, eps="0.25").exact_row(1)[0]
    assert float(gap) == pytest.approx(2 * (3 / (4000 * 0.25)) ** 0.5)
    assert make_losses("small-gap", 3, 20).exact_row(1) == (Fraction(1, 10), half, half)
    pieces = make_losses("piecewise", 6, 40).block(0, 40)
    assert pieces.argmin(axis=1).tolist() == [0] * 10 + [1] * 10 + [2] * 10 + [3] * 10
    switch = make_losses("lower-bound-switch", 2, 8)
    assert [switch.row(t)[1] for t in range(1, 9)] == [1] * 4 + [0] * 4
    assert make_losses("bernoulli", 3, 9, seed=5) == BernoulliLosses(("0.4", half, half), 9, 5)
    assert make_losses("linear", 3, 9).row(4) == (0.1, 0.5, 0.9)
    assert make_losses("one-good-arm", 3, 9).row(4) == (0.1, 0.9, 0.9)
    assert [make_losses("alternating", 3, 9).row(t).index(1) for t in (1, 2, 3, 4)] == [0, 1, 2, 0]


def test_recorded_losses_are_a_copy():
    array = np.array([[0.0, 0.5]])
    losses = RecordedLosses(array)
    array[0, 0] = 1.0
    assert losses.row(1) == (0.0, 0.5)


def test_drawn_advice_is_uniform_among_the_laws():
    """The square of a coordinate has the mean 2 / (K (K + 1)), within 6 deviations of 1/2."""
    rows = drawn_advice(50, 3, rng=1, cycle=100).array.reshape(-1, 3)
    assert np.abs((rows**2).mean(axis=0) - 1 / 6).max() < 3 / len(rows) ** 0.5
    assert len({*map(tuple, rows.tolist())}) == len(rows)
