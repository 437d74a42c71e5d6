"""The stored proofs of a claim: listed, and written to a file of JSON that anybody can check."""

import sys
from pathlib import Path
from .output import print_table, print_text


def show_stored(id: str, target: Path | None, json: bool) -> None:
    """List the stored proofs of a claim, step by step, and write them to a file if one is named.

    As JSON they are printed in the form of that file.
    """
    from banditproof.paper_checks.proofs.stored_files import read_stored
    from banditproof.theory.atomic_files import write_text
    from banditproof.theory.prover.step_proofs import text_of_steps
    from .why import claim_named

    proofs = read_stored(claim_named(id))
    if not proofs:
        raise ValueError(
            f"Nothing is stored of {id}: no step of its proof is an inequality, or none was stored."
        )
    text = text_of_steps({proof.name: (proof.goal, proof.tree) for proof in proofs})
    if target is not None:
        write_text(target, text)
    if json:
        sys.stdout.write(text)
        return
    rows = [
        (proof.name, sum(proof.rules.values()), f"{proof.claim} for {proof.domain}")
        for proof in proofs
    ]
    print_table(("step", "rules", "what is proved"), rows)
    print()
    written = "" if target is None else f", written to {target}"
    print_text(f"{len(proofs)} stored proof{'s' * (len(proofs) != 1)} of {id}{written}.")
