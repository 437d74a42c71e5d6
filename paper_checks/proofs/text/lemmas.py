"""Lemmas: steps that several proofs share, written once and taken in by each of them.

    lemma my.sum-of-two
      where x, y, s in (-inf,inf)
      1. $x$ is small. :: x <= 1 -- assumed
      2. $s$ is the sum of both. :: s = x + y -- given
      3. So it is at most $1+y$. :: s <= 1 + y -- by (1); from 2
    qed

    proof my.thm1
      1. $x$ is a half. :: x <= 1 -- given
      2-3. lemma my.sum-of-two (1)
    qed

The proof has the steps 2 and 3 as if they stood in it.
"""

from __future__ import annotations
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any
from banditproof.theory.logic.cited_texts import COMMA
from banditproof.theory.logic.passages import Line, Passage
from ...statements.ids_in_texts import ID
from ..cited import Assumed
from ..relations import Domain, Relation, lies_within
from ..step import Step
from .lists import written_numbers
from .mutants import Change, MutantText
from .ranges import listed
from .references import Labels

if TYPE_CHECKING:
    from .proof_text import ProofText

INCLUDED = re.compile(r"(\w+)-(\w+)\.\s+lemma(?=\s|\Z)", re.ASCII)
"""How a line begins that takes in a lemma."""
SINGLE = re.compile(r"\w+\.\s+lemma\s+[a-z][a-z0-9]*\.[\w.-]", re.ASCII)
"""A line that gives one number for all steps of a lemma."""
NAMED = re.compile(rf"({ID})(?:\s*\(([^()]*)\))?(?:\s+except\s+(\S.*))?\Z", re.ASCII)
DECIMAL = re.compile(r"[1-9]\d{0,3}\Z", re.ASCII)
LETTERED = re.compile(r"([1-9]\d{0,3})([a-z])\Z", re.ASCII)
_NUMBERS = (
    "{} was read; the first and the last number of the steps of a lemma were expected, such as "
    "5-10 or 7a-7f."
)


@dataclass(frozen=True)
class InclusionLine:
    """The parts of a line that takes in a lemma: `2-3. lemma my.sum-of-two (1) except 3`."""

    line: Line
    first: Passage
    last: Passage
    """The labels of the first and the last step that it becomes."""
    name: Passage
    shown: Passage | None
    """The steps that show what the lemma assumes."""
    exceptions: Passage | None
    """The steps that stand in the proof itself, below this line."""

    @classmethod
    def of(cls, line: Line) -> InclusionLine | None:
        """The parts of a line; None if it takes in no lemma."""
        begin = INCLUDED.match(line.text)
        if begin is None and SINGLE.match(line.text):
            raise line.whole.error(_NUMBERS.format(repr(line.text.partition(".")[0])))
        if begin is None:
            return None
        first, last = (line.whole.part(*begin.span(group)) for group in (1, 2))
        piece = line.whole.part(begin.end())
        match = NAMED.match(piece.text)
        if match is None:
            raise piece.error(
                f"{piece.text!r} was read; the name of a lemma was expected, and in brackets the "
                "steps that show what it assumes: `lemma my.sum-of-two (1)`."
            )
        name, shown, exceptions = (
            piece.part(*match.span(group)) if match[group] else None for group in (1, 2, 3)
        )
        return cls(line, first, last, name or piece, shown, exceptions)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels of the steps that it becomes: 5 to 10, or 7a to 7f before they are counted."""
        return labels_between(self.first, self.last)

    def require_size(self, lemma: ProofText, number: int) -> None:
        """Refuse a range that has not as many steps as the lemma."""
        size = len(conclusions(lemma))
        if len(self.labels) != size:
            raise self.line.whole.error(
                f"The lemma {lemma.id} has {_counted(size)}, and {self.first.text}-"
                f"{self.last.text} are {len(self.labels)}; write {number}-{number + size - 1}."
            )

    def numbers_shown(self, lemma: ProofText, labels: Labels) -> tuple[int, ...]:
        """The steps that show what the lemma assumes."""
        parts = self.shown.split_at(COMMA) if self.shown else []
        numbers = tuple(labels.number(part) for part in parts)
        wanted = len(assumptions(lemma))
        if len(numbers) != wanted:
            raise self.name.error(
                f"The lemma {lemma.id} assumes {_counted(wanted)}, and {len(numbers)} stand in "
                "brackets; give the number of a step for each."
            )
        return numbers


def _counted(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"


@dataclass(frozen=True)
class Inclusion:
    """A lemma in a proof: the steps that it becomes, and those that show what it assumes."""

    first: int
    """The number of its first step in the proof."""
    lemma: ProofText
    shown: tuple[int, ...]
    """The steps of the proof that show what the lemma assumes, in its order."""
    line: Line

    @property
    def last(self) -> int:
        """The number of its last step in the proof."""
        return self.first + len(conclusions(self.lemma)) - 1

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The number in the proof of each step of the lemma."""
        assumed = (step.number for step in assumptions(self.lemma))
        numbers = dict(zip(assumed, self.shown, strict=True))
        return numbers | {
            step.number: self.first + place for place, step in enumerate(conclusions(self.lemma))
        }

    @cached_property
    def steps(self) -> Mapping[int, Step]:
        """The steps of the lemma as steps of the proof, by their numbers there."""
        moved = (step_with_numbers(step, self.places) for step in conclusions(self.lemma))
        return {step.number: step for step in moved}

    @cached_property
    def relations(self) -> Mapping[int, Passage]:
        """The relations of its steps, where they stand in the lemma."""
        pieces = self.lemma.relations.items()
        return {self.places[number]: piece for number, piece in pieces}

    def exceptions(self, steps: Mapping[int, Step]) -> tuple[int, ...]:
        """The steps of the proof that stand in it instead of those of the lemma."""
        return tuple(number for number, step in self.steps.items() if steps[number] != step)

    def mutants(self, steps: Mapping[int, Step]) -> Iterator[MutantText]:
        """The mutants of the lemma as those of the proof, but for those of an excepted step."""
        exceptions = set(self.exceptions(steps))
        for mutant in self.lemma.mutants:
            changes = tuple(
                Change(
                    self.places[change.number],
                    change.fields | fields_with_numbers(change.fields, self.places),
                )
                for change in mutant.changes
            )
            if exceptions.isdisjoint(change.number for change in changes):
                yield MutantText(mutant.name, changes, None, mutant.line)

    def require_shown(self, steps: Mapping[int, Step]) -> None:
        """Refuse a step that states something else than the lemma assumes."""
        for wanted, number in zip(assumptions(self.lemma), self.shown, strict=True):
            if wanted.formula and not _says(steps[number], wanted):
                raise self.line.whole.error(
                    f"The lemma {self.lemma.id} assumes {wanted.formula!r}, and step {number} "
                    f"says {steps[number].formula!r}; give the step that says it."
                )

    def require_meanings(self, steps: Mapping[int, Step]) -> None:
        """Refuse a lemma that defines a quantity of which the proof has another definition."""
        defined = _definitions(steps[number] for number in self.steps)
        others = _definitions(step for number, step in steps.items() if number not in self.steps)
        for name, value in defined.items():
            if others.get(name, value) != value:
                raise self.line.whole.error(
                    f"The lemma {self.lemma.id} defines {name} by {value}, and this proof by "
                    f"{others[name]}; give one of them another name."
                )

    def require_ranges(self, where: str) -> None:
        """Refuse a lemma whose quantities have wider ranges in the proof, or fewer conditions."""
        if set(listed(self.lemma.where)) <= set(listed(where)) or not self.lemma.where:
            return
        stated, here = Domain(self.lemma.where), Domain(where)
        for name, interval in stated.ranges.items():
            if name in here.ranges and not lies_within(here.ranges[name], interval):
                raise self.line.whole.error(
                    f"The lemma {self.lemma.id} is about a smaller range of {name} than this "
                    "proof; widen the one or narrow the other."
                )
        for condition in stated.conditions:
            stands = (
                Relation.of(text).is_written_like(Relation.of(condition))
                for text in here.conditions
            )
            if not any(stands):
                raise self.line.whole.error(
                    f"The lemma {self.lemma.id} holds where {condition}; say so in this proof."
                )

    def written(self, steps: Mapping[int, Step]) -> str:
        """The line that takes it in, in a proof with these steps."""
        shown = f" ({written_numbers(self.shown)})" if self.shown else ""
        exceptions = written_numbers(self.exceptions(steps))
        but = f" except {exceptions}" if exceptions else ""
        return f"{self.first}-{self.last}. lemma {self.lemma.id}{shown}{but}"


