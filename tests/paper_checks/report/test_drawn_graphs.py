"""Graphs on pages: parts of the graph, pictures with links, and the same in words."""

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree
import pytest
from small_reports import SOME
from banditproof.paper_checks.report.drawn_graphs import graph_html
from banditproof.paper_checks.report.graphs.claim_graph import ProofGraph, proof_graph
from banditproof.paper_checks.report.neighbourhood import MOST, neighbourhood, within


def chain(length: int, **changes) -> ProofGraph:
    """Claims c0, c1, ..., each of which rests on the one before it."""
    made = {}
    for number in range(length):
        rests = (f"c{number - 1}",) if number else ()
        made[f"c{number}"] = replace(
            SOME, id=f"c{number}", rests_on=rests, stated_proof=(), repaired_by=None
        )
    for id, change in changes.items():
        made[id] = replace(made[id], **change)
    return ProofGraph(made)


def address(id: str) -> str | None:
    return f"{id}.html"


def test_a_neighbourhood_goes_three_steps_down_and_two_up_and_says_what_is_missing():
    part = neighbourhood(chain(10), "c5")
    assert sorted(part.graph.claims) == ["c2", "c3", "c4", "c5", "c6", "c7"]
    below = "2 more claims that c5 or its stated proof rests on"
    assert part.left_out == f"Not shown: {below}, and 2 more that rest on it."
    assert neighbourhood(chain(3), "c1").left_out == ""
    only = neighbourhood(chain(3), "c2", down=0)
    assert (list(only.graph.claims), bool(only)) == (["c2"], False)
    with pytest.raises(ValueError, match="There is no claim 'nothing'"):
        neighbourhood(chain(3), "nothing")


def test_a_neighbourhood_with_many_users_keeps_the_nearest():
    wide = {f"u{n}": replace(SOME, id=f"u{n}", rests_on=("c1",)) for n in range(100)}
    graph = ProofGraph({**chain(2).claims, **wide})
    part = neighbourhood(graph, "c1")
    assert len(part.graph.claims) == MOST
    assert {"c0", "c1"} <= set(part.graph.claims)
    assert part.left_out == f"Not shown: {100 + 2 - MOST} more claims that rest on c1."


def test_every_neighbourhood_of_the_registry_counts_what_it_leaves_out():
    graph = proof_graph()
    for id in list(graph.claims)[::25]:
        part = neighbourhood(graph, id)
        assert id in part.graph.claims
        assert len(part.graph.claims) + len(part.facts) <= MOST
        below = {id}
        for item in (queue := [id]):
            steps = (*graph.supports(item), *graph.only_stated(item))
            fresh = [s for s in steps if s in graph.claims and s not in below]
            below.update(fresh)
            queue += fresh
        missing = len(below - set(part.graph.claims))
        said = re.search(r"(\d+) more claims? that \S+ or its stated proof rests", part.left_out)
        assert int(said[1] if said else 0) == missing, id


def test_a_section_shows_lines_within_it_and_false_steps_from_elsewhere():
    graph = chain(
        6,
        c1={"stated_proof": ("c5",), "recorded": "holds"},
        c5={"recorded": "fails", "rests_on": (), "grade": "proved"},
    )
    part = within(graph, ["c0", "c1", "c3"])
    assert set(part.graph.claims) == {"c0", "c1", "c5"}
    assert "1 claim neither rests on another one here nor supports one" in part.left_out
    assert not within(graph, ["c0", "c4"])


def test_the_picture_has_a_link_for_each_page_and_names_for_all():
    part = neighbourhood(proof_graph(), "bern.thm4.3")
    html = graph_html(
        part,
        title="<b> & c",
        link=lambda id: None if id == "bern.thmF.7" else f"x/{id}.html?a&b",
        whole=proof_graph(),
    )
    svg = html[html.index("<svg") : html.index("</svg>") + len("</svg>")]
    root = ElementTree.fromstring(svg)
    links = {node.get("href"): node.get("aria-label") for node in root.iter() if node.tag == "a"}
    assert set(links) == {
        f"x/{id}.html?a&b" for id in (*part.graph.claims, *part.facts) if id != "bern.thmF.7"
    }
    grade = proof_graph().claims["bern.thm4.3"].grade
    assert links["x/bern.thm4.3.html?a&b"] == f"bern.thm4.3: holds, {grade}"
    named = {node.get("id"): node for node in root if node.get("id")}
    assert named[root.get("aria-labelledby")].text == "<b> & c"
    assert "claims" in named[root.get("aria-describedby")].text
    assert svg.count(f'class="node holds {grade} centre"') == 1
    boxes = [node for node in root.iter() if node.tag == "rect"]
    assert len(boxes) == len(part.graph.claims) + len(part.facts)


def test_the_list_says_the_same_as_the_picture():
    graph = proof_graph()
    part = neighbourhood(graph, "bern.thm3.1")
    html = graph_html(part, title="Around it", link=address, whole=graph)
    words = unescape(re.sub("<[^>]*>", "", html[html.index("<details>") :]))
    for id in part.graph.claims:
        assert f"{id}: " in words
        for risk in graph.own_risks(id):
            assert f"At risk: {risk}" in words
    assert len(re.findall(r"<li><a ", html)) == len(part.graph.claims) + len(part.facts)
    assert html.count('class="at-risk"') == words.count("At risk:") >= 2
    at = re.search(r'class="here" style="left: ([\d.]+)px"', html)
    centre = re.search(r'centre"><title>[^<]*</title><rect x="([\d.]+)"', html)
    assert float(at[1]) == float(centre[1])


def test_titles_of_strangers_are_escaped():
    evil = chain(2, c1={"title": '"><script>alert(1)</script>', "label": "<i>"})
    html = graph_html(within(evil, evil.claims), title="<script>", link=address, whole=evil)
    assert "<script>" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert "<i>" not in html


def test_a_large_graph_leaves_its_list_to_the_pages_of_claims():
    graph = chain(5)
    part = within(graph, graph.claims)
    with_list = graph_html(part, title="All", link=address, whole=graph)
    without = graph_html(part, title="All", link=address, whole=graph, in_words=False)
    assert (with_list.count("<details>"), without.count("<details>")) == (1, 0)
    assert without.count("<svg") == with_list.count("<svg")
    statement = " ".join(SOME.statement.split())
    assert statement in unescape(without), "a page shows it when its box is chosen"
    assert statement not in unescape(with_list)
    assert "Full colour: a machine showed" not in without
    strong = chain(2, c1={"grade": "proved"})
    shown = graph_html(within(strong, strong.claims), title="All", link=address, whole=strong)
    assert "Full colour: a machine showed all that is stated; muted: less." in shown
    keys = shown.partition('<ul class="keys">')[2]
    assert [
        keys.count(f"</svg> {said}</li>") for said in ("holds", "holds, proved or derived")
    ] == [*(1, 1)]
    assert 'class="node holds proved"' in keys
    assert graph_html(within(graph, ["c0"]), title="All", link=address, whole=graph) == ""
