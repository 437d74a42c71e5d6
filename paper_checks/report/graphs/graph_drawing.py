"""The graph of claims as a drawing (SVG): boxes in columns, lines to what they rest on."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr
from ...statements.claim_facts import ClaimFacts, ResultFacts
from ...textbook import PREFIX, TEXTBOOK
from ...verdicts.verdict_words import STRONG
from ..palette import VERDICTS
from .claim_graph import ProofGraph, Risk
from .graph_as_data import edges_of
from .graph_colours import style_sheet
from .graph_layout import Layout, components, laid_out

WIDTH, HEIGHT, ACROSS, DOWN, MARGIN = 204, 34, 262, 44, 12
"""The size of a box, the distances of columns and of rows, and the empty border, in pixels."""
LEGEND_STEP, LEGEND_ROW = 150, 18
LETTERS = 29
"""A name of more letters is narrowed to the width of its box."""
SECOND = 33
"""The second line of a box is cut to so many letters."""


def verdict_of(facts: ClaimFacts) -> str:
    """The verdict of a claim: of its run if it was run, otherwise the recorded one."""
    return facts.verdict if isinstance(facts, ResultFacts) else facts.recorded


def in_short(graph: ProofGraph, id: str) -> str:
    """The verdict and grade of a node, or that it is a textbook fact.

    >>> from .claim_graph import proof_graph
    >>> in_short(proof_graph(), "textbook.pinsker")
    'textbook fact'
    """
    facts = graph.claims.get(id)
    if facts is None:
        return "textbook fact"
    return ", ".join(part for part in (verdict_of(facts), facts.graded) if part)


@dataclass(frozen=True)
class Drawing:
    """What a drawing shows, and how its boxes are named and linked."""

    graph: ProofGraph
    facts: tuple[str, ...] = ()
    """The textbook facts that have boxes; others are named in the boxes of their users."""
    risks: Mapping[str, Risk] = field(default_factory=dict)
    """The claims at risk. They come from the whole graph, of which this may be a part."""
    centre: str | None = None
    link: Callable[[str], str | None] | None = None
    """The address of a node; None or empty for one without a page."""
    tip: Callable[[str], str] | None = None
    """The text that a pointer shows over a box."""

    @property
    def nodes(self) -> tuple[str, ...]:
        """Claims, then textbook facts."""
        return (*self.graph.claims, *self.facts)

    @property
    def edges(self) -> list[tuple[str, str, str]]:
        """The lines (user, used, kind) between the nodes."""
        known = set(self.nodes)
        result = edges_of(self.graph, facts=bool(self.facts))
        return [edge for edge in dict.fromkeys(result) if edge[1] in known and edge[0] != edge[1]]

    def false(self, edge: tuple[str, str, str]) -> bool:
        """Whether a line goes to a false step of a stated proof."""
        user, used, kind = edge
        at_risk = self.risks.get(user)
        return kind != "repaired-by" and at_risk is not None and used in at_risk.steps


def key_of(drawing: Drawing) -> str:
    """What the lines and boxes of a drawing mean; only of those that it has."""
    kinds = {edge[2] for edge in drawing.edges}
    false = any(map(drawing.false, drawing.edges))
    ours = any(not facts.stated for facts in drawing.graph.claims.values())
    strong = any(facts.grade in STRONG for facts in drawing.graph.claims.values())
    words = {
        "Full colour: a machine showed all that is stated; muted: less.": strong,
        "A line goes from a claim to what it rests on, to its left.": True,
        "Dashed: only the stated proof uses it.": "stated-proof" in kinds,
        "Dashed and red: a step of the stated proof that is false as printed.": false,
        "Dotted: its repair.": "repaired-by" in kinds,
        "Dashed box, slanted: ours, not stated by the document.": ours,
        "Red box: at risk, since its stated proof uses a false step.": bool(drawing.risks),
        "Round box: a textbook fact.": bool(drawing.facts),
    }
    return " ".join(sentence for sentence, shown in words.items() if shown)


def risks_of(graph: ProofGraph, whole: ProofGraph) -> dict[str, Risk]:
    """The claims of a part of the graph that are at risk, as the whole graph knows."""
    return {id: risk for id in graph.claims for risk in whole.own_risks(id)}


@dataclass(frozen=True)
class Placed:
    """The corners of the boxes, the paths of the lines, and the size of all, in pixels."""

    corners: Mapping[str, tuple[float, float]]
    paths: Mapping[tuple[str, str, str], str]
    width: float
    height: float


def placed(drawing: Drawing) -> Placed:
    """Boxes and lines; groups that no line joins stand in rows, the largest first."""
    edges = drawing.edges
    groups = components(drawing.nodes, [edge[:2] for edge in edges])
    group_of = {id: number for number, group in enumerate(groups) for id in group}
    of: list[list[tuple[str, str, str]]] = [[] for _ in groups]
    for edge in edges:
        of[group_of[edge[0]]].append(edge)
    layouts = [_layout(group, own) for group, own in zip(groups, of, strict=True)]
    across = max([4, *(len(layout.columns) for layout in layouts)])
    order = sorted(range(len(groups)), key=lambda n: (-len(layouts[n].columns), -layouts[n].rows))
    corners: dict[str, tuple[float, float]] = {}
    paths: dict[tuple[str, str, str], str] = {}
    column, top, rows, used = 0, 0.0, 0.0, 0
    for number in order:
        layout = layouts[number]
        if column + len(layout.columns) > across:
            column, top, rows = 0, top + rows, 0.0
        _place(layout, of[number], (column, top), corners, paths)
        column += len(layout.columns)
        rows, used = max(rows, layout.rows), max(used, column)
    return Placed(
        corners,
        paths,
        2 * MARGIN + used * ACROSS - (ACROSS - WIDTH),
        2 * MARGIN + (top + rows) * DOWN,
    )


def _layout(nodes: Sequence[str], edges: Sequence[tuple[str, str, str]]) -> Layout:
    ordering = [edge[:2] for edge in edges if edge[2] != "repaired-by"]
    return laid_out(nodes, ordering, [edge[:2] for edge in edges if edge[2] == "repaired-by"])


def _place(
    layout: Layout,
    edges: Sequence[tuple[str, str, str]],
    start: tuple[int, float],
    corners: dict[str, tuple[float, float]],
    paths: dict[tuple[str, str, str], str],
) -> None:
    def x(column: int) -> float:
        return MARGIN + (start[0] + column) * ACROSS

    def y(height: float) -> float:
        return MARGIN + (start[1] + height) * DOWN

    at = layout.column_of
    corners.update({id: (x(at[id]), y(layout.heights[id])) for id in at})
    for edge in edges:
        user, used = edge[:2] if at[edge[0]] >= at[edge[1]] else (edge[1], edge[0])
        (x1, y1), (x2, y2) = corners[used], corners[user]
        path = [f"M{x1 + WIDTH:g} {y1 + HEIGHT / 2:g}"]
        if at[user] == at[used]:
            side = x1 + WIDTH
            path.append(
                f"C{side + 30:g} {y1 + HEIGHT / 2:g} {side + 30:g} {y2 + HEIGHT / 2:g} "
                f"{side:g} {y2 + HEIGHT / 2:g}"
            )
        else:
            here = (x1 + WIDTH, y1 + HEIGHT / 2)
            for column, height in layout.passes[user, used]:
                path.append(_bend(here, (x(column), y(height) + HEIGHT / 2)))
                path.append(f"h{WIDTH}")
                here = (x(column) + WIDTH, y(height) + HEIGHT / 2)
            path.append(_bend(here, (x2, y2 + HEIGHT / 2)))
        paths[edge] = "".join(path)


def _bend(here: tuple[float, float], there: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = here, there
    middle = (x1 + x2) / 2
    return f"C{middle:g} {y1:g} {middle:g} {y2:g} {x2:g} {y2:g}"


def shapes(drawing: Drawing, found: Placed) -> list[str]:
    """Lines and boxes as elements of SVG, lines first, what is false over the other lines.

    A line names its ends by the places of their boxes, from 0.
    """
    lines = []
    number = {id: place for place, id in enumerate(found.corners)}
    for edge in sorted(found.paths, key=drawing.false):
        classes = f"edge {edge[2]}{' false' if drawing.false(edge) else ''}"
        ends = f"{number[edge[0]]} {number[edge[1]]}"
        lines.append(f'<path class="{classes}" data-ends="{ends}" d="{found.paths[edge]}"/>')
    for id, (x, y) in found.corners.items():
        lines.append(_box(drawing, id, x, y))
    return lines


def _box(drawing: Drawing, id: str, x: float, y: float) -> str:
    facts = drawing.graph.claims.get(id)
    classes = ["node", verdict_of(facts) if facts else "textbook"]
    classes += [facts.grade] if facts and facts.grade else []
    classes += ["ours"] * bool(facts and not facts.stated)
    classes += ["risk"] * (id in drawing.risks) + ["centre"] * (id == drawing.centre)
    second = _second(drawing, id)
    at_risk = '<tspan class="at-risk">at risk</tspan>, ' if id in drawing.risks else ""
    narrow = f' textLength="{WIDTH - 12}" lengthAdjust="spacingAndGlyphs"'
    sentence = f"{id}: {in_short(drawing.graph, id)}{', at risk' if id in drawing.risks else ''}"
    address = drawing.link(id) if drawing.link else ""
    opening = f"<a href={quoteattr(address)} aria-label={quoteattr(sentence)}" if address else "<g"
    round_corners = 3 if facts else HEIGHT // 2
    indent = 6 if facts else 14
    return (
        f'{opening} class="{" ".join(classes)}"><title>{escape(_tip(drawing, id))}</title>'
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="{round_corners}"/>'
        f'<text class="first" x="{x + indent:g}" y="{y + 14:g}"'
        f"{narrow if len(id) > LETTERS else ''}>{escape(id)}</text>"
        f'<text class="second" x="{x + indent:g}" y="{y + 27:g}">{at_risk}{escape(second)}</text>'
        f"</{'a' if address else 'g'}>"
    )


def _tip(drawing: Drawing, id: str) -> str:
    if drawing.tip is not None:
        return drawing.tip(id)
    facts = drawing.graph.claims.get(id)
    return f"{id}: {facts.statement if facts else TEXTBOOK[id].statement}"


def _second(drawing: Drawing, id: str) -> str:
    """The second line of a box: the verdict, and the textbook facts that have no box."""
    facts = drawing.graph.claims.get(id)
    books = [
        step.removeprefix(PREFIX)
        for step in (facts.rests_on if facts else ())
        if step.startswith(PREFIX) and step not in drawing.facts
    ]
    text = in_short(drawing.graph, id) + (f"; {', '.join(books)}" if books else "")
    room = SECOND - (9 if id in drawing.risks else 0)
    return text if len(text) <= room else text[: room - 1] + "…"


def as_svg(graph: ProofGraph, title: str, whole: ProofGraph | None = None) -> str:
    """The graph as a file: what rests on nothing stands left, and main theorems right.

    What is at risk is judged in the `whole` graph, of which this one may be a part.
    """
    risks = risks_of(graph, whole or graph)
    drawing = Drawing(graph, risks=risks)
    result = placed(drawing)
    width = max(result.width, 900.0)
    verdicts = dict.fromkeys(verdict_of(facts) for facts in graph.claims.values())
    legend, head = _legend(list(verdicts), key_of(drawing), width)
    height = head + result.height
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="claim-graph" role="img" '
            f'aria-label={quoteattr(title)} width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}">',
            f"<style>\n{style_sheet()}</style>",
            '<rect class="paper" width="100%" height="100%"/>',
            f'<text x="{MARGIN}" y="24" style="font-size: 15px">{escape(title)}</text>',
            *legend,
            f'<g transform="translate(0 {head:g})">',
            *shapes(drawing, result),
            "</g>",
            "</svg>\n",
        ]
    )


def _legend(verdicts: Sequence[str], key: str, width: float) -> tuple[list[str], float]:
    """The colours and lines in words, and the height that they need."""
    lines = []
    in_a_row = int((width - 2 * MARGIN) // LEGEND_STEP)
    listed = [name for name in VERDICTS if name in verdicts]
    y = 36.0
    for number, verdict in enumerate(listed):
        x, y = MARGIN + LEGEND_STEP * (number % in_a_row), 36.0 + LEGEND_ROW * (number // in_a_row)
        lines.append(
            f'<g class="node key {verdict}"><rect x="{x}" y="{y:g}" width="12" height="12"/>'
            f'<text x="{x + 17}" y="{y + 10:g}">{verdict}</text></g>'
        )
    for sentence in textwrap.wrap(key, int(width // 6.2)):
        y += LEGEND_ROW
        lines.append(f'<text class="legend" x="{MARGIN}" y="{y + 10:g}">{sentence}</text>')
    return lines, y + LEGEND_ROW
