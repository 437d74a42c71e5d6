"""Files that a user names, read up to a limit, so that no device or pipe is read for ever."""

import os
import stat
from pathlib import Path

MOST_BYTES = 1 << 26
"""The most bytes of a file where no other limit is given."""


def require_file(path: str | Path) -> None:
    """Refuse what is neither a file nor a pipe: a folder or a device.

    >>> require_file(Path(__file__).parent)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    ValueError: ... is a directory; give a file.
    """
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}; give the path of one.") from None
    except (OSError, ValueError) as problem:
        raise _unreadable(path, problem) from None
    if stat.S_ISDIR(mode):
        raise ValueError(f"{path} is a directory; give a file.")
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        raise ValueError(f"{path} is a device and no file; give a file.")


def file_bytes(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file or of a pipe; a sentence if there are more than the limit.

    >>> file_bytes(__file__, most=9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    ValueError: ... has more than 9 bytes; give a smaller file.
    """
    require_file(path)
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except OSError as problem:
        raise _unreadable(path, problem) from None
    if len(content) > most:
        raise ValueError(f"{path} has more than {most} bytes; give a smaller file.")
    return content


def file_text(path: str | Path, most: int = MOST_BYTES) -> str:
    """The text of a file or of a pipe, whose lines end with a line feed alone.

    >>> file_text(__file__)[:9]
    '\"\"\"Files '
    """
    try:
        text = file_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text in UTF-8; give a file of text.") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unreadable(path: str | Path, problem: Exception) -> ValueError:
    reason = getattr(problem, "strerror", None) or "it is no path"
    return ValueError(f"The file {path} cannot be read: {reason}.")
