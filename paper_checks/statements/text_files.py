"""Texts that people write: read as UTF-8, with signs that steer neither a terminal nor a page."""

from pathlib import Path
from .kept_texts import kept_with
from .signs_of_texts import STEERING, turning
from .text_errors import Spot

MOST_READ = 10_000_000
"""The most bytes of a text that are read."""
TYPESET = (".claims", ".proof", ".errata", ".sentences", ".facts")
"""The texts that pages show."""


def text_of(file: Path) -> str:
    """The text of a file, or a sentence if it cannot be read.

    Of a folder whose texts are kept it is the kept one, whatever stands in the file now.
    """
    kept = kept_with(file, file.suffix)
    if kept is not None:
        return kept.text(file)
    if file.exists() and not file.is_file():  # a pipe, from which one would wait for ever
        raise ValueError(f"The file {file} is no file that can be read; put a text in its place.")
    try:
        if file.stat().st_size > MOST_READ:
            raise ValueError(f"The file {file} has over {MOST_READ} bytes; give a shorter one.")
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as problem:
        line = problem.object.count(b"\n", 0, problem.start) + 1
        spot = Spot(file, line)
        raise spot.wrong("What stands here is not text in UTF-8; save it in that form.") from None
    except OSError as problem:
        raise ValueError(f"The file {file} cannot be read: {problem.strerror}.") from None
    require_plain(text, file)
    return text


def require_plain(text: str, file: Path) -> None:
    """Refuse signs that steer a terminal, and commands that change what pages show.

    >>> try:
    ...     require_plain("proof my.a\\n  1. \\x1b[31m", Path("a.proof"))
    ... except ValueError as wrong:
    ...     print(wrong)
    a.proof:2:6: There is the control character '\\x1b'; leave it out.
    """
    steered = STEERING.search(text)
    turned = turning(text) if file.suffix in TYPESET else None
    for bad, what in ((steered, "control character"), (turned, "command")):
        if bad is not None:
            before = text[: bad.start()].split("\n")
            spot = Spot(file, len(before), len(before[-1]) + 1)
            raise spot.wrong(f"There is the {what} {bad[0][-20:]!r}; leave it out.")
