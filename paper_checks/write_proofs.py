"""`python -m banditproof.paper_checks.write_proofs [ID ...]` writes the stored proofs anew.

It gathers the proofs of all inequalities in the proofs of the named claims, or of all claims, and
writes them into one file for each claim, in the folder of stored proofs of a checkout. What is
stored and still right is kept, the rest is searched for. A step that is not proved is named.
`banditproof verify-proof` reads these files.
"""

from __future__ import annotations

import sys
from pathlib import Path

from banditproof.theory.prover.step_proofs import text_of_steps

from .proofs import store
from .registry import claims, find


def main(ids: list[str]) -> int:
    """Write the stored proofs of claims; 1 if a step is not proved."""
    chosen = [find(id) for id in ids] or [claim for claim in claims() if claim.proof]
    folder, stuck = Path(store.__file__).parent / store.FOLDER, 0
    folder.mkdir(exist_ok=True)
    for claim in chosen:
        if claim.proof is None:
            raise ValueError(f"The proof of {claim.id} is no object; it has no steps to store.")
        with store.writing() as found:
            steps, _ = claim.proof.run()
        for step in steps:
            if step.verdict in ("failed", "undecided"):
                print(f"{claim.id}, step {step.number}: {step.verdict}: {step.detail}")
                stuck += 1
        own = f"{claim.id}/"
        proofs = {n.removeprefix(own): one for n, one in found.items() if n.startswith(own)}
        file = folder / f"{claim.id}.json"
        if proofs:
            file.write_text(text_of_steps(proofs), encoding="utf-8")
        else:
            file.unlink(missing_ok=True)
        print(f"{claim.id}: {len(proofs)} proofs.")
    return 1 if stuck else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
