"""What an outline leaves open: each sentence that nobody has shown is a hypothesis with a place.

There are two kinds. `open` at a sentence `q <= p`, below `fix P n` and what is assumed of them,
supposes that q <= p for all P and n of which that is so: a theorem for itself, which somebody may
prove. A named hypothesis, such as `textbook markov (1, 2); with a=n`, is supposed of the quantities
of the theorem alone, as is what its `where` says of them: of other numbers it need not be so. The
theorem of an outline is the implication from all that is open to the statement, and it is closed.
Who cites the statement takes it at any terms, and so supposes a named hypothesis of all quantities.
"""

from __future__ import annotations
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from .formulas import imp, quantified
from .kernel import Theorem, Theory
from .sentences import PROGRAMS
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
    formula: Term | None
    """What remains to be shown: of `open` a closed formula, under all that is known at its place;
    of a named hypothesis a formula about the quantities; None if it is said in words alone."""
    kind: str = ""
    """Of a named hypothesis the word of its reason; given of what is said in words alone."""
    name: str = ""
    """What is cited, at its terms, as in `textbook.markov at a = n`."""
    of_all: Term | None = None
    """Of a named hypothesis the closed formula that it is so of all quantities of its theorem."""
    alone: Free | None = None
    """The one number that it tells of, which has no other value, as the term of a sequence."""

    @property
    def in_general(self) -> bool:
        """Whether it is supposed of everything, and not of the quantities of the theorem alone."""
        return not self.kind

    @property
    def as_cited(self) -> Opened:
        """The same as it is supposed by whoever cites the theorem, which may be at any terms."""
        return self if self.of_all is None else replace(self, formula=self.of_all)

    @property
    def says(self) -> str:
        """Its words, and by what they are so."""
        by = {"given": "said in words", "words": "argued in words", "claim": f"claim {self.name}"}
        by |= dict.fromkeys(PROGRAMS, f"by a program, {self.name}")
        words = self.words.rstrip(".,:; ")
        return f"{words}, {by.get(self.kind, self.name)}" if self.kind else self.words


def in_general(
    theory: Theory,
    said: Term,
    supposed: Iterable[Term],
    variables: Sequence[Free],
    but: Collection[Free] = (),
) -> tuple[Term, Theorem]:
    """The formula at a place for all variables `but` some, and the theorem of the formula by it.

    `supposed` are the hypotheses there, and `variables` are those of the place in the order in
    which they stand in print.
    """
    supposed = [*supposed]
    general = said
    for h in reversed(supposed):
        general = imp(h, general)
    free = frees(general).difference(but)
    order = [x for x in variables if x in free]
    order += sorted(free.difference(order), key=lambda x: x.name)
    for x in reversed(order):
        general = quantified("forall", x, general)
    at_place = theory.instance(theory.assume(general), order, *map(theory.assume, supposed))
    return general, theory.convert(at_place, said)


def discharged(theorem: Theorem, opened: Iterable[Opened]) -> Theorem:
    """The theorem without the hypotheses that are open: from these, what it says.

    Each formula stands in it, also one of which the proof makes no use.
    """
    for one in reversed([*opened]):
        if one.formula is not None:
            theorem = theorem.theory.imp_intro(one.formula, theorem)
    return theorem
