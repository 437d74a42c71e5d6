"""The proofs of the steps of a claim, together in one file of JSON: each with its goal."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from .kernel.goals import Goal
from .kernel.steps import DAMAGE
from .notation import written
from .outcomes import rules_in, shown_interval
from .stored_json import goal_of, json_of, require_moderate
from .two_checks import check_twice, stored_goal

Proofs: TypeAlias = Mapping[str, tuple[Goal, Mapping[str, Any]]]
"""Goals and their proofs, by the names of steps."""
FORMAT = "banditproof proofs of steps"
VERSION = 1


@dataclass(frozen=True)
class StepProof:
    """The proof of a goal that a step of a longer proof needs."""

    name: str
    goal: Goal
    tree: Mapping[str, Any] = field(hash=False)

    @property
    def claim(self) -> str:
        """The goal as an inequality."""
        return f"{written(self.goal.term)} {'>' if self.goal.strict else '>='} 0"

    @property
    def domain(self) -> str:
        """Where it is to hold."""
        ranges = [f"{name} in {shown_interval(where)}" for name, where in self.goal.region]
        given = [f"{written(term)} {'>' if strict else '>='} 0" for term, strict in self.goal.given]
        return ", ".join((*ranges, *given))

    @property
    def rules(self) -> dict[str, int]:
        """How often each rule is used, the most used ones first."""
        return dict(Counter(rules_in(self.tree)).most_common())

    def check(self) -> tuple[str, ...]:
        """The rules beyond the core on which the proof rests; ValueError if it is refused."""
        return check_twice(self.goal, self.tree)


def text_of_steps(proofs: Proofs) -> str:
    """The text of a file of proofs by their names, one to a line."""
    lines = [
        f"{json.dumps(name)}:{json.dumps(entry, separators=(',', ':'))}"
        for name, entry in entries_of(proofs).items()
    ]
    head = json.dumps({"format": FORMAT, "version": VERSION})[:-1]
    return f'{head}, "proofs": {{\n' + ",\n".join(lines) + "\n}}\n"


def entries_of(proofs: Proofs) -> dict[str, Any]:
    """Proofs in JSON types by their names, which are sorted; equal proofs give equal entries."""
    return {
        name: {
            "goal": in_fixed_order(stored_goal(proofs[name][0])),
            "proof": in_fixed_order(proofs[name][1]),
        }
        for name in sorted(proofs)
    }


def in_fixed_order(part: Any) -> Any:
    """Stored terms whose sums and products have one order: a process orders them as it meets them.

    >>> in_fixed_order({"term": ["add", ["mul", ["y"], ["x"]], "1"]})
    {'term': ['add', '1', ['mul', ['x'], ['y']]]}
    """
    if isinstance(part, Mapping):
        return {key: in_fixed_order(inner) for key, inner in part.items()}
    if not isinstance(part, list | tuple):
        return part
    inner = [in_fixed_order(item) for item in part]
    if len(inner) > 1 and inner[0] in ("add", "mul"):
        inner[1:] = sorted(inner[1:], key=lambda item: (len(text := json.dumps(item)), text))
    return inner


def is_of_steps(text: str) -> bool:
    """Whether a text begins as a file of the proofs of steps does."""
    return text.startswith(json.dumps({"format": FORMAT})[:-1])


def steps_of(text: str, what: str = "The file") -> tuple[StepProof, ...]:
    """The proofs of a file's text, not yet checked.

    >>> from .decision import prove
    >>> from .statement import Statement
    >>> found = prove(Statement.of("x^2 >= 0", "x in [-1, 1]"))
    >>> (one,) = steps_of(text_of_steps({"7": (found.statement.goal, found.tree)}))
    >>> one.check()  # it rests on no rule beyond the core
    ()
    >>> one.name, one.claim, one.domain
    ('7', 'x^2 >= 0', 'x in [-1, 1]')
    """
    facts = json_of(text, what)
    damaged = f"{what} is damaged: it holds no proofs of steps; write it anew."
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise ValueError(damaged)
    if facts.get("version") != VERSION or not isinstance(facts.get("proofs"), dict):
        raise ValueError(damaged)
    return steps_in(facts["proofs"], what)


def steps_in(proofs: Any, what: str = "The file") -> tuple[StepProof, ...]:
    """The proofs of steps in JSON types, by their names, not yet checked."""
    damaged = f"{what} is damaged: it holds no proofs of steps; write it anew."
    if not isinstance(proofs, dict):
        raise ValueError(damaged)
    results = []
    for name, entry in proofs.items():
        if not (isinstance(entry, dict) and isinstance(entry.get("proof"), dict)):
            raise ValueError(damaged)
        try:
            require_moderate(list(entry.values()), what)
        except RecursionError:
            raise ValueError(f"{what} is nested too deeply; give one of proofs.") from None
        try:
            results.append(StepProof(name, goal_of(entry["goal"]), entry["proof"]))
        except DAMAGE:
            raise ValueError(damaged) from None
    return tuple(results)
