"""Parts of the graph of claims that a page can show: around one claim, or within a section."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ..textbook import PREFIX
from .graphs.claim_graph import ProofGraph

DOWN, UP, MOST = 3, 2, 60
"""How many steps down and up a neighbourhood goes, and how many boxes it has at most."""


@dataclass(frozen=True)
class Part:
    """A part of the graph, with what was left out of it in words."""

    graph: ProofGraph
    facts: tuple[str, ...] = ()
    """The textbook facts that are shown as boxes."""
    centre: str | None = None
    left_out: str = ""
    """One sentence, or nothing if nothing was left out."""

    def __bool__(self) -> bool:
        """Whether there is a line to draw: a single box is no graph."""
        return len(self.graph.claims) + len(self.facts) > 1


def neighbourhood(
    graph: ProofGraph, id: str, *, down: int = DOWN, up: int = UP, most: int = MOST
) -> Part:
    """What a claim rests on and what rests on it, nearest first, a few steps away.

    A false claim comes with its repair, and a stated proof with the steps that it uses.

    >>> from .graphs.claim_graph import proof_graph
    >>> part = neighbourhood(proof_graph(), "bern.thm4.3", down=1, up=0)
    >>> sorted(part.graph.claims)
    ['bern.thm4.3', 'bern.thmF.7', 'bern.thmF.9']
    """
    if id not in graph.claims:
        raise ValueError(f"There is no claim {id!r} in the graph; give the ID of one.")
    facts = tuple(step for step in _used(graph, id) if step.startswith(PREFIX))

    def below(one: str) -> list[str]:
        return [step for step in _used(graph, one) if step in graph.claims]

    def above(one: str) -> Iterable[str]:
        return graph.users.get(one, ())

    rings = [*_rings(id, below), []], [*_rings(id, above), []]
    order: dict[str, None] = {id: None}
    for distance in range(1, max(map(len, rings))):
        for ring, steps in zip(rings, (down, up), strict=True):
            if distance <= steps and distance < len(ring):
                order.update(dict.fromkeys(ring[distance]))
    kept = dict.fromkeys(list(order)[: max(1, most - len(facts))])
    missing = [
        len([item for ring in side[1:] for item in ring if item not in kept]) for side in rings
    ]
    shown = ProofGraph({claim: graph.claims[claim] for claim in graph.claims if claim in kept})
    return Part(shown, facts, id, _left_out(id, *missing))


def _used(graph: ProofGraph, id: str) -> tuple[str, ...]:
    return (*graph.supports(id), *graph.only_stated(id))


def _rings(id: str, near: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """All that can be reached from a claim, by the number of steps."""
    seen = {id}
    rings = [[id]]
    while rings[-1]:
        result = dict.fromkeys(
            step for ring in rings[-1] for step in near(ring) if step not in seen
        )
        seen.update(result)
        rings.append(list(result))
    return rings[:-1]


def _left_out(id: str, below: int, above: int) -> str:
    """What is not shown, in a sentence.

    >>> _left_out("bern.a", 2, 0)
    'Not shown: 2 more claims that bern.a or its stated proof rests on.'
    """
    parts = []
    if below:
        noun = "claim" if below == 1 else "claims"
        parts.append(f"{below} more {noun} that {id} or its stated proof rests on")
    if above:
        noun = "" if below else " claim" if above == 1 else " claims"
        verb = "rests" if above == 1 else "rest"
        parts.append(f"{above} more{noun} that {verb} on {'it' if below else id}")
    return f"Not shown: {', and '.join(parts)}." if parts else ""


def within(graph: ProofGraph, ids: Iterable[str]) -> Part:
    """The claims of a section or a document that rest on each other, and what puts them at risk.

    A false step that a stated proof takes from elsewhere is shown too.
    """
    chosen = dict.fromkeys(id for id in ids if id in graph.claims)
    shown: dict[str, None] = {}
    for id in chosen:
        joined = [step for step in _used(graph, id) if step in chosen and step != id]
        risked = [step for risk in graph.own_risks(id) for step in risk.steps]
        if joined or risked:
            shown.update(dict.fromkeys([id, *joined, *risked]))
    alone = [id for id in chosen if id not in shown]
    left_out = ""
    if alone and shown:
        nouns = "claim neither rests" if len(alone) == 1 else "claims neither rest"
        verb = "supports" if len(alone) == 1 else "support"
        left_out = f"Not shown: {len(alone)} {nouns} on another one here nor {verb} one."
    part = ProofGraph({id: graph.claims[id] for id in graph.claims if id in shown})
    return Part(part, left_out=left_out)
