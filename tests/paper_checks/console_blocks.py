"""Runs the commands that a page shows, and compares what they print with what it shows."""

import re
import shlex
from collections.abc import Iterator
import pytest
from opened_documents import close_all
from banditproof.cli import main

BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def commands(block: str) -> Iterator[tuple[list[str], list[str]]]:
    """The words of each command of a block, and the lines that its output has, in order."""
    for part in block.split("$ ")[1:]:
        first, *lines = part.splitlines()
        yield shlex.split(first), [line for line in lines if line.strip() not in ("", "...")]


def printed(
    words: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    afresh: bool = True,
) -> str:
    """The output of a command in one line; it ends well, and begins `afresh`: without documents."""
    if afresh:
        close_all()
    assert words[0] == "banditproof"
    monkeypatch.setattr("sys.argv", [*words, *["--workers", "1"] * (words[1] == "check")])
    code: object = 0
    try:
        main()
    except SystemExit as ended:
        code = ended.code or 0
    out, err = capsys.readouterr()
    assert code == 0, (words, out, err)
    assert err == "", words
    return " ".join(out.split())


def require_shown(words: list[str], lines: list[str], out: str) -> None:
    """The lines stand in the output, in this order."""
    place = 0
    for line in lines:
        shown = " ".join(line.split())
        assert shown in out[place:], (words, line, out)
        place = out.index(shown, place)
