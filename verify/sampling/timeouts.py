"""A limit on the wall-clock time of calls into a policy that may never return."""

import ctypes
import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Protocol
from banditproof.theory.unraisable import raised_again

AGAIN = 0.1
"""The seconds until a policy that swallowed the exception gets another."""


class TooLong(BaseException):
    """The time is over. Not an Exception, so that the handlers of a policy do not catch it."""


class OutOfTime(ValueError):
    """A policy took too long: nothing is said against it."""


class Clock(Protocol):
    """What starts and stops the time of one call."""

    def start(self, at_most: float = math.inf) -> None:
        """Start the clock, which rings after its seconds, or after `at_most` if that is less."""

    def stop(self) -> None:
        """Stop the clock."""


class _AlarmClock:
    """A signal alarm, for the main thread: it also ends sleeping calls.

    Setting an alarm is slow, so one that is set stays: if it rings when the call for which it was
    set is over, it is set for the current call.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.deadline = self.rings = math.inf

    def start(self, at_most: float = math.inf) -> None:
        now = monotonic()
        self.deadline = now + max(min(self.seconds, at_most), 1e-3)
        if not now < self.rings <= self.deadline:
            self._set(self.deadline - now)

    def stop(self) -> None:
        self.deadline = math.inf

    def end(self) -> None:
        """No alarm is set after this."""
        self.stop()
        signal.setitimer(signal.ITIMER_REAL, 0)

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Raise TooLong if the time is over, else wait for the rest of it."""
        # An old alarm that rings during a later call waits for what is left of that call.
        left = self.deadline - monotonic()
        if left < 1e-4:
            raise TooLong
        self._set(left)

    def ring_again(self) -> None:
        """Ring at once: the last time nobody could hear it."""
        self._set(1e-3)

    def _set(self, seconds: float) -> None:
        self.rings = self.deadline
        signal.setitimer(signal.ITIMER_REAL, seconds if math.isfinite(seconds) else 0, AGAIN)


class _ThreadClock:
    """A watching thread that throws into the thread of the policy; compiled calls go unseen."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.target = seconds, threading.get_ident()
        self.over, self.deadline = threading.Event(), math.inf
        self.lock = threading.Lock()
        self.watcher = threading.Thread(target=self._watch, daemon=True)
        self.watcher.start()

    def start(self, at_most: float = math.inf) -> None:
        with self.lock:
            self.deadline = monotonic() + min(self.seconds, at_most)

    def stop(self) -> None:
        with self.lock:
            self.deadline = math.inf

    def _watch(self) -> None:
        while not self.over.wait(min(0.05, self.seconds / 4)):
            with self.lock:
                if monotonic() > self.deadline:
                    self.deadline = monotonic() + AGAIN
                    # Python raises it at the next bytecode of that thread; code in C is not
                    # interrupted.
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self.target), ctypes.py_object(TooLong)
                    )


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
    alarm = _AlarmClock(seconds)
    with raised_again(TooLong, alarm.ring_again):
        left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
        before = signal.signal(signal.SIGALRM, alarm.ring)
        try:
            yield alarm
        finally:
            alarm.end()
            signal.signal(signal.SIGALRM, before)
            signal.setitimer(signal.ITIMER_REAL, left, interval)
