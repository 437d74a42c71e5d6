"""Two documents that state the same share one program: it runs once, and its verdict is of both."""

import re
import pytest
from banditproof.cli.one_result import first_answers
from banditproof.paper_checks import Outcome, claims, find, run_all
from banditproof.paper_checks.derivations.derived_verdict import NOTHING_LEFT_OUT
from banditproof.paper_checks.running.runner import run
from banditproof.paper_checks.statements.completed import declared
from banditproof.paper_checks.statements.programmed import claim, repeated, whole
from banditproof.paper_checks.verdicts.vocabulary import proved, refuted


@pytest.fixture
def runs(registry):
    """Two parts and their whole, which note when they run."""
    seen = []

    def declare(id, verdict):
        @claim(f"bern.lemF.3.{id}", "a", recorded=verdict.outcome.value, stated=True)
        def check():
            seen.append(id)
            return verdict

    declare("one", proved("Yes.", covered="All."))
    declare("two", refuted("No.", n=1))
    whole("bern.lemF.3.all", "Two things.", ("bern.lemF.3.one", "bern.lemF.3.two"))
    return seen


def test_one_program_runs_for_both(runs) -> None:
    repeated("bern.lemF.4.copy", "bern.lemF.3.two", "The same in other letters.", stated=True)
    chosen = [find("bern.lemF.4.copy"), find("bern.lemF.3.two")]
    results = run_all(chosen, workers=1)
    assert runs == ["two"]
    assert [r.claim.id for r in results] == [c.id for c in chosen]
    assert {r.verdict.outcome for r in results} == {Outcome.FAILS}
    copy = chosen[0]
    assert (copy.repeats, copy.rests_on) == ("bern.lemF.3.two", ("bern.lemF.3.two",))
    assert run(copy).verdict.summary == "No."
    assert results[0].facts.repeats == "bern.lemF.3.two"


def test_a_statement_with_parts_is_repeated_with_them(runs) -> None:
    repeated("bern.lemF.4.copy", "bern.lemF.3.all", "The same in other letters.")
    (result,) = run_all([find("bern.lemF.4.copy")], workers=1)
    assert sorted(runs) == ["one", "two"]
    assert result.verdict.outcome == find("bern.lemF.3.all").recorded == Outcome.FAILS


def test_a_copy_is_not_copied(runs) -> None:
    repeated("bern.lemF.4.copy", "bern.lemF.3.one", "The same.")
    with pytest.raises(ValueError, match=r"name bern\.lemF\.3\.one"):
        repeated("bern.lemF.4.other", "bern.lemF.4.copy", "The same.")


def test_what_is_repeated_is_that_of_the_other_claim() -> None:
    copies = [claim for claim in claims() if claim.repeats]
    assert sum(copy.document in ("zcdp", "renyi") for copy in copies) > 20
    for copy in copies:
        other = find(copy.repeats)
        assert other.repeats is None, copy.id
        assert copy.recorded == other.recorded, copy.id
        assert copy.reading.endswith(other.reading), copy.id
        assert copy.repaired_by == other.repaired_by, copy.id
        assert copy.statement, copy.id


NUMBERED = re.compile(
    r"(Assumption|Theorem|Lemma|Corollary|Proposition|Remark|Definition|Algorithm|Figure|Table|"
    r"Section|Appendix|Eq\.|Equation) [A-Z]?[.\dIVX]*\d|(Section|Table) [IVX]+\b|\(\d+\)"
)


def test_a_reading_that_two_documents_share_names_no_number_of_one() -> None:
    assert NUMBERED.search("with the lengths of (4)")
    assert NUMBERED.search("the H_t of Assumption 2")
    assert not NUMBERED.search("g with the square (zcdp.def5), for T >= 3 and (d + 1)")
    shared = {(c.repeats, find(c.repeats).reading) for c in claims() if c.repeats}
    assert not [(id, reading) for id, reading in shared if NUMBERED.search(reading)]


def test_a_reading_of_the_copy_alone_stands_before_the_one_of_both() -> None:
    own = {c.id: declared(c.id).reading for c in claims() if c.repeats}
    written = {id: reading for id, reading in own.items() if reading}
    assert "renyi.thm17.numerator" in written
    for id, reading in written.items():
        shown = find(id).reading
        assert shown.startswith(reading), id
        assert shown.removeprefix(reading).removeprefix("; ") == find(find(id).repeats).reading, id
    assert f"reading        {written['renyi.thm17.numerator']}" in "\n".join(
        f"{name:15}{said}" for name, said in first_answers(run(find("renyi.thm17.numerator")))
    )


def test_what_a_reader_of_a_copy_or_a_whole_left_out_is_said() -> None:
    """Not only what the formula of the original leaves out, which its own reader said."""
    said = "$D_1$ as a limit of $D_\\alpha$"
    for id in ("zcdp.thm16.kl", "zcdp.thm16"):
        verdict = run(find(id)).verdict
        assert said in verdict.not_covered
        assert NOTHING_LEFT_OUT not in verdict.not_covered
    assert said not in run(find("thesis.cor4.5.zcdp")).verdict.not_covered


def test_the_same_words_in_another_reading_are_read_by_people(registry) -> None:
    other = find("zcdp.thm12")
    assert (other.recorded, other.grade) == ("holds", "derived")
    for reading, grade in (("", "derived"), (other.reading, "derived"), ("kernel", "outlined")):
        repeated(f"bern.lemF.4.{len(reading)}", other.id, other.statement, reading=reading)
        assert find(f"bern.lemF.4.{len(reading)}").grade == grade, reading
