"""The help of every command fits on one screen, names every option, and its examples run."""

import re
import shlex
import pytest
from case_tables import table
from banditproof.cli.application import COMMANDS, imported_command
from banditproof.cli.help_pages import LINES, WIDEST, examples_in, usual_options


def options_of(name: str) -> set[str]:
    """The longest name of each option of a command."""
    command = imported_command(name)
    known = [one for one in command.params if one.param_type_name == "option"]
    return {max(one.opts, key=len) for one in known}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_fits_on_one_screen_and_names_every_option(banditproof, monkeypatch, name) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = banditproof(name, "--help")
    lines = shown.out.splitlines()
    assert shown.code == 0
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= WIDEST
    assert not re.search(r"[a-z]\.\.(?!\.)", shown.out)
    assert not re.search(r"\.{4}|\[\[|\b1 more options|  worst\.", shown.out)
    assert lines[0].startswith(f"Usage: banditproof {name}")
    assert COMMANDS[name] in shown.text
    missing = {option for option in options_of(name) if option not in shown.out}
    assert missing <= {"--help-all", "--help"}
    assert name not in usual_options() or "--help-all" in shown.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_whole_help_says_at_least_as_much(banditproof, monkeypatch, name) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    whole = banditproof(name, "--help-all")
    assert whole.code == 0
    assert all(option in whole.out for option in options_of(name))
    assert len(whole.out.splitlines()) > 20


def test_the_usual_options_are_options() -> None:
    for name, options in usual_options().items():
        known = imported_command(name).params
        names = {opt for one in known for opt in one.opts}
        assert set(options) <= names, name


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_have_options_that_there_are(name: str) -> None:
    _, examples = examples_in(imported_command(name).explained)
    assert examples
    for line in examples:
        program, command, *words = shlex.split(line)
        assert program == "banditproof"
        options = {option for word in words if (option := word.partition("=")[0]).startswith("--")}
        known = {
            o for one in imported_command(command).params for o in (*one.opts, *one.secondary_opts)
        }
        assert options <= known, line


@pytest.mark.each("examples in print")
@pytest.mark.parametrize("line", table(__file__, "examples_that_run"))
def test_these_examples_stand_in_the_help_and_run(banditproof, tmp_path, monkeypatch, line) -> None:
    monkeypatch.chdir(tmp_path)
    _, command, *words = shlex.split(line)
    assert line in examples_in(imported_command(command).explained)[1]
    assert banditproof(command, *words).code == 0
