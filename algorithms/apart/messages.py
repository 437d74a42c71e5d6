"""Plain messages over a pipe: JSON of one line and bounded size, of which nothing is executed."""

import json
import os
import select
import time
from math import isfinite
from typing import Any, NoReturn

LONGEST = 1 << 22
"""The most bytes of a message."""
DEEPEST = 12
"""How deep lists and dictionaries may be nested."""
MOST_DIGITS = 400
"""The most digits of a number."""


class BrokenMessage(ValueError):
    """What came is no message, or nothing came in time."""

    def __init__(self, words: str, late: bool = False, gone: bool = False) -> None:
        super().__init__(words)
        self.late, self.gone = late, gone
        """Whether nothing came in time, and whether nothing can come any more."""


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BrokenMessage(f"an integer of {len(digits)} digits; at most {MOST_DIGITS} are read")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if len(digits) > MOST_DIGITS or not isfinite(number):
        raise BrokenMessage("a number that no float has")
    return number


def _constant(name: str) -> NoReturn:
    raise BrokenMessage(f"the number {name}")


_DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_float, parse_constant=_constant)
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def decoded(line: bytes) -> dict[str, Any]:
    """The message of a line: a dictionary of plain values; anything else is a BrokenMessage.

    >>> decoded(b'{"pull": [[0, 3]]}')
    {'pull': [[0, 3]]}
    """
    try:
        message = _DECODER.decode(line.decode("utf-8"))
    except BrokenMessage:
        raise
    except (ValueError, RecursionError):
        raise BrokenMessage("a line that is no JSON") from None
    if type(message) is not dict:
        raise BrokenMessage(f"a {type(message).__name__}, where a dictionary belongs")
    if line.count(b"[") + line.count(b"{") > DEEPEST and _depth(message) > DEEPEST:
        raise BrokenMessage(f"values that are nested more than {DEEPEST} deep")
    return message


def _depth(value: Any) -> int:
    if type(value) is dict:
        value = list(value.values())
    return 1 + max(map(_depth, value), default=0) if type(value) is list else 0


def encoded(message: dict[str, Any]) -> bytes:
    """The line of a message; numbers that are not finite are a BrokenMessage."""
    try:
        return _ENCODER.encode(message).encode() + b"\n"
    except (TypeError, ValueError):
        raise BrokenMessage("a message with what is no plain finite value") from None


def one_line(words: Any, most: int = 2000) -> str:
    r"""What another process says in words, as one printable line of at most so many characters.

    >>> one_line("it failed\n\x1b[2K")
    'it failed  [2K'
    """
    plain = words if type(words) is str else "it said nothing of its failure"
    return "".join(letter if letter.isprintable() else " " for letter in plain[:most])


class Pipe:
    """Two file descriptors: messages go out by one, and come in by the other."""

    def __init__(self, reads: int, writes: int) -> None:
        self.reads, self.writes = reads, writes
        self._left = b""
        os.set_blocking(writes, False)

    def send(self, message: dict[str, Any], until: float | None = None) -> None:
        """Write a message, before a time of `time.monotonic` if one is given."""
        data = encoded(message)
        while data:
            try:
                data = data[os.write(self.writes, data) :]
            except BlockingIOError:
                _wait(self.writes, select.POLLOUT, until)
            except OSError:
                raise BrokenMessage("nothing any more", gone=True) from None

    def receive(self, until: float | None = None) -> dict[str, Any]:
        """Read a message, before a time of `time.monotonic` if one is given."""
        while (end := self._left.find(b"\n")) < 0:
            if len(self._left) > LONGEST:
                raise BrokenMessage(f"more than {LONGEST} bytes in one message")
            if until is not None:
                _wait(self.reads, select.POLLIN, until)
            try:
                more = os.read(self.reads, 1 << 16)
            except OSError:
                more = b""
            if not more:
                raise BrokenMessage("nothing any more", gone=True)
            self._left += more
        line, self._left = self._left[:end], self._left[end + 1 :]
        return decoded(line)

    def forget(self) -> None:
        """Drop what was read ahead, which was for somebody else."""
        self._left = b""

    def close(self) -> None:
        """Close both descriptors."""
        for descriptor in {self.reads, self.writes}:
            os.close(descriptor)


def _wait(descriptor: int, event: int, until: float | None) -> None:
    """Wait for one end of a pipe, no longer than until the given time."""
    waiting = select.poll()
    waiting.register(descriptor, event)
    left = None if until is None else max(0.0, until - time.monotonic()) * 1000
    if not waiting.poll(left):
        raise BrokenMessage("nothing in time", late=True)
