"""The theorems of a file, as the kernel judges them: accepted or refused at a line."""

from __future__ import annotations
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self
from .page_results import JudgedFacts, SentenceFacts

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.documents import Document
    from banditproof.theory.logic.development import Derivation, Development
    from banditproof.theory.logic.pages import Block
    from banditproof.theory.logic.terms import Refused


@dataclass(frozen=True)
class Theorems:
    """What the theorems of a file may use: that of the document around it, of texts alone."""

    development: Development
    shown: str
    """The file as messages name it."""
    refused: Mapping[int, Refused] = field(default_factory=dict)
    """Why theorems cannot be taken at all, as where their name is an axiom's; by their lines."""

    @classmethod
    def of(cls, file: Path, document: Document | None) -> Self:
        """Those of a file, which may belong to a document that is open."""
        from banditproof.paper_checks.derivations.developments import (
            development_of,
            development_with,
            shown_file,
        )

        refused: Mapping[int, Refused] = {}
        if document is None or document.own:
            found, refused = development_with(file)
        else:
            found = development_of(document)
        files = {proof.head.file for proof in found.proofs.values()}
        shown = shown_file(file.resolve())
        return cls(found, shown if shown in files else file.name, refused)

    def judged(self, block: Block) -> JudgedFacts:
        """A theorem, as the kernel judges it."""
        from banditproof.theory.logic.proof_text import name_of
        from banditproof.theory.logic.terms import Refused

        start, name = time.perf_counter(), name_of(block)
        try:
            if block.number in self.refused:
                raise self.refused[block.number]
            derivation = self.development.derive(name)
        except Refused as fault:
            facts = JudgedFacts(word=block.word, theorem=name, result="refused", fault=str(fault))
        else:
            facts = self._accepted(block.word, derivation)
        return replace(facts, seconds=round(time.perf_counter() - start, 3))

    def read(self, block: Block, facts: JudgedFacts) -> JudgedFacts:
        """The facts with what Coq says about a theorem that the kernel accepts."""
        if facts.result == "refused":
            return facts
        from banditproof.paper_checks.running.read_derivations import listed_exceptions
        from banditproof.theory.logic.coq.second_reader import read_by_coq

        found = self.development.derive(facts.theorem)
        reading = read_by_coq([(found.accepted_as, found.theorem)], listed=listed_exceptions())
        why = None if reading else reading.message
        return replace(facts, second_reader=reading.result.value, second_reader_why=why)

    def known_before(self, block: Block, line: int) -> str:
        """What is known and wanted before a line, as text."""
        if block.number in self.refused:
            raise self.refused[block.number]
        return self.development.known_before(self.shown, line)

    def _accepted(self, word: str, derivation: Derivation) -> JudgedFacts:
        from banditproof.theory.logic.contradicting_premises import says_nothing
        from banditproof.theory.logic.printing import shown

        development = self.development
        return JudgedFacts(
            word=word,
            theorem=derivation.name,
            result="open" if derivation.opened or derivation.cited else "accepted",
            statement=shown(derivation.statement),
            axioms=derivation.axioms,
            axioms_of_folder=derivation.of_folder,
            words_of_folder=tuple(
                f"{name} := {shown(value)}" for name, value in derivation.words_of_folder
            ),
            says_nothing=says_nothing(development, derivation),
            cited=derivation.cited,
            left_open=tuple(
                SentenceFacts(
                    number=one.number,
                    words=one.says,
                    place=one.place,
                    says="" if one.formula is None else shown(one.formula),
                )
                for one in development.all_open(derivation.name)
            ),
            arithmetic=len(derivation.certificates.used),
        )
