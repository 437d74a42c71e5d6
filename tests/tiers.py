"""Long rows of like tests: some of each row are slow tests, the others wait for the night."""

from collections.abc import Iterable
from typing import Any
import pytest


def sampled(values: Iterable[Any], each: int, first: int = 0) -> list[Any]:
    """Parameters of a test: one of so many is a slow test, and the others wait for the night.

    A tuple holds the values of several arguments. What an edit breaks in such a row it seldom
    breaks in one place alone, so that a sample is red soon; the night finds the rest.
    """
    waits = pytest.mark.night(f"a slow test has one of {each} in this row")
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=waits if (place - first) % each else pytest.mark.slow,
        )
        for place, value in enumerate(values)
    ]
