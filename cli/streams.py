"""The standard streams of a command: open, able to print every character, and of a sane width."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

WIDTHS = ("COLUMNS", "TERMINAL_WIDTH")
"""The variables that say how wide a line is; what is not a number says nothing."""
WIDEST = 1000
"""A terminal is taken to be no wider: the help is filled up to the width."""
LONGEST = 1200
"""The letters of an error; the middle of a longer one, such as a long argument, is left out."""


def open_streams() -> None:
    """Make the three standard streams usable.

    A standard output that is closed is an error before any work, as the answer would be lost;
    what nobody can read on a closed standard error is not missed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # a file that is opened later must not get the number of a stream
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        raise ValueError(
            "Standard output is closed; direct it to a file, to a pipe or to /dev/null."
        )
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # a letter that the encoding does not have is no error
        reconfigure(errors="backslashreplace")
    for name in WIDTHS:
        given = os.environ.get(name)
        if given is not None and not (given.isascii() and given.isdigit() and int(given[:9]) > 0):
            del os.environ[name]
        elif given is not None and (len(given) > 9 or int(given) > WIDEST):
            os.environ[name] = str(WIDEST)


def encodes_everything() -> bool:
    """Whether standard output has all letters of Unicode."""
    return "utf" in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()


def say(sentence: str) -> None:
    """Print one line on standard error; one that cannot be written is given up."""
    try:
        print(f"banditproof: {_printable(sentence)}", file=sys.stderr, flush=True)
    except OSError:
        silence(2)


@contextmanager
def warnings_said() -> Iterator[None]:
    """Say warnings in the way of errors: one line each, without the place in the program."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_, **__: say(str(message))
        yield


@contextmanager
def output_on_error() -> Iterator[None]:
    """Send what foreign code prints to standard error: also code below Python, and its children."""
    sys.stdout.flush()
    kept = os.dup(1)
    with redirect_stdout(sys.stderr):
        try:
            os.dup2(2, 1)
            yield
        finally:
            sys.stderr.flush()
            os.dup2(kept, 1)
            os.close(kept)


def silence(number: int) -> None:
    """Let a stream end in nothing, so that the interpreter can flush it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def _printable(text: str) -> str:
    """A text in one line, without the letters that steer a terminal.

    >>> _printable("a \\n b \\x1b[2J")
    'a b \\\\x1b[2J'
    """
    line = " ".join(text.split())
    if not line.isprintable():
        line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    if len(line) > LONGEST:
        half = LONGEST // 2
        line = f"{line[:half]} ... {line[-half:]}"
    return line
