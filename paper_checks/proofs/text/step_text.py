"""The parts of a step as text: `3. sentence :: relation -- reason`."""

import re
from dataclasses import dataclass
from .pieces import Piece, quoted

LABELLED = re.compile(r"(\w+)\.(?:\s+|\Z)", re.ASCII)
MARK = re.compile(r"(?:(?<=\s)|^)(::|--)(?=\s|\Z)")
NO_RELATION = re.compile("[;:]")


@dataclass(frozen=True)
class StepText:
    """What a step says, its relation and its reason, where it has them."""

    says: str
    relation: Piece | None
    reason: Piece | None

    @property
    def formula(self) -> str:
        """The relation, or nothing."""
        return "" if self.relation is None else self.relation.plain


def step_text(piece: Piece) -> StepText:
    """The parts of a step behind its number.

    A sentence ends at the first :: or -- between spaces; one with such a mark is in quotes.
    """
    text, start, says = piece.text, 0, ""
    if text.startswith('"'):
        start = piece.behind_quotes(0)
        says = piece.part(0, start).unquoted()
    marks = [
        match for match in MARK.finditer(text, start) if match.start() > start or not text[:start]
    ]
    sentence = piece.part(start, marks[0].start() if marks else None)
    if start and sentence.text:
        raise sentence.fault(f"{sentence.text!r} was read; the sentence in quotes has ended.")
    relation = reason = None
    if marks and marks[0][1] == "::":
        relation = piece.part(marks[0].end(), marks[1].start() if len(marks) > 1 else None)
        _require_relation(relation)
        marks = marks[1:]
    if marks and marks[0][1] == "::":
        raise piece.fault("A second :: stands here; a step has one relation.", marks[0].start())
    if marks:
        reason = piece.part(marks[0].end())
        _require_end(reason)
    return StepText(says if start else " ".join(sentence.text.split()), relation, reason)


def _require_relation(piece: Piece) -> None:
    if not piece.text:
        raise piece.fault("Nothing stands behind ::; a relation such as `x <= y` was expected.")
    for match in piece.separators(NO_RELATION):
        raise piece.fault(
            f"{match[0]!r} stands in a relation; a reason begins with --.", match.start()
        )


def _require_end(reason: Piece) -> None:
    if not reason.text:
        raise reason.fault("Nothing stands behind --; a reason was expected.")
    for match in reason.separators(MARK):
        raise reason.fault(
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
