"""The graph of claims as a drawing (SVG), as a DOT file, and as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from .proof_graph import ProofGraph
from .textbook import PREFIX, TEXTBOOK

FILL = {
    "holds": "#d9efd9",
    "fails": "#f6cccc",
    "holds-with-repair": "#faebc0",
    "misprint": "#f3e3d0",
    "holds-vacuously": "#dfe6f5",
    "not-reproduced": "#f0d6ea",
    "open": "#e9dff5",
    "not-mechanical": "#eeeeee",
}
WIDTH, HEIGHT, ACROSS, DOWN, MARGIN, HEAD = 210, 30, 290, 40, 20, 70
SWEEPS = 12
"""How often the claims of each column are sorted by their neighbours, to shorten the lines."""


def as_json(graph: ProofGraph) -> str:
    """Nodes and edges as JSON: claims with verdict and grade, and the textbook facts used."""
    nodes = [
        {
            "id": id,
            "kind": "claim",
            "label": facts.label,
            "title": facts.title,
            "stated": facts.stated,
            "verdict": facts.recorded,
            "grade": facts.grade,
            "universal": facts.universal,
            "steps": [step.to_json() for step in facts.steps],
        }
        for id, facts in graph.claims.items()
    ]
    nodes += [
        {
            "id": id,
            "kind": "textbook",
            "statement": TEXTBOOK[id].statement,
            "reference": TEXTBOOK[id].reference,
        }
        for id in graph.facts_used()
    ]
    edges = [
        {"from": start, "to": end, "kind": kind} for start, end, kind in edges_of(graph, facts=True)
    ]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=1, ensure_ascii=False) + "\n"


def edges_of(graph: ProofGraph, facts: bool = False) -> list[tuple[str, str, str]]:
    """Edges (from, to, kind): rests-on, stated-proof where it differs, and repaired-by."""
    found: list[tuple[str, str, str]] = []
    for id, claim in graph.claims.items():
        found += [(id, step, "rests-on") for step in claim.rests_on]
        only = [step for step in claim.stated_proof if step not in claim.rests_on]
        found += [(id, step, "stated-proof") for step in only]
        if claim.repaired_by:
            found.append((id, claim.repaired_by, "repaired-by"))
    return [e for e in found if e[1] in graph.claims or (facts and e[1].startswith(PREFIX))]


def as_dot(graph: ProofGraph) -> str:
    """The graph in the language of Graphviz."""
    lines = ["digraph claims {", "  rankdir=RL;", "  node [shape=box, style=filled];"]
    for id, facts in graph.claims.items():
        text = "\\n".join(part for part in (id, facts.recorded, facts.grade) if part)
        lines.append(f'  "{id}" [label="{text}", fillcolor="{FILL[facts.recorded]}"];')
    lines += [f'  "{id}" [shape=ellipse, fillcolor="white"];' for id in graph.facts_used()]
    style = {"rests-on": "solid", "stated-proof": "dashed", "repaired-by": "dotted"}
    for start, end, kind in edges_of(graph, facts=True):
        lines.append(f'  "{start}" -> "{end}" [style={style[kind]}];')
    return "\n".join([*lines, "}"]) + "\n"


def columns_of(graph: ProofGraph) -> list[list[str]]:
    """The claims by columns: each stands left of all its users, and as near to them as possible."""
    steps: dict[str, list[str]] = {id: [] for id in graph.claims}
    users: dict[str, list[str]] = {id: [] for id in graph.claims}
    for start, end, kind in edges_of(graph):
        if kind != "repaired-by":  # a repair may use what its statement uses, or stand anywhere
            steps[start].append(end)
            users[end].append(start)
    depth = _depths(steps)
    place = dict(depth)
    for id in sorted(depth, key=depth.__getitem__, reverse=True):
        place[id] = min((place[user] for user in users[id]), default=depth[id] + 1) - 1
    columns: list[list[str]] = [[] for _ in range(max(place.values(), default=-1) + 1)]
    for id in graph.claims:
        columns[place[id]].append(id)
    return _untangled(columns, steps)


def _depths(steps: Mapping[str, list[str]]) -> dict[str, int]:
    """The length of the longest path below each claim."""
    depth: dict[str, int] = {}

    def deep(id: str) -> int:
        if id not in depth:
            depth[id] = 1 + max(map(deep, steps[id]), default=-1)
        return depth[id]

    for id in steps:
        deep(id)
    return depth


def _untangled(columns: list[list[str]], steps: Mapping[str, list[str]]) -> list[list[str]]:
    """The columns, sorted again and again by the mean height of the neighbours."""
    near: dict[str, list[str]] = {id: list(below) for id, below in steps.items()}
    for id, below in steps.items():
        for step in below:
            near[step].append(id)
    height = {id: float(place) for column in columns for place, id in enumerate(column)}
    for _ in range(SWEEPS):
        for column in columns:
            wanted = {
                id: sum(height[one] for one in near[id]) / len(near[id]) if near[id] else height[id]
                for id in column
            }
            column.sort(key=lambda id, wanted=wanted: (wanted[id], id))  # type: ignore[misc]
            shift = (max(map(len, columns)) - len(column)) / 2
            height.update({id: place + shift for place, id in enumerate(column)})
    return columns


def as_svg(graph: ProofGraph, title: str) -> str:
    """The graph as a drawing: what rests on nothing stands left, and main theorems right."""
    columns = columns_of(graph)
    rows = max(map(len, columns), default=0)
    place = {
        id: (
            MARGIN + at * ACROSS,
            HEAD + MARGIN + DOWN * (row + (rows - len(column)) / 2),
        )
        for at, column in enumerate(columns)
        for row, id in enumerate(column)
    }
    width = max(2 * MARGIN + len(columns) * ACROSS - (ACROSS - WIDTH), 1180)
    height = HEAD + 2 * MARGIN + DOWN * rows
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:g}" '
        f'viewBox="0 0 {width} {height:g}" font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{MARGIN}" y="24" font-size="15">{escape(title)}</text>',
        *_legend(),
    ]
    for start, end, kind in edges_of(graph):
        lines.append(_line(place[start], place[end], kind))
    for id, (x, y) in place.items():
        lines += _box(graph, id, x, y)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _legend() -> list[str]:
    lines = []
    for number, (verdict, fill) in enumerate(FILL.items()):
        x = MARGIN + 128 * number
        lines.append(
            f'<rect x="{x}" y="36" width="12" height="12" fill="{fill}" stroke="#777777"/>'
        )
        lines.append(f'<text x="{x + 16}" y="46">{verdict}</text>')
    lines.append(
        f'<text x="{MARGIN}" y="66" fill="#555555">Solid line: rests on what stands left of it. '
        "Dashed, red: the stated proof uses it, the verdict does not. Dotted: its repair. "
        "Dashed box: ours, not stated by the document.</text>"
    )
    return lines


def _line(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    x1, y1 = start[0], start[1] + HEIGHT / 2
    x2, y2 = end[0] + WIDTH, end[1] + HEIGHT / 2
    bend = (x1 - x2) / 2
    path = f"M{x1:g} {y1:g} C{x1 - bend:g} {y1:g} {x2 + bend:g} {y2:g} {x2:g} {y2:g}"
    style = {
        "rests-on": 'stroke="#8899aa"',
        "stated-proof": 'stroke="#cc5555" stroke-dasharray="5 3"',
        "repaired-by": 'stroke="#999933" stroke-dasharray="1 3"',
    }[kind]
    return f'<path d="{path}" fill="none" stroke-width="1" {style}/>'


def _box(graph: ProofGraph, id: str, x: float, y: float) -> list[str]:
    facts = graph.claims[id]
    dashes = "" if facts.stated else ' stroke-dasharray="4 2"'
    books = [step.removeprefix(PREFIX) for step in facts.rests_on if step.startswith(PREFIX)]
    under = ", ".join([facts.grade or facts.recorded, *books])
    if len(under) > 40:
        under = under[:38] + "..."
    return [
        f"<g><title>{escape(f'{id}: {facts.statement}')}</title>",
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="3" '
        f'fill={quoteattr(FILL[facts.recorded])} stroke="#777777"{dashes}/>',
        f'<text x="{x + 6:g}" y="{y + 13:g}">{escape(id)}</text>',
        f'<text x="{x + 6:g}" y="{y + 25:g}" font-size="9" fill="#555555">{escape(under)}</text>',
        "</g>",
    ]
