"""An end for work that does not look at the clock itself."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeIsUp(BaseException):
    """The time of a block is over; no error, so that nothing on the way takes it for one."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the block after so many seconds.

    That needs the alarm of the system, in the main thread and not in use by somebody else; without
    it the block has to look at the clock.

    >>> try:
    ...     with deadline(0.01):
    ...         while True:
    ...             pass
    ... except TimeIsUp:
    ...     print("over")
    over
    """
    usable = (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
    )
    if not usable:
        yield
        return
    signal.signal(signal.SIGALRM, _over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _over(number: int, frame: FrameType | None) -> None:
    raise TimeIsUp
