"""A statement with several assertions has the verdict of its parts, and is counted by them."""

from dataclasses import replace
import pytest
from banditproof.paper_checks import Outcome, run, run_all
from banditproof.paper_checks.statements.composite import combined
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.statements.programmed import claim, whole
from banditproof.paper_checks.verdicts.verdict import not_mechanical, undecided
from banditproof.paper_checks.verdicts.verdict_of_parts import TRUE, worst
from banditproof.paper_checks.verdicts.vocabulary import (
    WHOLE,
    misprinted,
    needs_repair,
    not_reproduced,
    points,
    proved,
    refuted,
    sampled,
    statistical,
    vacuous,
)
from banditproof.verify.evidence import Grade

YES = proved("Yes.", covered="All.")
AT_POINTS = points("Yes.", covered="One.", not_covered="Others.")
NO = refuted("No.", n=1)
STATISTICAL = statistical("Yes.", covered="9 runs.", not_covered="Others.")
SAMPLED = sampled("Yes.", covered="9.", not_covered="Others.", universal=None)
DEFINED = replace(AT_POINTS, outcome=Outcome.DEFINITION)
VACUOUS = vacuous("The class is empty.", covered="All.")


def declare(id, verdict):
    @claim(f"bern.lemF.3.{id}", "a", recorded=verdict.outcome.value, stated=True)
    def check():
        return verdict


@pytest.mark.parametrize(
    ("found", "grade"), [(AT_POINTS, "cited"), (SAMPLED, "cited"), (YES, "proved"), (NO, "proved")]
)
def test_what_rests_on_a_cited_theorem_says_so(registry, found, grade):
    """What a machine shows of all that is stated, or refutes, needs no theorem of another paper."""

    @claim(
        "bern.lemF.3.one",
        "a",
        recorded=found.outcome.value,
        rests_on=("bern.eq2", "thesis.thm5.20.convergence"),
    )
    def check():
        return found

    assert run(registry["bern.lemF.3.one"]).grade == grade


def test_a_whole_is_as_good_as_its_worst_part(registry):
    for id, verdict in (("one", YES), ("two", NO), ("three", AT_POINTS)):
        declare(id, verdict)
    parts = tuple(f"bern.lemF.3.{id}" for id in ("one", "two", "three"))
    whole("bern.lemF.3.all", "Three things.", parts)
    result = registry["bern.lemF.3.all"]
    assert result.recorded == Outcome.FAILS
    assert result.parts == result.rests_on == parts
    assert registry[parts[0]].part_of == result.id
    assert registry[parts[0]].stated
    alone, (together,) = run(result), run_all([result], workers=1)
    assert alone.verdict.summary == together.verdict.summary
    assert alone.verdict.findings == together.verdict.findings
    assert list(together.verdict.findings) == list(together.facts.findings) == list(parts)
    assert together.verdict.findings[parts[1]] == "fails: No."
    assert not together.verdict.evidence.numbers
    assert together.as_recorded
    assert together.verdict.summary == "3 parts: holds: one, three; fails: two."
    assert "n = 1" in together.verdict.evidence.witness


def test_parts_that_are_asked_for_as_well_run_once(registry):
    runs = []

    @claim("bern.lemF.3.one", "a", recorded="holds")
    def check():
        runs.append(1)
        return YES

    whole("bern.lemF.3.all", "One thing.", ("bern.lemF.3.one",))
    asked = [registry["bern.lemF.3.all"], registry["bern.lemF.3.one"]]
    assert [result.claim.id for result in run_all(asked, workers=1)] == [c.id for c in asked]
    assert len(runs) == 1


def test_a_part_that_crashes_makes_the_whole_an_error(registry):
    @claim("bern.lemF.3.one", "a", recorded="holds")
    def check():
        raise ZeroDivisionError("division by zero")

    whole("bern.lemF.3.all", "One thing.", ("bern.lemF.3.one",))
    (result,) = run_all([registry["bern.lemF.3.all"]], workers=1)
    assert "division by zero" in result.error
    assert not result.as_recorded


@pytest.mark.parametrize(
    ("verdicts", "outcome", "grade", "universal"),
    [
        ((YES, YES), "holds", "proved", "machine"),
        ((YES, AT_POINTS), "holds", "points", "words"),
        ((YES, statistical("Yes.", covered="9 runs.", not_covered="")), "holds", "statistical", 0),
        ((YES, not_mechanical("Taste.")), "holds", "points", "words"),
        ((STATISTICAL, not_mechanical("Taste.")), "holds", "statistical", "words"),
        ((YES, DEFINED), "holds", "points", "words"),
        ((DEFINED, not_mechanical("Taste.")), "definition", "points", "words"),
        ((VACUOUS, AT_POINTS), "holds-vacuously", "points", "words"),
        ((NO, AT_POINTS, not_mechanical("Taste.")), "fails", "proved", "machine"),
        ((YES, SAMPLED), "holds", "sampled", "words"),
        ((not_mechanical("Taste."),), "not-mechanical", None, None),
        ((YES, undecided("A gap.")), "open", None, None),
        ((NO, undecided("A gap.")), "fails", "proved", "machine"),
        ((YES, needs_repair("Almost.", x=1)), "fails-with-repair", "proved", "machine"),
        ((needs_repair("Almost.", x=1), undecided("A gap.")), "fails-with-repair", "proved", 0),
        ((misprinted("A slip.", x=1), undecided("A gap.")), "misprint", "proved", 0),
        (
            (YES, not_reproduced("No.", level=1e-6, runs=9, runs_of_document=20, covered="T.")),
            "not-reproduced",
            "statistical",
            None,
        ),
    ],
)
def test_grade_and_settlement_are_the_weakest_of_all_that_has_to_be_shown(
    verdicts, outcome, grade, universal
):
    result = combined({f"x.{n}": verdict for n, verdict in enumerate(verdicts)})
    assert result.outcome == outcome
    assert (result.evidence.grade if result.evidence else None) == grade
    if universal != 0:
        assert result.universal == universal
    assert result.covered
    assert result.not_covered


def test_no_recorded_whole_is_stronger_than_what_it_is_made_of():
    for facts in text_index().values():
        if facts.parts and facts.recorded in TRUE:
            grades = [text_index()[part].grade for part in facts.parts]
            weakest = max(Grade(grade or "points") for grade in grades)
            # people read whether the words of the whole say what its parts say
            assert facts.grade in (weakest, max(weakest, Grade.OUTLINED)), facts.id


def test_a_whole_leaves_what_its_parts_leave():
    assert combined({"x.a": YES, "x.b": YES}).not_covered == WHOLE
    assert combined({"x.a": YES, "x.b": AT_POINTS}).not_covered == "b: Others."


def test_every_outcome_has_a_rank():
    assert {worst([outcome]) for outcome in Outcome} == set(Outcome)
    assert worst(list(Outcome)) == Outcome.FAILS


def test_a_part_that_is_not_declared_is_refused(registry):
    with pytest.raises(ValueError, match="declare it above"):
        whole("bern.lemF.3.all", "a", ("bern.lemF.3.nothing",))
