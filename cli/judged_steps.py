"""The proofs by steps of a file, as theorems of the kernel: what they say and leave open."""

from __future__ import annotations
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self
from .page_results import JudgedFacts, SentenceFacts

if TYPE_CHECKING:
    from banditproof.paper_checks.proofs.proof import Proof
    from banditproof.paper_checks.proofs.text import ProofText
    from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import Label
    from banditproof.paper_checks.proofs.theorems.open_items import OpenItem
    from banditproof.theory.logic.pages import Block


@dataclass(frozen=True)
class StepProofs:
    """The proofs and the lemmas of a file, by the lines where they begin.

    No program of its folder runs: what one computes is open, and `check` asks it.
    """

    texts: Mapping[int, ProofText]

    @classmethod
    def of(cls, blocks: Sequence[Block], file: Path, shown: str) -> Self:
        """Those among the blocks of a file, which may belong to a document that is open."""
        from banditproof.paper_checks.proofs.text.locating import Place, finder, take_place
        from banditproof.paper_checks.proofs.text.reading import Reading, proofs_of
        from banditproof.theory.logic.pages import PROOF, THEOREM

        folder, blocks = file.resolve().parent, [one for one in blocks if one.word != THEOREM]
        named = dict[tuple[str, str], Place]()
        for block in blocks:
            if block.word == PROOF:
                take_place(named, Place(file, block, shown))
        how = Reading(folder, find=finder(folder))
        texts = proofs_of(blocks, shown, how)
        return cls({block.number: text for block, text in zip(blocks, texts, strict=True)})

    def judged(self, block: Block) -> JudgedFacts:
        """A proof or a lemma, as the kernel judges it."""
        from banditproof.paper_checks.proofs.real_cases import written
        from banditproof.paper_checks.proofs.theorems.grades import grade_at_case
        from banditproof.paper_checks.proofs.theorems.judge import reader
        from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import ORDER, Kind
        from banditproof.paper_checks.proofs.theorems.left_open import (
            left_open_by,
            supposes_a_contradiction,
        )

        start, text = time.perf_counter(), self.texts[block.number]
        facts = JudgedFacts(word=block.word, theorem=text.title, result="refused")
        try:
            proof = self._proof(text)
        except ValueError as wrong:
            return replace(facts, fault=str(wrong), seconds=_since(start))
        sequents = reader().of(proof, whole=False)
        stuck = next((step for step in proof.steps if step.number in sequents.faults), None)
        if stuck is not None:
            place = text.lines[stuck.number].whole.place()
            why = sequents.faults[stuck.number]
            fault = f"{place}: Step {stuck.number} is not shown: {why}"
            return replace(facts, fault=fault, seconds=_since(start))
        theorem = left_open_by(proof)
        lacking = [item for item in theorem.opened if ORDER[item.label.kind] > ORDER[Kind.GIVEN]]
        given = [item for item in theorem.opened if item.besides and item not in lacking]
        cited = reader().cited_by(sequents)
        grade, lack = grade_at_case(sequents, cited)
        return replace(
            facts,
            result="open" if lacking else "accepted",
            statement=" and ".join(theorem.says),
            says_nothing=bool(lack) and any(map(supposes_a_contradiction, (sequents, *cited))),
            supposed=tuple(dict.fromkeys(_supposed(text, item) for item in given)),
            left_open=tuple(
                SentenceFacts(
                    number=str(item.label.step),
                    words=_words(item.label),
                    place=_place(text, item.label),
                    says=_formula(item),
                )
                for item in lacking
            ),
            grade=str(grade),
            real_case=written(numbers) if (numbers := proof.case.numbers) and not lack else None,
            lack_of_case=lack or None,
            seconds=_since(start),
        )

    def read(self, block: Block, facts: JudgedFacts) -> JudgedFacts:
        """The facts with what Coq says about a proof that the kernel accepts."""
        from banditproof.paper_checks.proofs.theorems.left_open import read_proof_by_second_reader

        if facts.result == "refused":
            return facts
        reading = read_proof_by_second_reader(self._proof(self.texts[block.number]))
        why = None if reading else reading.message
        return replace(facts, second_reader=reading.result.value, second_reader_why=why)

    def known_before(self, block: Block, line: int) -> str:
        """What is known and wanted before a line of a proof, as text."""
        text = self.texts[block.number]
        number = next((n for n in sorted(text.lines) if text.line_of(n) >= line), None)
        if number is None:
            return "The proof has ended before this line."
        proof = self._proof(text)
        domain = proof.scope.domain(proof.step(number))
        facts = [f"  where {said}" for said in filter(None, [domain.text])]
        facts += [
            f"  {step.number}: {step.formula or step.says}"
            for step in proof.steps
            if step.number < number
        ]
        wanted = proof.step(number)
        return "\n".join(["known:", *facts, "wanted:", f"  {wanted.formula or wanted.says}"])

    def _proof(self, text: ProofText) -> Proof:
        from banditproof.paper_checks.proofs.text.every_proof import alone
        from banditproof.theory.logic.pages import PROOF

        if text.word == PROOF:
            return text.proof()
        text.require_readable()
        return alone(text)


def _supposed(text: ProofText, item: OpenItem) -> str:
    """A hypothesis about the quantities, and its step if another proof has it."""
    from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import WORDS_OF_KINDS, Kind

    label = item.label
    if label.kind in (Kind.GIVEN, Kind.DEFINITION):
        said = label.within + (item.says or label.name)
    else:
        says = f", which is {item.says}" if item.says else ""
        said = f"{label.within}{WORDS_OF_KINDS[label.kind]}{label.name}{says}"
    return said if label.of == text.id else f"{said} ({_place(text, label)})"


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 3)


def _words(label: Label) -> str:
    """The kind and the name of a hypothesis, which may begin with its kind, and its sentence."""
    from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import Kind

    if label.kind not in (Kind.CLAIM, Kind.TEXTBOOK):
        return f"{label.within}{label.kind} {label.sentence or label.name}"
    named = label.name.startswith(f"{label.kind}.")
    name = label.within + (label.name if named else f"{label.kind} {label.name}")
    return f"{name} ({label.sentence.rstrip('.,:;')})" if label.sentence else name


def _formula(item: OpenItem) -> str:
    """What a hypothesis says; nothing where a letter stands for its sentence."""
    in_words = item.says == f"[{item.label.of}.{item.label.step}]"
    return "" if in_words else item.says


def _place(text: ProofText, label: Label) -> str:
    """Where a hypothesis comes from: a line of the file, or a step of a cited claim."""
    if not label.step:
        return label.of
    if label.of != text.id or label.step not in text.lines:
        return f"step {label.step} of {label.of}"
    return text.lines[label.step].whole.place()
