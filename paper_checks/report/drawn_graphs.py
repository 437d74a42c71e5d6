"""Graphs of claims on the pages of a report: a picture with links, and the same in words."""

from collections.abc import Callable
from html import escape
from ..textbook import TEXTBOOK
from ..verdicts.verdict_words import STRONG
from .graphs.claim_graph import ProofGraph
from .graphs.graph_colours import style_sheet
from .graphs.graph_drawing import (
    Drawing,
    Placed,
    in_short,
    key_of,
    placed,
    risks_of,
    shapes,
    verdict_of,
)
from .neighbourhood import Part
from .palette import VERDICTS

Link = Callable[[str], str | None]
"""The address of the page of a claim or a textbook fact; None if it has none."""
Plain = Callable[[str], str]
"""Turns a title with formulas into plain text."""

STYLE = (
    style_sheet()
    + """\
.graph { margin: 1rem 0 }
.graph-scroll { overflow-x: auto; max-width: 100%; position: relative }
.graph-scroll .here { position: absolute; top: 0; width: 204px; height: 1px }
.graph-scroll .here { scroll-initial-target: nearest }
.graph-scroll > svg { display: block }
.graph .keys { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem }
.graph .keys svg { width: 0.9em; height: 0.9em; vertical-align: -0.1em }
.graph li { overflow-wrap: anywhere }
@media print {
  .graph-scroll { overflow: visible }
  .graph-scroll > svg { max-width: 100%; height: auto }
}
"""
)
"""The style sheet of the pictures and of what stands around them."""


def _picture(drawing: Drawing, found: Placed, title: str) -> str:
    """The graph as an inline SVG whose boxes are links, with a title and a description.

    It is a group and not an image, for a screen reader cannot follow the links of an image.
    """
    size = f"{found.width:g}", f"{found.height:g}"
    return "\n".join(
        [
            f'<svg class="claim-graph" role="group" aria-labelledby="graph-title" '
            f'aria-describedby="graph-desc" width="{size[0]}" height="{size[1]}" '
            f'viewBox="0 0 {size[0]} {size[1]}">',
            f'<title id="graph-title">{escape(title)}</title>',
            f'<desc id="graph-desc">{escape(_counted(drawing))}</desc>',
            *shapes(drawing, found),
            "</svg>",
        ]
    )


def graph_html(
    part: Part,
    *,
    title: str,
    link: Link,
    whole: ProofGraph,
    in_words: bool = True,
    plain: Plain = str,
) -> str:
    """A figure: the picture, what its colours and lines mean, and the same as a list in words.

    It is empty for a part without lines. All texts are escaped. Where the picture is wider than
    the page, browsers that know `scroll-initial-target` show its centre first. Without the list,
    each box holds its statement, which a page shows when the box is chosen.
    """
    if not part:
        return ""
    graph = part.graph
    tips = _tips(graph, plain, statements=not in_words)
    drawing = Drawing(graph, part.facts, risks_of(graph, whole), part.centre, link, tips)
    if not drawing.edges:
        return ""
    result = placed(drawing)
    muted = {verdict_of(facts) for facts in graph.claims.values() if facts.grade not in STRONG}
    full = {verdict_of(facts) for facts in graph.claims.values() if facts.grade in STRONG}
    keys = "".join(
        _key(verdict, strong)
        for verdict in VERDICTS
        for strong, found in ((True, full), (False, muted))
        if verdict in found
    )
    caption = f"{_counted(drawing)} {part.left_out}".rstrip()
    listed = ""
    if in_words:
        items = "".join(_in_words(drawing, id) for id in drawing.nodes)
        listed = (
            f"<details><summary>The same in words: {escape(title)}</summary>"
            f"<ul>{items}</ul></details>"
        )
    here = ""
    if part.centre is not None:
        left = result.corners[part.centre][0]
        here = f'<span class="here" style="left: {left:g}px"></span>'
    return "\n".join(
        [
            '<figure class="graph">',
            f'<div class="graph-scroll">{here}{_picture(drawing, result, title)}</div>',
            f'<figcaption><p>{escape(caption)}</p><ul class="keys">{keys}</ul>'
            f"<p>{escape(key_of(drawing))}</p></figcaption>",
            listed,
            "</figure>",
        ]
    )


def _tips(graph: ProofGraph, plain: Plain, statements: bool) -> Callable[[str], str]:
    """The text over a box: its title, and in a line of its own its statement if that is wanted."""

    def tip(id: str) -> str:
        facts = graph.claims.get(id)
        if facts is None:
            return f"{id}: {plain(TEXTBOOK[id].statement)}"
        of = f"{facts.label}: " if facts.label else ""
        says = f"\n{' '.join(plain(facts.statement).split())}" if statements else ""
        return f"{id}: {of}{plain(facts.title)}{says}"

    return tip


def _counted(drawing: Drawing) -> str:
    """How many boxes there are, in a sentence."""
    claims, facts = len(drawing.graph.claims), len(drawing.facts)
    words = [f"{claims} {'claim' if claims == 1 else 'claims'}"]
    words += [f"{facts} textbook {'fact' if facts == 1 else 'facts'}"] * bool(facts)
    at_risk = f"{len(drawing.risks)} at risk" if drawing.risks else "none at risk"
    return f"{' and '.join(words)}; {at_risk}."


def _key(verdict: str, strong: bool) -> str:
    """A colour beside its verdict: the full one, of strong grades, or the muted one."""
    grade = f" {STRONG[0]}" if strong else ""
    said = f"{verdict}, {' or '.join(STRONG)}" if strong else verdict
    return (
        f'<li><svg class="claim-graph" aria-hidden="true" viewBox="0 0 12 12">'
        f'<g class="node {verdict}{grade}"><rect width="12" height="12"/></g></svg> {said}</li>'
    )


def _in_words(drawing: Drawing, id: str) -> str:
    """A box and its lines as an item of a list."""

    def named(one: str) -> str:
        address = drawing.link(one) if drawing.link else None
        return f'<a href="{escape(address)}">{escape(one)}</a>' if address else escape(one)

    sentence = [f"{named(id)}: {escape(in_short(drawing.graph, id))}."]
    facts = drawing.graph.claims.get(id)
    if facts is not None:
        sides = {
            "It rests on": facts.rests_on,
            "Its stated proof also uses": tuple(
                step for step in facts.stated_proof if step not in facts.rests_on
            ),
            "Repaired by": (facts.repaired_by,) if facts.repaired_by else (),
        }
        sentence += [f"{words} {', '.join(map(named, of))}." for words, of in sides.items() if of]
    if id in drawing.risks:
        sentence.append(f"<strong>At risk:</strong> {escape(str(drawing.risks[id]))}")
    return f"<li>{' '.join(sentence)}</li>"
