"""Files of text, read within stated limits, so that no device or endless pipe is read forever."""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from banditproof.theory.bounded_reading import require_file

LONGEST_LINE = 1 << 24
"""The most characters of a line."""
MOST_CHARACTERS = 1 << 26
MOST_LINES = 4_000_000
"""The most characters and lines of a file whose words are kept, comments included."""
NOT_TEXT = "is not a file of comma-separated values; give one line of numbers for each row."


@contextmanager
def readable(name: str) -> Iterator[None]:
    """Turn what goes wrong when a file is read into a ValueError with its name."""
    require_file(name)
    try:
        yield
    except OSError as error:
        raise ValueError(f"{name} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, csv.Error):
        raise ValueError(f"{name} {NOT_TEXT}") from None


def text_lines(name: str) -> Iterator[str]:
    """The lines of a text file with their ends; raises ValueError beyond the limits.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = pathlib.Path(there) / "two.csv"
    ...     _ = file.write_text("1,2\\n3,4")
    ...     list(text_lines(str(file)))
    ['1,2\\n', '3,4']
    """
    number = read = 0
    # utf-8-sig drops the mark that spreadsheets put in front
    with open(name, encoding="utf-8-sig", newline="") as file:
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            read += len(line)
            if "\0" in line:
                raise ValueError(f"{name} {NOT_TEXT}")
            if len(line) > LONGEST_LINE:
                raise too_long(name, number)
            if read > MOST_CHARACTERS or number > MOST_LINES:
                raise ValueError(
                    f"{name} has more than {MOST_LINES} lines or {MOST_CHARACTERS} characters; "
                    "give a shorter file."
                )
            yield line


def too_long(name: str, number: int) -> ValueError:
    """The error of a line beyond the limit."""
    return ValueError(
        f"{name}, line {number}: the line has more than {LONGEST_LINE} characters; give one line "
        "of numbers for each row."
    )
