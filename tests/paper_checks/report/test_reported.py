"""What a report shows of each claim: the result of a run, or the record; and which have pages."""

import pytest
from small_reports import CHOSEN, RAN, report_about, result_of
from banditproof.paper_checks.statements.index import text_index


def test_a_run_replaces_the_record_and_nothing_else() -> None:
    reported = report_about()
    assert [facts.id for facts in reported.ran] == sorted(RAN, key=list(text_index()).index)
    assert reported.result("bern.rem3.b.sum") == result_of("bern.rem3.b.sum")
    assert reported.result("bern.lemH.7") is None
    assert reported.claims["bern.lemH.7"] is text_index()["bern.lemH.7"]
    assert list(reported.claims) == list(text_index())


def test_the_verdict_is_that_of_the_run() -> None:
    other = report_about(verdict="open", as_recorded=False)
    assert other.verdict("bern.rem3.b.sum") == "open"
    assert other.verdict("bern.lemH.7") == "fails-with-repair"
    assert [facts.id for facts in other.not_as_recorded] == [facts.id for facts in other.ran]
    assert report_about().not_as_recorded == ()


def test_the_chosen_claims_stand_in_the_order_of_the_documents() -> None:
    assert report_about(reversed(CHOSEN)).chosen == report_about(CHOSEN).chosen
    assert set(report_about(CHOSEN).chosen) == set(CHOSEN)


def test_what_chosen_claims_rest_on_has_a_page_too() -> None:
    reported = report_about(["bern.thm4.3", "bern.F8.A.d3"], ())
    pages, known = set(reported.pages), text_index()
    for id in pages:
        facts = known[id]
        near = (*facts.rests_on, *facts.stated_proof, *facts.parts)
        assert pages >= {item for item in near if item in known}
        assert facts.repaired_by is None or facts.repaired_by in pages
        assert set(reported.facts_used) >= {item for item in near if item not in known}
    assert {"bern.thmF.7", "bern.F8.A.d3.repaired"} <= pages
    assert "thesis.thm4.24" not in pages
    assert set(reported.beside) == pages - set(reported.chosen)


def test_repetitions_and_repairs_are_found_from_the_other_side() -> None:
    reported = report_about()
    assert "zcdp.def11" in reported.repeated_by["thesis.def2.20"]
    assert "bern.F8.A.d3" in reported.repairs["bern.F8.A.d3.repaired"]


def test_an_unknown_claim_is_named() -> None:
    with pytest.raises(ValueError, match=r"There is no claim 'bern\.thm99'"):
        report_about(["bern.thm99"], ())


def test_a_result_that_ran_alone_is_still_a_part_of_its_statement() -> None:
    part = next(facts.id for facts in text_index().values() if facts.part_of)
    reported = report_about([part], [part], part_of=None)
    assert reported.claims[part].part_of == text_index()[part].part_of
