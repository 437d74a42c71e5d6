"""What a theorem of a step leaves open: each hypothesis with its kind, its name and its place."""

from __future__ import annotations
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    """What a hypothesis is; in this order they stand in a closed theorem."""

    RANGE = "range"
    CONDITION = "condition"
    DEFINITION = "definition"
    WHOLE = "whole"
    """A quantity is a whole number of an induction, or a place of a sequence."""
    RECURSION = "recursion"
    GIVEN = "given"
    WORDS = "words"
    """A sentence without a formula."""
    ARGUED = "argued"
    """A sentence that a step argues for in words."""
    TEXTBOOK = "textbook"
    CLAIM = "claim"
    CITED = "cited"
    """What the theorem of a cited step leaves open, in one word."""
    COMPUTED = "computed"
    """A program has found it."""
    BEYOND = "beyond"
    """Rules beyond the core of the judge show it."""
    REFUSED = "refused"
    """A step of which the kernel takes no proof."""


ORDER = {kind: place for place, kind in enumerate(Kind)}
SETTINGS = frozenset({Kind.RANGE, Kind.CONDITION})
"""Where a step holds, which it says or shows."""
SHOWN_AT_VALUES = SETTINGS | {Kind.GIVEN}
"""What is shown of the values that are put for quantities; the rest stays open there."""


def is_setting(kind: Kind) -> bool:
    """Whether a hypothesis says what its quantities are, and nothing that is to be shown of them.

    >>> is_setting(Kind.RANGE), is_setting(Kind.TEXTBOOK)
    (True, False)
    """
    return ORDER[kind] < ORDER[Kind.GIVEN]


@dataclass(frozen=True)
class Label:
    """The kind of a hypothesis, its name, and the step of the proof from which it comes."""

    kind: Kind
    name: str
    """The quantity, the fact at its terms, the claim, the rules, or the sentence."""
    of: str
    step: int
    inner: tuple[Label, ...] = ()
    """What stands in it, each with its own place: the hypotheses of a cited step, or what the
    premises of a textbook fact suppose of all that runs."""
    within: str = ""
    """The fact of which it is such a premise, in words."""
    no_outline: bool = False
    """Whether it is a claim of which no more than points or words are on record."""
    sentence: str = ""
    """What people read where no formula says it: the words of the step that cites a claim, and
    those that discharge a hypothesis in words of a textbook fact."""

    @property
    def leaves(self) -> tuple[Label, ...]:
        """All that is open in it."""
        own = () if self.kind == Kind.CITED else (replace(self, inner=()),)
        return (*own, *(leaf for one in self.inner for leaf in one.leaves))

    def for_every(self, name: str) -> Label:
        """The label of the same for all values of a quantity, with all that stands in it."""
        inner = tuple(one.for_every(name) for one in self.inner)
        return replace(self, name=f"{self.name} for every {name}", inner=inner)

    def inside(self, fact: str, running: Iterable[str]) -> Label:
        """What a premise of a fact supposes of all that runs, or of what is defined by it."""
        within = f"within {fact} for every {', '.join(running)}, {self.within}"
        inner = tuple(one.inside(fact, running) for one in self.inner)
        return replace(self, within=within, inner=inner)

    def __str__(self) -> str:
        """The kind, the name and the place.

        >>> print(Label(Kind.TEXTBOOK, "textbook.markov at (p, n, m)", "bern.lem1", 3))
        textbook.markov at (p, n, m): step 3 of bern.lem1
        >>> print(Label(Kind.WORDS, "the noise is independent of the batch", "bern.lem1", 2))
        said in words, the noise is independent of the batch: step 2 of bern.lem1
        """
        place = f"step {self.step} of {self.of}" if self.step else self.of
        return f"{self.within}{WORDS_OF_KINDS[self.kind]}{self.name}: {place}"


def one_line(says: str) -> str:
    """A sentence in one line, without the sign at its end.

    >>> one_line("The regret is  at most $n$:")
    'The regret is at most $n$'
    """
    return " ".join(says.split()).rstrip(",.:;")


WORDS_OF_KINDS = {
    Kind.RANGE: "range ",
    Kind.CONDITION: "condition ",
    Kind.DEFINITION: "definition ",
    Kind.WHOLE: "whole number ",
    Kind.RECURSION: "recursion ",
    Kind.GIVEN: "given ",
    Kind.WORDS: "said in words, ",
    Kind.ARGUED: "argued in words, ",
    Kind.TEXTBOOK: "",
    Kind.CLAIM: "claim ",
    Kind.CITED: "what is left open by ",
    Kind.COMPUTED: "by a program, ",
    Kind.BEYOND: "by rules that the kernel does not have, ",
    Kind.REFUSED: "not accepted, ",
}
