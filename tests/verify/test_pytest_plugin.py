"""The pytest plugin on inner suites: the page of the docs, marks, options, tracebacks, cost."""

import pkgutil
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import numba
import pytest

from banditproof import algorithms, theory, verify

pytest_plugins = "pytester"

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```python\n# (\w+)\.py\n(.*?)```", PAGE, re.DOTALL))
MESSAGE = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0]
COMMANDS = re.findall(r"```console\n(.*?)\n```", PAGE, re.DOTALL)


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """All modules, before inner suites: what those import, pytester makes Python forget again.

    Numba's parts stand no second import.
    """
    numba.njit(lambda x: x)(1)
    for room in (theory, algorithms, verify):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            import_module(module.name)
    for name in ("numba", "scipy.stats", "joblib", "banditproof.testing"):
        import_module(name)


def run(pytester, *options, **files):
    """An inner suite, with the plugin as installed."""
    if files:
        pytester.makepyfile(**files)
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)


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


COIN = """
import pytest

class Coin:
    def __init__(self, arms, rng):
        self.arms, self.rng = arms, rng

    def select(self):
        return int(self.rng.integers(self.arms))

    def update(self, arm, reward):
        pass
"""
LEAK = """
class Leak(Coin):
    last = 0

    def update(self, arm, reward):
        self.last = reward

    def select(self):
        return int(self.last > 0.5)
"""


def test_the_nearest_marker_decides_and_a_call_decides_over_all(pytester):
    test = """
        import pytest
        from banditproof.verify.definitions.witness_policies import copies_after_a_foreign_query

        POLICY = copies_after_a_foreign_query()

        @pytest.mark.banditproof(against="interactive")
        class TestPolicy:
            def test_of_the_class(self, assert_private):
                assert_private(POLICY, 1)

            @pytest.mark.banditproof(against="table")
            def test_nearest(self, assert_private):
                assert_private(POLICY, 1)

            def test_of_the_call(self, assert_private):
                assert_private(POLICY, 1, against="view")

        @pytest.mark.banditproof("interactive")
        def test_without_a_name(assert_private):
            assert_private(POLICY, 1)
    """
    result = run(pytester, "--strict-markers", test_inner=test)
    result.assert_outcomes(passed=2, failed=1, errors=1)
    result.stdout.fnmatch_lines_random(
        ["*NotPrivate: FinitePolicy is not private*", "*name its options*"]
    )


MARKED = (
    COIN
    + LEAK
    + """
from banditproof.testing import private
from banditproof.verify.definitions.witness_policies import copies_after_a_foreign_query

@pytest.mark.private(eps=1, horizon=3, samples=2000)
def test_leak():
    return Leak

@private(eps=1, horizon=3, samples=2000)
def test_leak_with_the_decorator():
    return Leak

@pytest.mark.private(eps=0.5)
@pytest.mark.parametrize("eps", ["0.5", "0.4"])
def test_holds(eps, tmp_path):
    from banditproof.algorithms.regret.dp_imed import DPIMED
    return DPIMED(arms=2, eps=eps)

@pytest.mark.private(eps=5, against="interactive")
class TestOfAClass:
    def test_outer(self):
        return copies_after_a_foreign_query()

    @private(against="table")
    def test_nearer(self):
        return copies_after_a_foreign_query()

    @staticmethod
    @private(eps=1, against="table")
    def test_static():
        return copies_after_a_foreign_query()
"""
)


def test_a_marked_test_asserts_what_it_returns(pytester):
    result = run(pytester, "--strict-markers", "-rA", "-Werror", test_inner=MARKED)
    result.assert_outcomes(passed=4, failed=3)
    failed = set(
        re.findall(r"^FAILED test_inner.py::(\S+) - banditproof\.testing\.", *lines(result))
    )
    assert failed == {"test_leak", "test_leak_with_the_decorator", "TestOfAClass::test_outer"}


def lines(result):
    return result.stdout.str(), re.MULTILINE


