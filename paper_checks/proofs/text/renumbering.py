"""Numbers the steps of proofs anew, with all that names them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from banditproof.theory.logic.pages import THEOREM, Page
from banditproof.theory.logic.passages import Passage
from banditproof.theory.logic.sentences import LABELLED
from .formatting import formatted
from .lemmas import InclusionLine
from .locating import finder
from .proof_text import ProofText
from .reading import Reading, proofs_of

SAID = re.compile(r"\b[Ss]teps? (\d+[a-z]*)\b", re.ASCII)


class Patch(NamedTuple):
    """Another text for a label of a line."""

    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True)
class Renumbered:
    """A file with steps that count from 1."""

    text: str
    moved: Mapping[str, Mapping[str, int]]
    """The new number of each step that has one, by the title of its proof and its old label."""
    left: tuple[str, ...] = field(default=())
    """What still names an old number, each a sentence with its place."""


def renumbered(text: str, path: str, folder: Path | None = None) -> Renumbered:
    """The proofs of a file with their steps numbered from 1 in the order of their lines.

    A step that was put between 7 and 8 may be called 7a. What names a step follows it: reasons,
    mutants, parts, and citations of a claim with one proof in this file.

    The facts of theorems have names, and stay as they are.

    >>> rows = "proof my.a", " 1. A. :: a <= b", " 1a. B. :: b <= c", " 2. C. :: a <= c", "qed"
    >>> print(renumbered("\\n".join(rows), "a.proof").text)
    proof my.a
      1. A. :: a <= b
      2. B. :: b <= c
      3. C. :: a <= c
    qed
    <BLANKLINE>
    """
    how = Reading(folder, any_fact=True, any_label=True, find=finder(folder))
    steps = [block for block in Page.of(text, path).blocks if block.word != THEOREM]
    proofs = proofs_of(steps, path, how)
    moved = {proof.title: _moved(proof) for proof in proofs}
    ids = [proof.id for proof in proofs]
    alone = {proof.id: moved[proof.title] for proof in proofs if ids.count(proof.id) == 1}
    patches = [_patch(piece, number) for labels in how.labels for piece, number in labels.named]
    for proof in proofs:
        patches += [_patch(piece, number) for piece, number in _written_labels(proof)]
    for labels in how.labels:
        for claim, piece in labels.cited_steps:
            if piece.text in alone.get(claim, {}):
                patches.append(_patch(piece, alone[claim][piece.text]))
    left = tuple(stated for proof in proofs for stated in _said(proof, moved[proof.title]))
    return Renumbered(formatted(_patched(text, patches), path, folder), moved, left)


def _written_labels(proof: ProofText) -> Iterator[tuple[Passage, int]]:
    """The labels with which lines begin, each with the number of its step."""
    for number, line in proof.lines.items():
        label = LABELLED.match(line.text)
        if label:
            yield line.whole.part(0, label.end(1)), number
    for inclusion in proof.inclusions:
        parts = InclusionLine.of(inclusion.line)
        if parts is not None:
            yield parts.first, inclusion.first
            yield parts.last, inclusion.last


def _moved(proof: ProofText) -> dict[str, int]:
    """The steps whose labels change, with their new numbers."""
    labels = {piece.text: number for piece, number in _written_labels(proof)}
    for inclusion in proof.inclusions:
        parts = InclusionLine.of(inclusion.line)
        labels |= zip(parts.labels, inclusion.steps, strict=True) if parts else ()
    return {label: number for label, number in labels.items() if label != str(number)}


def _patch(piece: Passage, number: int) -> Patch:
    line, column = piece.line.place(piece.start)
    return Patch(line, column, piece.text, str(number))


def _patched(text: str, patches: list[Patch]) -> str:
    lines = text.split("\n")
    for line, column, old, new in sorted(set(patches), reverse=True):
        words = lines[line - 1]
        lines[line - 1] = words[: column - 1] + new + words[column - 1 + len(old) :]
    return "\n".join(lines)


def _said(proof: ProofText, moved: Mapping[str, int]) -> Iterator[str]:
    """The sentences that name the old number of a step in words."""
    for step in proof.steps:
        if InclusionLine.of(proof.lines[step.number]) is not None:
            continue
        for label in SAID.findall(step.says):
            if label in moved:
                yield (
                    f"{proof.path}:{proof.line_of(step.number)}: the sentence says step {label}, "
                    f"which is step {moved[label]} now; change it by hand."
                )


def citations_of(id: str, moved: Mapping[str, int], text: str, path: str) -> Iterator[str]:
    """What cites a step of a proof by its old number in the text of another file.

    >>> text = "proof my.b\\n1. So. :: x >= 0 -- claim my.a (3)"
    >>> print(*citations_of("my.a", {"3": 4}, text, "b.proof"))
    b.proof:2: this cites step 3 of my.a, which is step 4 now; change it by hand.
    """
    for cited in re.finditer(rf"\bclaim\s+{re.escape(id)}\s*\((\d+)\)", text):
        if cited[1] in moved:
            line = text.count("\n", 0, cited.start()) + 1
            yield (
                f"{path}:{line}: this cites step {cited[1]} of {id}, which is step "
                f"{moved[cited[1]]} now; change it by hand."
            )
