"""The order of a report, its sections and its totals."""

from typing import Any
import pytest
from small_reports import report_about
from banditproof.paper_checks.report.contents import contents_of, totals_of, unit_of
from banditproof.paper_checks.report.document_pages import DocumentPages
from banditproof.paper_checks.report.page_names import Pages
from banditproof.paper_checks.statements.claim_search import Filter, wanted
from banditproof.paper_checks.statements.index import text_index

KNOWN = text_index()


def test_every_claim_stands_once_under_its_document() -> None:
    reported = report_about(KNOWN, ())
    for document in contents_of(reported):
        listed = [facts.id for group in document.groups for facts in group.claims]
        assert sorted(listed) == sorted(id for id in KNOWN if KNOWN[id].document == document.name)
        assert document.number == len(listed)
        assert document.ours == sum(not KNOWN[id].stated for id in listed)
        anchors = [group.anchor for group in document.groups]
        assert len(set(anchors)) == len(anchors)
        units = [unit.number for unit in document.units]
        assert {unit_of(KNOWN[id]) for id in listed} - {""} == set(units)


def test_chapters_and_sections_have_their_titles() -> None:
    bernoulli, *_, thesis = contents_of(report_about(KNOWN, ()))
    assert bernoulli.groups[1].title == "Section 1: Introduction"
    assert {unit.title for unit in thesis.units} >= {"Chapter 4: Lower Bound Techniques"}
    assert thesis.title.startswith("Privacy-Utility")


def test_totals_count_parts_and_not_the_whole() -> None:
    whole = next(facts for facts in KNOWN.values() if facts.parts and facts.stated)
    tables = totals_of(report_about([whole.id, *whole.parts], ()))
    assert sum(table.number for table in tables) == len(whole.parts)
    (alone,) = totals_of(report_about([whole.id], ()))
    assert (alone.name, alone.number) == ("Stated by the documents", 1)


def test_totals_add_up() -> None:
    stated, ours = totals_of(report_about(KNOWN, ()))
    for table in (stated, ours):
        assert table.number == sum(row.number for row in table.rows)
        assert all(row.number == sum(row.counts) for row in table.rows)
        assert all(len(row.counts) == len(table.grades) for row in table.rows)
    assert stated.number > ours.number > 0


@pytest.mark.parametrize("document", ["bernoulli", "adversarial"])
def test_the_list_of_sections_counts_what_is_wrong_as_the_command_does(document: str) -> None:
    known = text_index()
    reported = report_about([id for id in known if known[id].document == document], (), known)
    (contents,) = contents_of(reported)
    pages = Pages.of(reported.pages, [contents], reported.facts_used)
    shown: list[dict[str, Any]] = []

    def render(name: str, page: str, **words: Any) -> str:
        shown.append(words)
        return ""

    next(iter(DocumentPages(reported, pages, render, ()).of(contents)))
    wrong = {facts.id for facts in wanted(Filter(document=document, wrong=True))}
    for section in shown[0]["sections"]:
        ids = {facts.id for facts in section["group"].claims}
        assert section["false"] == len(ids & wrong), section["group"].title
    not_reproduced = {facts.id for facts in wanted(Filter(document=document))} & {
        id for id in wrong if known[id].recorded == "not-reproduced"
    }
    assert (document != "bernoulli") or len(not_reproduced) >= 3
    assert sum(section["false"] for section in shown[0]["sections"]) == len(wrong)