def test_a_marked_test_shows_its_own_lines_and_no_others(pytester):
    result = run(pytester, "-k", "test_leak", test_inner=MARKED)
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "    @pytest.mark.private(eps=1, horizon=3, samples=2000)",
            "    def test_leak():",
            ">       return Leak",
            "E       banditproof.testing.NotPrivate: Leak is not private as claimed: eps = 1 is *",
            "test_inner.py:*: NotPrivate",
            "    @private(eps=1, horizon=3, samples=2000)",
            "    def test_leak_with_the_decorator():",
            ">       return Leak",
            "E       banditproof.testing.NotPrivate: Leak is not private as claimed: eps = 1 is *",
            "test_inner.py:*: NotPrivate",
        ]
    )
    places = {int(n) for n in re.findall(r"^test_inner.py:(\d+): NotPrivate", *lines(result))}
    source = Path("test_inner.py").read_text().splitlines()
    assert {source[n - 1].strip() for n in places} == {"return Leak"}


def test_what_a_marked_test_must_give(pytester):
    test = """
        import pytest

        @pytest.mark.private(eps=1)
        def test_nothing():
            pass

        @pytest.mark.private(private=1)
        def test_unknown():
            return "dp-imed"

        @pytest.mark.private(0.5)
        def test_without_a_name():
            return "dp-imed"

        @pytest.mark.private(against="view")
        def test_without_a_budget():
            return "dp-imed"

        @pytest.mark.private(eps=1)
        def test_of_its_own():
            raise KeyError("mine")
    """
    result = run(pytester, test_inner=test)
    result.assert_outcomes(failed=5)
    result.stdout.fnmatch_lines_random(
        [
            "E*The test test_nothing is marked private and returned nothing; return the policy*",
            "E*The mark private has the option 'private'; give some of budget, eps, delta*",
            "E*The marker private has the argument 0.5; name its options*",
            "E*Give one budget: a number or budget, or eps=, or rho=.",
            "E*KeyError: 'mine'",
        ]
    )


DECORATED = """
import unittest
from banditproof.testing import NotPrivate, private
from banditproof.verify.definitions.witness_policies import copies_after_a_foreign_query

class Suite(unittest.TestCase):
    @private(eps=1, against="table")
    def test_holds(self):
        return copies_after_a_foreign_query()

    @private(eps=1, against="interactive")
    def test_fails(self):
        return copies_after_a_foreign_query()

if __name__ == "__main__":
    unittest.main()
"""


def test_the_decorator_asserts_without_the_plugin(tmp_path):
    (tmp_path / "suite.py").write_text(DECORATED)
    command = [sys.executable, "suite.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "FAIL: test_fails" in done.stderr
    assert "NotPrivate: FinitePolicy is not private as claimed" in done.stderr
    assert "Ran 2 tests" in done.stderr
    assert "FAILED (failures=1)" in done.stderr
    command = [sys.executable, "-m", "pytest", "-p", "no:banditproof", "-q", "suite.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in done.stdout


def test_a_mark_that_would_do_nothing_is_a_usage_error(pytester):
    marked = DECORATED.replace("@private(", "@pytest.mark.private(")
    result = run(pytester, test_inner="import pytest\n" + marked)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*private does nothing for test_inner.py::Suite::test_*"])


def test_the_decorator_refuses_unknown_options_at_once():
    from banditproof.testing import private

    with pytest.raises(ValueError, match="has the option 'budgets'; give some of budget, eps"):
        private(budgets=1)


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


UNUSED = """
import sys
import time
import pytest

began = time.process_time()
import banditproof.verify.pytest_plugin as plugin
seconds = time.process_time() - began
plain = ["-p", "no:cacheprovider", "--banditproof-samples", "9", "test_plain.py"]
codes = [pytest.main(["--version"]), pytest.main(plain)]
heavy = ("banditproof.theory", "banditproof.algorithms", "numba", "flint", "scipy", "numpy")
loaded = [name for name in heavy if name in sys.modules]
print(loaded, [int(code) for code in codes], seconds < 0.05)
"""


def test_a_suite_that_does_not_use_the_plugin_pays_nothing(tmp_path):
    """Nothing heavy is imported by pytest --version and by a run, and the plugin loads at once."""
    (tmp_path / "test_plain.py").write_text("def test_plain():\n    assert True\n")
    command = [sys.executable, "-c", UNUSED]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["[] [0, 0] True"], done.stdout + done.stderr
    assert "banditproof" in done.stdout  # the run names its plugins
