"""Runs code of a folder so that it cannot end this process by accident, or move it elsewhere.

This holds for slips, such as a script that ends with `os._exit`. It is no sandbox: the code runs in
this process, and may do whatever Python may do.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def kept_in_order() -> Iterator[None]:
    """Inside, `os._exit` raises SystemExit; afterwards the working folder is the former one.

    >>> with kept_in_order():
    ...     os._exit(0)
    Traceback (most recent call last):
      ...
    SystemExit: os._exit(0)
    """
    this, leave, before = os.getpid(), os._exit, _working_folder()

    def refused(status: int = 0) -> None:
        if os.getpid() != this:  # a child that was forked inside
            leave(status)
        raise SystemExit(f"os._exit({status})")

    os._exit = refused  # type: ignore[assignment]
    try:
        yield
    finally:
        os._exit = leave
        # The folder may be gone: then there is nowhere to go back to.
        if before is not None and _working_folder() != before:
            with suppress(OSError):
                os.chdir(before)
        # What the code printed shall stand before the report about it.
        sys.stdout.flush()


def _working_folder() -> str | None:
    """The working folder; None if it was removed."""
    try:
        return os.getcwd()
    except OSError:
        return None
