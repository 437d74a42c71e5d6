"""Signals that end a command: work is left in order, and given up where it does not listen.

The first signal raises an exception where the program stands, so that files and processes are
left in order. Machine code does not see it before its end, and the interpreter swallows it in some
places. So a thread, which the system wakes up at once, ends the process if it is still there
after some patience. A second signal ends it as well.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
                if hasattr(signal, name))  # fmt: skip
PATIENCE = 1.0
"""The seconds that a command has for leaving in order."""
SAME = 0.3
"""Two signals within so many seconds are one: `timeout` sends its own twice."""
SHOW_CURSOR = b"\x1b[?25h"


class Ending(KeyboardInterrupt):
    """The process was asked to end by another signal than an interruption from the keyboard."""

    def __init__(self, number: int) -> None:
        super().__init__(sentence_of(number))
        self.number = number


def sentence_of(number: int) -> str:
    """Why a command ended, by its signal.

    >>> sentence_of(0), sentence_of(signal.SIGTERM)
    ('Interrupted.', 'Ended by SIGTERM.')
    """
    if number in (0, signal.SIGINT):
        return "Interrupted."
    return f"Ended by {signal.Signals(number).name}."


class Signals:
    """What was received so far, and how much time there is."""

    def __init__(self) -> None:
        self.number = 0
        """The first signal that was received; 0 if there was none."""
        self.patience = PATIENCE
        self.over = threading.Event()
        """Set when the command has ended."""
        self._since = 0.0

    @property
    def sentence(self) -> str:
        """Why the command ended."""
        return sentence_of(self.number)

    @property
    def code(self) -> int:
        """The exit code that shells give to a process that ended so."""
        return 128 + (self.number or signal.SIGINT)

    def note(self, number: int, frame: FrameType | None = None) -> None:
        """Receive a signal, in the main thread."""
        if not self.number:
            self.number, self._since = number, time.monotonic()
            raise KeyboardInterrupt if number == signal.SIGINT else Ending(number)
        if time.monotonic() - self._since > SAME:
            self.leave()

    def watch(self, door: int) -> None:
        """Wait for a signal; end the process if the main thread does not leave in time."""
        while True:
            received_bytes = os.read(door, 1)
            if received_bytes in (b"", b"\0"):
                return
            if received_bytes[0] in SIGNALS:
                break
        start = time.monotonic()
        while time.monotonic() - start < self.patience:
            if self.over.wait(0.05):
                return
        self.number = self.number or received_bytes[0]
        self.leave()

    def leave(self) -> None:
        """End the process and its workers now; unfinished files go."""
        files = sys.modules.get("banditproof.theory.atomic_files")
        if files is not None:
            files.remove_unfinished()
        _end_workers()
        try:
            shown = SHOW_CURSOR if os.isatty(2) else b""
            os.write(2, shown + f"banditproof: {self.sentence}\n".encode())
        except OSError:
            pass
        os._exit(self.code)


_now: Signals | None = None


@contextmanager
def listening() -> Iterator[Signals]:
    """Listen to the signals that end a command, unless whoever started it wants them ignored."""
    global _now
    signals = Signals()
    if threading.current_thread() is not threading.main_thread():
        yield signals
        return
    default = (signal.SIG_DFL, signal.default_int_handler)
    before = {number: signal.getsignal(number) for number in SIGNALS}
    before = {number: handler for number, handler in before.items() if handler in default}
    door, knocker = os.pipe()
    if hasattr(os, "set_blocking"):  # pipes of Windows have it since Python 3.12
        os.set_blocking(knocker, False)
    outer, _now = _now, signals
    hook: Callable[[Any], Any] = sys.unraisablehook
    sys.unraisablehook = lambda event: _forget_interruption(event, hook)
    fd = signal.set_wakeup_fd(knocker, warn_on_full_buffer=False)
    for number in before:
        signal.signal(number, signals.note)
    thread = threading.Thread(target=signals.watch, args=(door,), daemon=True)
    thread.start()
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(fd)
        sys.unraisablehook, _now = hook, outer
        signals.over.set()
        os.write(knocker, b"\0")
        thread.join()
        os.close(door)
        os.close(knocker)


def allow(seconds: float) -> None:
    """Give the command so much time between a signal and its end, for a report."""
    if _now is not None:
        _now.patience = max(_now.patience, seconds)


def received() -> int:
    """The signal that was received, or 0."""
    return 0 if _now is None else _now.number


def _end_workers() -> None:
    """Ask the processes that were started here to end; those of other libraries are among them."""
    processes = sys.modules.get("multiprocessing")
    if processes is not None:
        for process in processes.active_children():
            with suppress(OSError, ValueError):
                process.terminate()


def _forget_interruption(event: Any, hook: Callable[[Any], Any]) -> None:
    """Say nothing of an interruption in a place where it cannot be raised; the thread sees it."""
    if not issubclass(event.exc_type, KeyboardInterrupt):
        hook(event)
