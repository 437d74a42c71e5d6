"""Formal outlines of proofs by steps: which of their sentences the search shows again."""

from __future__ import annotations
from dataclasses import dataclass, field, replace
from banditproof.theory.logic.certificates import Certificates
from banditproof.theory.logic.checking import Checker
from banditproof.theory.logic.development import SECONDS, nothing_collected
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.other_values import without_values
from banditproof.theory.logic.passages import Misread, Passage
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.quantities import Said, quantities_of, statement_of
from banditproof.theory.logic.terms import Refused, Term
from ..proofs.proof import Proof
from ..proofs.text.formal_outline import FormalOutline
from .developments import development_of

IN_WORDS = Passage.of('words "not shown"')


@dataclass
class Lenient(Checker):
    """Goes on behind a sentence that is not shown, as if it were open."""

    not_shown: dict[int, str] = field(default_factory=dict)
    """Why each of these sentences is not shown, by its number."""
    sentence: str = ""
    """The sentence that was begun last."""

    def _sentence(self, goal: Term, line: Passage, number: str) -> Theorem:
        self.sentence = number
        return super()._sentence(goal, line, number)

    def by_reason(self, claim: Term | None, why: Passage | None) -> Theorem:
        """A theorem of the claim, or the claim as a hypothesis."""
        try:
            return super().by_reason(claim, why)
        except Misread:  # what cannot be read is an error of the translation
            raise
        except Refused as fault:
            if claim is None or not self.sentence.isdecimal():
                raise
            self.not_shown[int(self.sentence)] = str(fault)
            return self._not_shown(self.sentence, "", claim, self.lines[self.at - 1])

    def _theorem_of(
        self, number: str, said: Said, formula: Term | None, line: Passage
    ) -> Theorem | None:
        """A theorem by what it names, or by a sentence at other values, or else by words."""
        named = said.reason is not None and (said.is_supposed or without_values(said.reason)[1])
        try:
            return super()._theorem_of(number, said, formula, line)
        except Refused as fault:  # also at a place within the reason, such as a premise
            if not named or not number.isdecimal():
                raise
            self.not_shown[int(number)] = str(fault)
            return super()._theorem_of(number, replace(said, reason=IN_WORDS), formula, line)


def formal_outline(proof: Proof, seconds: float = SECONDS) -> FormalOutline:
    """A proof by steps as a formal outline, whose open sentences are all that is not shown here.

    Each relation is searched for in so many seconds. The kernel accepts the text: raises Misread at
    a line that is wrong, which would be an error of the translation.
    """
    development = development_of(None)
    library = development.library
    outline = FormalOutline(proof, library.theory.constants)
    (theorem,) = theorems_in(outline.text, outline.name)
    assert theorem.where is not None
    checker = Lenient(
        library, Certificates(seconds=seconds), forms=development.forms, lines=theorem.lines
    )
    with nothing_collected():
        statement = statement_of(theorem, library)
        checker.prove(statement, quantities_of(theorem.where, library))
    return replace(outline, not_shown=frozenset(checker.not_shown))
