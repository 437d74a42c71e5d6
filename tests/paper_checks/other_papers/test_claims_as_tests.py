"""Claims of a folder are tests of pytest, where they were asked for."""

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
import pytest
from opened_documents import close_all
from banditproof.paper_checks.other_papers.new_from_source import new_from_source

pytest_plugins = "pytester"
PLUGIN = "banditproof.paper_checks.other_papers.pytest_claims"
ANNOUNCED = any(point.value == PLUGIN for point in entry_points(group="pytest11"))
OPTIONS = ("-p", "no:cacheprovider", *(() if ANNOUNCED else ("-p", PLUGIN)))
PAPER = r"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\title{Our paper}
\begin{document}
\section{Sums}
\begin{theorem}\label{thm-sum}
For all $x\in[0,1]$: $x^2\le x$.
\end{theorem}
\end{document}
"""


class Kept:
    """The modules that an inner run imports, which pytester would make Python forget again.

    What is imported a second time has other classes than what others have in their hands.
    """

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}

    def pytest_unconfigure(self) -> None:
        """Note them before they are forgotten."""
        for name, module in sys.modules.items():
            file = getattr(module, "__file__", None)
            if file and not Path(file).is_relative_to(Path.cwd()):  # what is there is of the test
                self.modules[name] = module


@pytest.fixture(autouse=True)
def kept() -> Iterator[Kept]:
    """Set up before pytester, and so torn down after it."""
    result = Kept()
    yield result
    sys.modules.update(result.modules)


def run_inside(pytester: pytest.Pytester, kept: Kept, *words: str) -> pytest.RunResult:
    """A run of pytest in this process."""
    result = pytester.runpytest_inprocess(*OPTIONS, *words, plugins=[kept])
    sys.modules.update(kept.modules)
    close_all()
    return result


@pytest.fixture
def suite(pytester: pytest.Pytester, pristine: Path, kept: Kept):
    """Run pytest beside a new folder; the files that are changed first are given by name."""
    shutil.copytree(pristine, pytester.path / "my-paper")

    def inner(*words: str, **changes: tuple[str, str]) -> pytest.RunResult:
        for module, (old, new) in changes.items():
            files = [pytester.path / "my-paper" / f"{module}.{end}" for end in ("py", "claims")]
            (file,) = (item for item in files if old in item.read_text(encoding="utf-8"))
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(old, new), encoding="utf-8")
        return run_inside(pytester, kept, "--strict-markers", *words)

    return inner


@pytest.mark.slow
def test_each_claim_and_each_mutant_is_a_test(suite) -> None:
    result = suite("my-paper", "-v")
    result.assert_outcomes(passed=12)
    collected = suite("--co", "-q", "my-paper/document.claims::my.lem1")
    collected.stdout.fnmatch_lines(
        [
            "my-paper/document.claims::my.lem1",
            "my-paper/document.claims::my.lem1[[]sharper: by at most 1/2]",
        ]
    )


@pytest.mark.parametrize("words", [(), (".",), ("tests",)])
def test_a_folder_that_was_not_asked_for_is_not_imported(suite, pytester, words) -> None:
    pytester.mkdir("tests").joinpath("test_own.py").write_text("def test_own(): pass")
    result = suite(*words, section_2_bounds=("@checks(", "raise RuntimeError\n@checks("))
    result.assert_outcomes(passed=1)


def test_the_folder_of_the_tests_and_the_one_of_the_shell_are_asked_for(suite, pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = my-paper")
    suite("-k", "lem1").assert_outcomes(passed=3, deselected=9)
    os.chdir("my-paper")
    suite("-k", "rem4").assert_outcomes(passed=1, deselected=11)


def test_the_option_asks_for_every_folder(suite, pytester) -> None:
    assert len(suite("--co", "-q", "--banditproof-claims").outlines) > 12
    pytester.makeini("[pytest]\nbanditproof_claims = true")
    suite("-k", "lem1").assert_outcomes(passed=3, deselected=9)


def test_a_failure_says_what_was_found(suite) -> None:
    result = suite(
        "my-paper",
        "-k",
        "lem",
        section_1_setting=("  fails, proved", "  fails-with-repair, proved"),
    )
    result.assert_outcomes(passed=7, failed=1, deselected=4)
    result.stdout.fnmatch_lines(
        [
            "my.lem2 is recorded as fails-with-repair, and is fails.",
            "finding  The sum changes by more.",
            "witness  change = 2",
            "program  my-paper/section_1_setting.py:38",
            "again    banditproof check my-paper/ my.lem2",
        ]
    )
    assert "Traceback" not in result.stdout.str()


def test_another_grade_fails_and_is_no_way_to_notice_a_mutant(suite) -> None:
    result = suite(
        "my-paper",
        section_1_setting=(
            "holds, derived -- section_1_setting.change_of_a_sum\n",
            "holds, proved -- section_1_setting.change_of_a_sum\n",
        ),
    )
    result.assert_outcomes(passed=11, failed=1)
    result.stdout.fnmatch_lines(["my.lem1 is recorded as holds, proved, and is holds, derived."])


def test_a_mutant_that_is_not_noticed_fails(suite) -> None:
    fewer = ("=BOTH_SIGNS)", "=ENDS_AND_MIDDLE[1:])")
    result = suite("my-paper", "-k", "lem1", section_1_setting=fewer)
    result.assert_outcomes(passed=2, failed=1, deselected=9)
    result.stdout.fnmatch_lines(["The check of my.lem1 does not notice 'rewards in [[]-1, 1]'."])


def test_an_inequality_needs_a_sharper_mutant(suite) -> None:
    result = suite("my-paper", "-k", "lem1", section_1_setting=("sharper: by at most 1/2", "half"))
    result.assert_outcomes(passed=2, failed=1, deselected=9)
    result.stdout.fnmatch_lines(["my.lem1 compares two sides, and has no mutant that is named*"])


def test_a_broken_folder_is_one_sentence(suite) -> None:
    result = suite("my-paper", section_2_bounds=("@checks(", "1 / 0\n@checks("))
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*section_2_bounds.py, line 6: the import stops with ZeroDiv*"])
    assert "Traceback" not in result.stdout.str()


@pytest.mark.slow
def test_slow_claims_have_a_mark(suite) -> None:
    slow = ("repaired by .repaired --", "repaired by .repaired, slow --")
    result = suite("my-paper", "-m", "banditproof_slow", section_1_setting=slow)
    result.assert_outcomes(passed=2, deselected=10)


def test_a_statement_of_the_source_without_a_claim_fails(
    pytester: pytest.Pytester, kept: Kept
) -> None:
    source = pytester.path / "main.tex"
    source.write_text(PAPER, encoding="utf-8")
    folder = pytester.path / "our-paper"
    new_from_source(folder, source)
    (text,) = folder.glob("section_1*.claims")
    words = text.read_text(encoding="utf-8")

    def outcomes() -> dict[str, int]:
        result = run_inside(pytester, kept, "-k", "source", "our-paper")
        said.append(" ".join(result.outlines))
        return result.parseoutcomes()

    said: list[str] = []
    assert outcomes()["passed"] == 1
    text.write_text(words.partition("our.")[0], encoding="utf-8")
    assert outcomes()["failed"] == 1
    assert "No claim of our-paper is about our.thm-sum (Theorem 1, main.tex:6)" in said[-1]
