"""`python -m banditproof.paper_checks.write_proofs [ID ...]` writes the stored proofs anew.

It searches for the proof of every inequality in the proofs of the named claims, or of all claims,
and writes one file each into the folder of stored proofs of a checkout. The former files of a claim
go, unless one of its steps is not proved now, which is named.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .proof_store import FOLDER, writing
from .registry import claims, find


def main(ids: list[str]) -> int:
    """Write the stored proofs of claims; 1 if a step is not proved."""
    chosen = [find(id) for id in ids] or [claim for claim in claims() if claim.proof]
    folder, stuck = Path(__file__).parent / FOLDER, 0
    folder.mkdir(exist_ok=True)
    for claim in chosen:
        if claim.proof is None:
            raise ValueError(f"The proof of {claim.id} is no object; it has no steps to store.")
        with writing() as found:
            steps, _ = claim.proof.run()
        old = [file for file in folder.glob(f"{claim.id}.*.json") if _is_of(file.stem, claim.id)]
        for step in steps:
            if step.verdict in ("failed", "undecided"):
                print(f"{claim.id}, step {step.number}: {step.verdict}: {step.detail}")
                stuck += 1
        for file in [] if stuck else old:
            file.unlink()
        for name, text in found.items():
            (folder / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{claim.id}: {len(found)} proofs.")
    return 1 if stuck else 0


def _is_of(name: str, id: str) -> bool:
    """Whether a stored proof belongs to a claim, and not to one whose ID begins with its ID."""
    return name.removeprefix(f"{id}.").split(".")[0].isdigit()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
