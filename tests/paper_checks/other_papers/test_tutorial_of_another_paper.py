"""The commands of the tutorial run in an empty folder, and print what it shows."""

from pathlib import Path
import pytest
from console_blocks import BLOCK, commands, printed, require_shown
from opened_documents import close_all
from banditproof.claims import claims, open_document, run

PAGE = Path(__file__).resolve().parents[3] / "docs" / "tutorials" / "another_paper.md"


@pytest.mark.slow
def test_the_commands_of_the_tutorial_print_what_it_shows(
    without_documents: Path, capsys, monkeypatch
) -> None:
    seen = 0
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind in ("python", "text"):
            name, _, content = text.removeprefix("# ").partition("\n")
            Path(name).write_text(content, encoding="utf-8")
        else:
            for words, lines in commands(text):
                seen += 1
                if words[0] == "rm":
                    for word in words[1:]:
                        Path(word).unlink()
                else:
                    require_shown(words, lines, printed(words, capsys, monkeypatch))
    assert seen == 12
    assert "noisy.lem2" in Path("graph.svg").read_text(encoding="utf-8")
    close_all()
    open_document("noisy-means")
    for claim in claims("noisy-means"):
        result = run(claim)
        assert "found" not in [step.detail[-5:] for step in result.facts.steps], "proofs are stored"
        assert all(not run(claim, **mutant).as_recorded for mutant in claim.mutants.values())
