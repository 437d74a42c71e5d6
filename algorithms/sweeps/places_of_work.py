"""Where tasks are done: in this process, in processes of this machine, or on a cluster."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from .batches import Batches, Costs
from .cell_store import CellStore
from .dask_cluster import on_cluster
from .local_processes import Outcome, here, in_processes
from .sweep_numbers import whole
from .task import Batch, Finished, Task

MOST_WORKERS = 10**6
LOOK_AGAIN = 100
"""After so many batches, the cells of other processes in the folder are read."""


@dataclass(frozen=True)
class Workers:
    """A number of local processes, or the address of a Dask scheduler.

    >>> Workers(0)
    Traceback (most recent call last):
    ...
    ValueError: workers is 0; give an integer >= 1.
    """

    count: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", whole("workers", self.count, least=1, most=MOST_WORKERS))

    def outcomes(
        self, batches: Iterator[Batch], costs: Costs, notify: Callable[[int], None]
    ) -> Iterator[Outcome]:
        """The outcomes of batches as they come; `notify` hears how many threads a cluster has."""
        if self.cluster is not None:

            def spread(threads: int) -> None:
                costs.spread(threads)
                notify(threads)

            return on_cluster(batches, self.cluster, spread)
        return here(batches) if self.count == 1 else in_processes(batches, self.count)


def finished(
    tasks: Iterable[Task],
    workers: Workers = Workers(),
    store: CellStore | None = None,
    notify: Callable[[int], None] = lambda threads: None,
) -> Generator[tuple[Task, Finished], None, None]:
    """Do the tasks that a store does not have, and give each as it is finished and kept.

    Tasks that another process finishes meanwhile are not among them. `notify` hears from time to
    time how many threads a cluster has.
    """
    costs = Costs()

    def is_done(task: Task) -> bool:
        return store is not None and task.key in store

    batches = Batches(tasks, costs, is_done)
    first = list(islice(batches, 2))
    if not first:
        return  # no process is started for nothing
    if len(first) == 1 and workers.cluster is None:
        workers = Workers()
    work = chain(first, batches)
    for number, (batch, done) in enumerate(workers.outcomes(work, costs, notify), 1):
        if store is not None:
            pairs = zip(batch, done, strict=True)
            store.keep([(t.key, f.content) for t, f in pairs if f.content is not None])
            if number % LOOK_AGAIN == 0:
                store.refresh()
        for task, item in zip(batch, done, strict=True):
            if item.content is not None:
                costs.note(task.group, item.seconds)
        yield from zip(batch, done, strict=True)
