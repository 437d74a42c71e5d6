"""Batches of tasks that take about as long as it pays to send them, and how long is left."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from .task import Batch, Task

TARGET = 0.3
"""The least seconds of a batch: sending one costs some milliseconds at most."""
SENDING = 0.002
"""The seconds of a scheduler for each batch, which it handles one after the other."""
LONGEST_BATCH = 2000
GROWTH = 8
"""A batch has at most so many times as many tasks as one of its group that was measured."""


class Costs:
    """The measured seconds of tasks, by group; the latest measurement counts most.

    >>> costs = Costs()
    >>> costs.note("a", 1.0)
    >>> costs.note("a", 0.2)
    >>> round(costs.seconds("a"), 3), costs.seconds("b")
    (0.36, None)
    """

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self.target = TARGET
        """The seconds that a batch should take."""

    def spread(self, threads: int) -> None:
        """Batches for so many threads: so long that one scheduler can feed them all.

        >>> costs = Costs()
        >>> costs.spread(1000)
        >>> costs.target
        2.0
        """
        self.target = max(TARGET, SENDING * threads)

    def note(self, group: str, seconds: float) -> None:
        """Learn what a task cost; the first one of a group may have compiled something."""
        before = self._seconds.get(group)
        self._seconds[group] = seconds if before is None else 0.2 * before + 0.8 * seconds

    def seconds(self, group: str) -> float | None:
        """What the next task of a group may cost, if one was measured."""
        return self._seconds.get(group)


class Batches:
    """An iterator of batches, which grow as tasks turn out to be short; threads may share it.

    `is_done` is asked of each task just before it is handed out: another process may have
    finished it meanwhile. Then `skipped` counts it.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        costs: Costs,
        is_done: Callable[[Task], bool] = lambda task: False,
    ) -> None:
        self._tasks = iter(tasks)
        self._costs = costs
        self._is_done = is_done
        self._sizes: dict[str, int] = {}
        self._lock = threading.Lock()
        self._held: Task | None = None
        self.skipped = 0

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        with self._lock:
            batch = self._next_batch()
        if not batch:
            raise StopIteration
        return batch

    def _next_batch(self) -> list[Task]:
        batch: list[Task] = []
        planned, room = 0.0, LONGEST_BATCH
        while len(batch) < room:
            task = self._next_task()
            if task is None:
                break
            cost = self._costs.seconds(task.group)
            if batch and (task.shared or cost is None or planned + cost > self._costs.target):
                self._held = task
                break
            batch.append(task)
            if task.shared:
                batch += self._beside(task.shared)
                break
            if cost is None:
                break
            planned += cost
            room = min(room, GROWTH * self._sizes.get(task.group, 1))
        if batch:
            group = batch[0].group
            self._sizes[group] = max(self._sizes.get(group, 1), len(batch))
        return batch

    def _beside(self, shared: str) -> Iterator[Task]:
        """The tasks in a row that share some work."""
        while (task := self._next_task()) is not None:
            if task.shared != shared:
                self._held = task
                return
            yield task

    def _next_task(self) -> Task | None:
        held, self._held = self._held, None
        if held is not None:
            return held
        for task in self._tasks:
            if not self._is_done(task):
                return task
            self.skipped += 1
        return None


class Forecast:
    """How long the rest takes, from the tasks that were measured.

    >>> forecast = Forecast({"short": 10, "long": 2}, workers=2)
    >>> forecast.sentence
    ''
    >>> forecast.note("short", 1.0, count=2)
    >>> forecast.sentence
    'more than 4 s left'
    >>> forecast.note("long", 100.0)
    >>> forecast.sentence
    'about 54 s left'
    """

    def __init__(self, left: dict[str, int], workers: int) -> None:
        self._left = Counter(left)
        self._seconds: Counter[str] = Counter()
        self._measured: Counter[str] = Counter()
        self.workers = workers

    def spread(self, workers: int) -> None:
        """So many workers share the rest; a cluster without any for a moment tells nothing.

        >>> forecast = Forecast({"a": 41}, workers=1)
        >>> forecast.note("a", 10.0)
        >>> forecast.spread(100)
        >>> forecast.sentence
        'about 4 s left'
        """
        self.workers = workers or self.workers

    def note(self, group: str, seconds: float, count: int = 1) -> None:
        """Learn of finished tasks of a group, and the seconds that each took."""
        self._left[group] -= count
        self._measured[group] += count
        self._seconds[group] += seconds * count  # type: ignore[assignment]

    @property
    def sentence(self) -> str:
        """About how long the rest takes; the least where some group was not measured yet."""
        known, unknown = 0.0, False
        for group, count in self._left.items():
            if count <= 0:
                continue
            if self._measured[group]:
                known += count * self._seconds[group] / self._measured[group]
            else:
                unknown = True
        if not self._measured:
            return ""
        return f"{'more than' if unknown else 'about'} {duration(known / self.workers)} left"


def duration(seconds: float) -> str:
    """A duration as people say it.

    >>> duration(7.4), duration(150), duration(10000), duration(400000)
    ('7 s', '2.5 min', '2.8 h', '4.6 days')
    """
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.2g} {unit}"
    return f"{max(seconds, 1):.0f} s"
