"""`python -m banditproof.paper_checks.running.run_mutants [ID ...]` runs the mutants of claims.

Those of all fast checks of this package without IDs, the quickest first. The day on which a check
noticed all of its mutants is stored, and pages show it; a mutant that is not noticed is printed.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from ..statements.claim import Claim
from ..statements.registry import claims, find
from .mutants_run import fault_of_mutant
from .noticed_mutants import digest_of_names, keep_days, noticed_mutants
from .order_of_checks import expected_seconds
from .single_check import run

EACH = 50
"""After so many claims the days are stored."""


def faults_of(claim: Claim) -> list[str]:
    """What is wrong with a check that must notice its mutants, in sentences."""
    results = ((name, run(claim, **subjects)) for name, subjects in claim.mutants.items())
    return [fault for name, result in results if (fault := fault_of_mutant(claim, name, result))]


def main(ids: Sequence[str], seconds: float) -> int:
    """Run mutants for so many seconds at most; 1 if one is not noticed."""
    chosen = [find(id) for id in ids] or sorted(
        (claim for claim in claims() if claim.tier == "fast" and claim.mutants),
        key=lambda claim: expected_seconds(claim.id) * len(claim.mutants),
    )
    known, begun, wrong = dict(noticed_mutants()), time.monotonic(), 0
    present = {claim.id for claim in claims()}
    for number, claim in enumerate(chosen, 1):
        if time.monotonic() - begun > seconds:
            print(f"{len(chosen) - number + 1} claims are left.")
            break
        faults = faults_of(claim)
        wrong += len(faults)
        print("".join(f"{fault}\n" for fault in faults), end="", flush=True)
        known.pop(claim.id, None)
        if not faults:
            known[claim.id] = (time.strftime("%Y-%m-%d"), digest_of_names(claim.mutants))
        if number % EACH == 0:
            keep_days({id: known[id] for id in known if id in present})
    keep_days({id: known[id] for id in known if id in present})
    return int(wrong > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="run_mutants")
    parser.add_argument("ids", nargs="*", metavar="ID", help="a claim; all fast ones without one")
    parser.add_argument("--most", type=float, default=1e9, help="so many seconds at most")
    words = parser.parse_args()
    sys.exit(main(words.ids, words.most))
