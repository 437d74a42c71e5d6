"""Long rows of like tests: some of each row are slow tests, the others wait for the night.

What an edit breaks in such a row it seldom breaks in one place alone, so that a sample is red soon;
the night finds the rest. Rows of slow tests that one function makes of its parameters are sampled
by themselves (`wait_in_rows`). Where each test of a row says something of its own, such as the
recorded verdict of a claim, the function has a mark that says so, `each("a reason")`, and nothing
waits. `sampled` and `night` are for rows that are better sampled in another way.
"""

from collections.abc import Iterable, Sequence
from typing import Any
import pytest

EACH = 6
"""One of so many slow tests of a row runs by day."""
IN_ROW = f"a slow test has one of {EACH} in this row"


def sampled(values: Iterable[Any], each: int, first: int = 0) -> list[Any]:
    """Parameters of a test: one of so many is a slow test, and the others wait for the night.

    A tuple holds the values of several arguments.
    """
    waits = pytest.mark.night(f"a slow test has one of {each} in this row")
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=waits if (place - first) % each else pytest.mark.slow,
        )
        for place, value in enumerate(values)
    ]


def runs_by_day(place: int) -> bool:
    """Whether a test of a row runs by day: one of each six, not always the same one of the six.

    So of a table of two lists of parameters no column is left out.

    >>> [place for place in range(24) if runs_by_day(place)]
    [0, 7, 14, 21]
    """
    block, inside = divmod(place, EACH)
    return inside == block % EACH


def wait_in_rows(items: Sequence[pytest.Item]) -> None:
    """Let slow tests wait for the night, of which a row has others by day.

    The slow tests of a function and its parameters are a row. One that has a test for the night
    already is sampled in its own way, and one with the mark `each` is not sampled.
    """
    rows: dict[str, list[pytest.Item]] = {}
    own_way = set[str]()
    for item in items:
        name, _, parameters = item.nodeid.partition("[")
        marks = {mark.name for mark in item.iter_markers()}
        if not marks.isdisjoint({"night", "each"}):
            own_way.add(name)
        elif parameters and "slow" in marks:
            rows.setdefault(name, []).append(item)
    for name in rows.keys() - own_way:
        for place, item in enumerate(rows[name]):
            if not runs_by_day(place):
                item.add_marker(pytest.mark.night(IN_ROW))
