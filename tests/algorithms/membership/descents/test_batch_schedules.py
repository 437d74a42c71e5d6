"""Which rows each schedule averages, and how often a row can be among them."""

import numpy as np
import pytest
from banditproof.algorithms.membership.descents.batch_schedules import (
    DrawnBatches,
    DrawnRows,
    Epochs,
    FullBatch,
    Schedule,
)

SCHEDULES: list[Schedule] = [FullBatch(), Epochs(3), DrawnBatches(3), DrawnRows(3)]


@pytest.mark.parametrize("schedule", SCHEDULES, ids=repr)
def test_batches_hold_different_rows_and_no_row_more_often_than_said(schedule: Schedule) -> None:
    rng = np.random.default_rng(1)
    most = 0
    for _ in range(200):
        batches = schedule.draw(6, 3, rng)
        assert [len(set(batch.tolist())) for batch in batches] == [schedule.batch_size(6)] * 3
        visits = np.bincount(np.concatenate(batches), minlength=6)
        assert len(visits) == 6
        most = max(most, int(visits.max()))
    assert most == schedule.most_visits(6, 3)


@pytest.mark.parametrize("schedule", SCHEDULES, ids=repr)
def test_every_row_is_equally_likely(schedule: Schedule) -> None:
    rng = np.random.default_rng(2)
    rows = [row for _ in range(600) for batch in schedule.draw(6, 2, rng) for row in batch]
    count = np.bincount(rows, minlength=6)
    expected = 600 * 2 * schedule.batch_size(6) / 6
    assert np.abs(count - expected).max() < 6 * np.sqrt(600 * 2)


def test_an_epoch_uses_each_row_once() -> None:
    batches = Epochs(2).draw(6, 9, np.random.default_rng(3))
    for epoch in (batches[:3], batches[3:6], batches[6:]):
        assert sorted(np.concatenate(epoch).tolist()) == [0, 1, 2, 3, 4, 5]
    assert any(not np.array_equal(a, b) for a, b in zip(batches[:3], batches[3:6], strict=True))


def test_drawn_batches_come_from_one_partition() -> None:
    batches = DrawnBatches(2).draw(6, 60, np.random.default_rng(4))
    parts = {frozenset(batch.tolist()) for batch in batches}
    assert len(parts) == 3
    assert frozenset.union(*parts) == frozenset(range(6))


@pytest.mark.parametrize("schedule", [Epochs(2), DrawnBatches(2), DrawnRows(2)], ids=repr)
def test_any_two_rows_may_be_in_one_batch(schedule: Schedule) -> None:
    """A pair is in the first batch with probability 1/15, so it is missed with less than 1e-8."""
    rng = np.random.default_rng(5)
    pairs = {frozenset(schedule.draw(6, 1, rng)[0].tolist()) for _ in range(300)}
    assert len(pairs) == 15
