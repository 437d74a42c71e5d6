"""The hints that a step gives for the search, in the terms of the logic."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from banditproof.theory.logic import hints
from banditproof.theory.logic.hints import Hint
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.terms import Refused, Term
from banditproof.theory.prover.notation import parse
from ..extreme_points import ExtremePoints
from ..inequality import Inequality
from ..step import Step
from .formulas import is_relation, term


def hint_of(step: Step, known: Mapping[int, Theorem]) -> Hint | None:
    """What a step says about how it is shown, by the theorems that it uses."""
    if isinstance(step, ExtremePoints):
        return hints.at_extreme_points([*map(_term, step.along)])
    if not isinstance(step, Inequality):
        return None
    inner: Hint | None = None
    if step.weights or step.rest:
        pairs = [(text, known[number]) for number, text in step.weights.items()]
        inner = weighted(pairs, step.rest, step.positive)
    if step.monotone is not None:
        function, larger, smaller = step.monotone
        inner = hints.of_function(function, _term(larger), _term(smaller), inner)
    return hints.with_ends(_term(step.apart), inner) if step.apart else inner


def weighted(weights: Sequence[tuple[str, Theorem]], rest: str, positive: Sequence[str]) -> Hint:
    """The search for a combination of theorems, each with its weight."""
    if not all(is_relation(th.conclusion) for _, th in weights):
        raise Refused("A step that has a weight states no relation.")
    pairs = [(_term(text), th) for text, th in weights]
    return hints.weighted(pairs, _term(rest) if rest else None, [*map(_term, positive)])


def _term(text: str) -> Term:
    return term(parse(text))
