"""The drawing of the graph of claims: a valid picture whose lines avoid the boxes."""

import re
from itertools import combinations
from xml.etree import ElementTree
import pytest
from small_reports import SOME, STORY, result_of
from banditproof.paper_checks.report.graphs.claim_graph import ProofGraph, proof_graph
from banditproof.paper_checks.report.graphs.graph_as_data import edges_of
from banditproof.paper_checks.report.graphs.graph_colours import DARK, style_sheet
from banditproof.paper_checks.report.graphs.graph_drawing import (
    HEIGHT,
    SECOND,
    WIDTH,
    Drawing,
    as_svg,
    key_of,
    placed,
    risks_of,
    verdict_of,
)
from banditproof.paper_checks.report.palette import COLOURS, VERDICTS, contrast


def test_the_drawing_is_a_valid_image_with_every_claim_and_edge():
    root = ElementTree.fromstring(as_svg(STORY, "A <story> & more"))
    texts = ["".join(node.itertext()) for node in root.iter() if node.tag.endswith("text")]
    assert {"theorem", "lemma", "mended", "step", "A <story> & more"} <= set(texts)
    assert "holds, points; pinsker" in texts
    paths = [node for node in root.iter() if node.tag.endswith("path")]
    assert len(paths) == len(edges_of(STORY)) == 4
    for node in root.iter():
        if node.tag.endswith("rect") and "x" in node.attrib:
            right = float(node.get("x")) + float(node.get("width"))
            assert 0 <= right <= float(root.get("width"))


def test_what_is_at_risk_is_red_and_says_so():
    svg = as_svg(STORY, "story")
    boxes = re.findall(r'<g class="(node [^"]*)">.*?<text class="first"[^>]*>(.*?)<.*?</g>', svg)
    assert {name for classes, name in boxes if "risk" in classes} == {"theorem"}
    assert svg.count(">at risk</tspan>") == 1
    false = re.findall(r'<path class="(edge [^"]* false)"', svg)
    assert false == ["edge stated-proof false"]
    part = ProofGraph({"theorem": STORY.claims["theorem"]})
    assert ">at risk</tspan>" not in as_svg(part, "part")
    assert ">at risk</tspan>" in as_svg(part, "part", whole=STORY)


def points_of(path: str) -> list[tuple[float, float]]:
    """Points along a path of M, C and h commands."""
    result, at = [], (0.0, 0.0)
    for command, text in re.findall(r"([MCh])([^MCh]*)", path):
        n = [float(word) for word in text.split()]
        if command == "M":
            at = (n[0], n[1])
        elif command == "h":
            result += [(at[0] + n[0] * k / 20, at[1]) for k in range(21)]
            at = (at[0] + n[0], at[1])
        else:
            for k in range(21):
                t = k / 20
                w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                x = w[0] * at[0] + w[1] * n[0] + w[2] * n[2] + w[3] * n[4]
                y = w[0] * at[1] + w[1] * n[1] + w[2] * n[3] + w[3] * n[5]
                result.append((x, y))
            at = (n[4], n[5])
    return result


@pytest.mark.parametrize("document", ["bernoulli", "zcdp", "renyi", "adversarial"])
def test_no_line_runs_through_a_box_and_no_two_boxes_meet(document):
    graph = proof_graph().of_document(document)
    drawing = Drawing(graph)
    result = placed(drawing)
    assert set(result.corners) == set(graph.claims)
    assert set(result.paths) == set(drawing.edges)
    by_column: dict[float, list[float]] = {}
    for x, y in result.corners.values():
        by_column.setdefault(x, []).append(y)
        assert 0 <= x <= result.width - WIDTH
        assert 0 <= y <= result.height - HEIGHT
    for column in by_column.values():
        assert all(abs(a - b) > HEIGHT for a, b in combinations(column, 2))
    for edge, path in result.paths.items():
        for x, y in points_of(path):
            for left, tops in by_column.items():
                if left + 1 < x < left + WIDTH - 1:
                    assert not any(top + 1 < y < top + HEIGHT - 1 for top in tops), edge


def test_a_verdict_of_a_run_wins_over_the_recorded_one():
    ran = result_of(SOME, verdict="open", as_recorded=False)
    assert (verdict_of(SOME), verdict_of(ran)) == ("holds", "open")
    svg = as_svg(ProofGraph({SOME.id: ran}), "one")
    assert 'class="node open' in svg


def test_second_lines_are_short_and_the_drawing_is_the_same_every_time():
    graph = proof_graph().of_document("renyi")
    svg = as_svg(graph, "renyi")
    assert svg == as_svg(graph, "renyi")
    seconds = re.findall(r'<text class="second"[^>]*>(.*?)</text>', svg)
    shown = [re.sub("<[^>]*>", "", text) for text in seconds]
    assert len(shown) == len(graph.claims)
    assert max(map(len, shown)) <= SECOND + len("at risk, ")
    assert len(risks_of(graph, graph)) == svg.count(">at risk</tspan>")


@pytest.mark.parametrize("scheme", [0, 1])
def test_texts_and_lines_stand_out_on_their_colours(scheme):
    for ground, ink in (both[scheme] for both in VERDICTS.values()):
        assert contrast(ink, ground) >= 4.5
        assert contrast(COLOURS["risk"][scheme], ground) >= 4.5
    for line in ("edge", "risk"):
        assert contrast(COLOURS[line][scheme], COLOURS["paper"][scheme]) >= 3


def test_the_style_sheet_has_every_verdict_and_one_dark_scheme():
    sheet = style_sheet()
    light, dark = sheet.split(DARK)
    for verdict, (on_light, on_dark) in VERDICTS.items():
        assert f".claim-graph .{verdict} rect {{ fill: {on_light[0]} }}" in light
        assert f".claim-graph .{verdict} rect {{ fill: {on_dark[0]} }}" in dark
    assert sheet.count("{") == sheet.count("}")


def test_the_key_explains_what_is_there_and_nothing_else():
    everything = key_of(Drawing(STORY, risks=risks_of(STORY, STORY)))
    for word in ("false as printed", "Dotted", "at risk"):
        assert word in everything
    plain = ProofGraph({id: STORY.claims[id] for id in ("mended", "step")})
    assert "Dotted" not in key_of(Drawing(plain))
    assert "Round box" in key_of(Drawing(plain, facts=("textbook.pinsker",)))
