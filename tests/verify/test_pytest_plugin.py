"""The pytest plugin on inner suites: the page of the docs, marks, options, tracebacks, cost."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
import pytest
from case_tables import table
from inner_suites import COIN, LEAK, lines, loaded, run  # noqa: F401 (a fixture of all tests)
from banditproof.verify.pytest_plugin import SUITE

pytest_plugins = "pytester"
ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```python\n# (\w+)\.py\n(.*?)```", PAGE, re.DOTALL))
MESSAGE = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0]
COMMANDS = re.findall(r"```console\n(.*?)\n```", PAGE, re.DOTALL)


def masked(line):
    """A line without its numbers, which are those of a search."""
    return re.sub(r"\d[\d.]*(e-\d+)?", "#", line).strip()


@pytest.mark.slow
def test_the_page_of_the_documentation_is_true(pytester):
    tests = {"test_third_party", "test_accepted", "test_shown", "test_neighbours", "test_stopping"}
    assert set(BLOCKS) == {"third_party"} | tests
    result = run(pytester, **BLOCKS)
    result.assert_outcomes(passed=11, failed=1)
    printed = [line.removeprefix("E").strip() for line in result.outlines]
    first, *rows = MESSAGE.splitlines()
    assert any(masked(line).endswith(masked(first)) for line in printed)
    for row in rows:  # a search may find another event, on other rewards
        words = row.split()
        fixed = words[0] not in ("event", "often", "seldom")
        assert any(
            masked(line) == masked(row) if fixed else line.split()[:1] == words[:1]
            for line in printed
        ), row


def test_the_command_of_the_page_runs(pytester):
    (command,) = COMMANDS
    program, *options = command.split()
    assert program == "pytest"
    result = run(pytester, *options, test_accepted=BLOCKS["test_accepted"])
    result.assert_outcomes(passed=2)


ACCEPTING = (
    COIN
    + """
def test_fixture(assert_private):
    report = assert_private(Coin, eps=1, horizon=3, accept_not_refuted=True)
    print("runs of the fixture", report.checks[-1].found.runs)

@pytest.mark.banditproof(samples=700)
def test_own_number(assert_private):
    report = assert_private(Coin, eps=1, horizon=3, accept_not_refuted=True)
    print("runs of the marker", report.checks[-1].found.runs)

@pytest.mark.private(eps=1, horizon=3)
def test_mark():
    return Coin
"""
)


@pytest.mark.parametrize("way", ["option", "ini", "both"])
def test_a_suite_chooses_the_number_of_runs(pytester, way):
    options = []
    if way != "option":
        pytester.makeini(f"[pytest]\nbanditproof_samples = {900 if way == 'ini' else 50_000}")
    if way != "ini":
        options = ["--banditproof-samples", "900"]
    result = run(pytester, "-rA", *options, test_inner=ACCEPTING)
    result.assert_outcomes(passed=2, failed=1)
    text = result.stdout.str()
    runs = {k: int(n) for k, n in re.findall(r"runs of the (\w+) (\d+)", text)}
    (marked,) = set(re.findall(r"tried +(\d+) runs of 3 rounds", text))
    assert 900 <= runs["fixture"] < 1300
    assert 900 <= int(marked) < 1300
    assert 700 <= runs["marker"] < 900
    assert "replay    assert_private(Coin, eps=1, horizon=3, samples=900)" in text


def test_a_suite_leaves_its_number_of_runs_to_no_other(pytester, monkeypatch):
    monkeypatch.setitem(SUITE, "samples", 40)
    for options in (["--banditproof-samples=900"], ["--banditproof-samples=0"], []):
        run(pytester, *options, test_inner="def test(): pass")
        assert SUITE == {"samples": 40}


@pytest.mark.parametrize("number", ["0", "3k", "-1"])
def test_a_number_of_runs_that_is_none_is_a_usage_error(pytester, number):
    result = run(pytester, f"--banditproof-samples={number}", test_inner="def test(): pass")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*for banditproof is '{number}'; give a whole number*"])


@pytest.mark.slow
def test_under_xdist_options_and_messages_are_the_same(pytester):
    pytester.makepyfile(test_inner=ACCEPTING)
    result = pytester.runpytest_subprocess(
        "-p", "no:cacheprovider", "-n", "2", "--banditproof-samples", "900", "-rf"
    )
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            ">       return Coin",
            "E       banditproof.testing.NotShownPrivate: Coin was not shown to be private: *",
            "E         replay    assert_private(Coin, eps=1, horizon=3, samples=900)",
        ]
    )


FRAMES = (
    COIN
    + LEAK
    + """
