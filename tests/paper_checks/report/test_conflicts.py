"""A report has a page of conflicts, and the errata of a document end with wrong references."""

import pytest
from small_reports import STAMP, report_about
from banditproof.paper_checks.report.errata import errata
from banditproof.paper_checks.report.errata_to_send import errata_in_latex, errata_in_markdown
from banditproof.paper_checks.report.site import Site
from banditproof.paper_checks.statements.index import text_index

IDS = ("bern.conflict.dpucb", "bern.references", "bern.rem3.b.sum")
REPORT = report_about(IDS, ("bern.rem3.b.sum",))


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return dict(Site(REPORT, STAMP).files())


def test_the_page_names_both_places_and_what_follows(files) -> None:
    page = files["conflicts.html"]
    facts = text_index()["bern.conflict.dpucb"]
    assert facts.against in page
    assert f"{facts.document}, {facts.place}" in page
    assert "So the document does not show" in page
    assert "claims/bern.conflict.dpucb.html" in page
    assert "bern.references" not in page
    assert "conflicts.html" in files["index.html"]


def test_a_report_without_conflicts_has_no_such_page() -> None:
    site = Site(report_about(("bern.rem3.b.sum",), ()), STAMP)
    assert "conflicts.html" not in dict(site.files())


def test_the_errata_end_with_the_wrong_references(files) -> None:
    (listed,) = errata(REPORT, "bernoulli").references
    assert listed.id == "bern.references"
    text = errata_in_markdown(REPORT, "bernoulli").rstrip()
    assert text.split("\n## ")[-1].startswith("Wrong references\n\nProof F.8, before (34)")
    latex = errata_in_latex(REPORT, "bernoulli")
    assert latex.index("Wrong references") > latex.index("Misprints")
    page = files["documents/bernoulli/errata.html"]
    assert page.index("Wrong references") > page.index("Misprints")
