"""Writes formal theorems from the steps of written proofs, where all are relations between numbers.

    python -m banditproof.paper_checks.running.formal_from_steps [ID ...]

Prints the theorem of each claim, for a `.proof` file of its section. Without IDs, it says of how
many outlined claims the steps are such a theorem, and lists those that the kernel accepts.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.layout import laid_out
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.terms import Refused
from ..derivations.developments import development_of
from ..derivations.formal_steps import NoTheorem, formal_text
from ..proofs.text.locating import written_proof
from ..statements.documents import SHIPPED

SECONDS = 6.0


def _texts(development: Development, counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """The theorems of outlined claims with written proofs; `counts` gets what became of each."""
    declared = [claim for document in SHIPPED for claim in document.declared.values()]
    for claim in declared:
        if claim.grade == "outlined" and claim.id not in development.proofs:
            try:
                proof = written_proof(claim.id)
            except ValueError:
                continue
            counts["proofs by steps"] += 1
            try:
                yield claim.id, formal_text(proof)
            except NoTheorem:
                continue
            counts["theorems about numbers"] += 1


def main(ids: Sequence[str]) -> int:
    """Print theorems, or how many there are; the number of those that have none."""
    if ids:
        failed = 0
        for id in ids:
            try:
                print(laid_out(formal_text(written_proof(id)), id))
            except ValueError as error:
                failed += 1
                print(f"{id} gives no theorem: {error}.", file=sys.stderr)
        return failed
    development, counts = development_of(None), Counter[str]()
    development.seconds = SECONDS
    for id, text in _texts(development, counts):
        try:
            development.add(theorems_in(text, id))
            development.derive(id)
        except (Misread, Refused):
            continue
        counts["accepted by the kernel"] += 1
        print(id, flush=True)
    print(", ".join(f"{number} {what}" for what, number in counts.items()) + ".")
    return 0


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
