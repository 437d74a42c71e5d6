"""Processes that tests start: what runs below them, and when it ends."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def descendants(process: int) -> list[int]:
    """The processes below one."""
    results = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError):
            for child in task.read_text().split():
                results += [int(child), *descendants(int(child))]
    return results


def is_there(process: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(condition: Callable[[], object], seconds: float = 120) -> bool:
    """Whether a condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False
