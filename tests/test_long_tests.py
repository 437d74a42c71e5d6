"""The list of long tests: what is on it is left to the slow tier, and it names tests that exist."""

import json
import re
from pathlib import Path
import pytest
from long_tests import FAST, LIMIT, MEASURED, NOT_LISTED, STORED, is_long, listed

pytest_plugins = "pytester"
HERE = Path(__file__).parent


def test_the_list_names_tests_that_exist() -> None:
    gone = []
    for file, names in STORED.items():
        text = (HERE.parent / file).read_text(encoding="utf-8")
        defined = set(re.findall(r"^ *(?:async )?def (test_\w+)", text, re.MULTILINE))
        gone += [f"{file}::{name}" for name in names if name.partition("[")[0] not in defined]
    assert gone == [], "run `python tests/long_tests.py`"
    assert not set(STORED) & set(NOT_LISTED)


def test_a_measurement_lists_what_is_long_and_lets_the_list_not_flicker() -> None:
    stored = {"a.py": ["was long", "gone fast"], "b.py": ["not measured"]}
    spent = {
        "a.py::long": 1.01 * LIMIT,
        "a.py::quick": 0.99 * LIMIT,
        "a.py::was long": 0.6 * LIMIT,
        "a.py::gone fast": 0.4 * LIMIT,
        f"{NOT_LISTED[0]}::has its own list": 9 * LIMIT,
    }
    assert listed(spent, stored) == {"a.py": ["long", "was long"], "b.py": ["not measured"]}


def suite_of(pytester: pytest.Pytester, listed: str) -> None:
    """The rules of this suite in a folder of their own, whose list has one long test."""
    for name in (*("conftest.py", "long_tests.py", "opened_documents.py", "spread.py"), "tiers.py"):
        pytester.makepyfile(**{Path(name).stem: (HERE / name).read_text(encoding="utf-8")})
    pytester.makefile(".json", long_tests=json.dumps({"test_a.py": [listed]}))
    pytester.makeini(
        "[pytest]\npythonpath = .\nmarkers = slow: s\n    browser: b\n    night: n\n    each: e\n"
    )


@pytest.mark.parametrize(("measured", "passed"), [("", 1), ("1", 2)])
def test_a_listed_test_is_slow_unless_it_is_measured(
    pytester: pytest.Pytester, monkeypatch, measured: str, passed: int
) -> None:
    monkeypatch.setenv(MEASURED, measured)
    suite_of(pytester, listed="test_long[1]")
    pytester.makepyfile(
        test_a="import pytest\n@pytest.mark.parametrize('n', [1, 2])\ndef test_long(n): pass\n"
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-m", "not slow")
    result.assert_outcomes(passed=passed, deselected=2 - passed)


def test_a_name_is_found_in_its_own_file_alone() -> None:
    stored = {"a.py": ["x[1]"]}
    results = [is_long(id, stored) for id in ("a.py::x[1]", "a.py::x[2]", "a.py::x", "b.py::x[1]")]
    assert results == [True, False, False, False]


@pytest.mark.parametrize(
    ("marks", "outcome"),
    [
        ('@pytest.mark.night("a fast test has each tenth")', {"passed": 1, "deselected": 1}),
        ("@pytest.mark.night", {}),
        ('@pytest.mark.slow\n@pytest.mark.night("a sample is fast")', {}),
    ],
    ids=["a reason", "no reason", "slow as well"],
)
def test_what_waits_for_the_night_has_a_reason_and_no_other_tier(
    pytester: pytest.Pytester, marks: str, outcome: dict[str, int]
) -> None:
    suite_of(pytester, listed="test_all")
    pytester.makepyfile(
        test_a=f"import pytest\n{marks}\ndef test_all(): pass\ndef test_one(): pass\n"
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-m", "night")
    if outcome:
        result.assert_outcomes(**outcome)
    else:
        result.stderr.fnmatch_lines("*test_a.py::test_all: night('reason') stands without slow.")


BY_DAY, AT_NIGHT = "slow and not night", "night"
"""What `make test-slow` and `make test-night` select."""
ROWS = """
import pytest
from tiers import sampled
row = pytest.mark.parametrize("n", range(9))
@pytest.mark.slow
@row
def test_slow(n): pass
@pytest.mark.slow
@pytest.mark.each("a verdict")
@row
def test_each(n): pass
@row
def test_listed(n): pass
@pytest.mark.parametrize("n", sampled(range(6), 3))
def test_own(n): pass
@pytest.mark.slow
def test_alone(): pass
"""


@pytest.mark.slow
@pytest.mark.each("a tier")
@pytest.mark.parametrize(
    ("tier", "expected"),
    [
        (BY_DAY, "alone each012345678 listed3 own03 slow07"),
        (AT_NIGHT, "listed45 own1245 slow1234568"),
        (FAST, "listed012678"),
    ],
)
def test_a_row_of_slow_tests_has_one_of_six_by_day_and_the_others_at_night(
    pytester: pytest.Pytester, tier: str, expected: str
) -> None:
    """But one of which each says something, and one that is sampled in its own way."""
    suite_of(pytester, listed="test_none")
    stored = {"test_a.py": [f"test_listed[{n}]" for n in (3, 4, 5)]}
    pytester.makefile(".json", long_tests=json.dumps(stored))
    pytester.makepyfile(test_a=ROWS)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-v", "-m", tier)
    passed: dict[str, str] = {}
    for name, number in re.findall(r"test_(\w+)(?:\[(\d)\])? PASSED", result.stdout.str()):
        passed[name] = passed.get(name, name) + number
    assert sorted(passed.values()) == expected.split()


def test_the_commands_select_these_tiers() -> None:
    text = (HERE.parent / "Makefile").read_text(encoding="utf-8")
    tiers = re.findall(r'pytest \$\(SPREAD\) -m ("[^"]*"|\w+)', text)
    assert [tier.strip('"') for tier in tiers] == [FAST, BY_DAY, AT_NIGHT]
