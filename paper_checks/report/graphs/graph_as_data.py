"""The graph of claims as edges, as JSON, and in the language of Graphviz."""

import json
from ...textbook import PREFIX, TEXTBOOK
from ...verdicts.verdict_words import STRONG
from ..palette import STRONGLY, VERDICTS
from .claim_graph import ProofGraph


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
            "judged_by": facts.judged_by,
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
    results: list[tuple[str, str, str]] = []
    for id, claim in graph.claims.items():
        results += [(id, step, "rests-on") for step in claim.rests_on]
        only = [step for step in claim.stated_proof if step not in claim.rests_on]
        results += [(id, step, "stated-proof") for step in only]
        if claim.repaired_by:
            results.append((id, claim.repaired_by, "repaired-by"))
    return [e for e in results if e[1] in graph.claims or (facts and e[1].startswith(PREFIX))]


def as_dot(graph: ProofGraph) -> str:
    """The graph in the language of Graphviz."""
    lines = ["digraph claims {", "  rankdir=RL;", "  node [shape=box, style=filled];"]
    for id, facts in graph.claims.items():
        text = "\\n".join(part for part in (id, facts.recorded, facts.graded) if part)
        colours = STRONGLY if facts.graded in STRONG and facts.recorded in STRONGLY else VERDICTS
        fill, ink = colours[facts.recorded][0]
        lines.append(f'  "{id}" [label="{text}", fillcolor="{fill}", fontcolor="{ink}"];')
    lines += [f'  "{id}" [shape=ellipse, fillcolor="white"];' for id in graph.facts_used()]
    style = {"rests-on": "solid", "stated-proof": "dashed", "repaired-by": "dotted"}
    for start, end, kind in edges_of(graph, facts=True):
        lines.append(f'  "{start}" -> "{end}" [style={style[kind]}];')
    return "\n".join([*lines, "}"]) + "\n"
