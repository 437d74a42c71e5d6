"""A command in a process that has imported the package before is as in a fresh interpreter."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
import pytest
from extensions.checked_examples import complaints
from extensions.console_blocks import environment, run, run_page
from extensions.forked_programs import ForkedPrograms, forked_programs

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot divide here")

COMMANDS = (
    "banditproof --version",
    "banditproof account laplace --eps 0.5 --count 10 --delta 1e-6",
    "banditproof nothing",
    "banditproof claims bern.thm3.1 --json > claims.json",
    "banditproof prove 'x**2 >= x' --for 'x in [0,1]'",
    "banditproof prove --formal -",
    "banditproof new my-paper",
    "banditproof prove --format my-paper/ --check",
)
"""They print on either stream, end with each exit code, read their input, and write to folders."""


def said(words: str, folder: Path, programs: ForkedPrograms | None) -> tuple[str, int]:
    """What a command prints, without the time that it took, and its exit code."""
    printed, code = run(words, folder, programs)
    return re.sub(r"[\d.e-]+ s\b", "... s", printed), code


@pytest.fixture(scope="module")
def programs() -> Iterator[ForkedPrograms]:
    with forked_programs(1, environment()) as found:
        assert found is not None
        yield found


def test_a_command_prints_and_leaves_what_it_does_in_a_fresh_interpreter(
    programs: ForkedPrograms, tmp_path: Path
) -> None:
    results = []
    for kind, name in ((programs, "forked"), (None, "fresh")):
        folder = tmp_path / name / "page"
        folder.mkdir(parents=True)
        printed = [said(words, folder, kind) for words in COMMANDS]
        left = {
            file.relative_to(folder): file.read_bytes()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }
        results.append((printed, left))
    assert results[0] == results[1]
    assert {0, 1, 2} <= {code for _, code in results[0][0]}


def test_what_a_program_changes_ends_with_it(programs: ForkedPrograms, tmp_path: Path) -> None:
    words = "'1 <= 2' --for 'x in [0,1]'"
    before = said(f"banditproof prove {words}", tmp_path, programs)
    (tmp_path / "doubled.md").write_text(
        ">>> import builtins, banditproof.cli\n>>> builtins.print = banditproof.cli.main = None\n"
    )
    assert programs.run("doctest", ["doubled.md"], tmp_path, together=True) == ("", "", 0)
    assert said(f"banditproof prove {words}", tmp_path, programs) == before


def test_two_programs_do_not_draw_the_same_numbers(
    programs: ForkedPrograms, tmp_path: Path
) -> None:
    (tmp_path / "drawn.md").write_text(">>> import numpy\n>>> numpy.random.random()\n0\n")
    one, other = (
        programs.run("doctest", ["drawn.md"], tmp_path, together=True)[0] for _ in range(2)
    )
    assert one.count("Got:") == 1
    assert one != other


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("```console\n$ banditproof --version\nbanditproof ...\n```\n>>> 1 + 1\n2\n", []),
        ("```console\n$ banditproof --version\nbanditproof 7\n```\n", ["banditproof 7"]),
        (">>> 1 + 1\n3\n", ["Expected:"]),
    ],
)
def test_a_page_that_shows_something_else_is_found_out(
    programs: ForkedPrograms, tmp_path: Path, page: str, shown: list[str]
) -> None:
    file = tmp_path / "page.md"
    file.write_text(page)
    results = complaints(file, programs)
    assert len(results) == len(shown)
    assert all(word in result for word, result in zip(shown, results, strict=True))


def test_a_program_that_kills_itself_has_failed(programs: ForkedPrograms, tmp_path: Path) -> None:
    (tmp_path / "killed.md").write_text(">>> import os\n>>> os.kill(os.getpid(), 9)\n")
    assert programs.run("doctest", ["killed.md"], tmp_path, together=True)[2] == -9
    (tmp_path / "page.md").write_text("```console\n$ banditproof --version\nbanditproof ...\n```\n")
    assert run_page(tmp_path / "page.md", tmp_path, programs) == []
