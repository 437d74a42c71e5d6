"""`banditproof` alone prints a guide of ten lines, each of which is true."""

import re
import shlex
import subprocess
import sys
import pytest
from banditproof.cli.application import COMMANDS, imported_command
from banditproof.cli.guide import COMPLETION, GUIDE
from banditproof.verify.pytest_plugin import MARKERS

LINES = GUIDE.splitlines()
WORDS = [
    shlex.split(part.split("#")[0])[1:]
    for line in LINES[1:]
    for part in line[25:].split(", ")
    if part.startswith("banditproof ")
]
"""The words after `banditproof` in each command line of the guide."""


def test_it_is_printed_without_any_words(banditproof) -> None:
    assert banditproof() == (0, GUIDE, "")


def test_it_has_ten_lines_that_fit_into_a_terminal() -> None:
    assert len(LINES) == 10
    assert max(map(len, LINES)) <= 80


def test_it_speaks_to_each_user() -> None:
    for user in ("review a paper", "have an instance", "have an algorithm", "run a test suite"):
        assert f"You {user} " in GUIDE


def test_every_command_of_it_is_read_by_that_command() -> None:
    named = {first for first, *_ in WORDS}
    assert named == {"claims", "check", "report", "bounds", "audit", "--help"}
    for name, *rest in WORDS:
        if name in COMMANDS and "--help" not in rest:
            # fails for an option that does not exist, or for a missing argument
            imported_command(name).make_context(name, rest)


def test_a_wrong_line_would_be_noticed() -> None:
    with pytest.raises(Exception, match="No such option"):
        imported_command("bounds").make_context("bounds", ["--mean", "0.8,0.6", "--epps", "0.5"])


def test_the_first_command_of_it_finds_claims(banditproof) -> None:
    out = banditproof(*WORDS[0]).shown
    assert "thm4.3" in out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["check", "report", "bounds"])
def test_a_command_of_it_works(name: str, banditproof) -> None:
    line = next(words for words in WORDS if words[0] == name and "--tier" not in words)
    out = banditproof(*line).shown
    assert out.count("\n") > 3


def test_the_mark_of_it_is_one_of_the_plugin() -> None:
    (mark,) = re.findall(r"@pytest\.mark\.(\w+)\(", GUIDE)
    assert any(line.startswith(f"{mark}(") for line in MARKERS)


def test_it_loads_neither_the_application_nor_typer() -> None:
    program = (
        "import sys; sys.argv = ['banditproof']\n"
        "from banditproof.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == GUIDE
    loaded = set(done.stderr.split())
    assert "banditproof.cli.guide" in loaded
    assert not loaded & {"typer", "rich", "numpy", "banditproof.cli.application"}


def test_a_shell_that_asks_for_completions_gets_no_guide(monkeypatch) -> None:
    from banditproof.cli import guide

    monkeypatch.setattr(sys, "argv", ["banditproof"])
    assert guide.wanted()
    monkeypatch.setenv(COMPLETION, "complete_bash")
    assert not guide.wanted()
