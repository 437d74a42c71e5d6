"""Writes the certificates of proofs beside them, where `kept_certificates` reads them."""

from __future__ import annotations
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from ...statements.documents import document_named
from ..proof import Proof
from ..step import STUCK
from ..text.every_proof import every_proof
from .judge import Judge, judge
from .kept_certificates import Node, certificates_in, file_beside, files_of, write_certificates
from .verdicts import verdicts_of

if TYPE_CHECKING:
    from ...statements.claim import Claim

SECONDS = 60.0
"""How long a certificate is searched for; a judge that only reads has less patience."""


class Certified(NamedTuple):
    """A proof with its certificates: their file, how many there are, and the steps without one."""

    title: str
    proof: Proof
    file: Path
    certificates: int
    stuck: tuple[str, ...]


def certify(
    proofs: Iterable[tuple[str, Proof, Path]], report: Callable[[str], None] | None = None
) -> list[Certified]:
    """Write the certificates of proofs, each with a title and the file in which they stand.

    All proofs of a file are to be given, for what they do not need is dropped from it. What is kept
    and still right stays, the rest is searched for: what a proof needs by itself, and as it is
    linked with those that it cites. Where a step is not shown, what was kept stays.
    """
    # nothing is known yet of any proof, so that it is judged with what stands in the files now
    certificates_in.cache_clear()
    theory, searching = judge().theory, judge().arithmetic.within(SECONDS)
    alone, linked = (Judge(theory, searching, linked=link) for link in (False, True))
    results, kept = list[Certified](), dict[Path, dict[str, Node]]()
    for title, proof, file in proofs:
        one = _certified(alone, title, proof, file)
        results.append(one)
        used = (
            alone.of(proof).used if one.stuck else {**alone.of(proof).used, **linked.of(proof).used}
        )
        kept.setdefault(file, {}).update(used)
        if one.stuck:
            kept[file] = {**certificates_in(file), **kept[file]}
        if report:
            report(title)
    for file, used in kept.items():
        write_certificates(file, used)
    return results


def _certified(patient: Judge, title: str, proof: Proof, file: Path) -> Certified:
    judged = patient.of(proof)
    stuck = (step for step in verdicts_of(judged) if step.verdict in STUCK)
    said = tuple(f"step {step.number}: {step.verdict}: {step.detail}" for step in stuck)
    return Certified(title, proof, file, len(judged.used), said)


def certify_claims(
    chosen: Sequence[Claim], report: Callable[[str], None] | None = None
) -> list[Certified]:
    """Write the certificates of some claims, and of all proofs that stand in the same files."""
    asked = {claim.id: claim.proof for claim in chosen if claim.proof is not None}
    files = {file for id in asked for file in files_of(id)}
    names = dict.fromkeys(claim.document for claim in chosen)
    documents = [document for name in names if (document := document_named(name))]
    proofs = [
        (title.removeprefix("proof "), proof, file_beside(place.path))
        for title, proof, place in every_proof(tuple(documents))
        if file_beside(place.path) in files
    ]
    written = {file for _, _, file in proofs}
    proofs += [
        (id, proof, file) for id, proof in asked.items() for file in files_of(id)
        if file not in written
    ]  # fmt: skip
    return [one for one in certify(proofs, report) if one.title in asked]
