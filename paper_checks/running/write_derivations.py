"""Reads every formal proof, and stores the certificates that it needs.

    python -m banditproof.paper_checks.running.write_derivations [NAME ...]

Without names, all theorems are checked, and what is stored of theorems that are gone is dropped.
"""

import sys
import time
from collections.abc import Sequence
from banditproof.theory.logic.passages import Misread
from ..derivations.compared_formulas import keep_compared
from ..derivations.developments import development_of
from ..derivations.stored_axioms import store_axioms
from ..derivations.stored_certificates import keep_certificates, store_certificates
from ..statements.documents import document_of_id
from .names_given import names_given


def main(words: Sequence[str]) -> int:
    """Derive theorems, and store their certificates; the number of those that are refused."""
    development = development_of(None)
    names = names_given("write_derivations", __doc__, words, development.proofs, "theorem")
    refused, axioms, searched = 0, {}, []
    for name in names or sorted(development.proofs):
        if document_of_id(name) is None and "." in name:
            sys.stderr.write(f"{name} belongs to no document.\n")
        start = time.process_time()
        try:
            derivation = development.derive(name)
        except Misread as fault:
            sys.stderr.write(f"{name} is refused: {fault}\n")
            refused += 1
            continue
        changed = store_certificates(name, derivation.certificates.used)
        if changed:
            searched.append(name)
        keep_compared(development, name)
        if derivation.opened:  # its text is read each time
            sys.stdout.write(f"{name}: an outline with {len(derivation.opened)} open sentences\n")
            continue
        axioms[name] = derivation.axioms
        sys.stdout.write(
            f"{name}: {len(derivation.axioms)} axioms, {len(derivation.cited)} cited, "
            f"{len(derivation.certificates.used)} arithmetic steps"
            f"{' (stored)' * changed}, {time.process_time() - start:.2f} s\n"
        )
    development_of.cache_clear()
    for name in searched:
        # with a stored certificate a step may need fewer facts than the search for it has tried
        store_certificates(name, development_of(None).derive(name).certificates.used)
    if not names:
        keep_certificates(development.proofs)
    store_axioms(axioms, development.proofs)
    return refused


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