def _definitions(steps: Iterable[Step]) -> dict[str, str]:
    """The quantities that steps define, each with its definition."""
    return {
        relation.definition[0]: _plain(step.formula)
        for step in steps
        if step.assumed
        for relation in step.relations
        if relation.definition
    }


def assumptions(lemma: ProofText) -> tuple[Step, ...]:
    """What a lemma assumes."""
    return tuple(step for step in lemma.steps if isinstance(step, Assumed))


def conclusions(lemma: ProofText) -> tuple[Step, ...]:
    """The steps of a lemma that a proof takes in: all but those that it assumes."""
    return tuple(step for step in lemma.steps if not isinstance(step, Assumed))


def step_with_numbers(step: Step, numbers: Mapping[int, int]) -> Step:
    """A step in another place, with other numbers for all steps that it names.

    >>> from ..inequality import Inequality
    >>> moved = step_with_numbers(Inequality(2, "So.", weights={1: "x"}, uses=(1,)), {1: 4, 2: 9})
    >>> moved.number, moved.weights, moved.uses
    (9, {4: 'x'}, (4,))
    """
    return replace(step, number=numbers[step.number], **fields_with_numbers(vars(step), numbers))


def fields_with_numbers(fields: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """Those fields of a step that name steps, with other numbers for these."""
    changed: dict[str, Any] = {}
    if "uses" in fields:
        changed["uses"] = tuple(numbers[number] for number in fields["uses"])
    for name in ("at", "weights"):
        if name in fields:
            changed[name] = {numbers[number]: value for number, value in fields[name].items()}
    if "hypotheses" in fields:
        changed["hypotheses"] = {
            name: numbers[how] if isinstance(how, int) else how
            for name, how in fields["hypotheses"].items()
        }
    return changed


def labels_between(first: Passage, last: Passage) -> tuple[str, ...]:
    """The labels from one to another: 5 to 10, or 7a to 7f."""
    if DECIMAL.match(first.text) and DECIMAL.match(last.text):
        return tuple(map(str, range(int(first.text), int(last.text) + 1)))
    begin, end = LETTERED.match(first.text), LETTERED.match(last.text)
    if begin is None or end is None or begin[1] != end[1]:
        raise first.error(_NUMBERS.format(f"{first.text!r} to {last.text!r}"))
    letters = map(chr, range(ord(begin[2]), ord(end[2]) + 1))
    return tuple(f"{begin[1]}{letter}" for letter in letters)


def _says(step: Step, wanted: Step) -> bool:
    """Whether a step is written as another one, whose sides may be exchanged."""
    if _plain(step.formula) == _plain(wanted.formula):
        return True
    one, other = step.relations, wanted.relations
    return len(one) == len(other) == 1 and one[0].is_written_like(other[0])


def _plain(text: str) -> str:
    return " ".join(text.split())
