"""A proof as it was written, and the proof that it means."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from banditproof.theory.logic.pages import PROOF
from banditproof.theory.logic.passages import Line, Passage
from ..instances import Instance
from ..proof import Proof
from ..relations import Domain
from ..step import Step
from .lemmas import Inclusion
from .mutants import MutantText
from .ranges import with_ranges_of, without_ranges_of

FAULTY = re.compile(r"Step (\d+) of ")
AS = " as "


@dataclass(frozen=True, kw_only=True)
class ProofText:
    """A proof as it was written: its parts, and where these stand."""

    id: str
    name: str = ""
    """What tells it from another proof with its ID."""
    word: str = PROOF
    """What it is: a proof, or a lemma, which proofs take in."""
    where: str = ""
    """Its ranges, with those that its lemmas add."""
    parts: tuple[int, ...] = ()
    instances: Callable[[], Iterable[Instance]] | None = None
    steps: tuple[Step, ...] = ()
    mutants: tuple[MutantText, ...] = ()
    inclusions: tuple[Inclusion, ...] = ()
    """The lemmas that it takes in, in their order."""
    head: Line | None = None
    """The line that names it."""
    end: Line | None = None
    """The line with which it ends."""
    lines: Mapping[int, Line] = field(default_factory=dict)
    """The line of each step."""
    relations: Mapping[int, Passage] = field(default_factory=dict)
    """The relation of each step that has one, where it stands."""
    headers: Mapping[str, Line] = field(default_factory=dict)
    """The lines above its steps, by the words with which they begin."""

    @property
    def title(self) -> str:
        """The ID, and the name if it has one."""
        return self.id + AS * bool(self.name) + self.name

    @property
    def stated_ranges(self) -> str:
        """Its ranges without those that its lemmas add."""
        return without_ranges_of(self.where, [inclusion.lemma for inclusion in self.inclusions])

    @property
    def path(self) -> str:
        """The file where it stands."""
        return self.head.file if self.head else ""

    @property
    def line(self) -> int:
        """The line of the file where it begins."""
        return self.head.row if self.head else 1

    def line_of(self, number: int) -> int:
        """The line of the file where a step begins."""
        return self.lines[number].row

    def proof(self) -> Proof:
        """The proof that it means; an error names the line where it cannot be one."""
        self.require_readable()
        try:
            proof = Proof(
                self.id,
                self.steps,
                self.where,
                self.instances,
                self.parts,
                written=ProofSource(self),
            )
            proof.require_shown()
            return proof
        except ValueError as wrong:
            raise self._fault(wrong) from None

    def require_readable(self) -> None:
        """Each relation and the ranges of each step can be read, and its lemmas fit."""
        for step in self.steps:
            piece = self.relations.get(step.number)
            try:
                _ = step.relations
                piece = self.lines[step.number].whole
                _ = Domain(self.where).and_that(step.where).ranges
            except ValueError as wrong:
                raise (piece or self.lines[step.number].whole).error(str(wrong)) from None
        self.require_fitting_lemmas()

    def require_fitting_lemmas(self) -> None:
        """Each lemma that it takes in, and each one that this takes in, fits where it stands."""
        steps = {step.number: step for step in self.steps}
        for inclusion in self.inclusions:
            inclusion.require_shown(steps)
            inclusion.require_ranges(self.where)
            inclusion.require_meanings(steps)
            inclusion.lemma.require_fitting_lemmas()

    def changed(self, mutant: MutantText) -> Proof:
        """The proof with the changes of a mutant."""
        fields = {change.number: change.fields for change in mutant.changes}
        steps = tuple(
            replace(step, **fields[step.number]) if step.number in fields else step
            for step in self.steps
        )
        lemmas = [inclusion.lemma for inclusion in self.inclusions]
        where = self.where if mutant.where is None else with_ranges_of(mutant.where, lemmas)
        try:
            return Proof(self.id, steps, where, self.instances, self.parts)
        except ValueError as wrong:
            if mutant.line is None:
                raise
            raise mutant.line.whole.error(f"{mutant.name}: {wrong}") from None

    def _fault(self, wrong: ValueError) -> ValueError:
        """What is wrong with the proof, with the line of the step that is named."""
        match = FAULTY.match(str(wrong))
        line = self.lines.get(int(match[1])) if match else self.head
        return wrong if line is None else line.whole.error(str(wrong))


@dataclass(frozen=True, eq=False)
class ProofSource:
    """Where a proof is written as text."""

    text: ProofText

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.text.path)

    @property
    def mutants(self) -> Mapping[str, Proof]:
        """The proof with the changes of each mutant, which are made when they are asked for."""
        return ChangedProofs(self.text)


class ChangedProofs(Mapping[str, Proof]):
    """The mutants of a proof by their names; each is made once, when it is asked for."""

    def __init__(self, text: ProofText) -> None:
        self._text = text
        self._mutants = {mutant.name: mutant for mutant in text.mutants}
        self._made: dict[str, Proof] = {}

    def __getitem__(self, name: str) -> Proof:
        if name not in self._made:
            self._made[name] = self._text.changed(self._mutants[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mutants)

    def __len__(self) -> int:
        return len(self._mutants)
