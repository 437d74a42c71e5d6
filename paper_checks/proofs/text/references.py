"""What a proof as text names by a number: its own steps, and those of claims that it cites."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from banditproof.theory.logic.cited_texts import COMMA
from banditproof.theory.logic.passages import Passage

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NUMBER_EXPECTED = "the number of a step was expected"
LABEL = re.compile(r"[1-9]\d*[a-z]*\Z", re.ASCII)


@dataclass(frozen=True)
class Labels:
    """The numbers of the steps by their labels, and the places where they are named."""

    places: Mapping[str, int]
    before: int
    """Only steps with smaller numbers may be named."""
    any_label: bool = False
    """Whether the steps may have labels such as 7a."""
    named: list[tuple[Passage, int]] = field(default_factory=list)
    """Each label that was read, and the number of its step."""
    cited_steps: list[tuple[str, Passage]] = field(default_factory=list)
    """Each claim with a step of its proof that was read."""

    def number(self, piece: Passage) -> int:
        """The number of the step that a label names."""
        number = self.places.get(piece.text)
        if number is None:
            wanted = "there is no such step" if LABEL.match(piece.text) else NUMBER_EXPECTED
            raise piece.error(f"{piece.text!r} was read; {wanted}.")
        if number >= self.before:
            raise piece.error(f"Step {piece.text} is not an earlier one; a step uses earlier ones.")
        self.named.append((piece, number))
        return number

    def numbers(self, piece: Passage) -> tuple[int, ...]:
        """The numbers of the steps that a list names, each once."""
        numbers: list[int] = []
        for part in piece.split_at(COMMA):
            number = self.number(part)
            if number in numbers:
                raise part.error(f"Step {part.text} is named twice; name it once.")
            numbers.append(number)
        if not numbers:
            raise piece.error("Nothing stands here; the numbers of steps were expected.")
        return tuple(numbers)

    def cited(self, claim: str, piece: Passage) -> int:
        """The number of a step of the proof of a claim."""
        number = piece.text if not self.any_label else piece.text.rstrip(LETTERS)
        if not LABEL.match(piece.text) or not number.isdecimal():
            raise piece.error(f"{piece.text!r} was read; {NUMBER_EXPECTED}.")
        self.cited_steps.append((claim, piece))
        return int(number)
