"""What the README and the contribution guide say is true."""

import doctest
import re
import shlex
import tomllib
from pathlib import Path
import pytest
from banditproof.cli.application import COMMANDS, imported_command

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md",
         "docs/commands.md"]  # fmt: skip
README = (ROOT / "README.md").read_text(encoding="utf-8")


COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
LINES = {
    "README.md": re.findall(r"`banditproof ([^`]+)`", README),
    "docs/commands.md": re.findall(r"^banditproof (.+)$", COMMANDS_PAGE, re.MULTILINE),
}
"""The command lines of a page, without the name of the program."""


def test_the_python_examples_of_the_readme_run() -> None:
    """Those of the pages in `docs` run when these are built."""
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 2
    assert result.failed == 0


def test_the_readme_is_one_screen() -> None:
    assert len(README.splitlines()) <= 65


def test_the_page_of_commands_has_all_commands() -> None:
    assert {line.split()[0] for line in LINES["docs/commands.md"]} == set(COMMANDS)
    assert {line.split()[0] for line in LINES["README.md"]} < set(COMMANDS)


@pytest.mark.parametrize("page", LINES)
def test_every_command_line_of_a_page_is_read_by_its_command(page: str) -> None:
    assert len(LINES[page]) > 7
    commands = {name: imported_command(name) for name in COMMANDS}
    for line in LINES[page]:
        words = shlex.split(line, comments=True)
        name, *rest = words[: words.index(">")] if ">" in words else words
        # fails for an option that does not exist, or for a missing argument
        commands[name].make_context(name, rest)


def test_a_command_line_that_is_wrong_is_noticed() -> None:
    with pytest.raises(Exception, match="No such option"):
        imported_command("bounds").make_context("bounds", ["--means", "0.8,0.6", "--epps", "1"])


def test_every_extra_is_explained() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(metadata["optional-dependencies"])
    table = COMMANDS_PAGE.partition("## What is installed")[2].partition("## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == extras
    (install,) = re.findall(r"pip install '\.\[(.*)\]'", README)
    assert set(install.split(",")) <= extras


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_to_files(page: str) -> None:
    file = ROOT / page
    text = file.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (file.parent / target).exists(), target


@pytest.mark.parametrize("target", ["check", "test"])
def test_the_two_commands_are_targets_of_the_makefile(target: str) -> None:
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_every_named_file_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in re.findall(r"`((?:theory|algorithms|verify|paper_checks|cli)/[\w./]*)`", text):
        assert (ROOT / name).exists(), name
