"""Reads one proof, or one lemma: its headers, its steps and those of its lemmas, its mutants."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from banditproof.theory.logic.pages import LEMMA, PROOF, THEOREM
from banditproof.theory.logic.passages import Line, Passage
from banditproof.theory.logic.sentences import LABELLED
from ...statements.ids_in_texts import ID
from ..cited import Assumed
from ..inequality import Inequality
from ..step import Step
from .clauses import Reader
from .lemmas import Inclusion, InclusionLine
from .mutants import MutantText, read_mutant
from .programs import program_named
from .proof_text import ProofText
from .ranges import unpacked, with_ranges_of
from .reasons import read_reason
from .references import LABEL, Labels
from .step_text import StepText, step_text

HEAD = re.compile(rf"({ID})(?:\s+as\s+(\S.*))?\Z", re.ASCII)
EXPECTED = "`where`, `parts`, `instances`, a step such as `1. It is so.`, or `mutant` was expected."
HEADERS = {PROOF: ("where", "parts", "instances"), LEMMA: ("where",), THEOREM: ("where",)}


def title_of(line: Line) -> tuple[str, str]:
    """The ID and the name in the line with which a proof or a lemma begins."""
    word = line.word
    title = _behind(line, word)
    head = HEAD.match(title.text)
    if head is None or (head[2] and word == LEMMA):
        wanted = "`ID`" if word == LEMMA else "`ID` or `ID as NAME`"
        raise title.error(f"{title.text!r} was read; {wanted} was expected.")
    return head[1], " ".join((head[2] or "").split())


def _behind(line: Line, word: str) -> Passage:
    return line.whole.part(len(word))


@dataclass(frozen=True)
class Flags:
    """How a proof is read: see `Reading`."""

    folder: Path | None
    any_fact: bool
    any_label: bool


@dataclass
class ProofReader:
    """The lines of a proof or a lemma, up to its `qed`, and what was read of them."""

    text: Sequence[Line]
    flags: Flags
    named: list[Labels]
    """What the reasons name, to which those of this proof are added."""
    lemma_of: Callable[[Passage], ProofText]
    places: dict[str, int] = field(default_factory=dict)
    """The number of each step by its label."""
    numbers: dict[Line, int] = field(default_factory=dict)
    """The number of the step, or of the first one, that a line gives."""
    taken_in: dict[Line, tuple[InclusionLine, ProofText]] = field(default_factory=dict)
    steps: dict[int, Step] = field(default_factory=dict)
    lines: dict[int, Line] = field(default_factory=dict)
    relations: dict[int, Passage] = field(default_factory=dict)
    inclusions: list[Inclusion] = field(default_factory=list)
    headers: dict[str, Line] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
    mutants: dict[str, MutantText] = field(default_factory=dict)

    def read(self) -> ProofText:
        """The proof or the lemma."""
        head = self.text[0]
        id, name = title_of(head)
        self._count()
        for line in self.text[1:-1]:
            self._read_line(line, line.word)
        self._join_mutants()
        if head.word == LEMMA and all(isinstance(step, Assumed) for step in self.steps.values()):
            raise head.whole.error(f"The lemma {id} shows nothing; add a step that is not assumed.")
        where = with_ranges_of(
            self.fields.pop("where", ""), [inclusion.lemma for inclusion in self.inclusions]
        )
        return ProofText(
            id=id,
            name=name,
            word=head.word,
            where=where,
            **self.fields,
            steps=tuple(self.steps[number] for number in sorted(self.steps)),
            mutants=tuple(self.mutants.values()),
            inclusions=tuple(self.inclusions),
            head=head,
            end=self.text[-1],
            lines=self.lines,
            relations=self.relations,
            headers=self.headers,
        )

    def _count(self) -> None:
        """The number of each step by its label; the labels count from 1."""
        within: set[str] = set()
        for line in self.text[1:-1]:
            inclusion, label = InclusionLine.of(line), LABELLED.match(line.text)
            if inclusion is not None:
                self._require_none(within, line)
                lemma = self.lemma_of(inclusion.name)
                self.taken_in[line] = inclusion, lemma
                inclusion.require_size(lemma, len(self.places) + 1)
                self.numbers[line] = len(self.places) + 1
                for inside in inclusion.labels:
                    self._add(inside, line)
                within = self._exceptions(inclusion)
            elif label is not None and label[1] in within:
                within.remove(label[1])
                self.numbers[line] = self.places[label[1]]
            elif label is not None:
                self._require_none(within, line)
                self.numbers[line] = len(self.places) + 1
                self._add(line.text.partition(".")[0], line)
            elif line.word not in ("mutant", *HEADERS[self.text[0].word]):
                raise line.whole.error(f"{line.word!r} was read; {EXPECTED}")
        self._require_none(within, self.text[-2])

    def _add(self, label: str, line: Line) -> None:
        number = len(self.places) + 1
        in_order = label == str(number) or (self.flags.any_label and label not in self.places)
        if not (LABEL.match(label) and in_order):
            hint = "; `banditproof prove --renumber` counts anew" if LABEL.match(label) else ""
            raise line.whole.error(
                f"Step {label!r} was read; the steps count from 1, and {number} was expected{hint}."
            )
        self.places[label] = number

    def _exceptions(self, inclusion: InclusionLine) -> set[str]:
        """The labels of the steps that stand below a line instead of those of its lemma."""
        if inclusion.exceptions is None:
            return set()
        inside = {label: self.places[label] for label in inclusion.labels}
        labels = Labels(inside, len(self.places) + 1)
        numbers = labels.numbers(inclusion.exceptions)
        self.named.append(labels)
        return {label for label, number in inside.items() if number in numbers}

    def _require_none(self, within: set[str], line: Line) -> None:
        if within:
            missing = min(within, key=self.places.__getitem__)
            raise line.whole.error(
                f"Step {missing} is an exception of the lemma above and stands nowhere; write it "
                "below the line of the lemma."
            )

    def _read_line(self, line: Line, word: str) -> None:
        number = self.numbers.get(line)
        if line in self.taken_in:
            self._read_inclusion(line)
        elif number is not None:
            self.steps[number] = self._step(line, number)
            self.lines[number] = line
        elif word == "mutant":
            self._read_mutant(line)
        else:
            self._read_header(line, word)

    def _reader_of(self, number: int) -> Reader:
        flags = self.flags
        before = len(self.places) + 1 if flags.any_label else number
        labels = Labels(self.places, before, flags.any_label)
        self.named.append(labels)
        return Reader(labels, flags.folder, any_fact=flags.any_fact)

    def _read_inclusion(self, line: Line) -> None:
        parts, lemma = self.taken_in[line]
        number = self.numbers[line]
        shown = parts.numbers_shown(lemma, self._reader_of(number).labels)
        inclusion = Inclusion(number, lemma, shown, line)
        self.inclusions.append(inclusion)
        self.steps |= inclusion.steps
        self.relations |= inclusion.relations
        self.lines |= dict.fromkeys(inclusion.steps, line)

    def _step(self, line: Line, number: int) -> Step:
        label = LABELLED.match(line.text)
        parts = step_text(line.whole.part(label.end() if label else 0))
        before = self.steps.get(number)
        if before is not None and parts.relation is None and parts.reason is None:
            return replace(before, says=parts.says)
        if parts.relation is not None:
            self.relations[number] = parts.relation
        step = self._step_of(line, parts, number)
        if isinstance(step, Assumed) and self.text[0].word != LEMMA:
            raise line.whole.error("Only a lemma assumes something; a proof has it `given`.")
        return step

    def _step_of(self, line: Line, parts: StepText, number: int) -> Step:
        if parts.reason is None:
            if parts.relation is None:
                raise line.whole.error(
                    "The step has neither a relation nor a reason; add `:: x <= y`, or `-- words "
                    '"..."` for an argument in words.'
                )
            return Inequality(number, parts.says, parts.formula)
        kind, fields = read_reason(parts.reason, self._reader_of(number))
        try:
            return kind.step(number, parts.says, parts.formula, **fields)
        except ValueError as wrong:
            raise line.whole.error(str(wrong)) from None

    def _read_mutant(self, line: Line) -> None:
        if len(self.steps) < len(self.places):
            raise line.whole.error("A mutant stands below the last step; another step is below it.")
        where = self.fields.get("where", "")
        mutant = read_mutant(_behind(line, "mutant"), self.steps, self._reader_of, where)
        if mutant.name in self.mutants:
            raise line.whole.error(f"There are two mutants {mutant.name!r}; name one anew.")
        if self.text[0].word == LEMMA:
            self._require_conclusions(mutant, line)
        self.mutants[mutant.name] = mutant

    def _require_conclusions(self, mutant: MutantText, line: Line) -> None:
        """A mutant of a lemma changes what a proof takes in."""
        assumed = any(isinstance(self.steps[change.number], Assumed) for change in mutant.changes)
        if assumed or mutant.where is not None:
            raise line.whole.error(
                "A mutant of a lemma changes steps that it shows; what it assumes, and its ranges, "
                "are those of the proofs that take it in."
            )

    def _join_mutants(self) -> None:
        """Add the mutants of the lemmas."""
        for inclusion in self.inclusions:
            for mutant in inclusion.mutants(self.steps):
                if mutant.name in self.mutants:
                    raise inclusion.line.whole.error(
                        f"The lemma {inclusion.lemma.id} has a mutant {mutant.name!r}, too; name "
                        "one anew."
                    )
                self.mutants[mutant.name] = mutant

    def _read_header(self, line: Line, word: str) -> None:
        if word in self.fields or self.steps:
            raise line.whole.error(f"{word!r} stands once, above the first step.")
        piece, self.headers[word] = _behind(line, word), line
        if word == "where":
            self.fields[word] = unpacked(piece)
        elif word == "parts":
            self.fields[word] = self._reader_of(len(self.places) + 1).labels.numbers(piece)
        else:
            self.fields[word] = program_named(piece, self.flags.folder)
