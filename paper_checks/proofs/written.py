"""The default of a check's subject `proof`: the proof of its claim, as it is written."""

from typing import TYPE_CHECKING, cast
from .text import written_proof

if TYPE_CHECKING:
    from .proof import Proof

WRITTEN = cast("Proof", written_proof)
"""Stands for `written_proof(id)` with the ID of the claim that the check is registered for.

Where a check serves a statement and its repair, the ID is that of the repair.
"""
