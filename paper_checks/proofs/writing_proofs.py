"""Writes the proofs of the inequalities in the proof of a claim where `store` reads them."""

from __future__ import annotations
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from . import store
from .step import STUCK
from .stored_files import file_of, write_stored

if TYPE_CHECKING:
    from collections.abc import Mapping
    from banditproof.theory.prover.kernel.goals import Goal
    from ..statements.claim import Claim


@dataclass(frozen=True)
class StoredProofs:
    """The stored proofs of a claim: their file, how many there are, and the steps without one."""

    claim: str
    file: Path
    proofs: int
    stuck: tuple[str, ...]


def write_proofs_of(claim: Claim) -> StoredProofs:
    """Store the proofs of a claim, those that are still right and those that are found now.

    A claim whose proof has no step for the prover has no file. A file that holds them already is
    left as it is. Where a step stops the proof, what was stored of the other steps is kept.
    """
    if claim.proof is None:
        raise ValueError(f"{claim.id} has no proof of steps, so there is nothing to store.")
    with store.writing() as result:
        steps, _ = claim.proof.run()
    stuck = [step for step in steps if step.verdict in STUCK]
    prefix = f"{claim.id}/"
    proofs = {n.removeprefix(prefix): p for n, p in result.items() if n.startswith(prefix)}
    if stuck:
        proofs = {**_read(claim.id), **proofs}
    if proofs != _read(claim.id):  # equal ones may differ in the order of the terms of a sum
        write_stored(claim.id, proofs)
    store.stored_proofs.cache_clear()
    return StoredProofs(
        claim.id,
        file_of(claim.id),
        len(proofs),
        tuple(f"step {step.number}: {step.verdict}: {step.detail}" for step in stuck),
    )


def _read(id: str) -> Mapping[str, tuple[Goal, store.Node]]:
    """What is stored of a claim now; nothing if the file is damaged."""
    try:
        return store.stored_proofs(id)
    except (OSError, ValueError):
        return {}
