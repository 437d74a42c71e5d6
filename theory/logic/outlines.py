"""Outlines: proofs with sentences that nobody has shown yet, each a hypothesis with a place.

What is open is said for all that its place is about: `open` at a sentence `q <= p`, below `fix P n`
and what is assumed of them, supposes that q <= p for all P and n of which that is so. The theorem
of an outline is the implication from all that is open to the statement, and it is closed.
"""

from __future__ import annotations
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from .formulas import imp, quantified
from .kernel import Theorem, Theory
from .terms import Free, Term
from .variables import frees

OUTLINE = ".outline"
"""What is behind the name of a statement in that of the theorem of its outline."""


@dataclass(frozen=True)
class Opened:
    """A sentence that is not shown: its number, its words, its place, and what it supposes."""

    number: str
    words: str
    place: str
    formula: Term
    """A closed formula: what remains to be shown, under all that is known at its place."""


def in_general(
    theory: Theory, said: Term, supposed: Iterable[Term], variables: Sequence[Free]
) -> tuple[Term, Theorem]:
    """The formula at a place as a closed one, and the theorem of the formula under that one.

    `supposed` are the hypotheses there, and `variables` are those of the place in the order in
    which they stand in print.
    """
    supposed = [*supposed]
    general = said
    for h in reversed(supposed):
        general = imp(h, general)
    free = frees(general)
    order = [x for x in variables if x in free]
    order += sorted(free.difference(order), key=lambda x: x.name)
    for x in reversed(order):
        general = quantified("forall", x, general)
    at_place = theory.instance(theory.assume(general), order, *map(theory.assume, supposed))
    return general, theory.convert(at_place, said)


def discharged(theorem: Theorem, opened: Iterable[Opened]) -> Theorem:
    """The theorem under no hypothesis: from all that is open, what it says.

    Each sentence stands in it, also one of which the proof makes no use.
    """
    for one in reversed([*opened]):
        theorem = theorem.theory.imp_intro(one.formula, theorem)
    return theorem
