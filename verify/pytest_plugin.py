"""The pytest plugin: the fixture `assert_private`, and a marker with its defaults.

Nothing of this library is imported until a test asks for the fixture, so other suites pay
nothing. The same function is `banditproof.verify.assert_private`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

MARKER = (
    "banditproof(**options): options of assert_private for one test, such as seconds=5, rng=1, "
    "or allow_open=True, which accepts that nothing speaks against a claim that was not shown"
)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture
def assert_private(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`banditproof.verify.assert_private`, with the options of the test's marker."""
    from banditproof.verify.assertions import assert_private as assertion

    options: dict[str, Any] = {}
    for marker in reversed(list(request.node.iter_markers("banditproof"))):
        if marker.args:
            raise ValueError(
                f"The marker banditproof has the argument {marker.args[0]!r}; name its options, "
                "for instance seconds=5."
            )
        options |= marker.kwargs
    return partial(assertion, **options)
