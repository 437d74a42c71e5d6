"""Batches on an existing Dask cluster: workers may die, and the scheduler may be restarted.

Contents come back to this process, which writes them; so the workers need no common folder, and
what is finished is on disk as soon as it is here. What a lost scheduler had not delivered is run
again.
"""

import logging
import queue
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from banditproof.theory.optional_libraries import library
from .local_processes import LOST, Outcome
from .task import Batch, Finished, OtherVersions, run_batch, versions

PATIENCE = 300.0
"""The seconds to wait for a scheduler that was lost, or for the first worker."""
CONNECTING = 30.0
LOOK_AGAIN = 0.5
AHEAD = 2
"""The batches for each thread of the workers that are under way at the same time."""


def on_cluster(
    batches: Iterator[Batch],
    address: str,
    spread: Callable[[int], None] = lambda threads: None,
    patience: float = PATIENCE,
) -> Iterator[Outcome]:
    """Run batches on the workers of a scheduler, and give their outcomes as they come.

    A batch whose workers died is run again in single tasks, one of them at a time; a task whose
    workers end then too is run once more with nothing beside it, and given up if they end again,
    so that none is blamed for what its neighbour on a worker did. When the scheduler is gone, this
    waits for another one at the same address, and sends what was under way again. `spread` hears
    how many threads the workers have.
    """
    work = _Work(batches)
    with _silent():
        client = _connected(address, CONNECTING)
        try:
            while True:
                yield from _Session(client, work, spread).outcomes()
                if work.is_over:
                    return
                _close(client)
                warnings.warn(
                    f"The Dask scheduler at {address} is gone; waiting for it up to "
                    f"{patience:.0f} s.",
                    stacklevel=2,
                )
                client = _connected(address, patience)
        finally:
            _close(client)


class _Work:
    """What is still to be sent: new batches, what was lost, and tasks that may end a worker.

    `suspects` were lost with others; the workers of `accused` ended again.
    """

    def __init__(self, batches: Iterator[Batch]) -> None:
        self._batches = batches
        self.again: deque[Batch] = deque()
        self.suspects: deque[Batch] = deque()
        self.accused: deque[Batch] = deque()
        self._no_more = False

    def next(self) -> Batch | None:
        """The next batch that is not suspected; None if there is none."""
        if self.again:
            return self.again.popleft()
        batch = next(self._batches, None)
        self._no_more = batch is None
        return batch

    @property
    def is_over(self) -> bool:
        """Whether everything was sent and came back."""
        return self._no_more and not (self.again or self.suspects or self.accused)


class _Session:
    """What is under way at a scheduler, as long as it lives."""

    def __init__(self, client: Any, work: _Work, spread: Callable[[int], None]) -> None:
        self.client = client
        self.work = work
        self.spread = spread
        self.sent: dict[Any, Batch] = {}
        self.suspect: Any = None
        self.alone: Any = None
        """What is under way with nothing beside it."""
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._threads = 0
        self._counted = 0.0

    def outcomes(self) -> Iterator[Outcome]:
        """The outcomes as they come; ends when all are there, or when the scheduler is gone."""
        try:
            while True:
                self._send()
                if not self.sent:
                    return
                future = self._next_done()
                if self.client.status != "running":
                    return
                if future is not None and future in self.sent:
                    yield from self._outcome(future)
        finally:
            self.work.again.extend(self.sent.values())
            with suppress(Exception):
                self.client.cancel(list(self.sent), force=True)
            self.sent.clear()

    def _send(self) -> None:
        if self.alone is not None:
            return
        if self.work.accused:
            if not self.sent:
                self.alone = self._submitted(self.work.accused.popleft())
            return
        if self.suspect is None and self.work.suspects:
            self.suspect = self._submitted(self.work.suspects.popleft())
        while len(self.sent) < max(AHEAD * self._cluster_threads(), 1):
            batch = self.work.next()
            if batch is None:
                return
            self._submitted(batch)

    def _submitted(self, batch: Batch) -> Any:
        future = self.client.submit(run_batch, list(batch), versions(), pure=False)
        self.sent[future] = batch
        future.add_done_callback(self.done.put)
        return future

    def _next_done(self) -> Any:
        with suppress(queue.Empty):
            return self.done.get(timeout=LOOK_AGAIN)
        return None

    def _outcome(self, future: Any) -> Iterator[Outcome]:
        batch = self.sent.pop(future)
        alone = self.alone is not None and future == self.alone
        suspected = self.suspect is not None and future == self.suspect
        if alone:
            self.alone = None
        if suspected:
            self.suspect = None
        if future.status == "finished":
            yield batch, future.result()
        elif future.status == "error" and not _killed(future.exception()):
            raise _not_installed(future.exception())
        elif future.status == "error" and alone:
            yield batch, [Finished(None, 0.0, LOST)]
        elif future.status == "error" and suspected:
            self.work.accused.append(batch)
        elif future.status == "error":
            self.work.suspects.extend([task] for task in batch)
        else:
            self.work.again.append(batch)
        future.release()

    def _cluster_threads(self) -> int:
        """The threads of all workers, counted anew from time to time."""
        if time.monotonic() - self._counted > LOOK_AGAIN:
            with suppress(Exception):
                self._threads = sum(self.client.nthreads().values())
                self.spread(self._threads)
            self._counted = time.monotonic()
        return self._threads


def _killed(problem: BaseException) -> bool:
    return type(problem).__name__ == "KilledWorker"


def _not_installed(problem: BaseException) -> BaseException:
    """What is wrong with a worker that could not even begin."""
    if isinstance(problem, OtherVersions):
        return problem
    first = str(problem).strip().split("\n")[0]
    return ValueError(
        f"A worker of the cluster cannot do its work ({type(problem).__name__}: {first}); install "
        f"the same on all workers: {versions()}."
    )


def _connected(address: str, patience: float) -> Any:
    """A client of the scheduler, when it answers and has a worker; ValueError if it does not."""
    distributed = library("distributed", "A sweep on a Dask cluster", "cluster")
    deadline = time.monotonic() + patience
    while True:
        left = max(deadline - time.monotonic(), 1.0)
        try:
            client = distributed.Client(
                address, timeout=min(left, CONNECTING), set_as_default=False
            )
        except (OSError, TimeoutError, ValueError) as problem:
            if isinstance(problem, ValueError):
                raise ValueError(
                    f"The address {address!r} of the Dask scheduler cannot be read ({problem}); "
                    "give one such as tcp://host:8786."
                ) from None
            if time.monotonic() < deadline:
                time.sleep(LOOK_AGAIN)
                continue
            raise ValueError(
                f"No Dask scheduler answers at {address}; start one with `dask scheduler`, and "
                "workers with `dask worker`. Finished cells are kept: run the same again."
            ) from None
        _wait_for_workers(client, address)
        return client


def _wait_for_workers(client: Any, address: str) -> None:
    deadline, said = time.monotonic() + PATIENCE, False
    while not client.nthreads():
        if time.monotonic() > deadline:
            _close(client)
            raise ValueError(
                f"The Dask scheduler at {address} has no workers; start some with `dask worker "
                f"{address}`. Finished cells are kept: run the same again."
            )
        if not said:
            warnings.warn(
                f"The Dask scheduler at {address} has no workers yet; waiting for the first.",
                stacklevel=2,
            )
            said = True
        time.sleep(LOOK_AGAIN)


def _close(client: Any) -> None:
    with suppress(Exception):
        client.close(timeout=2)


@contextmanager
def _silent() -> Iterator[None]:
    """Without the messages of Dask about lost connections: what matters is said in sentences."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
