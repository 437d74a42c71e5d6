"""The hints of a step for the search: weights of what is known, and what they leave."""

from __future__ import annotations
from collections.abc import Sequence
from banditproof.theory.logic.combination import combined
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.searched_steps import State
from banditproof.theory.logic.terms import Refused
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.notation import parse
from .arithmetic import Hint
from .formulas import is_relation, term
from .kept_certificates import Node

SECONDS = 10.0
"""How long a part of a combination is searched for."""


def weighted(weights: Sequence[tuple[str, Theorem]], rest: str, positive: Sequence[str]) -> Hint:
    """The search for a combination of theorems, each with its weight."""
    if not all(is_relation(th.conclusion) for _, th in weights):
        raise Refused("A step that has a weight states no relation.")
    pairs = [(term(parse(text)), th) for text, th in weights]
    leaving = term(parse(rest)) if rest else None
    above = [term(parse(text)) for text in positive]

    def search(goal: Goal, state: State) -> Node | None:
        return combined(goal, state, pairs, leaving, above, SECONDS)

    return search
