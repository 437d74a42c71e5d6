"""The counts of what carries weight in the proofs of a document, as they are stored."""

from __future__ import annotations
import hashlib
from collections.abc import Iterable, Sequence
from ..verdicts.step_facts import StepFacts, composition
from .real_cases import lines_of

WEIGHTS = "carried.weights"
"""The file of a document with the counts of its proofs."""


def digest(steps: Iterable[StepFacts]) -> str:
    """What tells steps from changed ones, in twelve digits."""
    stated = [(s.number, s.kind, s.says, s.formula, s.where, *s.uses, *s.rests_on) for s in steps]
    return hashlib.sha256(repr(stated).encode()).hexdigest()[:12]


def stored_weight(id: str, steps: Sequence[StepFacts]) -> str:
    """The stored counts of a proof, if they are those of these steps; else nothing.

    What a folder of somebody else has under that name, nobody here has counted.
    """
    from ..statements.documents import document_of_id

    document = document_of_id(id)
    own = document is not None and document.own
    line = lines_of(document.home / WEIGHTS).get(id, "") if document and own else ""
    counts, _, key = line.rpartition(" ")
    return counts if counts and key == digest(steps) else ""


def forget_weights() -> None:
    """Forget the stored counts, so that they are read again."""
    lines_of.cache_clear()


def composed(id: str, steps: Sequence[StepFacts]) -> str:
    """How many steps a proof has of which kind, and how many carry weight if that is stored."""
    return "; ".join(filter(None, (composition(steps), stored_weight(id, steps))))
