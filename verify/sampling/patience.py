"""A limit on the wall-clock time of calls into a policy that may never return."""

from __future__ import annotations

import ctypes
import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol


class TooLong(BaseException):
    """The time is over. Not an Exception, so that the handlers of a policy do not catch it."""


class Clock(Protocol):
    """What starts and stops the time of one call."""

    def start(self, at_most: float = math.inf) -> None:
        """Start the clock, which rings after its seconds, or after `at_most` if that is less."""
        ...

    def stop(self) -> None:
        """Stop the clock."""
        ...


class _AlarmClock:
    """A signal alarm, for the main thread: it also ends sleeping calls."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def start(self, at_most: float = math.inf) -> None:
        # it repeats, for policies that catch everything once
        seconds = max(min(self.seconds, at_most), 1e-3)
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


class _ThreadClock:
    """A watching thread that throws into the thread of the policy; compiled calls go unseen."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.target = seconds, threading.get_ident()
        self.over, self.deadline = threading.Event(), math.inf
        self.lock = threading.Lock()
        self.watcher = threading.Thread(target=self._watch, daemon=True)
        self.watcher.start()

    def start(self, at_most: float = math.inf) -> None:
        import time

        with self.lock:
            self.deadline = time.monotonic() + min(self.seconds, at_most)

    def stop(self) -> None:
        with self.lock:
            self.deadline = math.inf

    def _watch(self) -> None:
        import time

        while not self.over.wait(min(0.05, self.seconds / 4)):
            with self.lock:
                if time.monotonic() > self.deadline:
                    self.deadline = math.inf
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self.target), ctypes.py_object(TooLong)
                    )


def _ring(number: int, frame: FrameType | None) -> None:
    raise TooLong


@contextmanager
def patience(seconds: float) -> Iterator[Clock]:
    """A clock that raises TooLong in a call which takes more than the given seconds.

    In the main thread it is a signal alarm, and the previous handler is restored;
    elsewhere a watching thread. A call that hangs in compiled code without ever returning to
    Python cannot be ended by either.

    >>> try:
    ...     with patience(0.05) as clock:
    ...         clock.start()
    ...         while True:
    ...             pass
    ... except TooLong:
    ...     print("over")
    over
    """
    if not seconds > 0:
        raise ValueError(f"The patience is {seconds} seconds; give a number > 0.")
    main = threading.current_thread() is threading.main_thread()
    if not (main and hasattr(signal, "setitimer")):
        watched = _ThreadClock(seconds)
        try:
            yield watched
        finally:
            watched.stop()
            watched.over.set()
        return
    before = signal.signal(signal.SIGALRM, _ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    alarm = _AlarmClock(seconds)
    try:
        yield alarm
    finally:
        alarm.stop()
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, left, interval)
