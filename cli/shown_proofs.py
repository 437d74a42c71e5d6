"""The certificates of a claim: listed, and written to a file of JSON that anybody can check."""

import sys
from pathlib import Path
from .output import print_table, print_text


def show_stored(id: str, target: Path | None, json: bool) -> None:
    """List the certificates of a claim, step by step, and write them to a file if one is named.

    As JSON they are printed in the form of that file.
    """
    from banditproof.paper_checks.proofs.theorems.certified_steps import certified_steps
    from banditproof.theory.atomic_files import write_text
    from banditproof.theory.prover.step_proofs import text_of_steps
    from .why import claim_named

    proofs = certified_steps(claim_named(id))
    if not proofs:
        raise ValueError(
            f"{id} has no certificates: it has no proof of steps, or all of them are seen at first "
            "sight."
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
    print_text(f"{len(proofs)} certificate{'s' * (len(proofs) != 1)} of {id}{written}.")
