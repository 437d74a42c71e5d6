"""Worker processes that end soon after the process that started them, however that ended."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

LOOK_AGAIN = 0.2
"""The seconds between two looks at who the parent is."""
PR_SET_PDEATHSIG = 1
"""The number of Linux for: send me this signal when the thread that started me ends."""
_WATCHING: set[int] = set()


@contextmanager
def interruptions_held() -> Iterator[None]:
    """Hold interruptions back while workers start, which then never receive one.

    Ctrl-C reaches every process of a terminal. What a worker says of it while it loads libraries is
    noise: its parent ends it.

    >>> with interruptions_held():
    ...     pass
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # it lets interruptions through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def killed_with_starter() -> bool:
    """In a worker: let the system kill it when the thread that started it ends.

    Machine code that does not return to Python is ended so as well, which no thread of the worker
    can do. Only Linux knows this; the result is whether the system agreed.

    >>> import multiprocessing, sys
    >>> with multiprocessing.get_context("spawn").Pool(1) as pool:
    ...     pool.apply(killed_with_starter) == (sys.platform == "linux")
    True
    """
    if sys.platform != "linux":
        return False
    import ctypes

    return bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0)


def end_with(parent: int) -> bool:
    """In a worker: end it when the process of this number is not its parent any more.

    A process that is killed cannot tell its workers. They would finish what they have, and wait for
    more for ever. Returns whether that process is the parent; otherwise nothing is watched.

    >>> end_with(os.getpid())
    False
    """
    if os.getppid() != parent:
        return False
    if parent not in _WATCHING:
        _WATCHING.add(parent)
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    return True


def start_worker(parent: int) -> None:
    """In a worker of joblib, before its first task: end it with its parent, or now if that is gone.

    A worker whose parent was killed while it was loading would wait for a task for minutes.
    """
    if not end_with(parent):
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_AGAIN)
    os._exit(1)
