"""How processes share the tests: by groups that use the same things, the longest groups first.

A group is a file of tests; the tests of claims are one group for each file of claims, together with
the files of the parts of its claims, so that no check and no shared proof is computed twice.
`longest_first.txt` has the seconds of long groups: they only order the work, which ends sooner if
nothing long begins last. A run with GROUPS_ARE_MEASURED=1 in its environment notes those of its
groups that are new in the list, or take longer than it says.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController
from banditproof.paper_checks.statements.index import text_index

FILE = Path(__file__).with_name("longest_first.txt")
ROOT = FILE.parent.parent
OF_CLAIMS = "tests/paper_checks/test_registry.py::"
LONG = 5.0
"""Groups that take fewer seconds need no place in the list."""
MEASURED = "GROUPS_ARE_MEASURED"


@cache
def homes() -> dict[str, str]:
    """A file for each claim: one for a statement, its parts and all that stands beside them."""
    leader: dict[str, str] = {}

    def first(file: str) -> str:
        while leader.setdefault(file, file) != file:
            file = leader[file]
        return file

    for facts in text_index().values():
        for part in facts.parts:
            leader[first(text_index()[part].file)] = first(facts.file)
    return {id: first(facts.file) for id, facts in text_index().items()}


def claim_of(nodeid: str) -> str | None:
    """The claim that a test of claims is about, by the name of the test.

    Hyphens divide the parameters of a test, and some IDs have one as well.
    """
    words = nodeid.partition("[")[2].removesuffix("]").split("-")
    beginnings = ("-".join(words[:length]) for length in range(len(words), 0, -1))
    return next((id for id in beginnings if id in text_index()), None)


def group_of(nodeid: str) -> str:
    """The group of a test."""
    file = nodeid.partition("::")[0]
    id = claim_of(nodeid) if nodeid.startswith(OF_CLAIMS) else None
    return file if id is None else f"{file} {homes()[id]}"


def seconds_of(text: str) -> dict[str, float]:
    """The seconds of the groups in a list, which has one group a line."""
    rows = (line.split(maxsplit=1) for line in text.splitlines())
    return {group: float(seconds) for seconds, group in rows}


def text_of(seconds: Mapping[str, float]) -> str:
    """The list of the groups that are long, longest first."""
    long = {group: spent for group, spent in seconds.items() if spent >= LONG}
    ordered = sorted(long, key=lambda group: (-round(long[group]), group))
    return "".join(f"{long[group]:.0f} {group}\n" for group in ordered)


def stored_seconds() -> dict[str, float]:
    """The list as it is stored."""
    return seconds_of(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


class Numbered(list[str]):
    """The names of all tests, which knows the place of each."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names)
        self._places = {name: place for place, name in enumerate(self)}

    def index(self, name: str, *_: object) -> int:  # type: ignore[override]
        """The place of a test; a list would compare it with all tests before it."""
        return self._places[name]


class Spread(LoadScopeScheduling):
    """The scheduler of pytest-xdist that shares scopes, with these groups and in this order."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self.seconds = stored_seconds()

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """Note the tests that a process has collected."""
        super().add_node_collection(node, Numbered(collection))
        if node in self.registered_collections:
            self.registered_collections[node] = Numbered(collection)

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Send the longest group that is left, and forget those that have ended."""
        work = self.assigned_work[node]
        for group in [group for group, tests in work.items() if all(tests.values())]:
            del work[group]
        longest = max(self.workqueue, key=lambda group: self.seconds.get(group, 0.0))
        self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)

    def remove_node(self, node: WorkerController) -> str | None:
        """Forget a process, share what it has left, and return the test that it died in, if any.

        Unlike the library this counts that test as run: it would kill one process after the other.
        """
        work = self.assigned_work.pop(node)
        left = (test for tests in work.values() for test, ended in tests.items() if not ended)
        died_in = next(left, None)
        for group, tests in work.items():
            if died_in in tests:
                tests[died_in] = True
            if not all(tests.values()):
                self.workqueue[group] = tests
        for other in self.assigned_work:
            self._reschedule(other)
        return died_in


class Stopwatch:
    """A plugin of pytest that notes how long each group takes, and writes the list anew."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one phase of a test to its group."""
        self.seconds[group_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        """What is long goes to the list, the larger number of two, but no file that is gone."""
        seconds = Counter(stored_seconds()) | self.seconds
        there = {g: s for g, s in seconds.items() if (ROOT / g.partition(" ")[0]).exists()}
        FILE.write_text(text_of(there), encoding="utf-8")
