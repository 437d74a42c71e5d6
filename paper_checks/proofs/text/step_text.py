"""The parts of a step as text: `3. sentence :: relation -- reason`."""

import re
from dataclasses import dataclass
from banditproof.theory.logic.passages import Passage, quoted
from banditproof.theory.logic.sentences import MARK, WrongSentence, cut_apart

NO_RELATION = re.compile("[;:]")


@dataclass(frozen=True)
class StepText:
    """What a step says, its relation and its reason, where it has them."""

    says: str
    relation: Passage | None
    reason: Passage | None

    @property
    def formula(self) -> str:
        """The relation, or nothing."""
        return "" if self.relation is None else self.relation.plain


def step_text(piece: Passage) -> StepText:
    """The parts of a step behind its number."""
    try:
        parts = cut_apart(piece.text)
    except WrongSentence as wrong:
        raise piece.error(wrong.message, wrong.at) from None
    words = piece.part(parts.words.start, parts.words.stop)
    relation = reason = None
    if parts.formula:
        relation = piece.part(parts.formula.start, parts.formula.stop)
        _require_relation(relation)
    if parts.reason:
        reason = piece.part(parts.reason.start)
        _require_end(reason)
    says = words.unquoted() if parts.in_quotes else " ".join(words.text.split())
    return StepText(says, relation, reason)


def _require_relation(piece: Passage) -> None:
    for match in piece.marks(NO_RELATION):
        raise piece.error(
            f"{match[0]!r} stands in a relation; a reason begins with --.", match.start()
        )


def _require_end(reason: Passage) -> None:
    for match in reason.marks(MARK):
        raise reason.error(
            f"A second {match[0]} stands here; a step has one relation and one reason.",
            match.start(),
        )


def written_sentence(says: str) -> str:
    """The sentence, in quotes if it could be misread.

    >>> print(written_sentence("So $x$ -- and $y$."))
    "So $x$ -- and $y$."
    """
    says = " ".join(says.split())
    return quoted(says) if says.startswith('"') or MARK.search(says) else says
