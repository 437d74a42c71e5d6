"""Files of claims: read strictly, written as they were read, and the same as their programs say."""

import tomllib
from dataclasses import fields, replace
from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks import Outcome
from banditproof.paper_checks.running.record_grades import write_grades
from banditproof.paper_checks.statements.catalogue import former_ids
from banditproof.paper_checks.statements.completed import completed, declared
from banditproof.paper_checks.statements.declared import Declared
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.paper_checks.statements.files_of_claims import order
from banditproof.paper_checks.statements.ids_in_texts import (
    ids_in_texts,
    refuse_strange,
    refuse_unknown,
)
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.statements.places import headings
from banditproof.paper_checks.statements.text_errors import WrongText
from banditproof.paper_checks.statements.text_reader import ClaimText, parsed, read_claims
from banditproof.paper_checks.statements.text_writer import WIDTH, written
from banditproof.paper_checks.verdicts.verdict import SETTLED_BY, ForAll
from banditproof.paper_checks.verdicts.verdict_words import (
    FROM_WORST,
    GRADES_IN_WORDS,
    OUTCOMES,
    SETTLED,
    STALE,
)
from banditproof.verify.evidence import Grade

TEXTS = [text for document in SHIPPED for text in document.texts]
CLAIM = """my.thm1 [theorem at 2, (3), p. 4] a bound
    It is at most
    1.
  misprint, proved, repaired by .repaired, slow -- bounds.it with its proof
  rests on: .a, textbook.jensen
"""


def test_a_claim_is_read_field_by_field() -> None:
    (claim,) = parsed(CLAIM, Path("a.claims")).claims
    assert claim == Declared(
        id="my.thm1",
        statement="It is at most 1.",
        kind="theorem",
        title="a bound",
        at="2, (3), p. 4",
        stated=True,
        recorded="misprint",
        grade="proved",
        universal="machine",
        tier="slow",
        program=("bounds", "it"),
        by_proof=True,
        repaired_by="my.thm1.repaired",
        rests_on=("my.thm1.a", "textbook.jensen"),
        catalogued=True,
        text=Path("a.claims"),
        line=1,
    )


WRONG = tomllib.loads(Path(__file__).with_name("faults_of_claims.toml").read_text(encoding="utf-8"))
WRONG["bytes"] = (
    "my.a\n  reading: \udcff\n",
    "a.claims:2:1: What stands here is not text in UTF-8",
)


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_has_a_file_a_line_and_a_column(fault: str, tmp_path, monkeypatch) -> None:
    text, sentence = WRONG[fault]
    monkeypatch.chdir(tmp_path)
    file = Path("a.claims")
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(WrongText) as refused:
        read_claims(file)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith((".", "?"))


@pytest.mark.parametrize(
    ("change", "sentence"), table(__file__, "what_does_not_fit_the_registry_is_refused")
)
def test_what_does_not_fit_the_registry_is_refused(change, sentence: str) -> None:
    with pytest.raises(WrongText, match=sentence):
        completed(replace(declared("bern.thm3.1"), **change))


def test_a_second_id_has_the_words_and_the_place_of_the_first() -> None:
    said = ("statement", "title", "where", "recorded", "reading")
    for text in TEXTS:
        for claim in text.claims:
            if claim.repeats and not claim.statement:
                copy, original = completed(claim), completed(declared(claim.repeats))
                assert original.statement
                assert all(getattr(copy, name) == getattr(original, name) for name in said)
            # one sentence in two wordings at one place would be counted and printed twice
            elif claim.repeats and claim.stated:
                copy, original = completed(claim), completed(declared(claim.repeats))
                assert (copy.where, copy.label) != (original.where, original.label), claim.id


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: "-".join(text.file.parts[-2:]))
def test_a_file_is_written_as_it_was_read(text: ClaimText) -> None:
    content = text.file.read_text(encoding="utf-8")
    assert written(text) == content
    again = parsed(content, text.file)
    assert again == text
    long = [line for line in content.split("\n") if len(line) > WIDTH and line.count(" ") > 6]
    assert long == []


@pytest.mark.parametrize("document", SHIPPED, ids=lambda document: document.name)
def test_headings_are_those_of_the_table_of_contents(document) -> None:
    for text in document.texts:
        module = document.module_of(text.file.with_suffix(""))
        assert text.headings == headings(document, module), text.file
    places = [order(text.file.relative_to(document.home)) for text in document.texts]
    assert places == sorted(places)


def test_texts_use_the_words_of_verdicts() -> None:
    assert {*OUTCOMES, STALE} == set(FROM_WORST) == {outcome.value for outcome in Outcome}
    assert tuple(GRADES_IN_WORDS) == tuple(SETTLED) == tuple(grade.value for grade in Grade)
    assert {Grade(g): ForAll(s) for g, s in SETTLED.items()} == {
        grade: usual for grade, (usual, *_) in SETTLED_BY.items()
    }


def test_the_former_word_of_a_verdict_is_read_and_the_present_one_is_written() -> None:
    line = "  {}, proved, repaired by .repaired -- a.b"
    now, then = (
        parsed(f"my.a [stated]\n    So.\n{line.format(word)}\n", Path("a"))
        for word in ("fails-with-repair", "holds-with-repair")
    )
    assert now == then
    assert line.format("fails-with-repair") in written(then)


@pytest.mark.parametrize(("fragment", "other"), table(__file__, "each_word_of_a_text_matters"))
def test_each_word_of_a_text_matters(fragment: str, other: str) -> None:
    """A reader that leaves one out would not tell these texts apart."""
    assert fragment in CLAIM
    changed = CLAIM.replace(fragment, other)
    one, two = (next(parsed(text, Path("a")).claims) for text in (CLAIM, changed))
    assert one != two
    assert written(ClaimText(Path("a"), entries=(two,))) == changed.replace(
        "most\n    1.", "most 1."
    )


def test_grades_are_written_where_they_changed(tmp_path: Path) -> None:
    file = tmp_path / "a.claims"
    file.write_text(CLAIM.replace("most\n    1.", "most 1."), encoding="utf-8")
    text = read_claims(file)
    assert not write_grades(text, {"my.thm1": ("proved", "machine")})
    assert write_grades(text, {"my.thm1": ("outlined", "steps")})
    assert "  misprint, outlined, repaired by" in file.read_text(encoding="utf-8")
    (claim,) = read_claims(file).claims
    changed = {
        f.name
        for f in fields(claim)
        if getattr(claim, f.name) != getattr(next(text.claims), f.name)
    }
    assert changed == {"grade", "universal"}


def test_the_ids_that_are_scanned_are_those_of_the_claims() -> None:
    ids, former = ids_in_texts()
    assert set(ids) == set(text_index())
    assert len(ids) == len(text_index())
    assert former >= set(former_ids())
    refuse_unknown([*former, "Lemma F.3", "bern.lemF.*", "no-such-folder"])
    refuse_strange([*former, *ids, "Lemma F.3", "hoeffding", "lemF.3"])
    with pytest.raises(ValueError, match=r"no claim 'lemF33'; did you mean bern.lemF.3"):
        refuse_strange(["lemF33"])
    with pytest.raises(ValueError, match=r"no claim 'bern.lemF33'; did you mean bern.lemF.3"):
        refuse_unknown(["bern.thm3.1", "bern.lemF33"])
