"""`banditproof coverage`: the sentences of a document, by section."""

import json
from pathlib import Path
import pytest

HEAD = "# A paper\n\nname: my-paper\nprefix: my\ncontents:\n  1: Coins\n  2: Dice\n\n"
CLAIMS = (
    HEAD + "my.lem1 [lemma at 1, (2)] a bound\n    It is so.\n"
    "my.two [ours, conflict at 1] two numbers\n    They differ.\n  against: Section 2\n"
)
OPEN = "## 2\nfirst line: more\n  my.lem1\nend: praise\n  no claim: an opinion\nend: less\n"


@pytest.fixture
def paper(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "my-paper"
    folder.mkdir()
    (folder / "document.claims").write_text(CLAIMS)
    (folder / "document.sentences").write_text(OPEN)
    (folder / "program.py").write_text("raise SystemExit('no program runs')\n")
    return folder


def test_sentences_stand_under_their_sections(paper: Path, banditproof) -> None:
    code, out, err = banditproof("coverage", "my-paper/")
    assert (code, err) == (1, "")
    assert out.split("Section 2: Dice")[0].split() == [
        "Section",
        "1:",
        "Coins",
        "(2)",
        "my.lem1",
        "a",
        "bound",
    ]
    text = " ".join(out.split())
    assert "no claim: an opinion" in text
    assert "4 sentences: 2 with a claim, 1 with a reason, 1 with neither." in text
    assert text.endswith("1 conflict between two places: my.two.")


def test_only_open_sentences_are_shown(paper: Path, banditproof) -> None:
    out = banditproof("coverage", "my-paper/", "--open").out
    assert "less" in out
    assert "opinion" not in out
    assert "Coins" not in out


def test_only_open_sentences_are_in_json_too(paper: Path, banditproof) -> None:
    facts = json.loads(banditproof("coverage", "my-paper/", "--open", "--json").out)
    assert [[one["words"] for one in part["sentences"]] for part in facts["sections"]] == [["less"]]


def test_a_document_without_contents_has_sections_all_the_same(paper: Path, banditproof) -> None:
    bare = CLAIMS.replace("contents:\n  1: Coins\n  2: Dice\n", "").replace("at 1, (2)", "at (2)")
    (paper / "document.claims").write_text(bare.replace(" at 1]", "]"))
    code, out, err = banditproof("coverage", "my-paper/")
    assert (code, err) == (1, "")
    assert "no claim: an opinion" in " ".join(out.split())


def test_the_exit_code_says_whether_all_is_settled(paper: Path, banditproof) -> None:
    assert banditproof("coverage", "my-paper/", "--section", "1").code == 0
    assert banditproof("coverage", "my-paper/", "--section", "2", "--json").code == 1
    (paper / "document.sentences").write_text(OPEN + "  my.lem1\n")
    facts = banditproof("coverage", "my-paper/", "--json").facts
    assert [one["section"] for one in facts["sections"]] == ["1", "2"]
    assert facts["sections"][1]["sentences"][1]["reason"] == "an opinion"


def test_what_is_wrong_is_one_sentence(paper: Path, banditproof) -> None:
    assert "give one of 1, 2" in banditproof("coverage", "my-paper/", "--section", "3").mistake
    assert "There is no document" in banditproof("coverage", "no-paper").mistake
    (paper / "document.sentences").write_text("## 2\nend: more\n  my.lem2\n")
    assert (
        "document.sentences:2:1: There is no claim my.lem2"
        in banditproof("coverage", "my-paper/").mistake
    )


def test_the_list_of_claims_names_the_conflicts(paper: Path, banditproof) -> None:
    assert "Conflicts of two places: my.two." in banditproof("claims", "my-paper/").text
