"""Pages in a browser: nothing overflows, formulas have size, texts can be read on every screen."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote
import pytest
from case_tables import table

pytestmark = pytest.mark.browser

LOOKED_AT = table(__file__, "looked_at")


class Links(HTMLParser):
    """The addresses that a page names, and the IDs that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value is not None:
                self.addresses.append(value)
            elif name == "id":
                self.ids.append(value)


def test_every_link_leads_to_a_file_and_a_place_of_the_report(site, pages):
    known = {page: Links((site / page).read_text(encoding="utf-8")) for page in pages}
    broken, followed = [], 0
    for page, links in known.items():
        assert len(links.ids) == len(set(links.ids)), f"{page} has an ID twice"
        for address in links.addresses:
            path, _, fragment = address.partition("#")
            assert "://" not in address, f"{page} leaves the report: {address}"
            target = (site / page).parent / unquote(path) if path else site / page
            inside = target.resolve().relative_to(site.resolve()).as_posix()
            followed += 1
            there = target.is_file()
            if there and fragment and inside in known:
                there = fragment in known[inside].ids
            if not there:
                broken.append(f"{page}: {address}")
    assert broken == []
    assert followed > 500


FORMULAS = """() => [...document.querySelectorAll("math")].filter(
    m => m.checkVisibility()
).map(m => {
    const box = m.getBoundingClientRect();
    return [box.width, box.height, m.textContent];
})"""
SCRIPTS = table(__file__, "scripts")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", LOOKED_AT)
def test_formulas_have_size_and_superscripts_stay_at_their_bases(open_page, path, width):
    page = open_page(path, width)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.evaluate("document.fonts.ready")
    formulas = page.evaluate(FORMULAS)
    for across, high, text in formulas:
        assert across > 2, text
        assert 4 < high < 400, text
    for script in page.evaluate(SCRIPTS):
        assert -0.6 < script["apart"] < 0.7, script
        assert script["above"] > -0.1, script
        assert -1.5 < script["rise"] < 1.5, script
    if path.startswith("claims"):
        assert formulas


def test_nothing_is_wider_than_a_narrow_page(open_page, pages):
    page = open_page(width=390, height=844)
    wide = []
    for path in {*pages[::6], *LOOKED_AT}:
        page.goto(page.url.rpartition("/site/")[0] + f"/site/{path}")
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        across = page.evaluate("document.documentElement.scrollWidth")
        if across > 390:
            wide.append((path, across))
    assert len(pages) > 20
    assert wide == []


CONTRAST = table(__file__, "contrast")


@pytest.mark.parametrize("path", LOOKED_AT)
def test_texts_can_be_read_on_light_and_on_dark_screens(open_page, path):
    papers = {}
    for scheme in ("light", "dark"):
        page = open_page(path, color_scheme=scheme)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        result = page.evaluate(CONTRAST)
        assert result["bad"] == [], scheme
        assert result["seen"] > 20
        papers[scheme] = result["paper"]
    assert papers["light"] != papers["dark"]


GRAPH = table(__file__, "graph")


@pytest.mark.parametrize("path", ["claims/bern.thm3.1.html", "claims/zcdp.thm5.html"])
def test_texts_of_a_graph_stand_in_their_boxes_and_its_centre_is_seen(open_page, path):
    page = open_page(path, 390, 844)
    boxes = page.evaluate(GRAPH)
    assert len(boxes) > 5
    for box in boxes:
        assert box["over"] <= 0, box["text"]
        assert box["below"] <= 0, box["text"]
    page.locator(".graph-scroll").scroll_into_view_if_needed()
    frame = page.locator(".graph-scroll").bounding_box()
    centre = page.locator(".claim-graph .centre rect").bounding_box()
    border = 3
    assert centre["x"] >= frame["x"] - border
    assert centre["x"] + centre["width"] <= frame["x"] + frame["width"] + border


def test_a_figure_shows_its_picture_and_its_data(open_page):
    page = open_page("figures/bern.fig3.html")
    size = page.eval_on_selector(
        "figure img", "i => [i.naturalWidth, i.getBoundingClientRect().width]"
    )
    assert size[0] > 100
    assert 100 < size[1] <= 1280
    assert page.locator("figure img").get_attribute("alt")
    assert page.locator("table.data tbody tr").count() > 1


def test_on_paper_there_is_no_navigation_and_nothing_dark(open_page):
    page = open_page("claims/bern.thm3.1.html", color_scheme="dark")
    navigation = page.locator("header.site")
    assert navigation.is_visible()
    page.emulate_media(media="print", color_scheme="dark")
    assert navigation.is_hidden()
    ink = page.eval_on_selector("main", "m => getComputedStyle(m).color")
    assert max(int(part) for part in re.findall(r"\d+", ink)[:3]) < 100
    assert len(page.pdf()) > 10_000


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", LOOKED_AT)
def test_pages_are_pictured(open_page, screenshots, path, width):
    """The pictures are for people; a page that is drawn blank fails."""
    page = open_page(path, width, color_scheme="dark" if width == 390 else "light")
    name = path.removesuffix(".html").replace("/", "-")
    picture = page.screenshot(path=screenshots / f"{name}-{width}.png", full_page=True)
    assert len(picture) > 15_000
