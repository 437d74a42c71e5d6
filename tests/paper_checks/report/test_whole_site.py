"""The site about a large document, and about everything: complete, cut into pages, and small."""

import re
from pathlib import Path
import pytest
from read_pages import dead_links, read_page, searched
from small_reports import STAMP, report_about
from banditproof.paper_checks.report.contents import contents_of
from banditproof.paper_checks.report.reported import Reported
from banditproof.paper_checks.report.site import write_site
from banditproof.paper_checks.statements.index import text_index


@pytest.fixture(scope="module")
def reported() -> Reported:
    """The report about one large document and a small one."""
    return report_about([id for id in text_index() if id.startswith(("bern.", "one."))], ())


@pytest.fixture(scope="module")
def whole(tmp_path_factory, reported) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "site"
    write_site(reported, folder, STAMP)
    return folder


def test_a_large_document_has_a_page_for_each_section_and_its_old_addresses_lead_there(
    whole, reported
):
    assert dead_links(whole) == []
    cut, small = contents_of(reported)
    assert (cut.name, small.name) == ("bernoulli", "one_horizon")
    assert (cut.cut, small.cut) == (True, False)
    document = read_page((whole / "documents/bernoulli.html").read_text(encoding="utf-8"))
    known = searched(whole)
    for group in cut.groups:
        assert group.anchor in document.ids
        places = {known[facts.id]["section"] for facts in group.claims}
        assert len(places) == 1
        page = read_page((whole / places.pop()).read_text(encoding="utf-8"))
        assert {facts.id for facts in group.claims} <= set(page.ids)
    small_page = read_page((whole / "documents/one_horizon.html").read_text(encoding="utf-8"))
    assert {facts.id for group in small.groups for facts in group.claims} <= set(small_page.ids)


def test_the_whole_graph_has_a_box_for_each_claim_that_is_joined_and_lines_name_their_ends(whole):
    for name in ("graph.html", "documents/bernoulli/graph.html"):
        text = (whole / name).read_text(encoding="utf-8")
        boxes = re.findall(r'<text class="first"[^>]*>([^<]*)</text>', text)
        ends = re.findall(r'data-ends="(\d+) (\d+)"', text)
        assert len(boxes) > 100
        for user, used in ends:
            facts = text_index()[boxes[int(user)]]
            joined = {*facts.rests_on, *facts.stated_proof, facts.repaired_by}
            assert boxes[int(used)] in joined, facts.id
        assert len(ends) > 100


def loaded(site: Path, name: str) -> int:
    """The bytes of a page with all that it loads at first."""
    text = (site / name).read_text(encoding="utf-8")
    files = {site / name} | {(site / name).parent / path for path in read_page(text).loaded}
    return sum(path.stat().st_size for path in {file.resolve() for file in files})


@pytest.mark.slow
def test_the_whole_site_is_complete_and_its_pages_are_small(tmp_path) -> None:
    """Every link is followed; each tenth page is read."""
    known = text_index()
    write_site(report_about(known), tmp_path / "site", STAMP)
    assert dead_links(tmp_path / "site") == []
    for id in list(known)[::10]:
        page = read_page((tmp_path / f"site/claims/{id}.html").read_text(encoding="utf-8"))
        assert page.unclosed == [], id
        assert len(page.ids) == len(set(page.ids)), id
        assert not re.search(r"\\[a-zA-Z]{2,}|\$", page.outside_code), id
    assert loaded(tmp_path / "site", "index.html") < 300_000
    for path in (tmp_path / "site" / "documents").rglob("*.html"):
        if path.name != "graph.html":
            # errata are sent whole, and each claim of an entry has all numbers of its witness
            # (those of the thesis, which has more than a thousand listed sentences, are 209 kB)
            most = 250_000 if path.name == "errata.html" else 150_000
            assert path.stat().st_size < most, path.name
