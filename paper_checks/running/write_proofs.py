"""`python -m banditproof.paper_checks.running.write_proofs [ID ...]` writes the stored proofs anew.

It gathers the proofs of all inequalities in the proofs of the named claims, or of all claims, and
writes them into the archive of their document, in `proofs/stored` of a checkout. What is stored and
still right is kept, the rest is searched for. A step that is not proved is named. What their
archives hold of an ID without a proof, such as a former name, is dropped.
`banditproof verify-proof ID` checks what is stored.
"""

import argparse
import sys
from ..proofs.stored_files import require_whole, stored_ids, write_stored
from ..proofs.writing_proofs import write_proofs_of
from ..statements.documents import SHIPPED
from ..statements.registry import claims, find


def main(ids: list[str]) -> int:
    """Write the stored proofs of claims; 1 if a step is not proved."""
    chosen = [find(id) for id in ids] or [claim for claim in claims() if claim.proof]
    for claim in chosen:
        require_whole(claim.id)  # before any search, whose proofs could not be stored
    stuck = 0
    for claim in chosen:
        written = write_proofs_of(claim)
        for step in written.stuck:
            print(f"{claim.id}, {step}")
        stuck += len(written.stuck)
        print(f"{claim.id}: {written.proofs} proofs.")
    for document in SHIPPED:
        if any(claim.document == document.name for claim in chosen):
            proved = {claim.id for claim in claims(document.name) if claim.proof}
            for id in sorted({*stored_ids(document)} - proved):
                write_stored(id, {})
                print(f"{id} has no proof of steps: what was stored of it is dropped.")
    return 1 if stuck else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="write_proofs")
    parser.add_argument("ids", nargs="*", metavar="ID", help="a claim; all claims without one")
    try:
        sys.exit(main(parser.parse_args().ids))
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
