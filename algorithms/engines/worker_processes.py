"""Worker processes that end soon after the process that started them, however that ended."""

from __future__ import annotations

import os
import threading
import time

LOOK_AGAIN = 0.2
"""The seconds between two looks at who the parent is."""
_WATCHING: set[int] = set()


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


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_AGAIN)
    os._exit(1)
