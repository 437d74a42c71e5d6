"""The line that says what is proved, what was tested and what is trusted."""

from dataclasses import replace
import pytest
from small_reports import report_about
from banditproof.paper_checks.derivations.stored_axioms import stored_axioms
from banditproof.paper_checks.report.claim_in_markdown import claim_in_markdown
from banditproof.paper_checks.report.claim_page import claim_page
from banditproof.paper_checks.report.one_claim import one_claim
from banditproof.paper_checks.report.proved_tested_trusted import (
    Support,
    is_formal,
    support_of,
    written_proof,
)
from banditproof.paper_checks.report.stamp import Stamp
from banditproof.paper_checks.statements.index import text_index

KNOWN = text_index()


def support(id: str, **changed) -> Support:
    claims = {**KNOWN, id: replace(KNOWN[id], **changed)}
    return support_of(report_about([id], (), claims), id)


def test_a_whole_statement_is_proved_only_with_that_grade() -> None:
    assert support("adv.lem25.d").proved.startswith("the whole statement")
    assert support("bern.derived.klgap").proved == "9 of 9 steps"
    assert "the quantifiers" in support("bern.derived.klgap").trusted
    for grade in ("points", "sampled", "statistical", "cited"):
        said = support("bern.derived.klgap", grade=grade, universal="words")
        assert "whole statement" not in said.proved
        beyond = {"sampled": "other points", "statistical": "the test did not err"}
        assert beyond.get(grade, "argument in words") in said.trusted


def test_steps_are_counted_by_what_they_turned_out_to_be() -> None:
    facts = KNOWN["bern.eq14.sizes"]
    judged = tuple(replace(step, verdict="textbook") for step in facts.steps)
    assert support(facts.id, steps=judged, grade="outlined").proved.startswith("0 of ")
    judged = tuple(replace(step, verdict="proved") for step in facts.steps)
    number, all_of_them = support(facts.id, steps=judged, grade="outlined").proved.split(" of ")
    assert all_of_them == f"{number} steps"


def test_a_refutation_is_of_the_print_and_not_of_its_repair() -> None:
    said = support("bern.rem3.b.sum")
    assert said.proved == "that the print is false: its witness is computed exactly or in balls"
    assert said.trusted.startswith("only the program")


def test_what_is_open_concludes_nothing() -> None:
    said = support("bern.derived.klgap", recorded="open")
    assert (said.proved, said.trusted) == ("nothing of the statement", "nothing is concluded")


@pytest.mark.parametrize(("number", "words"), [(1, "1 wrong variant"), (2, "2 wrong variants")])
def test_the_check_is_tested_by_its_wrong_variants(number: int, words: str) -> None:
    said = support("bern.derived.klgap", mutants=("one", "two")[:number])
    assert said.tested.endswith(f"{words}, which did not run for this page")
    assert support("bern.derived.klgap", mutants=()).tested == "nothing besides"


def test_the_repair_is_no_wrong_variant() -> None:
    said = support("bern.derived.klgap", mutants=("the repaired statement", "one")).tested
    assert said.endswith(
        "by 1 wrong variant and the repaired statement, which did not run for this page"
    )
    said = support("bern.derived.klgap", mutants=("the repaired statement",)).tested
    assert said == "the check itself, by the repaired statement, which did not run for this page"


def test_facts_below_are_trusted_too() -> None:
    said = support("bern.thm4.3", grade="outlined").trusted
    assert "textbook facts further below" in said
    direct = next(id for id in KNOWN if "textbook.pinsker" in KNOWN[id].rests_on)
    assert "pinsker" in support(direct).trusted
    before = said.count("bern.eq2")
    below = {
        **KNOWN,
        "bern.thm4.3": replace(KNOWN["bern.thm4.3"], grade="outlined"),
        "bern.eq2": replace(KNOWN["bern.eq2"], grade="points"),
    }
    said = support_of(report_about(["bern.thm4.3"], (), below), "bern.thm4.3").trusted
    assert (before, said.count("bern.eq2")) == (0, 1)


def test_a_derived_claim_rests_on_axioms_and_on_no_claim_below() -> None:
    axioms = stored_axioms()
    derived = [f for f in KNOWN.values() if f.grade == "derived" and not f.parts]
    assert len(derived) > 200
    for facts in derived:
        said, used = support(facts.id), axioms[facts.repeats or facts.id]
        assert is_formal(report_about([facts.id], (), KNOWN), facts.id)
        assert said.proved.endswith("by the kernel"), facts.id
        assert "below it" not in said.trusted, facts.id
        assert "textbook" not in said.trusted, facts.id
        assert all(name in said.trusted for name in used[:8]), facts.id
        assert (f"{len(used)} named axiom" in said.trusted) == bool(used), facts.id
        assert "; the kernel; the reading of the formula" in f"; {said.trusted}", facts.id
    assert support("bern.lemF.1").trusted.startswith("2 named axioms (inf_high, inf_low); the k")
    refuted = next(facts.id for facts in derived if facts.recorded == "fails")
    assert "the negation of the formula, by the kernel" in support(refuted).proved


