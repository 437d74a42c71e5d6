"""What a derived claim rests on besides its axioms: lines to be trusted, and what Coq has read.

The formal proofs of this package are read before it is published. Those of somebody else's folder
are read when they are checked, where Coq is installed.
"""

from __future__ import annotations
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from ..derivations.developments import development_of
from ..statements.documents import OPENED, document_of_id
from .closed_set import trusted_lines

if TYPE_CHECKING:
    from banditproof.theory.logic.coq.second_reader import Reading
    from banditproof.theory.logic.development import Development
    from .single_check import Result


def trust_in(id: str, reading: Reading | None = None) -> Iterator[tuple[str, str]]:
    """What the kernel and the second reader say of the formal proof of a claim, as it is now.

    Coq has read a proof of this package if the file that it accepted is the one that is written
    from the proof now; `reading` is what it said of one of a folder.
    """
    from .read_derivations import accepted_before, content_of

    yield "trusted", f"{trusted_lines():,} lines: the logic, and the core of the checker"
    document = document_of_id(id)
    if document is None or not document.own:
        asked = (
            reading.result.sentence(reading.message) if reading is not None else "Coq was not asked"
        )
        yield "second reader", asked
        return
    theorem = development_of(document).derive(id).theorem
    read = accepted_before().get(id) == content_of(id, theorem)[0]
    said = "Coq accepts the proof; what it cites is read apart"
    yield "second reader", said if read else "not run on the proof as it is"


def asked(results: Sequence[Result]) -> list[Result]:
    """The results, with what Coq says of each formal proof of somebody else's folder."""
    proofs = {one.claim.id: _proof_behind(one) for one in results}
    wanted = {proof for proof in proofs.values() if proof is not None}
    if not wanted:
        return list(results)
    with tempfile.TemporaryDirectory() as folder:
        said = {proof: _reading(proof, Path(folder)) for proof in sorted(wanted)}
    return [replace(one, second_reader=said.get(proofs[one.claim.id] or "")) for one in results]


def _proof_behind(result: Result) -> str | None:
    """The formal proof of a folder that made a result derived: its own, or the one it repeats."""
    claim = result.claim
    if result.graded != "derived" or claim.document not in OPENED or claim.parts:
        return None
    document = document_of_id(claim.repeats or claim.id)
    return None if document is None or document.own else claim.repeats or claim.id


def in_words(results: Sequence[Result]) -> Iterator[str]:
    """What Coq says of the formal proofs of a folder, a sentence for each that it does not accept.

    Nothing where it was asked about none.
    """
    readings = {one.claim.id: one.second_reader for one in results if one.second_reader is not None}
    if not readings:
        return
    accepted = sum(map(bool, readings.values()))
    many = f"{accepted} of {len(readings)} formal proof{'s' * (len(readings) > 1)}"
    yield f"Coq, the second reader, accepts {many}."
    for id, reading in readings.items():
        if not reading:
            yield f"{id}: {reading.result.sentence(reading.message)}"


def _reading(id: str, folder: Path) -> Reading:
    """What Coq says of a theorem of a folder, and of those of the folder that it rests on.

    What it cites of this package is an axiom there: Coq reads that apart.
    """
    from banditproof.theory.logic.coq.second_reader import read_by_coq
    from banditproof.theory.prover.coq.answers import CoqSays
    from .read_derivations import listed_exceptions

    document = document_of_id(id)
    development = development_of(document)
    development.derive(id)
    last: Reading | None = None
    for name in _below(development, id, document.prefix if document else ""):
        theorem = development.derive(name).theorem
        last = read_by_coq([(name, theorem)], folder, listed=listed_exceptions(), apart=True)
        if not last:
            named = name != id and last.result != CoqSays.NOT_RUN
            return replace(last, message=f"{name}: {last.message}") if named else last
    assert last is not None
    return last


def _below(development: Development, id: str, prefix: str) -> list[str]:
    """A theorem after those of its folder that it cites, itself or by others of them."""
    from banditproof.theory.logic.coq.second_reader import Export

    order: dict[str, None] = {}

    def add(name: str) -> None:
        if name not in order:
            theorem = development.derive(name).theorem
            for cited in Export([(name, theorem)], apart=True).assumed:
                if cited.startswith(f"{prefix}."):
                    add(cited)
            order[name] = None

    add(id)
    return list(order)
