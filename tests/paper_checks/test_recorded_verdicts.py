"""Verdicts are recorded as `recorded_verdicts.toml` has them, beside the texts of the claims."""

import tomllib
from pathlib import Path
import pytest
from small_reports import STAMP, report_about
from banditproof.cli.one_result import details
from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.report.site import Site
from banditproof.paper_checks.statements.catalogue import catalogue
from banditproof.paper_checks.statements.completed import completed
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.paper_checks.statements.index import text_index

TABLES = tomllib.loads(Path(__file__).with_name("recorded_verdicts.toml").read_text())
STATEMENTS = {
    "chapter_3_defining_privacy appendix_a_chapter_3": 37,
    "section_2_4_asymptotic_statistics": 15,
    "appendix_d_chapter_6": 12,
}
"""How many statements of the catalogue stand below these folders."""


@pytest.mark.parametrize("folders", STATEMENTS)
def test_what_is_not_true_as_printed_below_some_folders(folders: str) -> None:
    texts = {id: claim.text for document in SHIPPED for id, claim in document.declared.items()}
    here = [text_index()[id] for id in texts if set(folders.split()) & set(texts[id].parts)]
    well = (Outcome.HOLDS, Outcome.DEFINITION)
    results = {facts.id: facts.recorded for facts in here if facts.recorded not in well}
    assert results == TABLES["below"][folders]
    assert sum(facts.id in catalogue() for facts in here) == STATEMENTS[folders]


@pytest.mark.parametrize("place", TABLES["of"])
def test_some_claims_of_a_section_and_their_verdicts(place: str) -> None:
    document, _, section = place.partition(" ")
    for id, verdict in TABLES["of"][place].items():
        claim = find(id)
        assert (claim.document, claim.recorded) == (document, verdict)
        if section:
            assert claim.stated == (".fix." not in id)
            assert claim.where.lies_in(section) or claim.where.chapter == section, id


def test_every_statement_of_the_adversarial_document_has_a_program() -> None:
    for id, entry in catalogue().items():
        claim = completed(entry)
        if id.startswith("adv."):
            assert claim.program or claim.parts or claim.repeats or claim.reason, id


def test_an_open_claim_says_what_would_decide_it_wherever_it_is_shown() -> None:
    """On its page, in the output of `check`, and for each copy; parts say it for the whole."""
    opened = [facts for facts in text_index().values() if facts.recorded == "open"]
    assert "zcdp.thm9.decomposition" in {facts.id for facts in opened}
    assert [facts.id for facts in opened if not (facts.would_decide or facts.parts)] == []
    (shown,) = [facts for facts in opened if facts.id == "zcdp.thm9.decomposition"]
    original = text_index()[shown.repeats or ""]
    assert shown.would_decide == original.would_decide
    page = dict(Site(report_about((shown.id, original.id), ()), STAMP).files())
    assert "What would decide it" in page[f"claims/{shown.id}.html"]
    said = dict(details(run(find("thesis.gd.fig7.2.once"))))
    assert said["would decide"] == find("thesis.gd.fig7.2.once").would_decide
