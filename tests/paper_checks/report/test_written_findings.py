"""Pages whose checks did not run: what is written beside the verdict stands in place of a finding."""

from dataclasses import replace
from opened_documents import close_all
from read_pages import read_page
from small_reports import RAN, STAMP, report_about
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.paper_checks.other_papers.opening import open_document
from banditproof.paper_checks.report.claim_in_markdown import claim_in_markdown
from banditproof.paper_checks.report.claim_page import claim_page
from banditproof.paper_checks.report.reported import Reported
from banditproof.paper_checks.report.site import Site
from banditproof.paper_checks.report.written_findings import written_finding
from banditproof.paper_checks.statements.completed import declared
from banditproof.paper_checks.statements.errata_text import entry_in_errata, witness_in_errata
from banditproof.paper_checks.statements.index import claim_index, text_index
from banditproof.paper_checks.verdicts.verdict_words import REFUTED


def page_of(id: str, ran: tuple[str, ...] = ()) -> str:
    """The words on the page of a claim, in a report in which nothing or little ran."""
    site = Site(report_about([id], ran), STAMP)
    return read_page(site._claim(id)).text


def test_the_page_of_a_false_statement_shows_its_finding_its_witness_and_its_reach() -> None:
    text = page_of("bern.F8.A.shift")
    assert "This is the recorded verdict: the check did not run for this report." in text
    verdict, _, found = text.partition("Finding")
    assert "Trusted:" in verdict
    assert "0.000237" in found.partition("Witness: ")[2]
    assert "Covered" in found
    assert "Not covered" in found


def test_a_finding_that_the_text_leaves_to_the_program_is_that_of_the_errata() -> None:
    id = "bern.proof3.1.supremum"
    assert declared(id).summary == ""
    text = page_of(id)
    assert "a private policy can exploit this" in text
    assert "the supremum is over an empty set" in text.partition("Witness: ")[2]
    assert "with noise" not in text, "which is the witness of other claims of the entry"


def test_where_a_check_ran_its_own_finding_stands_alone() -> None:
    text = page_of("bern.F8.A.d3", RAN)
    assert "At ε = 1/2 the sum is too large" in text
    assert "written beside the verdict" not in text
    assert not claim_page(report_about(), "bern.F8.A.d3", str).written


def test_a_claim_of_which_nothing_is_written_says_that_the_command_finds_it() -> None:
    id = next(
        id
        for id, facts in text_index().items()
        if not written_finding(facts) and facts.recorded == "holds"
    )
    text = page_of(id)
    assert "The command below runs it, and gives its finding." in text
    assert "Finding" not in text


def test_parts_show_what_is_written_of_each() -> None:
    whole = claim_page(report_about(["bern.sec1"], ()), "bern.sec1", str)
    assert whole.written.finding == "It has 7 parts; beside each stands what was found."
    by_id = {part.mention.id: part for part in whole.parts}
    assert by_id["bern.sec1.noises"].finding == declared("bern.sec1.noises").summary
    assert "0.14384" in by_id["bern.sec1.improvement"].witness
    text = page_of("bern.sec1")
    assert "for the means 3/4 and 1/2" in text.partition("Parts")[2]


def test_a_repeated_statement_shows_what_is_written_of_the_first_and_a_witness_of_its_paper() -> (
    None
):
    copies = [facts for facts in text_index().values() if facts.repeats]
    assert len(copies) > 50
    for facts in copies:
        written, first = written_finding(facts), text_index()[facts.repeats]
        assert written.covered == written_finding(first).covered, facts.id
        assert written.witness == witness_in_errata(facts.id, facts.repeats), facts.id
        if first.document != facts.document and entry_in_errata(facts.id) is None:
            assert written.witness == "", facts.id


def test_most_refuted_statements_show_what_refutes_them() -> None:
    refuted = [f for f in text_index().values() if f.recorded in REFUTED and not f.parts]
    silent = [facts.id for facts in refuted if not written_finding(facts).finding]
    assert len(silent) < len(refuted) / 4, silent
    assert sum(bool(written_finding(facts).witness) for facts in refuted) > 200


def test_a_stale_verdict_shows_nothing_that_was_written_of_it() -> None:
    id = "bern.F8.A.shift"
    known = {**text_index(), id: replace(text_index()[id], recorded="stale", grade=None)}
    page = claim_page(Reported.of(known, (), [id], {}), id, str)
    assert not page.written


def test_a_text_about_a_claim_shows_the_same() -> None:
    text = claim_in_markdown(report_about(["bern.F8.A.shift"], ()), "bern.F8.A.shift")
    for name in ("Finding", "Witness", "Covered", "Not covered"):
        assert f"**{name}.**" in text
    assert "0.000237" in text.partition("**Witness.**")[2]
    assert "This is written beside the recorded verdict" in text
    ran = report_about(["bern.F8.A.shift"], ["bern.F8.A.shift"])
    assert "This is written beside" not in claim_in_markdown(ran, "bern.F8.A.shift")


def test_a_folder_shows_what_its_text_says_and_no_witness_of_its_errata(tmp_path) -> None:
    folder, id = tmp_path / "my-paper", "my.lem1"
    new_folder(folder)
    entry = f"false: A title\n  of {id}\n  Witness: $x=2$.\n"
    (folder / "document.errata").write_text(entry, encoding="utf-8")
    texts = folder / "section_1_setting.claims"
    known = texts.read_text(encoding="utf-8")
    verdict = "-- section_1_setting.change_of_a_sum\n"
    assert verdict in known
    says = verdict + "  summary: By 1 at most.\n"
    texts.write_text(known.replace(verdict, says), encoding="utf-8")
    open_document(folder, texts_only=True)
    try:
        assert entry_in_errata(id).witness == "$x=2$."
        written = written_finding(claim_index()[id])
        assert written.finding == "By 1 at most."
        assert written.witness == ""
    finally:
        close_all()
