"""The whole test run: who runs which test, what fast tests may import, what none leaves behind."""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
import pytest
import spread
from hypothesis import HealthCheck, settings
from long_tests import MEASURED, is_long
from opened_documents import close_all
from tiers import wait_in_rows
from xdist.remote import Producer
from banditproof.paper_checks.statements.documents import OPENED
from banditproof.paper_checks.statements.programs_of_others import IMPORTED

# how long a draw or an example takes says more of the machine than of the test
settings.register_profile("suite", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("suite")

ORACLES = frozenset({"clarabel", "cvxpy", "z3"})
"""The packages of the extra `oracles`, which is installed for the slow tests alone."""


class OraclesAreSlow(MetaPathFinder):
    """Refuses the oracles in a run of the fast tests, whether or not they are installed."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> None:
        if name.partition(".")[0] in ORACLES:
            raise ModuleNotFoundError(
                f"{name} is installed for the slow tests: mark this test slow.", name=name
            )


def pytest_configure(config: pytest.Config) -> None:
    """The process that collects all reports measures the groups of tests, if that is asked for."""
    if os.environ.get(spread.MEASURED) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(spread.Stopwatch())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> spread.Spread:
    """Groups of tests that use the same things, the longest ones first."""
    return spread.Spread(config, log)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Hardly anything that is imported or collected is garbage."""
    gc.disable()
    if "not slow" in session.config.option.markexpr:
        sys.meta_path.insert(0, OraclesAreSlow())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of the list of long ones count as marked slow, unless they are measured.

    What waits for the night says what the other tiers have in its place, and what does not wait,
    though it is one of a row, what it says.
    """
    for item in items:
        if mark := item.get_closest_marker("night"):
            if item.get_closest_marker("slow") or not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: night('reason') stands without slow.")
        elif is_long(item.nodeid) and not os.environ.get(MEASURED):
            item.add_marker(pytest.mark.slow)
        if (mark := item.get_closest_marker("each")) and not mark.args:
            raise pytest.UsageError(f"{item.nodeid}: each('reason') says what each one says.")
    wait_in_rows(items)


def pytest_collection_finish() -> None:
    """Thousands of collected tests live until the end, so no collection need walk through them.

    Hardly anything among them is garbage, so they are frozen without a look. What a test leaves
    behind is still collected, after fewer allocations than it makes.
    """
    gc.enable()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(autouse=True)
def documents_are_closed() -> Iterator[None]:
    """No test sees a document that another one has opened; a fixture's may be for several.

    Nor is what a process says of a folder less trusted since an earlier test imported a program.
    """
    before, imported = set(OPENED), set(IMPORTED)
    yield
    close_all(but=before)
    IMPORTED.intersection_update(imported)


@pytest.fixture
def another_judge() -> Iterator[None]:
    """The process has a judge of proofs that knows none of them yet, and drops it afterwards.

    What a test changes in the certificates that are kept is then seen by this test alone.
    """
    from banditproof.paper_checks.proofs.theorems.judge import judge

    judge.cache_clear()
    yield
    judge.cache_clear()
