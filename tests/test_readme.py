"""What the README and the contribution guide say is true."""

import ast
import doctest
import re
import runpy
import shlex
import tomllib
from pathlib import Path
import pytest
from banditproof.cli.application import COMMANDS, imported_command

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("theory", "algorithms", "verify", "paper_checks", "cli")
ROLES = [f"docs/commands_for_{role}.md" for role in ("reviewers", "researchers", "maintainers")]
PAGES = [
    *("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"),
    *("CODE_OF_CONDUCT.md", *(f"{room}/README.md" for room in ROOMS), "docs/commands.md"),
    *ROLES,
]
MADE = runpy.run_path(str(ROOT / "docs" / "readme" / "made_by_program.py"))
"""The program that writes pictures and tables of these pages."""
README = (ROOT / "README.md").read_text(encoding="utf-8")


LINES = {"README.md": re.findall(r"`banditproof ([^`]+)`", README)} | {
    page: re.findall(r"^banditproof (.+)$", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    for page in ROLES
}
"""The command lines of a page, without the name of the program."""
LEAST = {ROLES[2]: 4}
"""So many lines a page has at least, if not eight."""


def test_the_python_examples_of_the_readme_run() -> None:
    """Those of the pages in `docs` run when these are built."""
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 2
    assert result.failed == 0


def test_the_readme_begins_with_what_matters() -> None:
    """Two commands, a verdict as it is printed, and a picture stand before everything else."""
    assert len(README.splitlines()) <= 105
    first = README.partition("## What it found")[0]
    assert (
        0
        < first.index("make check")
        < first.index("$ banditproof check")
        < first.index("<picture>")
    )


def test_the_table_of_findings_is_that_of_the_register() -> None:
    begin, end = MADE["BEGIN"], MADE["END"]
    table = README.partition(begin)[2].partition(end)[0]
    assert table == MADE["found"](), "run `python docs/readme/made_by_program.py`"
    assert table.count("\n") >= 7


def test_the_table_of_theorems_is_that_of_the_register() -> None:
    begin, end = MADE["THEOREMS"], MADE["END"]
    table = README.partition(begin)[2].partition(end)[0]
    assert table == MADE["theorems"](), "run `python docs/readme/made_by_program.py`"
    for row in table.splitlines()[2:]:
        whole, *parts = map(int, re.findall(r"\| (\d+)(?= \|)", row))
        assert whole == sum(parts) > 0


@pytest.mark.parametrize("page", ["light", "dark"])
def test_the_picture_of_the_readme_is_that_of_the_tool(page: str, tmp_path: Path) -> None:
    """Its words, which Matplotlib writes as comments, and the number of its curves."""
    MADE["draw"](tmp_path)
    drawn, stored = (
        (folder / f"bounds_{page}.svg").read_text(encoding="utf-8")
        for folder in (tmp_path, ROOT / "docs" / "readme")
    )
    for what in (r"<!-- (.*?) -->", r"fill: #\w+", r"stroke: #\w+"):
        assert re.findall(what, drawn) == re.findall(what, stored)
    assert "private lower bound" in stored


def test_the_index_has_each_command_in_a_line_and_leads_to_its_page() -> None:
    index = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[`([\w-]+)`\]\((\w+\.md)\) \| (.+) \|$", index, re.MULTILINE)
    assert {name: says for name, _, says in rows} == COMMANDS
    assert len(rows) == len(COMMANDS)
    for name, page, _ in rows:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        assert re.search(rf"(?m)^(\$ )?banditproof {name}\b", text)
    assert {line.split()[0] for line in LINES["README.md"]} < set(COMMANDS)


def test_no_line_of_commands_stands_on_two_pages() -> None:
    lines = [line.partition("#")[0].strip() for page in ROLES for line in LINES[page]]
    assert len(lines) == len({*lines})


@pytest.mark.parametrize("page", LINES)
def test_every_command_line_of_a_page_is_read_by_its_command(page: str) -> None:
    assert len(LINES[page]) >= LEAST.get(page, 8)
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
    page = (ROOT / ROLES[2]).read_text(encoding="utf-8")
    table = page.partition("## What is installed")[2].partition("## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == extras
    (install,) = re.findall(r'pip install "\.\[(.*)\]"', README)
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
    named = re.findall(rf"`((?:{'|'.join(ROOMS)})/[\w./]*)`", text)
    if page.endswith("/README.md"):  # what a room calls its own files
        named += re.findall(r"`([\w/]+(?:/|\.py|\.toml))`", text)
    for name in named:
        assert (ROOT / name).exists() or (ROOT / page).parent.joinpath(name).exists(), name


@pytest.mark.parametrize("room", ROOMS)
def test_the_page_of_a_room_says_what_each_of_its_folders_has(room: str) -> None:
    text = (ROOT / room / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)/` \| (.*) \|$", text, re.MULTILINE))
    inside = sorted((ROOT / room).glob("*/__init__.py"))
    said = {one.parent.name: ast.parse(one.read_text(encoding="utf-8")) for one in inside}
    assert rows == {
        name: (ast.get_docstring(text) or "").split("\n")[0] for name, text in said.items()
    }


def test_the_picture_of_the_rooms_is_that_of_the_imports() -> None:
    drawn = (ROOT / "docs" / "readme" / "rooms.svg").read_text(encoding="utf-8")
    assert drawn == MADE["rooms"](), "run `python docs/readme/made_by_program.py`"
