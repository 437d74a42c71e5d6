"""A stored proof of a relation of a step, with the names and the places that the kernel gives.

A step has its quantities by their names, and its hypotheses in the order of the steps that it uses;
the kernel numbers both. Whatever becomes of a proof here, it is judged afterwards.
"""

from __future__ import annotations
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from banditproof.theory.logic.searched_steps import State
from banditproof.theory.logic.terms import Free
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import Term, replaced, var

Node = Mapping[str, Any]


def variables_of(state: State) -> dict[Term, Term]:
    """The variables of the kernel's step in place of quantities."""
    return {var(t.name): var(v) for t, v in state.unknowns.items() if isinstance(t, Free)}


def renamed(old: Goal, tree: Node, goal: Goal, state: State) -> Node:
    """A proof of a goal of a step, as one of a goal of the kernel's step."""
    names = {t.name: v for t, v in state.unknowns.items() if isinstance(t, Free)}
    there = variables_of(state)
    given = {item: place for place, item in enumerate(goal.given)}
    places: dict[int, int | None] = {}
    for place, (item, strict) in enumerate(old.given):
        new = replaced(replaced(item, there), state.equal)
        places[place] = given.get((new, strict), given.get((new, True)))
    own: set[str] = set()  # the quantities that a rule puts in

    def change(part: Any) -> Any:
        if isinstance(part, list | tuple):
            if len(part) == 1 and isinstance(part[0], str) and part[0] in names:
                return [names[part[0]]]
            return [change(item) for item in part]
        if not isinstance(part, Mapping):
            return part
        if part.get("by") == "given" and isinstance(part.get("assumption"), int):
            at = part["assumption"]
            new = places[at] if at in places else at - len(old.given) + len(goal.given)
            if new is None:
                return {"by": "span"}
            return {key: change(value) for key, value in part.items()} | {"assumption": new}
        if "by" not in part and part.keys() <= names.keys() | own:
            return {names.get(key, key): change(value) for key, value in part.items()}
        for value in part.values() if part.get("by") == "instance" else ():
            own.update(value if isinstance(value, Mapping) and "by" not in value else ())
        return {
            key: names.get(value, value) if key == "on" else change(value)
            for key, value in part.items()
        }

    result: Node = change(tree)
    return result


def defined_within(part: Any) -> Iterator[Node]:
    """The parts of a proof that show that a term is defined: the term, and a proof of its sign.

    >>> shown = {"term": ["x"], "strict": True, "proof": {"by": "span"}}
    >>> [*defined_within({"by": "sum", "parts": [{"by": "span", "defined": [shown]}]})] == [shown]
    True
    """
    if isinstance(part, Mapping):
        yield from part.get("defined", ())
    inner = part.values() if isinstance(part, Mapping) else part
    for item in inner if isinstance(inner, Iterable) and not isinstance(inner, str) else ():
        yield from defined_within(item)
