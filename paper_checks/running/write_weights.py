"""`python -m banditproof.paper_checks.running.write_weights [ID ...]` counts what carries weight.

The counts of each proof are stored in the file `carried.weights` of its document, with a digest of
its steps: `check` and `why` show them as long as the steps are these. Those that are still right
are kept.
"""

import sys
from collections.abc import Sequence
from banditproof.theory.atomic_files import write_text
from ..proofs.carried_weights import WEIGHTS, forget_weights, stored_weight
from ..proofs.real_cases import lines_of
from ..proofs.weight import line_of, weight_of
from ..statements.documents import SHIPPED, Document
from ..statements.registry import claims
from .names_given import names_given

HEAD = (
    "# What carries weight in each proof, and a digest of its steps; `make weaken` counts again.\n"
)


def write_weights(document: Document, ids: Sequence[str] = ()) -> int:
    """Count the proofs of a document whose counts are not stored; how many were counted."""
    file, counted = document.home / WEIGHTS, 0
    for claim in claims(document.name):
        proof = claim.proof
        if proof is None or (ids and claim.id not in ids):
            continue
        if stored_weight(proof.id, proof.facts):
            continue
        try:
            id, _, rest = line_of(proof, weight_of(proof)).partition(": ")
        except ValueError as stuck:  # the proof of a false statement has nothing to count
            print(f"{claim.id}: {stuck}")
            continue
        kept = {**lines_of(file), id: rest}
        write_text(file, HEAD + "".join(f"{id}: {kept[id]}\n" for id in sorted(kept)))
        forget_weights()
        counted += 1
        print(f"{id}: {rest.rpartition(' ')[0]}", flush=True)
    return counted


def main(words: Sequence[str]) -> int:
    """Count proofs whose counts are not stored; without IDs, all of the shipped documents."""
    proved = {claim.id for claim in claims() if claim.proof is not None}
    ids = names_given("write_weights", __doc__, words, proved, "claim")
    total = sum(write_weights(document, ids) for document in SHIPPED)
    print(f"{total} proofs were counted.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
