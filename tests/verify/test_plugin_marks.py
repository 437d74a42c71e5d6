"""Marked tests and decorated ones: what they assert, show, refuse, and what others they leave."""

import re
import subprocess
import sys
from pathlib import Path
import pytest
from case_tables import table
from inner_suites import COIN, LEAK, lines, loaded, run  # noqa: F401 (a fixture of all tests)

pytest_plugins = "pytester"


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


STACKED = table(__file__, "stacked")


@pytest.mark.parametrize("plugin", [[], ["-p", "no:banditproof"]])
def test_of_stacked_marks_each_counts(pytester, plugin):
    chosen = ["-k", "inner_fails or both_hold or between or above"] if plugin else []
    result = run(pytester, *plugin, *chosen, test_inner=STACKED)
    result.assert_outcomes(passed=2 if plugin else 3, failed=2 if plugin else 4)
    failed = re.findall(r"^FAILED test_inner.py::(\S+) - ", *lines(result))
    assert all(name.endswith("_fails") for name in failed)
    assert len(failed) == 2 + 2 * (not plugin)


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
            "E*The mark private has the argument 0.5; name its options*",
            "E*No budget is given; give eps= alone, *",
            "E*KeyError: 'mine'",
        ]
    )


DECORATED = table(__file__, "decorated")


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


def test_a_mark_that_would_do_nothing_fails_that_test_alone(pytester):
    marked = DECORATED.replace("@private(", "@pytest.mark.private(")
    others = "\n\ndef test_other():\n    pass\n\n\n@pytest.mark.private(eps=1)\n"
    others += "async def test_async():\n    return 'dp-imed'\n"
    result = run(pytester, test_inner="import pytest\n" + marked + others)
    result.assert_outcomes(errors=3, passed=1)
    result.stdout.fnmatch_lines_random(
        [
            "*private does nothing for test_inner.py::Suite::test_*",
            "*test_async, which is async and returns no policy; return the policy from*",
        ]
    )


def test_the_samples_of_the_suite_hold_for_an_imported_assertion_too(pytester):
    test = """
        import pytest
        from banditproof.testing import NotShownPrivate, assert_private

        class Turns:
            def __init__(self):
                self.t = 0
            def select(self):
                self.t += 1
                return self.t % 2
            def update(self, arm, reward):
                pass

        def test_of_the_suite():
            with pytest.raises(NotShownPrivate, match="samples=77"):
                assert_private(Turns, 1)

        def test_of_its_own():
            with pytest.raises(NotShownPrivate, match="samples=55"):
                assert_private(Turns, 1, samples=55)
    """
    result = run(pytester, "--banditproof-samples=77", test_inner=test)
    result.assert_outcomes(passed=2)