def test_the_written_proof_of_a_derived_claim_is_told_apart() -> None:
    reported = report_about(["bern.thm4.3"], (), KNOWN)
    said = written_proof(reported, "bern.thm4.3")
    assert said.startswith("1 of 3 steps by machine; it trusts 10 textbook facts further below")
    assert "claims below it without a proof" in said
    assert written_proof(reported, "bern.F8.A.repaired") == ""  # it has no complete formal proof
    alone = next(f.id for f in KNOWN.values() if f.grade == "derived" and not f.steps)
    assert written_proof(reported, alone) == ""


def test_what_a_folder_records_as_derived_is_not_known_to_be() -> None:
    from banditproof.paper_checks.derivations.formal_axioms import formal_axioms

    assert formal_axioms("elim.regret", ran=False) is None


def test_every_claim_has_such_a_line() -> None:
    reported = report_about(KNOWN, ())
    for id in list(KNOWN)[::7]:
        assert all(support_of(reported, id)), id


def test_a_repeated_claim_trusts_what_the_proof_of_the_other_one_is_given() -> None:
    source, copy = support("thesis.eq3.1"), support("zcdp.mech.table")
    assert copy.proved == f"{source.proved} of thesis.eq3.1"
    assert "what is assumed" in source.trusted
    assert "what is assumed" in copy.trusted
    assert "of thesis.eq3.1" in copy.trusted


def test_what_claims_below_are_given_is_trusted() -> None:
    whole = next(f for f in KNOWN.values() if f.parts and KNOWN[f.parts[0]].steps)
    assert "what is assumed in" in support(whole.id).trusted


def test_a_simulation_is_not_arithmetic() -> None:
    said = support("bern.exp5.forgetting")
    assert "arithmetic" not in said.trusted
    assert "random numbers" in said.trusted


def test_an_open_question_names_what_was_tried() -> None:
    said = support("bern.exp5.best")
    assert said.tested == "runs of a simulation, which did not decide it"
    assert said.proved == "nothing of the statement"
    assert support("bern.rem4.2.first") == ("nothing", "nothing", "nothing is concluded")
    assert "bern.rem4.2.first" not in support("bern.rem4.2").proved


def test_a_check_that_stopped_proves_nothing() -> None:
    id = "bern.derived.klgap"
    reported = report_about([id], [id], error="ZeroDivisionError", verdict="open")
    assert support_of(reported, id).proved.startswith("nothing; the check stopped")


def test_a_claim_below_that_is_not_as_recorded_is_named() -> None:
    changed = {"verdict": "fails", "as_recorded": False}
    user = next(f.id for f in KNOWN.values() if "bern.eq2" in f.rests_on and not f.repeats)
    said = support_of(report_about([user], ["bern.eq2"], **changed), user).trusted
    assert "not as recorded (bern.eq2)" in said


def test_a_part_that_was_not_reproduced_is_neither_proved_nor_trusted() -> None:
    said = support("bern.fig8")
    assert said.proved == "1 of its 2 parts: bern.fig8.smooth (fails-with-repair, proved)"
    assert "bern.fig8.matches" not in said.trusted
    assert "random numbers" in said.trusted
    changed = {**KNOWN, "bern.fig8.smooth": replace(KNOWN["bern.fig8.smooth"], grade="points")}
    weak = support_of(report_about(["bern.fig8"], (), changed), "bern.fig8")
    assert weak.proved == "nothing of its parts"


def test_the_head_of_a_page_names_the_verdict_of_each_part() -> None:
    reported = report_about(["bern.fig8"], (), KNOWN)
    page = claim_page(reported, "bern.fig8", lambda _: "")
    parts = "not-reproduced (statistical): matches; fails-with-repair (proved): smooth"
    assert page.verdicts_of_parts == parts
    assert f"Its parts: {parts}." in claim_in_markdown(reported, "bern.fig8")
    html = " ".join(one_claim(reported, "bern.fig8", "html", Stamp.of((), "Run.")).split())
    assert f"Its parts: {parts}." in html
    assert "the programs of its parts check it" in html
    assert "no program yet" not in html