from fractions import Fraction
from banditproof.testing import assert_private as asserted

class Raises(Coin):
    def update(self, arm, reward):
        return {}["no such key"]

def bit(x):
    return {x: Fraction(9, 10), 1 - x: Fraction(1, 10)}

def test_fixture(assert_private):
    assert_private(Leak, eps=1, horizon=3, samples=2000)

def test_not_shown():
    asserted(Coin, 1, horizon=3, samples=500)

def test_function():
    asserted(Leak, eps=1, horizon=3, samples=2000)

def test_mechanism():
    asserted(bit, 1, neighbours=[(0, 1)])

def test_wrong_option():
    asserted(Leak, eps=1, against="tables")

def test_raises():
    asserted(Raises, eps=1)

@pytest.mark.private(eps=1, nonsense=3)
def test_wrong_mark():
    return Coin
"""
)


def test_no_frame_of_the_library_is_shown_by_a_real_pytest(tmp_path):
    (tmp_path / "test_inner.py").write_text(FRAMES)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_inner.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "7 failed" in done.stdout
    places = re.findall(r"^(\S+\.py):\d+: (\w+)$", done.stdout, re.MULTILINE)
    assert places == [
        ("test_inner.py", "NotPrivate"),
        ("test_inner.py", "NotShownPrivate"),
        ("test_inner.py", "NotPrivate"),
        ("test_inner.py", "NotPrivate"),
        ("test_inner.py", "ValueError"),
        ("test_inner.py", "KeyError"),
        ("test_inner.py", "ValueError"),
        ("test_inner.py", "ValueError"),
    ]
    shown = re.findall(r"^> +(.*)$", done.stdout, re.MULTILINE)
    assert shown == [
        "assert_private(Leak, eps=1, horizon=3, samples=2000)",
        "asserted(Coin, 1, horizon=3, samples=500)",
        "asserted(Leak, eps=1, horizon=3, samples=2000)",
        "asserted(bit, 1, neighbours=[(0, 1)])",
        'asserted(Leak, eps=1, against="tables")',
        'return {}["no such key"]',
        "asserted(Raises, eps=1)",
        "return Coin",
    ]


def test_the_plugin_is_installed_and_explains_itself(pytester):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {
        "banditproof": "banditproof.verify.pytest_plugin",
        "banditproof_claims": "banditproof.paper_checks.other_papers.pytest_claims",
    }
    result = run(pytester, "--markers")
    result.stdout.fnmatch_lines(
        [
            "@pytest.mark.private(*options): the test returns a policy*",
            "@pytest.mark.banditproof(*options): options of the fixture assert_private*",
        ]
    )
    result = run(pytester, "--help")
    result.stdout.fnmatch_lines(["*--banditproof-samples=N*", "*banditproof_samples (string):*"])


UNUSED = table(__file__, "unused")


def test_a_suite_that_does_not_use_the_plugin_pays_nothing(tmp_path):
    """Nothing heavy is imported by pytest --version and by a run, and the plugin loads at once."""
    (tmp_path / "test_plain.py").write_text("def test_plain():\n    assert True\n")
    command = [sys.executable, "-c", UNUSED]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["[] [0, 0] True"], done.stdout + done.stderr
    assert "banditproof" in done.stdout  # the run names its plugins
