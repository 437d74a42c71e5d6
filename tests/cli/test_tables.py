"""Tables fit 80 columns, or as many as COLUMNS says; commands load only what they need."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple
import pytest
from case_tables import table
from mistaken_lines import command_lines
from banditproof.cli.option_groups import choices_of
from banditproof.cli.tables import Cell, print_table, print_text
from banditproof.verify import audit
from banditproof.verify.definitions.notions import Notion

COMMANDS = command_lines("tables")


class Replayed(NamedTuple):
    """An audit whose checks were run before."""

    checks: tuple[Any, ...]
    report: Callable[..., Any]


@pytest.fixture(scope="module")
def one_audit() -> Callable[..., Replayed]:
    """`start_audit`, which runs its checks once for all widths."""
    start, known = audit.start_audit, dict[str, Replayed]()

    def started(*given: Any, **options: Any) -> Replayed:
        key = repr((given, options))
        if key not in known:
            running = start(*given, **options)
            known[key] = Replayed(tuple(running.checks), running.report)
        return known[key]

    return started


@pytest.mark.parametrize("width", [None, 80, 120])
@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_is_wider_than_the_terminal(
    banditproof, monkeypatch, tmp_path, one_audit, name, width
) -> None:
    monkeypatch.setattr(audit, "start_audit", one_audit)
    folder = tmp_path / "a-folder-with-a-long-name" / "that-is-wider" / "than-a-narrow-terminal"
    folder.mkdir(parents=True)
    file = folder / "actions.csv"
    file.write_text("".join(f"{k}.25,{k * k}.5,1/{k + 3},0.125,{k**3}\n" for k in range(12)))
    monkeypatch.delenv("COLUMNS", raising=False)
    if width:
        monkeypatch.setenv("COLUMNS", str(width))
    words = [str(file) if word == "FILE" else word for word in COMMANDS[name]]
    out = banditproof(*words).shown
    assert max(map(len, out.splitlines())) <= (width or 80)
    assert not any(line != line.rstrip() for line in out.splitlines())


LONG = "one two three four five six seven eight nine ten eleven twelve"


@pytest.mark.parametrize(
    ("width", "shown"), table(__file__, "a_long_note_wraps_in_its_column_or_goes_below")
)
def test_a_long_note_wraps_in_its_column_or_goes_below(capsys, monkeypatch, width, shown) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    rows = [("an.id", Cell("holds", "green"), LONG), ("a.b.c.d", Cell("fails", "red"), "short")]
    print_table(("claim", "verdict", "note"), rows)
    assert capsys.readouterr().out == shown


def test_long_names_wrap_and_ids_do_not(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    number = "1.234567890123456789"
    rows = [(LONG, number, "note"), ("thesis.thm4.20.bernoulli_logarithm", number, "note")]
    print_table(("name", "value", "about"), rows, below=True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "name                      value",
        f"one two three four five   {number}",
        "  six seven eight nine",
    ]
    assert lines[-3:-1] == ["thesis.thm4.20.bernoulli_logarithm", " " * 26 + number]


def test_below_an_id_without_room_stands_its_row(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    id = "an.id.as.long.as.thirty.six.letters1"
    print_table(
        ("claim", "verdict", "note"), [(id, "holds", "proved"), ("b.c", "fails", "x")], below=True
    )
    assert capsys.readouterr().out.splitlines() == [
        *("claim" + " " * 28 + "verdict", id, " " * 33 + "holds", "    proved"),
        *("b.c" + " " * 30 + "fails", "    x"),
    ]


def test_colours_are_for_terminals(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    print_table(("claim", "verdict"), [("an.id", Cell("holds", "green"))])
    out = capsys.readouterr().out
    assert "\x1b[32mholds" in out
    assert "[green]" not in out


def test_the_commands_load_neither_numpy_nor_the_rooms() -> None:
    heavy = "'numpy', 'scipy', 'flint', 'matplotlib', 'rich', 'banditproof.theory'"
    names = "account, audit, bounds, design, exact, figure, plot, simulate"
    program = (
        f"import sys; from banditproof.cli import {names}; "
        f"sys.exit(', '.join(m for m in ({heavy}) if m in sys.modules) or None)"
    )
    run = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")


def test_the_notions_of_the_help_are_all_of_them() -> None:
    assert [*Notion] == choices_of("audit", "notion")


def test_letters_that_steer_a_terminal_are_spelt_out(capsys) -> None:
    print_table(("", ""), [("a\x1b[2J", Cell("b\x07", "green"))], title="t\x1b")
    print_text("c\x9b d")
    out = capsys.readouterr().out
    assert out == "t\\x1b\na\\x1b[2J  b\\x07\nc\\x9b d\n"
