"""Which tests take long: the fast tier leaves them to the slow one, as if they were marked.

`python tests/long_tests.py` measures all tests that are not marked slow anew, in one process, and
writes `long_tests.json`: what takes more than LIMIT seconds of processor time is listed. What is
listed stays so until it takes less than half of that, so that the list does not flicker. Paths of
tests, such as `tests/verify`, limit what is measured. Checks and mutants of claims have a list of
their own, `paper_checks/long_checks.json`.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
import pytest

FILE = Path(__file__).with_suffix(".json")
ROOT = FILE.parent.parent
LIMIT = 0.15
NOT_LISTED = ("tests/paper_checks/test_registry.py",)
"""Files whose tests have another list."""
FAST = "not slow and not browser and not night"
MEASURED = "LONG_TESTS_ARE_MEASURED"
"""The variable of the environment that lets a run have the listed tests as fast ones."""
STORED: dict[str, list[str]] = json.loads(FILE.read_text()) if FILE.exists() else {}


def is_long(nodeid: str, stored: dict[str, list[str]] = STORED) -> bool:
    """Whether the list holds a test."""
    file, _, name = nodeid.partition("::")
    return name in stored.get(file, ())


class Stopwatch:
    """A plugin of pytest that notes the processor time of each test and of what it starts."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        before = sum(os.times()[:4])
        try:
            return (yield)
        finally:
            self.spent[item.nodeid] = sum(os.times()[:4]) - before


def listed(spent: dict[str, float], stored: dict[str, list[str]]) -> dict[str, list[str]]:
    """The list after a measurement; what was not measured stays as it is."""
    kept = {f"{file}::{name}" for file, names in stored.items() for name in names}
    slow = {id for id, s in spent.items() if s > (LIMIT / 2 if id in kept else LIMIT)}
    results: dict[str, list[str]] = {}
    for id in sorted(slow | (kept - spent.keys())):
        if id.startswith(NOT_LISTED):
            continue
        file, _, name = id.partition("::")
        results.setdefault(file, []).append(name)
    return results


def main(paths: Sequence[str]) -> int:
    """Measure and write the list."""
    stopwatch = Stopwatch()
    options = ("-p", "no:xdist", "-p", "no:cacheprovider", "-m", FAST)
    os.environ[MEASURED] = "1"
    code = pytest.main([*options, *(paths or ["tests"])], plugins=[stopwatch])
    if code:
        print("A test failed, so the list stays as it is.", file=sys.stderr)
        return int(code)
    FILE.write_text(
        json.dumps(listed(stopwatch.spent, STORED), indent=0, ensure_ascii=False) + "\n",
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    os.chdir(ROOT)
    raise SystemExit(main(sys.argv[1:]))
