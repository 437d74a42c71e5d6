"""The certificates of proofs by steps: found and stored for a folder, listed for one claim."""

from __future__ import annotations
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
import typer
from . import UNDECIDED
from .document_options import opened_document
from .output import print_facts, print_table, print_text, progress
from .streams import output_on_error

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.documents import Document
    from .results import StoredFacts


def store_steps(folder: str, ids: Sequence[str], json: bool) -> None:
    """Prove the inequalities in the proofs of a folder, and store what is found.

    The exit code is 3 if a step is left without a proof.
    """
    from banditproof.paper_checks.proofs.theorems.writing_certificates import certify_claims
    from banditproof.paper_checks.statements.registry import claims, find
    from banditproof.paper_checks.statements.resolver import resolve
    from .results import StoredFacts

    document = opened_document(folder, here=True)
    named = [find(id) for id in resolve(ids, document.name).ids]
    other = next((claim.id for claim in named if claim.document != document.name), None)
    if other is not None:
        raise ValueError(f"{other} is no claim of {document.name}, whose proofs are stored here.")
    chosen = [claim for claim in named or claims(document.name) if claim.proof]
    for claim in named:
        if claim.proof is None:
            raise ValueError(f"{claim.id} has no proof of steps, so there is nothing to store.")
    with progress(len(chosen), "proving") as advance, output_on_error():
        results = certify_claims(chosen, lambda id: advance(1, f"proved {id}"))
    facts = [
        StoredFacts(
            one.title,
            _shown(document, one.file) if one.certificates else None,
            one.certificates,
            one.stuck,
        )
        for one in results
    ]
    print_facts(facts, json, _print)
    if any(fact.stuck for fact in facts):
        raise typer.Exit(UNDECIDED)


def _print(facts: Sequence[StoredFacts]) -> None:
    for fact in facts:
        for step in fact.stuck:
            print_text(f"{fact.claim}, {step}")
    if facts:
        rows = [(fact.claim, str(fact.proofs), fact.file or _none(fact)) for fact in facts]
        print_table(("claim", "certificates", "stored in"), rows)
        print()
    total = sum(fact.proofs for fact in facts)
    noun, of = f"certificate{'s' * (total != 1)}", "claim" if len(facts) == 1 else "claims"
    print_text(f"{total} {noun} of {len(facts)} {of}.")


def _none(one: StoredFacts) -> str:
    """Why a claim has no file of proofs."""
    return "nothing was proved" if one.stuck else "no step needs one"


def _shown(document: Document, file: Path) -> str:
    """A file of the document, named as the folder was."""
    return f"{document.shown}/{file.relative_to(document.home)}"


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
