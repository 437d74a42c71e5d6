"""The search for an arithmetic step as a combination of known relations with weights."""

from __future__ import annotations
from collections.abc import Sequence
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.search.combination import combination
from banditproof.theory.prover.search.hunt import find_proof
from .arithmetic import relation
from .certificates import Node
from .kernel import Theorem
from .searched_steps import State
from .terms import Term


def combined(
    goal: Goal,
    state: State,
    weights: Sequence[tuple[Term, Theorem]],
    leaving: Term | None,
    positive: Sequence[Term],
    seconds: float,
) -> Node | None:
    """A proof tree of a goal by weights of theorems, what they leave, and terms that are > 0."""
    known = state.known
    triples = []
    for weight, th in weights:
        sides = relation(th.conclusion)
        assert sides is not None
        a, sign, b = (state.real(sides[0]), sides[1], state.real(sides[2]))
        triples.append((known(state.real(weight)), known(b - a), sign == "<"))
    rest = None if leaving is None else known(state.real(leaving))
    above = [known(state.real(t)) for t in positive]
    return combination(lambda part: find_proof(part, seconds), triples, rest, above)(goal)
