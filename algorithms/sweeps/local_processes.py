"""Batches in this process, or in processes of this machine, which end with it."""

import os
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import current_process
from typing import Any, NamedTuple
from banditproof.algorithms.engines.worker_processes import (
    end_with,
    interruptions_held,
    killed_with_starter,
    start_worker,
)
from .task import Batch, Finished, run_batch, versions

Outcome = tuple[Batch, list[Finished]]
"""A batch and what became of each of its tasks."""

LOST = (
    "its worker process ended twice in the middle of it, perhaps for lack of memory or after a "
    "signal"
)


def here(batches: Iterator[Batch]) -> Iterator[Outcome]:
    """Run batches in this process."""
    for batch in batches:
        for task in batch:
            yield [task], run_batch([task], versions())


def in_processes(batches: Iterator[Batch], workers: int) -> Iterator[Outcome]:
    """Run batches in worker processes, and give their outcomes as they come.

    If a worker is ended from outside, all workers are replaced, and the batches that were under way
    run again, each alone. Which of them ended the worker is not known; so a task is given up only
    after its worker ended twice while nothing ran beside it.
    """
    waiting = _Waiting(batches)
    while True:
        try:
            yield from _in_parallel(waiting, waiting.numbered(), workers)
            return
        except _lost_workers():
            suspects = waiting.all()
        for number, batch in suspects:
            yield from _alone(batch)
            waiting.forget(number)


class _Parent(NamedTuple):
    """The process that starts workers, and whether its main thread does."""

    process: int
    in_main: bool


class _Waiting:
    """The batches that were handed out, by number; threads of joblib take the next ones."""

    def __init__(self, batches: Iterator[Batch]) -> None:
        self._batches = batches
        self._waiting: dict[int, Batch] = {}
        self._last = 0

    def numbered(self) -> Iterator[tuple[int, Batch]]:
        """The batches that were not handed out yet."""
        for batch in self._batches:
            self._last += 1
            self._waiting[self._last] = batch
            yield self._last, batch

    def forget(self, number: int) -> Batch:
        """The batch of a number, which is finished."""
        return self._waiting.pop(number)

    def all(self) -> list[tuple[int, Batch]]:
        """The batches that were handed out and are not finished."""
        return sorted(self._waiting.items())


def _alone(batch: Batch, trials: int = 2) -> Iterator[Outcome]:
    """Run a batch that may have ended its worker, with nothing beside it."""
    waiting = _Waiting(iter([batch]))
    try:
        yield from _in_parallel(waiting, waiting.numbered(), 2)
    except _lost_workers():
        if len(batch) > 1:
            for task in batch:
                yield from _alone([task])
        elif trials > 1:
            yield from _alone(batch, trials - 1)
        else:
            yield batch, [Finished(None, 0.0, LOST)]


def _in_parallel(
    waiting: _Waiting, numbered: Iterator[tuple[int, Batch]], workers: int
) -> Iterator[Outcome]:
    from joblib import Parallel, delayed

    wanted = versions()
    # a worker of a thread that ends early must outlive it
    in_main = threading.current_thread() is threading.main_thread()
    parent = _Parent(os.getpid(), in_main)
    pool = Parallel(
        n_jobs=workers,
        backend="loky",
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch=2 * workers,
        initializer=start_worker,
        initargs=(parent.process,),
    )
    with warnings.catch_warnings():
        # a worker that grew is replaced between two batches; nothing is lost
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
        # after an interruption, which says itself what it leaves
        warnings.filterwarnings("ignore", ".*tasks which were still being processed", UserWarning)
        with interruptions_held():
            result: Any = pool(
                delayed(_in_a_worker)(number, batch, wanted, parent) for number, batch in numbered
            )
        try:
            for number, finished in result:
                yield waiting.forget(number), finished
        finally:
            with suppress(Exception):
                result.close()


def _in_a_worker(
    number: int, batch: Batch, wanted: str, parent: _Parent
) -> tuple[int, list[Finished]]:
    """Run a batch in a worker: it ends with its parent, whose business an interruption is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent.in_main:
        killed_with_starter()
    if not end_with(parent.process) and current_process().name.startswith("LokyProcess"):
        os._exit(1)
    return number, run_batch(batch, wanted)


def _lost_workers() -> type[BaseException]:
    from concurrent.futures import BrokenExecutor

    return BrokenExecutor
