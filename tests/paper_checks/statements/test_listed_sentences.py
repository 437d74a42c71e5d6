"""`document.sentences`: its reader, and what the coverage of a document makes of it."""

from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks.statements.coverage import conflicts, coverage
from banditproof.paper_checks.statements.documents import SHIPPED, document_named
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.statements.listed_sentences import (
    SENTENCES,
    Listed,
    parsed,
    read_sentences,
)
from banditproof.paper_checks.statements.text_errors import WrongText

TEXT = """\
# A comment.

## 1
Below (2): a bound
      of the variance
  my.lem1, my.thm2.upper
Abstract: praise
  no claim: an opinion, of which nothing
      can be checked
## A
Proof A.1: nothing yet
"""


def test_a_sentence_has_claims_or_a_reason_or_neither() -> None:
    bound, praise, left = parsed(TEXT, Path("a"))
    claims = ("my.lem1", "my.thm2.upper")
    assert bound == Listed("1", "Below (2)", "a bound of the variance", claims, "", 4)
    assert (praise.claims, praise.reason) == ((), "an opinion, of which nothing can be checked")
    assert (left.section, left.claims, left.reason) == ("A", (), "")


@pytest.mark.parametrize(("text", "spot", "sentence"), table(__file__, "wrong_texts"))
def test_a_wrong_text_is_one_sentence_with_its_line(text, spot, sentence) -> None:
    with pytest.raises(WrongText) as error:
        parsed(text, Path("a"))
    assert str(error.value).startswith(f"a:{spot}:1: ")
    assert sentence in str(error.value)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "document.claims").write_text(
        "# A paper\n\nname: my-paper\nprefix: my\ncontents:\n  1: Coins\n  2: Dice\n\n"
        "my.lem1 [lemma at 1, (2)] a bound\n    It is so.\n"
        "my.whole [remark at 2] two things\n    This and that.\n  parts: .a, .b\n"
        "my.whole.a [stated] this\n    This.\nmy.whole.b [stated] that\n    That.\n"
        "my.ours [ours, conflict at 1] a conflict\n    One excludes the other.\n"
        "  against: Section 2\n"
    )
    return tmp_path


def opened(folder: Path, sentences: str):
    from banditproof.paper_checks.other_papers.opening import open_with
    from banditproof.paper_checks.statements.programs_of_others import Programs

    (folder / SENTENCES).write_text(sentences)
    return open_with(str(folder), Programs.NOT_RUN)


def test_coverage_joins_stated_claims_and_listed_sentences(folder: Path) -> None:
    found = coverage(opened(folder, "## 2\nend: more\n  my.lem1\nend: less\n"))
    one, two = found.sections
    assert [(s.place, s.claims) for s in one.sentences] == [("(2)", ("my.lem1",))]
    assert [s.claims for s in two.sentences] == [("my.whole.a",), ("my.whole.b",), ("my.lem1",), ()]
    assert [s.open for s in two.sentences] == [False, False, False, True]
    assert found.conflicts == ("my.ours",)


@pytest.mark.parametrize(("text", "sentence"), table(__file__, "names_that_are_unknown"))
def test_an_unknown_name_is_refused(folder: Path, text: str, sentence: str) -> None:
    with pytest.raises(WrongText, match=sentence):
        read_sentences(opened(folder, text))


@pytest.mark.parametrize("document", [document.name for document in SHIPPED])
def test_the_sentences_of_each_document_can_be_read(document: str) -> None:
    found = coverage(document_named(document))
    stated = {facts.id for facts in text_index().values() if facts.stated and not facts.parts}
    covered = {id for sentence in found.sentences for id in sentence.claims}
    assert {id for id in stated if text_index()[id].document == document} <= covered
    assert all(sentence.place or sentence.claims for sentence in found.sentences)


@pytest.mark.parametrize("document", ["bernoulli", "zcdp", "adversarial"])
def test_each_sentence_of_a_settled_document_is_answered(document: str) -> None:
    found = coverage(document_named(document))
    assert [sentence for sentence in found.sentences if sentence.open] == []
    assert len([sentence for sentence in found.sentences if sentence.reason]) > 5


def test_a_conflict_names_both_places() -> None:
    found = conflicts(text_index().values())
    assert found
    for facts in found:
        assert facts.against, facts.id
        assert not facts.stated, facts.id
