"""Each repetition was compared by a reader, and is compared again when either claim is changed."""

from dataclasses import replace
import pytest
from banditproof.paper_checks.running import write_repetitions
from banditproof.paper_checks.statements import compared_repetitions as kept
from banditproof.paper_checks.statements.declared import Declared

AGAIN = (
    "A reader has to compare what each of these claims says with the claim that it repeats: "
    "`python -m banditproof.paper_checks.running.write_repetitions` shows both."
)
COPY = Declared(id="my.copy", statement="So it is.", reading="kernel", at="2, (3)", repeats="my.a")
FIRST = Declared(id="my.a", statement="So  it\nis.", asymptotic="constants", at="1", title="it")
PART = Declared(id="my.a.part", statement="Half of it.")


def test_each_repetition_was_compared_as_it_is_now() -> None:
    assert kept.to_compare() == [], AGAIN
    assert kept.compared().keys() == kept.repetitions().keys()


@pytest.mark.parametrize("which", range(3))
@pytest.mark.parametrize("field", kept.SAID)
def test_what_either_claim_says_is_in_the_digest(which: int, field: str) -> None:
    claims = [COPY, FIRST, PART]
    before = kept.digest_of_repetition(claims[0], claims[1:])
    claims[which] = replace(claims[which], **{field: getattr(claims[which], field) + " for n > 1"})
    assert kept.digest_of_repetition(claims[0], claims[1:]) != before


def test_line_ends_verdicts_and_titles_are_not_in_the_digest() -> None:
    before = kept.digest_of_repetition(COPY, [FIRST])
    other = replace(FIRST, statement="So it is.", recorded="holds", summary="Yes.", title="that")
    assert kept.digest_of_repetition(COPY, [other]) == before


def test_the_parts_of_what_is_repeated_are_read_as_well() -> None:
    wholes = [copy for copy in kept.repetitions().values() if len([*kept.repeated_by(copy)]) > 1]
    assert wholes
    for copy in wholes:
        original, *parts = kept.repeated_by(copy)
        assert {*original.parts} <= {part.id for part in parts}


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file of its own, in which two pairs were compared."""
    monkeypatch.setattr(kept, "FILE", tmp_path / "compared.txt")
    kept.keep_compared(["zcdp.thm9", "thesis.lemC.16"])
    return tmp_path / "compared.txt"


def test_a_changed_claim_has_to_be_compared_again(file, capsys) -> None:
    assert not {"zcdp.thm9", "thesis.lemC.16"} & {*kept.to_compare()}
    rows = file.read_text("utf-8").replace("zcdp.thm9 ", "zcdp.thm9 0")
    file.write_text(rows + "my.gone 0123\n", encoding="utf-8")
    assert "zcdp.thm9" in kept.to_compare()
    assert write_repetitions.main([]) == 1
    shown = capsys.readouterr().out
    assert "zcdp.thm9 (zcdp, Section VI-B and Appendix G-B2)" in shown
    assert "thesis.lemC.16 (" not in shown
    assert "my.gone" not in kept.compared()


def test_a_reader_names_what_was_compared(file, capsys) -> None:
    assert write_repetitions.main(["thesis.lemC.*", "bern.*"]) == 1
    known = {id for id in kept.repetitions() if id.startswith(("thesis.lemC.", "bern."))}
    assert kept.compared().keys() == known | {"zcdp.thm9"}
    assert write_repetitions.main(["*"]) == 0
    assert kept.to_compare() == []
    assert write_repetitions.main([]) == 0
    count = len(kept.repetitions())
    said = f"{count} of {count} repetitions were compared as they are now.\n"
    assert capsys.readouterr().out.endswith(said + said)
    with pytest.raises(SystemExit):
        write_repetitions.main(["bern.thm3.1"])
