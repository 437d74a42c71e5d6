"""The search in a browser: it ranks, it is on every page, and the keyboard reaches everything."""

import re
from pathlib import Path
import pytest
from case_tables import table

pytestmark = pytest.mark.browser

RANKED = table(__file__, "ranked")
"""What a search for some words gives first among all statements of the documents."""


@pytest.fixture(scope="session")
def every_claim(tmp_path_factory) -> Path:
    """What the search of a report about all documents looks at."""
    from banditproof.paper_checks.report.contents import contents_of
    from banditproof.paper_checks.report.page_names import Pages
    from banditproof.paper_checks.report.reported import Reported
    from banditproof.paper_checks.report.search_rows import search_file
    from banditproof.paper_checks.statements.catalogue import DOCUMENTS
    from banditproof.paper_checks.statements.index import text_index

    reported = Reported.of(text_index(), (), text_index(), DOCUMENTS)
    contents = contents_of(reported)
    pages = Pages.of(reported.pages, contents, reported.facts_used)
    file = tmp_path_factory.mktemp("search") / "claims.js"
    file.write_text(search_file(reported, contents, pages), encoding="utf-8")
    return file


def test_a_search_among_all_statements_gives_the_exact_place_first(open_page, every_claim):
    page = open_page("textbook.html")
    page.add_script_tag(path=every_claim)
    first = page.evaluate(
        """(queries) => {
            const { claims, ranked } = window.banditproofRanking;
            const all = claims(window.banditproofClaims);
            return queries.map((query) => (ranked(query, all)[0] || {}).id);
        }""",
        list(RANKED),
    )
    assert dict(zip(RANKED, first, strict=True)) == RANKED


def rows(page) -> list[str]:
    """The IDs of the claims that the index lists."""
    return page.eval_on_selector_all("#listed li > a", "all => all.map(one => one.textContent)")


def counted(page) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", page.inner_text("#count"))]


def waits_for_count(page, form: str) -> None:
    page.wait_for_function(f"/^{form}/.test(document.querySelector('#count').textContent)")


def test_words_and_choices_narrow_the_list_and_the_count_says_so(open_page):
    page = open_page()
    (whole,) = counted(page)
    assert rows(page) == []
    page.fill("#asked", "thm3.1")
    waits_for_count(page, r"\d+ of")
    few = rows(page)
    assert few[0] == "bern.thm3.1"
    assert counted(page) == [len(few), whole]
    page.select_option("#verdict", "fails")
    waits_for_count(page, "0 of")
    page.click("button[type=reset]")
    waits_for_count(page, r"\d+ claims")
    page.select_option("#verdict", "fails")
    waits_for_count(page, r"\d+ of")
    assert "zcdp.thm4.whp" in rows(page)
    words = page.eval_on_selector_all("#listed .verdict", "all => all.map(o => o.textContent)")
    assert set(words) == {"fails"}
    assert len(words) == counted(page)[0]


def test_a_search_stands_in_the_address_and_is_found_again(open_page):
    page = open_page()
    page.fill("#asked", "regret")
    page.select_option("#document", "bernoulli")
    waits_for_count(page, r"\d+ of")
    result, address = rows(page), page.url
    assert result
    other = open_page(f"index.html#{address.partition('#')[2]}")
    waits_for_count(other, r"\d+ of")
    assert rows(other) == result
    assert other.input_value("#asked") == "regret"


def test_without_javascript_documents_list_their_claims(open_page):
    page = open_page(java_script_enabled=False)
    assert page.locator("#filter").is_hidden()
    assert page.locator("form.search").is_hidden()
    page = open_page("documents/bernoulli.html", java_script_enabled=False)
    assert page.locator("li.claim").first.is_visible()


@pytest.mark.parametrize("path", ["claims/bern.eq2.html", "documents/zcdp.html", "index.html"])
def test_a_slash_begins_a_search_and_arrows_and_enter_follow_it(open_page, path):
    page = open_page(path)
    page.keyboard.press("/")
    assert focused(page)["id"] == "search"
    page.keyboard.type("theorem 3.1")
    page.wait_for_selector(".results li.claim")
    assert re.fullmatch(r"\d+ statements?\.", page.inner_text(".results p"))
    page.keyboard.press("ArrowDown")
    assert focused(page)["name"] == "A"
    assert focused(page)["outline"] >= 2
    page.keyboard.press("ArrowDown")
    second = focused(page)["href"]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert focused(page)["id"] == "search"
    page.keyboard.press("Escape")
    assert page.locator(".results").is_hidden()
    assert page.input_value("#search") == "theorem 3.1"
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(".results li.claim")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert focused(page)["href"] == second
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"claims/bern\.thm3\.1\.html"))


