"""The index in a browser: the search narrows the list, and the keyboard reaches everything."""

import re
import pytest

pytestmark = pytest.mark.browser


def shown(page) -> list[str]:
    """The IDs of the claims that are to be seen."""
    return page.eval_on_selector_all(
        "li.claim", "rows => rows.filter(r => r.checkVisibility()).map(r => r.id)"
    )


def counted(page) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", page.inner_text("#count"))]


def test_words_and_choices_narrow_the_list_and_the_count_says_so(open_page):
    page = open_page()
    whole = shown(page)
    assert counted(page) == [len(whole)]
    page.fill("#words", "thm3.1")
    few = shown(page)
    assert few
    assert len(few) < len(whole)
    assert "bern.thm3.1" in few
    assert counted(page) == [len(few), len(whole)]
    page.select_option("#verdict", "fails")
    assert set(shown(page)) < set(few)
    page.click("button[type=reset]")
    page.wait_for_function("document.querySelector('#words').value === ''")
    assert shown(page) == whole
    page.select_option("#verdict", "fails")
    fails = shown(page)
    assert "zcdp.thm4.whp" in fails
    assert all(
        word == "fails"
        for word in page.eval_on_selector_all(
            "li.claim:not([hidden]) .verdict", "all => all.map(one => one.textContent)"
        )
    )
    page.fill("#words", "no such words at all")
    assert shown(page) == []
    assert counted(page)[0] == 0


def test_a_search_stands_in_the_address_and_is_found_again(open_page):
    page = open_page()
    page.fill("#words", "regret")
    page.select_option("#document", "bernoulli")
    result, address = shown(page), page.url
    assert result
    assert "regret" in address
    other = open_page(f"index.html#{address.partition('#')[2]}")
    assert shown(other) == result
    assert other.input_value("#words") == "regret"


def test_without_javascript_the_whole_list_stands_there(open_page):
    page = open_page(java_script_enabled=False)
    assert page.locator("li.claim").count() > 20
    assert page.locator("#filter").is_hidden()
    assert page.locator("li.claim").first.is_visible()
    assert page.locator("li.claim").last.is_visible()


def focused(page) -> dict:
    return page.evaluate(
        """() => {
            const at = document.activeElement;
            const style = getComputedStyle(at);
            return {
              id: at.id, name: at.tagName, href: at.getAttribute("href"),
              row: at.closest("li.claim") ? at.closest("li.claim").id : "",
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
    search = tab_until(page, lambda outcome: outcome["id"] == "words", 30)
    assert search["outline"] >= 2
    page.keyboard.type("bern.lemF.3")
    result = tab_until(page, lambda outcome: bool(outcome["row"]), 12)
    assert result["row"] == shown(page)[0]
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
