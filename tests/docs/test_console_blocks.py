"""The commands of a page are run, and a page that shows something else is found out."""

from pathlib import Path
import pytest
from case_tables import table
from extensions.console_blocks import Command, WrittenFile, agrees, run_page, steps

PAGE = table(__file__, "page")


def test_a_page_is_files_and_commands_in_its_order() -> None:
    assert list(steps(PAGE)) == [
        WrittenFile("said.py", 'print("one")\nprint("two")\n'),
        Command("python said.py", "one\ntwo", 10),
        Command("echo $?", "0", 13),
    ]


def test_the_line_of_a_command_is_where_it_stands() -> None:
    for step in steps(PAGE):
        if isinstance(step, Command):
            assert PAGE.splitlines()[step.line - 1] == f"$ {step.words}"


def test_a_page_that_tells_the_truth_has_no_difference(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert run_page(page, tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "words"), table(__file__, "a_page_that_does_not_is_found_out")
)
def test_a_page_that_does_not_is_found_out(tmp_path: Path, old: str, new: str, words: str) -> None:
    page = tmp_path / "page.md"
    assert old in PAGE
    page.write_text(PAGE.replace(old, new))
    result = run_page(page, tmp_path)
    assert result
    assert result[0].command.words == words
    assert f"line {result[0].command.line}: $ {words}" in str(result[0])


def test_a_command_that_is_not_known_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ wget everything\n```\n")
    with pytest.raises(ValueError, match="'wget' is not known"):
        run_page(page, tmp_path)


def test_files_of_the_page_alone_are_removed(tmp_path: Path) -> None:
    page, folder, other = tmp_path / "page.md", tmp_path / "folder", tmp_path / "other.txt"
    folder.mkdir()
    (folder / "mine.txt").write_text("")
    other.write_text("")
    page.write_text("```console\n$ rm mine.txt\n```\n")
    assert run_page(page, folder) == []
    assert not (folder / "mine.txt").exists()
    page.write_text("```console\n$ rm ../other.txt\n```\n")
    with pytest.raises(ValueError, match="not in the folder"):
        run_page(page, folder)
    assert other.exists()


def test_what_a_command_writes_to_a_file_is_kept(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ python -c 'print(7)' > seven.txt\n"
        "$ python -c \"print(open('seven.txt').read())\"\n7\n```\n"
    )
    assert run_page(page, tmp_path) == []


@pytest.mark.parametrize(
    ("shown", "printed", "same"), table(__file__, "three_dots_stand_for_any_text")
)
def test_three_dots_stand_for_any_text(shown: str, printed: str, same: bool) -> None:
    assert agrees(shown, printed) is same
