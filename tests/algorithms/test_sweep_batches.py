"""Batches: every task once, of about the right size, and an honest estimate of the rest."""

from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from itertools import pairwise
import pytest
from banditproof.algorithms.sweeps import local_processes
from banditproof.algorithms.sweeps.batches import Batches, Costs, Forecast, duration
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from banditproof.algorithms.sweeps.task import OtherVersions, Task, key_of, run_batch, versions


@dataclass(frozen=True)
class Counted(Task):
    number: int
    kind: str = "a"
    shared: str = ""

    @property
    def key(self) -> bytes:
        return key_of("counted", str(self.number))

    @property
    def label(self) -> str:
        return f"task {self.number}"

    @property
    def group(self) -> str:
        return self.kind

    def content(self) -> bytes:
        if self.number == 13:
            raise ZeroDivisionError("unlucky")
        return str(self.number).encode()


def sizes(costs: Costs, count: int, seconds: float, kinds: str = "a") -> list[int]:
    tasks = [Counted(n, kinds[n % len(kinds)]) for n in range(count)]
    result, seen = [], []
    for batch in Batches(tasks, costs):
        result.append(len(batch))
        seen += batch
        for task in batch:
            costs.note(task.group, seconds)
    assert seen == tasks, "each task once, in order"
    return result


def test_batches_of_short_tasks_grow_to_the_target_and_no_further() -> None:
    result = sizes(Costs(), 3000, 0.001)
    assert result[0] == 1, "nothing is known of the first"
    assert all(later <= 8 * before for before, later in pairwise(result))
    assert 290 <= max(result) <= 300


def test_tasks_in_a_row_that_share_work_are_one_batch() -> None:
    tasks = [Counted(n, f"kind {n}", "proofs" if 2 <= n < 7 else "") for n in range(9)]
    assert [[t.number for t in batch] for batch in Batches(tasks, Costs())] == [
        *([0], [1], [2, 3, 4, 5, 6], [7], [8])
    ]


def test_many_workers_get_longer_batches() -> None:
    costs = Costs()
    costs.spread(500)
    assert 900 <= max(sizes(costs, 5000, 0.001)) <= 1000


def test_long_tasks_travel_alone() -> None:
    assert sizes(Costs(), 20, 5.0) == [1] * 20


def test_a_group_that_is_not_known_travels_alone() -> None:
    costs = Costs()
    costs.note("a", 0.001)
    tasks = [Counted(0), Counted(1), Counted(2, "b"), Counted(3)]
    batches = list(Batches(tasks, costs))
    assert [len(batch) for batch in batches] == [2, 1, 1]


def test_tasks_that_are_done_meanwhile_are_skipped_and_counted() -> None:
    batches = Batches([Counted(n) for n in range(9)], Costs(), lambda task: task.number % 3 == 0)
    assert [task.number for batch in batches for task in batch] == [1, 2, 4, 5, 7, 8]
    assert batches.skipped == 3


def test_an_estimate_counts_each_group_with_its_own_cost() -> None:
    forecast = Forecast({"short": 100, "long": 10}, workers=4)
    assert forecast.sentence == ""
    forecast.note("short", 0.1, 20)
    assert forecast.sentence.startswith("more than"), "the long ones were not measured"
    forecast.note("long", 60.0)
    # 80 x 0.1 + 9 x 60 seconds of work for four
    assert forecast.sentence == "about 2.3 min left"
    forecast.note("long", 60.0, 9)
    forecast.note("short", 0.1, 80)
    assert forecast.sentence == "about 1 s left"


@pytest.mark.parametrize(("seconds", "said"), [(0, "1 s"), (119, "119 s"), (10**6, "12 days")])
def test_durations_in_words(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_an_error_of_one_task_does_not_stop_the_others() -> None:
    done = dict(finished([Counted(n) for n in range(12, 15)]))
    assert done[Counted(12)].content == b"12"
    assert done[Counted(13)].content is None
    assert done[Counted(13)].error == "ZeroDivisionError: unlucky"
    assert done[Counted(14)].content == b"14"


def test_no_process_starts_for_nothing_or_for_one_task(monkeypatch) -> None:
    monkeypatch.setattr("banditproof.algorithms.sweeps.places_of_work.in_processes", None)
    assert list(finished([], Workers(2))) == []
    ((task, one),) = finished([Counted(1)], Workers(2))
    assert (task.number, one.content) == (1, b"1")


def test_a_task_that_was_beside_one_that_ends_the_workers_is_not_blamed(monkeypatch) -> None:
    """It is lost with the others, ends its own worker once, and is finished then."""
    deaths = {0: 0, 1: 1, 2: 2, 3: 0}
    lost: list[list[int]] = []

    def fragile(waiting, numbered, workers):
        handed = list(numbered)
        numbers = [task.number for _, batch in handed for task in batch]
        if not lost or any(deaths[n] > 0 for n in numbers):
            for n in numbers if lost else []:
                deaths[n] -= 1
            lost.append(numbers)
            raise BrokenExecutor
        for number, batch in handed:
            yield waiting.forget(number), run_batch(batch, versions())

    monkeypatch.setattr(local_processes, "_in_parallel", fragile)
    batches = iter([[Counted(0), Counted(1)], [Counted(2)], [Counted(3)]])
    outcomes = [
        (task.number, item.error)
        for batch, done in local_processes.in_processes(batches, 2)
        for task, item in zip(batch, done, strict=True)
    ]
    assert outcomes == [(0, ""), (1, ""), (2, local_processes.LOST), (3, "")]
    assert lost == [[0, 1, 2, 3], [0, 1], [2], [2]]


def test_a_worker_with_other_versions_refuses() -> None:
    with pytest.raises(OtherVersions, match=r"install the same versions on both\.$"):
        run_batch([Counted(1)], versions() + "+other")


def test_texts_of_a_key_are_distinguished() -> None:
    assert len({key_of("a", "b"), key_of("ab"), key_of("a", "", "b"), key_of("b", "a")}) == 4
