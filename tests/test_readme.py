"""What the README and the contribution guide say is true."""

import doctest
import re
from pathlib import Path

import pytest

from banditproof.cli.application import app

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_examples_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_command_of_the_readme_exists() -> None:
    known = {command.name for command in app.registered_commands}
    used = set(re.findall(r"^banditproof ([\w-]+)", README, flags=re.MULTILINE))
    assert used == known


@pytest.mark.parametrize("page", ["auditing", "proving"])
def test_the_examples_of_a_page_run(page: str) -> None:
    result = doctest.testfile(str(ROOT / "docs" / f"{page}.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("target", ["check", "test"])
def test_the_two_commands_are_targets_of_the_makefile(target: str) -> None:
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_named_file_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in re.findall(r"`((?:theory|algorithms|verify|paper_checks|cli)/[\w./]*)`", text):
        assert (ROOT / name).exists(), name
