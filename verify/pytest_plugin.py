"""The pytest plugin: the fixture `assert_private`, the mark `private`, and options for suites.

Nothing of this library is imported until a test asks, so other suites pay nothing. The same
function is `banditproof.testing.assert_private`.
"""

import inspect
import sys
from collections.abc import Callable
from functools import partial
from typing import Any
import pytest

MARKERS = (
    "private(**options): the test returns a policy, or what makes one, which is asserted to be "
    "private; the options are those of assert_private, for instance eps=0.5, rewards=(0, 5)",
    "banditproof(**options): options of the fixture assert_private for one test, such as rng=1, "
    "samples=5000, or accept_not_refuted=True, which lets pass what was neither shown nor refuted",
)
SAMPLES = "banditproof_samples"
SUITE: dict[str, Any] = {}
"""The options of the suite, which hold for an imported `assert_private` as for the fixture."""
OUTER = pytest.StashKey[dict[str, Any]]()
"""The options of the suite that runs this one in its own process, as tests of plugins do."""
HELP = "the number of runs of each audit of a policy, unless its test says its own"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The number of runs for all audits of a suite."""
    group = parser.getgroup("banditproof", "privacy of bandits")
    group.addoption("--banditproof-samples", dest=SAMPLES, metavar="N", default=None, help=HELP)
    parser.addini(SAMPLES, HELP, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks, and read the number of runs."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    config.stash[OUTER] = dict(SUITE)
    SUITE.clear()
    SUITE.update(_suite(config))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave to an outer suite the options that it had."""
    if OUTER in config.stash:
        before = config.stash[OUTER]
        SUITE.clear()
        SUITE.update(before)


def _suite(config: pytest.Config) -> dict[str, Any]:
    """The options of `assert_private` that hold for the suite."""
    given = config.getoption(SAMPLES) or config.getini(SAMPLES)
    if not given:
        return {}
    if not str(given).isdecimal() or int(given) < 1:
        raise pytest.UsageError(
            f"The number of samples for banditproof is {given!r}; give a whole number, at least 1."
        )
    return {"samples": int(given)}


def _levels(item: pytest.Item, mark: str) -> list[list[dict[str, Any]]]:
    """The options of all marks of a test: those of its module, of its classes, and its own ones."""
    from banditproof.verify.private_mark import checked_options

    levels: dict[Any, list[dict[str, Any]]] = {}
    for node, marker in item.iter_markers_with_node(mark):
        if marker.args:
            raise ValueError(
                f"The mark {mark} has the argument {marker.args[0]!r}; name its options, for "
                "instance eps=0.5 or rng=1."
            )
        named = dict(marker.kwargs)
        checked_options(named)
        levels.setdefault(node, []).append(named)
    return list(levels.values())[::-1]


@pytest.fixture
def assert_private(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`banditproof.testing.assert_private`, with the options of the suite and of the test."""
    from banditproof.verify.assertions import assert_private as assertion

    options = _suite(request.config)
    for marks in _levels(request.node, "banditproof"):
        for named in reversed(marks):
            options |= named
    return partial(assertion, **options)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test whose mark `private` nobody would look at, that test alone, in one sentence."""
    if item.get_closest_marker("private") is None:
        return
    test = inspect.unwrap(getattr(item, "obj", None) or _nothing)
    if inspect.iscoroutinefunction(test) or inspect.isasyncgenfunction(test):
        pytest.fail(
            f"The mark private is on {item.nodeid}, which is async and returns no policy; return "
            "the policy from a function without async.",
            pytrace=False,
        )
    unittest = sys.modules.get("unittest")
    case = getattr(item, "cls", None)
    foreign = unittest is not None and case is not None and issubclass(case, unittest.TestCase)
    if (foreign or not isinstance(item, pytest.Function)) and not hasattr(
        getattr(item, "obj", None), "__banditproof_unasserted__"
    ):
        pytest.fail(
            f"The mark private does nothing for {item.nodeid}, which pytest does not call itself; "
            "use the decorator private of banditproof.testing.",
            pytrace=False,
        )


def _nothing() -> None:
    """Stands for the function of an item that has none."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Assert that what a test with the mark `private` returns is private."""
    __tracebackhide__ = True
    if pyfuncitem.get_closest_marker("private") is None:
        return None
    from banditproof.verify import private_mark as marks

    test = getattr(pyfuncitem.obj, marks.UNASSERTED, pyfuncitem.obj)
    try:
        asked = marks.assertions(_levels(pyfuncitem, marks.MARK), _suite(pyfuncitem.config))
    except ValueError as mistake:
        marks.raise_at_the_end(test, mistake)
    names = pyfuncitem._fixtureinfo.argnames
    given = {name: pyfuncitem.funcargs[name] for name in names}
    returned = marks.unasserted(pyfuncitem.obj, **given)
    for options in asked:
        marks.assert_returned(test, returned, options)
    return True
