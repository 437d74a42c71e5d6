"""On a terminal formulas are characters of Unicode in lines that fit; pipes keep LaTeX."""

import sys
import unicodedata
import pytest


@pytest.fixture
def terminal(banditproof, monkeypatch):
    """Runs a command as on a terminal of some width."""

    def run(columns: int, *words: str) -> str:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "dumb")
        return banditproof(*words).shown

    return run


@pytest.mark.parametrize("columns", [40, 72, 120])
@pytest.mark.parametrize("words", [("why", "textbook.bretagnolle-huber"), ("check", "bern.eq2")])
def test_lines_fit_the_terminal_and_have_no_backslash(terminal, columns, words) -> None:
    lines = terminal(columns, *words).splitlines()
    assert not any("\\" in line or "$" in line for line in lines)
    for line in lines:
        width = sum(not unicodedata.combining(letter) for letter in line)
        path = line.removeprefix("program").strip()  # what is there to be copied
        assert width <= columns or path.startswith(("paper_checks/", "textbook."))


def test_the_source_is_shown_on_request_and_in_pipes(terminal, banditproof) -> None:
    piped = banditproof("check", "bern.eq2").shown
    assert "$" in piped
    assert "$" in terminal(80, "check", "bern.eq2", "--tex")


def test_a_tree_is_cut_on_a_terminal_alone(terminal, banditproof) -> None:
    piped = banditproof("why", "bern.thm3.1").shown
    assert not any(line.endswith("...") for line in piped.splitlines())
    assert max(map(len, terminal(60, "why", "bern.thm3.1").splitlines())) <= 60
