"""A verdict cannot claim more than its evidence, and a broken check cannot pass."""

import json
import re
from dataclasses import replace
import pytest
from banditproof.paper_checks import Outcome, Verdict, find, run, run_all
from banditproof.paper_checks.statements.checks import register
from banditproof.paper_checks.statements.claim import Claim
from banditproof.paper_checks.statements.places import Place
from banditproof.paper_checks.statements.programmed import claim
from banditproof.paper_checks.verdicts.judging import as_definition
from banditproof.paper_checks.verdicts.verdict import SETTLED_BY, ForAll, not_mechanical, undecided
from banditproof.paper_checks.verdicts.verdict_words import JUDGED_BY, graded
from banditproof.paper_checks.verdicts.vocabulary import (
    misprinted,
    needs_repair,
    not_reproduced,
    proved,
    refuted,
    vacuous,
)
from banditproof.verify.evidence import Evidence, Grade, JudgedBy

REFUTATIONS = (Outcome.FAILS, Outcome.FAILS_WITH_REPAIR, Outcome.MISPRINT)


@pytest.mark.parametrize("outcome", REFUTATIONS)
@pytest.mark.parametrize("grade", [Grade.POINTS, Grade.SAMPLED, Grade.STATISTICAL, Grade.CITED])
def test_a_refutation_by_sampling_is_refused(outcome, grade) -> None:
    with pytest.raises(ValueError, match="proved, derived or outlined"):
        Verdict(
            outcome,
            "Nearly always wrong.",
            Evidence(grade, witness="run 17", judged_by=JudgedBy.CHECK),
        )


@pytest.mark.parametrize("outcome", REFUTATIONS)
@pytest.mark.parametrize("witness", [None, ""])
def test_a_refutation_without_a_witness_is_refused(outcome, witness) -> None:
    with pytest.raises(ValueError, match="needs a witness"):
        Verdict(
            outcome,
            "Wrong somewhere.",
            Evidence(Grade.PROVED, witness=witness, judged_by=JudgedBy.CHECK),
        )


@pytest.mark.parametrize("outcome", [Outcome.HOLDS, *REFUTATIONS])
def test_a_verdict_without_evidence_is_refused(outcome) -> None:
    with pytest.raises(ValueError, match="no evidence"):
        Verdict(outcome, "Trust me.")


@pytest.mark.parametrize("grade", list(Grade))
def test_what_settles_the_for_all_fits_the_grade(grade) -> None:
    for settled in (*ForAll, None):
        if settled in SETTLED_BY[grade]:
            Verdict(
                Outcome.HOLDS, "Yes.", Evidence(grade, judged_by=JudgedBy.CHECK), universal=settled
            )
        else:
            with pytest.raises(ValueError, match="'for all' settled by"):
                Verdict(
                    Outcome.HOLDS,
                    "Yes.",
                    Evidence(grade, judged_by=JudgedBy.CHECK),
                    universal=settled,
                )


def test_nothing_is_proved_in_words() -> None:
    assert ForAll.WORDS not in SETTLED_BY[Grade.PROVED] + SETTLED_BY[Grade.OUTLINED]
    assert None not in SETTLED_BY[Grade.POINTS]


def test_each_outcome_has_its_word() -> None:
    verdicts = [
        proved("Yes.", covered="All."),
        as_definition(lambda: proved("Yes.", covered="All."))(),
        refuted("No.", "1 is not 2"),
        needs_repair("Almost.", x=1),
        misprinted("A slip.", x=1),
        vacuous("Empty.", covered="All."),
        not_reproduced("No.", level=1e-6, runs=9, runs_of_document=20, covered="T = 100."),
        undecided("The gap is 1/10."),
        not_mechanical("A matter of taste."),
    ]
    assert [verdict.outcome for verdict in verdicts] == [
        outcome for outcome in Outcome if outcome != Outcome.STALE
    ]
    assert all(verdict.covered and verdict.not_covered for verdict in verdicts)


def invented(check, recorded: Outcome = Outcome.HOLDS) -> Claim:
    where = Place("bernoulli", "", "3", "(5)", "")
    return Claim(
        id="bern.x",
        where=where,
        kind="lemma",
        title="a test",
        statement="$1=1$",
        check=check,
        recorded=recorded,
        program=(__name__, "check"),
        line=1,
    )


def test_a_check_that_raises_is_open_with_the_reason_and_never_as_recorded() -> None:
    for recorded in Outcome:
        result = run(invented(lambda: 1 / 0, recorded))
        assert result.verdict.outcome == Outcome.OPEN
        assert re.search(
            r"ZeroDivisionError: .* \(test_verdict.py, line \d+\)", result.verdict.summary
        )
        assert not result.as_recorded


def test_subjects_reach_the_check_and_the_time_is_noted() -> None:
    def check(answer: int = 42) -> Verdict:
        return proved("Right.", covered="It.") if answer == 42 else undecided("Wrong.")

    right = run(invented(check))
    assert right.as_recorded
    assert right.verdict.evidence is not None
    assert right.verdict.evidence.seconds == right.seconds >= 0
    assert not run(invented(check), answer=41).as_recorded


@pytest.mark.slow
def test_results_come_in_the_asked_order_whatever_the_number_of_workers() -> None:
    chosen = [find(id) for id in ("bern.lemF.3", "bern.H2", "bern.def3.2")]
    seen: list[str] = []
    first = run_all(chosen, workers=1, done=lambda result: seen.append(result.claim.id))
    second = run_all(chosen, workers=2)
    assert [result.claim.id for result in first] == [result.claim.id for result in second] == seen
    assert [r.verdict.outcome for r in first] == [r.verdict.outcome for r in second]


def test_every_result_is_json_without_infinite_numbers() -> None:
    for id in ("bern.lemF.3", "bern.H2", "bern.thm3.1"):
        text = json.dumps(run(find(id)).to_json(), allow_nan=False)
        assert json.loads(text)["id"] == id


def test_a_claim_is_registered_once() -> None:
    with pytest.raises(ValueError, match=r"is declared by .*statements\.claims, line"):
        claim("bern.lemF.3", "Another statement.", recorded="holds")(lambda: proved("", covered=""))
    known = find("bern.lemF.3")
    with pytest.raises(ValueError, match="registered twice"):
        register(replace(known, line=known.line + 1))
    register(known)


def test_the_grade_of_a_check_cannot_be_shown_before_it_is_said_whose_check_it_is() -> None:
    assert {*JUDGED_BY, "check"} == set(JudgedBy)
    with pytest.raises(KeyError, match="check"):
        graded("proved", JudgedBy.CHECK)
