"""Folders with the tables of before get a text that says the same, or keep their tables."""

from pathlib import Path

import pytest

from banditproof.paper_checks.other_papers import former_tables
from banditproof.paper_checks.other_papers.former_tables import convert

FACTS = 'title = "T"\nname = "my-paper"\nprefix = "my"\nauthors = "A. B"\n'
ROWS = 'id,kind,section,equation,page,one_line\nmy.a,lemma,2,(1),3,"a\n  bound"\n'
TEXT = """# T

name: my-paper
prefix: my
authors: A. B

my.a [lemma at 2, (1), p. 3] a bound
"""


def folder(place: Path, facts: str = FACTS, rows: str = ROWS) -> Path:
    (place / "document.toml").write_text(facts, encoding="utf-8")
    (place / "statements.csv").write_text(rows, encoding="utf-8")
    return place


def test_the_text_says_what_the_tables_said(tmp_path: Path) -> None:
    assert convert(folder(tmp_path)).read_text(encoding="utf-8") == TEXT
    assert [file.name for file in tmp_path.iterdir()] == ["document.claims"]


@pytest.mark.parametrize(
    ("facts", "row", "said"),
    [
        ("title = ", "", "is not TOML"),
        (FACTS.replace('"T"', '"T\\nmy.b [lemma]"'), "", "my.a would be read as something else"),
        (FACTS, "my.b,le]mma,2,(1),3,b", "make no text .* The bracket . is not closed"),
        (FACTS, "my.b,lemma at 7,2,(1),3,b", "my.b would be read as something else"),
        (FACTS, "my.b,lemma,2,(1); was my.c,3,b", "my.b would be read as something else"),
        (FACTS, "my.a,lemma,2,(1),3,b", "make no text .* The ID my.a stands in"),
        (FACTS, "my b,lemma,2,(1),3,b", "make no text .* A claim begins with its ID"),
        (FACTS, "my.b,,2,(1),3,b", "has a row without kind: my.b"),
        (FACTS, f"my.b,lemma,2,(1),3,{'x' * 200_000}", "statements.csv cannot be read: field larg"),
    ],
)
def test_tables_that_make_no_text_are_kept(tmp_path: Path, facts, row, said) -> None:
    folder(tmp_path, facts, f"{ROWS}{row}\n")
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(ValueError, match=said):
        convert(tmp_path)
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_an_interruption_leaves_the_tables_alone(tmp_path: Path, monkeypatch) -> None:
    def interrupted(place: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(former_tables, "described", interrupted)
    with pytest.raises(KeyboardInterrupt):
        convert(folder(tmp_path))
    assert not (tmp_path / "document.claims").exists()
