"""Commands on a terminal of their own, as a person sees them: what comes on standard error."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PATIENCE = 120.0


class Seen(NamedTuple):
    """The exit code, standard output, and what the terminal showed on standard error."""

    code: int
    out: str
    err: str


def _with_signals() -> None:
    """A person's terminal ignores no Ctrl-C, as a shell does for what runs in its background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def on_a_terminal(
    words: Sequence[str], folder: Path, interrupt_at: str = "", both: bool = True
) -> Seen:
    """Run a command whose standard error is a terminal, and standard output too if `both`.

    It is interrupted, as by a person who presses Ctrl-C, when the terminal has shown something.
    """
    ours, its = pty.openpty()
    printed = folder / "printed by the command"
    with printed.open("wb") as file:
        done = subprocess.Popen(
            [sys.executable, "-m", "banditproof", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=its if both else file,
            stderr=its,
            start_new_session=True,
            preexec_fn=_with_signals,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
        )
    os.close(its)
    seen, interrupted, until = "", not interrupt_at, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                more = os.read(ours, 1 << 16)
            except OSError:
                break
            if not more:
                break
            seen += more.decode(errors="replace")
        if not interrupted and re.search(interrupt_at, seen):
            interrupted = True
            os.killpg(done.pid, signal.SIGINT)
    os.close(ours)
    return Seen(done.wait(10), printed.read_text(), seen)
