"""The words of a report that are our own: verdicts, grades, and what is said about statements."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def words_of_reports() -> Mapping[str, Mapping[str, str]]:
    """The words under their headings, each with what it means.

    >>> words_of_reports()["Statements"]["ours"][:45]
    'A statement that the document does not make: '
    """
    text = files(__package__).joinpath("words_of_reports.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
