"""The site of a report: complete, the same again, safe, and readable without JavaScript."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
import pytest
from read_pages import dead_links, read_page, searched
from small_reports import CHOSEN, RAN, STAMP, report_about
from banditproof.paper_checks.report.mathematics import html_of
from banditproof.paper_checks.report.reported import Reported, what_ran
from banditproof.paper_checks.report.site import words_of_reports, write_site
from banditproof.paper_checks.report.symbols import glossary, symbols_of
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.verdicts.verdict_words import GRADES_IN_WORDS, OUTCOMES, STALE


def files(site: Path) -> dict[str, str]:
    result = (path for path in site.rglob("*") if path.is_file())
    return {str(path.relative_to(site)): path.read_text(encoding="utf-8") for path in result}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "site"
    write_site(report_about(), folder, STAMP)
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[str, str]:
    return {name: text for name, text in files(site).items() if name.endswith(".html")}


def test_there_is_a_page_for_each_claim_document_and_fact(site, pages) -> None:
    reported = report_about()
    claims = {Path(name).stem for name in pages if name.startswith("claims/")}
    assert claims == set(reported.pages)
    assert {"bernoulli.html", "zcdp.html", "thesis.html"} < set(files(site / "documents"))
    textbook = read_page(pages["textbook.html"])
    assert {f"textbook.{id}" for id in textbook.ids} >= set(reported.facts_used)


def test_every_link_leads_somewhere(site, tmp_path) -> None:
    assert dead_links(site) == []
    (tmp_path / "index.html").write_text('<a href="gone.html">', encoding="utf-8")
    assert dead_links(tmp_path) == ["index.html: gone.html"]


def test_nothing_comes_from_a_network_and_nothing_is_called_from_the_page(pages) -> None:
    for name, text in pages.items():
        page = read_page(text)
        assert not [link for link in (*page.loaded, *page.links) if ":" in link], name
        assert page.handlers == [], name


def test_pages_have_titles_landmarks_and_headings_in_order(pages) -> None:
    for name, text in pages.items():
        page = read_page(text)
        assert page.language == "en", name
        assert page.title.strip(), name
        assert page.headings[0] == 1, name
        assert page.headings.count(1) == 1, name
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(after <= before + 1 for before, after in steps), (name, page.headings)
        assert {"main", "nav", "header", "footer"} <= set(page.tags), name
        assert page.links[0] == "#content", name
        assert "content" in page.ids, name
        assert len(page.ids) == len(set(page.ids)), name
        assert page.unclosed == [], name


def test_titles_are_all_different(pages) -> None:
    titles = [read_page(text).title for text in pages.values()]
    assert len(set(titles)) == len(titles)


def test_the_same_verdicts_give_the_same_bytes_apart_from_the_stamp(site, tmp_path) -> None:
    slower = report_about(seconds=99.5)
    write_site(
        slower, tmp_path / "site", replace(STAMP, date="later", seconds=dict.fromkeys(RAN, 99.5))
    )
    before, after = files(site), files(tmp_path / "site")
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"stamp/index.html", "stamp/stamp.js"}


def test_another_verdict_gives_other_bytes(site, tmp_path) -> None:
    write_site(report_about(verdict="open", as_recorded=False), tmp_path / "site", STAMP)
    before, after = files(site), files(tmp_path / "site")
    changed = {name for name in before if before[name] != after[name]}
    assert {"index.html", "documents/bernoulli.html", "claims/bern.eq14.sizes.html"} <= changed
    assert "Not as recorded:" in after["index.html"]
    assert "Not as recorded:" in after["claims/bern.eq14.sizes.html"]


def test_a_claim_that_ran_shows_what_was_found(pages) -> None:
    text = read_page(pages["claims/bern.rem3.b.sum.html"]).text
    for words in ("At ε = 1/2 the sum is too large", "Witness", "0.2247[2..4]", "All others."):
        assert words in text
    for words in ("banditproof check bern.rem3.b.sum", "Meant", "with the factor ε", "0.75, at n"):
        assert words in text
    assert "recorded verdict" not in text


def test_a_claim_that_did_not_run_says_so(pages) -> None:
    text = read_page(pages["claims/bern.lemH.7.html"]).text
    assert "This is the recorded verdict: the check did not run for this report." in text
    assert "What is written beside the verdict stands here" in text
    assert "True instead" in text


def test_a_claim_explains_its_symbols_and_links_to_what_defines_them(tmp_path) -> None:
    write_site(report_about(["bern.def.deps"], ran=()), tmp_path / "site", STAMP)
    page = (tmp_path / "site" / "claims" / "bern.def.deps.html").read_text(encoding="utf-8")
    shown = page.partition('class="symbols"')[2].partition("</section>")[0]
    symbols = symbols_of(text_index()["bern.def.deps"])
    assert "private divergence" in {symbol.name for symbol in symbols}
    for symbol in symbols:
        assert f"<dt>{html_of(symbol.written)}</dt>" in shown
        assert f"<code>{symbol.function}</code>" in shown or not symbol.function
    assert '<a href="../claims/bern.def.deps.html"><code>bern.def.deps</code></a>' in shown
    assert "<code>thesis.def2.25</code>" in shown, "a page that is not there is no link"
    assert "thesis.def2.25.html" not in shown
    whole = (tmp_path / "site" / "symbols.html").read_text(encoding="utf-8")
    assert whole.count("<dt>") == len(glossary())
    assert '<a href="symbols.html" aria-current="page">Symbols</a>' in whole


def test_documents_list_every_claim_without_a_program_of_the_browser(pages) -> None:
    listed = {id for name in pages if name.startswith("doc") for id in read_page(pages[name]).ids}
    beside = set(read_page(pages["beside.html"]).ids)
    assert set(CHOSEN) <= listed
    assert listed | beside >= set(report_about().pages)
    assert 'role="search" aria-label="Claims by words and choices" hidden' in pages["index.html"]
    assert 'aria-live="polite"' in pages["index.html"]
    assert f"{len(report_about().pages)} claims." in read_page(pages["index.html"]).text


def test_each_page_has_the_search_at_its_top(pages) -> None:
    for name, text in pages.items():
        page = read_page(text)
        assert page.ids[0] == "search", name
        assert sum(script.endswith("static/search.js") for script in page.loaded) == 1, name


def test_words_of_verdicts_and_grades_are_explained_on_the_index(pages) -> None:
    words = words_of_reports()
    assert set(words["Verdicts"]) == {*OUTCOMES, STALE}
    assert set(words["Grades"]) == set(GRADES_IN_WORDS)
    assert {"ours", "to mend", "reading", "in our words"} <= set(words["Statements"])
    index = " ".join(read_page(pages["index.html"]).text.split())
    for meaning in (sentence for listed in words.values() for sentence in listed.values()):
        assert meaning in index


def test_what_is_not_quoted_is_said_to_be_in_our_words(pages) -> None:
    assert text_index()["bern.rem3.b.sum"].stated
    assert ">As printed, in our words</h2>" in pages["claims/bern.rem3.b.sum.html"]
    ours = next(id for id in report_about().pages if not text_index()[id].stated)
    assert ">Statement</h2>" in pages[f"claims/{ours}.html"]


def test_totals_count_each_assertion_once_and_ours_apart(pages) -> None:
    text = " ".join(read_page(pages["index.html"]).text.split())
    stated = [id for id in CHOSEN if text_index()[id].stated]
    assert f"Stated by the documents: {len(stated)}" in text
    assert f"Ours: {len(CHOSEN) - len(stated)}" in text or len(stated) == len(CHOSEN)


def test_a_search_knows_former_names_statements_and_where_they_stand(site, pages) -> None:
    known = searched(site)
    claims = {id for id, row in known.items() if row["grade"]}
    assert claims == set(report_about().pages)
    assert "tv distance" in known["bern.rem3.b.sum"]["words"]
    assert all(known[id]["was"] == text_index()[id].was for id in claims)
    for id in claims:
        assert known[id]["address"] in pages
        assert id in read_page(pages[known[id]["section"]]).ids
    facts = {id.removeprefix("textbook.") for id in report_about().facts_used}
    assert facts <= set(known) - claims


def test_former_names_lead_to_the_claims(pages) -> None:
    former = {text_index()[id].was for id in report_about().pages} - {""}
    assert set(read_page(pages["former.html"]).ids) >= former != set()


def test_errata_can_be_read_and_taken_away(site, pages) -> None:
    text = read_page(pages["documents/bernoulli.html"]).text
    assert "3 assertions are not true exactly as printed" in text
    assert "bern.F8.A.d3" in read_page(pages["documents/bernoulli/errata.html"]).text
    for ending in ("md", "tex"):
        errata = (site / "documents" / f"bernoulli-errata.{ending}").read_text(encoding="utf-8")
        assert "bern.F8.A.d3" in errata.replace(r"\allowbreak{}", "")
        assert "bern.eq14.sizes" not in errata


HOSTILE = '</p><script>alert("x")</script><img src=x onerror=alert(1)> {{ 7 * 7 }} & "quoted"'


@cache
def hostile() -> Reported:
    """A report about claims whose every text would break a page that does not escape it."""
    known = dict(text_index())
    for id in ("bern.rem3.b.sum", "bern.eq14.sizes"):
        known[id] = replace(
            known[id],
            statement=HOSTILE,
            title=HOSTILE,
            place=HOSTILE,
            label=HOSTILE,
            kind=HOSTILE,
            reading=HOSTILE,
            against=HOSTILE,
            doubts=(HOSTILE,),
            mutants=(HOSTILE,),
            was=HOSTILE,
            steps=tuple(
                replace(step, says=HOSTILE, formula=HOSTILE, where=HOSTILE)
                for step in known[id].steps
            ),
        )
    return report_about(
        recorded=known,
        summary=HOSTILE,
        witness=HOSTILE,
        witness_values={HOSTILE: HOSTILE},
        repaired_statement=HOSTILE,
        covered=HOSTILE,
        not_covered=HOSTILE,
        sharpest_at=HOSTILE,
        numbers={HOSTILE: HOSTILE},
        error=HOSTILE,
        as_recorded=False,
    )


def test_whatever_a_text_holds_it_stays_a_text(tmp_path) -> None:
    write_site(hostile(), tmp_path / "site", STAMP)
    for name, text in files(tmp_path / "site").items():
        if not name.endswith(".html"):
            continue
        page = read_page(text)
        assert page.handlers == [], name
        assert "img" not in page.tags, name
        scripts = [item for item in page.loaded if item.endswith(".js")]
        assert page.tags.count("script") == len(scripts), name
        assert page.unclosed == [], name
        assert " 49 " not in page.text, name
    shown = read_page((tmp_path / "site/claims/bern.eq14.sizes.html").read_text(encoding="utf-8"))
    assert shown.text.count('alert("x")') > 10


def test_what_ran_is_said_in_a_sentence() -> None:
    assert what_ran(report_about()).startswith("3 checks of 6 ran, and every verdict")
    assert "of the other 3, the recorded verdict is shown" in what_ran(report_about())
    assert what_ran(report_about(RAN)).startswith("All 3 checks ran, and every verdict is as rec")
    assert what_ran(report_about(RAN[:1], RAN[:1])) == (
        "The check ran, and every verdict is as recorded."
    )
    assert "3 verdicts are not as recorded" in what_ran(report_about(as_recorded=False))


@pytest.mark.parametrize(
    ("noticed", "missed", "said"),
    [
        (1, 0, "The one mutant is noticed."),
        (0, 1, "The one mutant is not noticed."),
        (1, 1, "1 of 2 mutants is noticed."),
        (2, 1, "2 of 3 mutants are noticed."),
    ],
)
def test_mutants_are_counted_in_good_words(noticed: int, missed: int, said: str) -> None:
    found = {
        "noticed": tuple(f"wrong {number}" for number in range(noticed)),
        "not_noticed": {f"missed {number}": "Missed." for number in range(missed)},
    }
    assert what_ran(report_about(RAN[:1], RAN[:1], **found)).endswith(f" {said}")


def test_a_report_of_one_document_speaks_of_no_others_and_of_one_claim_as_one(tmp_path) -> None:
    folder = tmp_path / "site"
    write_site(report_about(["bern.lemF.3", "bern.lemF.1"], ()), folder, STAMP)
    graph = (folder / "graph.html").read_text(encoding="utf-8")
    assert "What rests on what: the claims of this report" in graph
    assert "all documents" not in graph
    alone = next(id for id in report_about().pages if not text_index()[id].stated)
    write_site(report_about([alone], ()), tmp_path / "one", STAMP)
    text = read_page(files(tmp_path / "one")[f"documents/{text_index()[alone].document}.html"]).text
    said = " ".join(text.split())
    assert "1 claim, in the order of the document. 1 of them is ours: a repair, a rea" in said


def test_each_axiom_has_a_page_where_a_claim_has_a_formal_proof(tmp_path) -> None:
    write_site(report_about(("thesis.thm2.32.kl",), ()), tmp_path / "none", STAMP)
    assert not (tmp_path / "none/axioms.html").exists()
    write_site(report_about(("bern.eq2",)), tmp_path / "site", STAMP)
    assert dead_links(tmp_path / "site") == []
    page = read_page((tmp_path / "site/axioms/mean_limit.html").read_text(encoding="utf-8"))
    said = " ".join(page.text.split())
    assert "tendsto_integral_of_dominated_convergence" in said
    assert "10000 random finite models" in said
    assert "in a finite model sequences are constant in the end" in said
    assert not re.search(r"\\[a-zA-Z]{2,}|\$", page.outside_code)
    rests = read_page((tmp_path / "site/axioms/markov.html").read_text(encoding="utf-8"))
    assert "bern.eq2" in rests.text
