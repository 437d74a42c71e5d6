"""The proofs of a folder about another paper: found, and stored beside it."""

from __future__ import annotations
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
