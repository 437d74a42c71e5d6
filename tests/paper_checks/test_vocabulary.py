"""The words of a check: what refutes, what leaves a claim open, and what a pair declares."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
import pytest
from flint import arb
from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.statements.programmed import claim, pair
from banditproof.paper_checks.verdicts.judging import judged
from banditproof.paper_checks.verdicts.vocabulary import (
    Counterexample,
    Undecided,
    at_most,
    below,
    misprinted,
    need,
    needs_repair,
    not_reproduced,
    points,
    proved,
    refuted,
    require,
    require_or_repair,
    sampled,
    vacuous,
    witness_of,
)
from banditproof.theory import Enclosure
from banditproof.verify.evidence import Evidence, Grade, JudgedBy

NARROW, WIDE = Enclosure.of("0.1", "0.2"), Enclosure.of("0.15", "0.3")


def test_a_requirement_that_is_met_says_nothing() -> None:
    assert require(True, "No.") is None
    assert require(NARROW < 1, "No.") is None
    assert require(at_most(arb(1), arb(1)), "No.") is None


@pytest.mark.parametrize("compare", [at_most, below])
@pytest.mark.parametrize("more", [Fraction(1, 2), arb(1) / 2, WIDE + 9])
@pytest.mark.parametrize("less", [Fraction(1, 3), arb(1) / 3, NARROW - 9])
def test_exact_numbers_balls_and_enclosures_compare_with_each_other(compare, less, more) -> None:
    require(compare(less, more), "No.")
    with pytest.raises(Counterexample):
        require(compare(more, less), "No.")


@pytest.mark.parametrize("false", [False, NARROW > 1, ~(NARROW < 1), below(arb(2), arb(1))])
def test_a_requirement_that_is_refuted_is_a_counterexample_with_its_case(false) -> None:
    with pytest.raises(Counterexample) as result:
        require(false, "It is too large.", K=2, eps=Fraction(1, 3))
    assert result.value.case == {"K": 2, "eps": Fraction(1, 3)}


@pytest.mark.parametrize(
    "open_question",
    [
        NARROW < WIDE,
        NARROW >= WIDE,
        ~(NARROW < WIDE),
        at_most(arb(1, 0.5), arb(1)),
        below(arb(1, 0.5), arb(1)),
        below(NARROW, WIDE),
    ],
)
def test_what_overlaps_neither_passes_nor_refutes(open_question) -> None:
    with pytest.raises(Undecided, match="K = 2"):
        require(open_question, "It is too large.", K=2)


def test_a_set_up_that_goes_wrong_refutes_nothing() -> None:
    def check() -> None:
        need(False, "The policy was not shown to be private", eps=1)

    verdict = judged(check)()
    assert verdict.outcome == Outcome.OPEN
    assert verdict.summary == "The policy was not shown to be private: eps = 1."


def test_a_counterexample_becomes_a_verdict_with_the_case_as_its_witness() -> None:
    def check(n: int = 3):
        require(n < 3, "The sum is not the printed one.", n=n, sum=Fraction(7, 2))
        return proved("The sum is the printed one.", covered="n below 3.")

    failed = judged(check)()
    assert (failed.outcome, failed.evidence.grade) == (Outcome.FAILS, Grade.PROVED)
    assert failed.evidence.witness == "n = 3, sum = 7/2."
    assert judged(check)(n=2).outcome == Outcome.HOLDS


def test_endings_carry_grade_witness_and_limits() -> None:
    one = points("Right.", covered="One point.", not_covered="All others.")
    assert (one.evidence.grade, one.universal) == (Grade.POINTS, "words")
    assert proved("Right.", covered="All.").not_covered.startswith("Nothing")
    beyond = proved("Right.", covered="All.", beyond="Other laws.").not_covered
    assert beyond == "Nothing of the statement. Beyond it: Other laws."
    assert refuted("Wrong.", n=1).evidence.witness == "n = 1."
    assert needs_repair("Nearly.", "At n = 1 it is 2.").outcome == Outcome.FAILS_WITH_REPAIR
    assert misprinted("A slip.", "As printed 1 = 2.").outcome == Outcome.MISPRINT
    with pytest.raises(ValueError, match="needs a witness"):
        refuted("Wrong.")


@pytest.mark.parametrize("ending", [proved, vacuous])
def test_what_covers_the_whole_statement_names_no_part_that_is_left(ending) -> None:
    with pytest.raises(ValueError, match=r"not_covered='Large n\.' is a part of it, give a weaker"):
        ending("Right.", covered="Small n.", not_covered="Large n.")


@pytest.mark.parametrize("ending", [points, sampled, partial(vacuous, grade=Grade.POINTS)])
def test_a_weaker_grade_names_the_part_that_is_left(ending) -> None:
    with pytest.raises(ValueError, match="leaves a part of the statement open; name it by `not_c"):
        ending("Right.", covered="Small n.", beyond="Other laws.")


def test_what_holds_vacuously_has_the_grade_of_its_reason() -> None:
    empty = vacuous("Empty.", covered="All.")
    assert (empty.outcome, empty.evidence.grade) == (Outcome.HOLDS_VACUOUSLY, Grade.PROVED)
    empty = vacuous("Empty.", covered="All.", grade=Grade.OUTLINED, beyond="The intended bound.")
    assert (empty.evidence.grade, empty.universal) == (Grade.OUTLINED, "steps")
    assert empty.not_covered.endswith("people read. Beyond the statement: The intended bound.")


def test_a_refutation_shows_its_values_and_says_how_far_it_reaches() -> None:
    both = refuted("Wrong.", "Two machines disagree.", n=1, sum=Fraction(7, 2))
    assert both.evidence.witness == "Two machines disagree."
    assert both.evidence.case == {"n": "1", "sum": "7/2"}
    assert both.covered
    assert both.not_covered


def test_an_experiment_that_does_not_come_out_names_level_and_runs_of_both_sides() -> None:
    result = not_reproduced("No.", level=1e-6, runs=200, runs_of_document=20, covered="T = 100.")
    assert result.outcome == Outcome.NOT_REPRODUCED
    assert result.evidence.grade == Grade.STATISTICAL
    named = {"level": 1e-6, "runs": 200, "runs of the document": 20}
    assert result.evidence.numbers == named
    for name in named:
        fewer = {key: value for key, value in named.items() if key != name}
        with pytest.raises(ValueError, match="names its level"):
            replace(result, evidence=Evidence(Grade.STATISTICAL, fewer, judged_by=JudgedBy.CHECK))


def test_the_values_of_a_witness_are_readable() -> None:
    case = {"means": (Fraction(1, 2), 1), "x_star": arb(1) / 3, "loss": NARROW, "law": max}
    assert witness_of(case) == ("means = (1/2, 1), x star = 0.33333333, loss = 0.[1..2], law = max")


def test_a_pair_is_two_claims_each_of_which_is_a_mutant_of_the_other(registry) -> None:
    @pair(
        "bern.lemF.3.sum",
        "$1+1=3$",
        "$1+1=2$",
        recorded="fails",
        subjects={"total": (3, 2)},
        mutants={"too small": {"total": 1}},
        repaired_title="a sum",
    )
    def check(total: int):
        require(total == 1 + 1, "The sum is wrong.", total=total)
        return proved("It is two.", covered="The one sum.")

    printed, repaired = registry["bern.lemF.3.sum"], registry["bern.lemF.3.sum.repaired"]
    assert printed.repaired_by == repaired.id
    assert (run(printed).verdict.outcome, run(repaired).verdict.outcome) == ("fails", "holds")
    for item in (printed, repaired):
        for wrong in item.mutants.values():
            assert run(item, **wrong).verdict.outcome != item.recorded
    assert set(repaired.mutants) == {"the printed statement", "too small"}


@pytest.mark.parametrize("recorded", ["fails-with-repair", "misprint"])
def test_a_pair_may_miss_a_hypothesis_only(registry, recorded) -> None:
    @pair("bern.lemF.3.root", "a", "b", recorded=recorded, subjects={"x": (-1, 1)})
    def check(x: int, root: int = 1):
        require(root == 1, "It is not the root.", root=root)
        require_or_repair(x >= 0, "It needs x >= 0.", x=x)
        return points("It holds.", covered="One point.", not_covered="All others.")

    printed, repaired = registry["bern.lemF.3.root"], registry["bern.lemF.3.root.repaired"]
    assert run(printed).as_recorded
    assert run(repaired).as_recorded
    # only what the repair adds may be missing: a statement that is wrong elsewhere is false
    assert run(printed, root=2).verdict.outcome == Outcome.FAILS
    assert run(repaired, x=-1).verdict.outcome == Outcome.FAILS


def test_an_unknown_doubt_is_rejected_at_once(registry) -> None:
    with pytest.raises(ValueError, match=r"There is no doubt D99; write"):
        claim("bern.lemF.3.x", "a", recorded="holds", doubts=("D99",))(proved)


def test_the_words_about_a_false_statement_are_those_of_its_refutation() -> None:
    claim = find("bern.F8.A")
    verdict = claim.check()
    assert verdict.outcome == Outcome.FAILS_WITH_REPAIR
    words = (claim.summary, claim.covered, claim.not_covered)
    assert all(words)
    assert words == (verdict.summary, verdict.covered, verdict.not_covered)
    (wrong,) = claim.mutants.values()
    survivor = claim.check(**wrong)
    assert survivor.outcome == Outcome.HOLDS
    assert not set(words) & {survivor.summary, survivor.covered, survivor.not_covered}
