"""An end for work that does not look at the clock itself."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from banditproof.theory.unraisable import raised_again

SOON = 1e-3
"""The seconds until an alarm that was lost, or that of somebody else which fell due inside."""


class TimeIsUp(BaseException):
    """The time of a block is over; no error, so that nothing on the way takes it for one."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the block after so many seconds.

    That needs the alarm of the system, in the main thread; without it the block has to look at the
    clock. An alarm of somebody else, such as that of a limit for tests, is put off to the end of
    the block if it would come later, and is left alone if it comes first.

    >>> try:
    ...     with deadline(0.01):
    ...         while True:
    ...             pass
    ... except TimeIsUp:
    ...     print("over")
    over
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    others = signal.getsignal(signal.SIGALRM)
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    first = 0 < left <= seconds
    if first or others is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    begin = time.monotonic()
    with raised_again(TimeIsUp, lambda: _ring_after(SOON)):
        signal.signal(signal.SIGALRM, _over)
        _ring_after(seconds)
        try:
            yield
        finally:
            _ring_after(0)
            signal.signal(signal.SIGALRM, others)
            if left:
                rest = left - (time.monotonic() - begin)
                signal.setitimer(signal.ITIMER_REAL, max(rest, SOON), interval)


def _over(number: int, frame: FrameType | None) -> None:
    raise TimeIsUp


def _ring_after(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
