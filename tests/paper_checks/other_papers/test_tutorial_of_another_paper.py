"""The commands of the tutorial run in an empty folder, and print what it shows."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from banditproof.claims import claims, close_document, open_document, run
from banditproof.cli import main
from banditproof.paper_checks.documents import OPENED

PAGE = Path(__file__).resolve().parents[3] / "docs" / "tutorials" / "another_paper.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def commands(block: str) -> Iterator[tuple[list[str], list[str]]]:
    """The words of each command of a block, and the lines that its output has, in order."""
    for part in block.split("$ ")[1:]:
        first, *lines = part.splitlines()
        yield shlex.split(first), [line for line in lines if line.strip() not in ("", "...")]


@pytest.mark.slow
def test_the_commands_of_the_tutorial_print_what_it_shows(
    without_documents: Path, capsys, monkeypatch
) -> None:
    seen = 0
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind in ("python", "csv"):
            name, _, content = text.removeprefix("# ").partition("\n")
            Path(name).write_text(content, encoding="utf-8")
        else:
            for words, lines in commands(text):
                seen += 1
                out = "" if words[0] == "rm" else ran(words, capsys, monkeypatch)
                if words[0] == "rm":
                    for word in words[1:]:
                        Path(word).unlink()
                place = 0
                for line in lines:
                    shown = " ".join(line.split())
                    assert shown in out[place:], (words, line, out)
                    place = out.index(shown, place)
    assert seen == 11
    assert "noisy.lem2" in Path("graph.svg").read_text(encoding="utf-8")
    close_all()
    open_document("noisy-means")
    for claim in claims("noisy-means"):
        found = run(claim)
        assert "found" not in [step.detail[-5:] for step in found.facts.steps], "proofs are stored"
        assert all(not run(claim, **mutant).as_recorded for mutant in claim.mutants.values())


def ran(words: list[str], capsys, monkeypatch) -> str:
    """The output of a command in one line; it ends well, and begins without documents."""
    close_all()
    assert words[0] == "banditproof"
    monkeypatch.setattr("sys.argv", [*words, *["--workers", "1"] * (words[1] == "check")])
    code: object = 0
    try:
        main()
    except SystemExit as ended:
        code = ended.code or 0
    assert code == 0, words
    out, err = capsys.readouterr()
    assert err == "", words
    return " ".join(out.split())


def close_all() -> None:
    """Forget all documents."""
    for document in list(OPENED.values()):
        close_document(document)