def test_a_search_without_results_says_so(open_page):
    page = open_page("textbook.html")
    page.fill("#search", "no such words at all")
    page.wait_for_selector(".results p")
    page.wait_for_function("document.querySelector('.results p').textContent.startsWith('No ')")
    assert page.locator(".results li").count() == 0


def test_the_address_of_a_claim_in_a_page_that_was_cut_leads_to_its_section(open_page):
    page = open_page("index.html#bern.thm3.1")
    page.wait_for_url(re.compile(r"documents/bernoulli.*#bern\.thm3\.1$"))
    assert page.locator("[id='bern.thm3.1']").is_visible()


def focused(page) -> dict:
    return page.evaluate(
        """() => {
            const at = document.activeElement;
            const style = getComputedStyle(at);
            return {
              id: at.id, name: at.tagName, href: at.getAttribute("href"),
              row: at.closest("li.claim") ? at.textContent : "",
              outline: parseFloat(style.outlineWidth) * (style.outlineStyle === "none" ? 0 : 1),
            };
        }"""
    )


def tab_until(page, wanted, limit: int) -> dict:
    for _ in range(limit):
        page.keyboard.press("Tab")
        if wanted(result := focused(page)):
            return result
    raise AssertionError(f"{limit} steps by the keyboard do not reach it")


def test_the_keyboard_reaches_the_search_and_the_first_result(open_page):
    page = open_page()
    page.keyboard.press("Tab")
    first = focused(page)
    assert first["href"] == "#content"
    assert page.locator("a.skip").bounding_box()["x"] >= 0, "the link is hidden when it has focus"
    page.keyboard.press("Enter")
    search = tab_until(page, lambda outcome: outcome["id"] == "asked", 60)
    assert search["outline"] >= 2
    page.keyboard.type("bern.lemF.3")
    waits_for_count(page, r"\d+ of")
    result = tab_until(page, lambda outcome: bool(outcome["row"]), 12)
    assert result["row"] == rows(page)[0]
    assert result["outline"] >= 2
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"claims/bern\.lemF\.3"))
    assert page.locator("h1").count() == 1


def test_a_box_of_a_graph_is_a_link_that_has_a_name_and_is_followed_by_the_keyboard(open_page):
    page = open_page("claims/bern.thm3.1.html")
    link = page.locator(".claim-graph a", has_text="bern.lemC.3").first
    assert link.get_attribute("aria-label").startswith("bern.lemC.3: ")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"bern\.lemC\.3"))


def test_a_statement_chosen_in_the_graph_stands_out_and_the_picture_changes_its_size(open_page):
    page = open_page("graph.html")
    wide = "document.querySelector('.claim-graph').getBoundingClientRect().width"
    small = page.evaluate(wide)
    frame = page.locator(".graph-scroll").bounding_box()
    assert small <= frame["width"]
    drawn = page.locator(".claim-graph").first.bounding_box()
    assert frame["height"] - drawn["height"] < 30, "no blank space is below the picture"
    page.click("[data-zoom='1']")
    natural = page.evaluate("document.querySelector('.claim-graph').viewBox.baseVal.width")
    assert page.evaluate(wide) == pytest.approx(natural)
    page.click("[data-zoom='0.667']")
    assert page.evaluate(wide) == pytest.approx(0.667 * natural, rel=1e-3)
    page.fill("#chosen", "bern.thm3.1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".claim-graph .centre")
    assert page.locator(".claim-graph .centre .first").text_content() == "bern.thm3.1"
    box = page.locator(".claim-graph .centre rect").bounding_box()
    frame = page.locator(".graph-scroll").bounding_box()
    assert frame["x"] <= box["x"] <= frame["x"] + frame["width"]
    assert frame["y"] <= box["y"] <= frame["y"] + frame["height"]
    joined = page.eval_on_selector_all("#said a", "all => all.map(one => one.textContent)")
    assert "bern.lemC.3" in joined
    assert page.inner_text("#said .says").startswith("For every ε-DP policy that is consistent")
    near = page.locator(".node.near").count()
    page.select_option("#steps", "1")
    assert 1 < page.locator(".node.near").count() < near
    page.locator("#said a", has_text="bern.lemC.3").first.click()
    page.wait_for_function("document.querySelector('.centre .first').textContent === 'bern.lemC.3'")
