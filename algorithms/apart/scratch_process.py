"""A process in a sandbox that works for its caller, whose code it cannot change, and answers it.

It reads files, changes none, and reaches no other process, as far as the system has a sandbox.
What it prints is shown to nobody, and what it began ends with it.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from .messages import Pipe
from .sandbox import Sandbox, before_scratch_work, without_descriptors


@dataclass
class ScratchProcess:
    """A process that was begun, and the messages from it."""

    number: int
    pipe: Pipe

    def interrupt(self) -> bool:
        """Ask the process to stop what it does, by the signal of a keyboard; whether it is there.

        >>> begun(lambda pipe, sandbox: None).interrupt()
        True
        """
        if self.number:
            with suppress(OSError):
                os.kill(self.number, signal.SIGINT)
                return True
        return False

    def close(self) -> None:
        """End the process, and all that it began."""
        if self.number:
            for end in (os.killpg, os.kill):
                with suppress(OSError):
                    end(self.number, signal.SIGKILL)
            os.waitpid(self.number, 0)
            self.number = 0
            self.pipe.close()


def begun(
    work: Callable[[Pipe, Sandbox], None], enter: Callable[[], Sandbox] | None = None
) -> ScratchProcess:
    """Fork a process that does some work in a sandbox and sends what it finds.

    >>> there = begun(lambda pipe, sandbox: pipe.send({"sum": 1 + 1}))
    >>> there.pipe.receive(), there.close()
    ({'sum': 2}, None)
    """
    ours, its = os.pipe(), os.pipe()
    number = os.fork()
    if not number:
        try:
            os.setsid()
            without_descriptors(ours[0], its[1])
            sys.dont_write_bytecode = True
            work(Pipe(ours[0], its[1]), (enter or before_scratch_work)())
        finally:
            os._exit(0)
    os.close(ours[0])
    os.close(its[1])
    return ScratchProcess(number, Pipe(its[0], ours[1]))
