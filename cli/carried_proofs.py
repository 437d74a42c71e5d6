"""A proof by steps written as a formal one, whose open sentences a derivation begins with."""

from __future__ import annotations
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from .output import print_json, print_text
from .streams import output_on_error

if TYPE_CHECKING:
    from banditproof.paper_checks.proofs import Proof
    from banditproof.paper_checks.proofs.text.formal_outline import FormalOutline


@dataclass(frozen=True)
class CarriedFacts:
    """A proof by steps as a formal outline."""

    claim: Annotated[str, "The ID of the claim."]
    theorem: Annotated[str, "The name of the theorem."]
    steps: Annotated[int, "How many steps there are."]
    open: Annotated[tuple[int, ...], "The steps that stay open: sentences to be shown."]
    not_found: Annotated[
        tuple[int, ...], "Those of them that the prover shows as steps, and did not find here."
    ]
    without_formula: Annotated[
        tuple[int, ...], "The steps that state the claim and have no relation; they are left out."
    ]
    text: Annotated[str, "The theorem with its proof."]
    file: Annotated[str | None, "Where it was written."] = None


def carry(name: str, folder: str | None, target: Path | None, seconds: float, json: bool) -> None:
    """Print the formal outline of a claim's proof by steps, or write it to a file.

    Of a folder about another paper the texts are read, and no program runs.
    """
    from banditproof.theory.atomic_files import write_text
    from .document_options import opened_document
    from .why import claim_named

    if folder is not None:
        opened_document(folder, texts_only=True)
    proof = _proof_of(claim_named(name))
    if proof is None:
        raise ValueError(f"{name} has no proof of steps that could be written as a formal one.")
    from banditproof.paper_checks.derivations.outlines_of_steps import formal_outline

    with output_on_error():
        outline = formal_outline(proof, seconds)
    text = f"{_head(outline)}\n{outline.text}"
    if target is not None:
        write_text(target, text)
    facts = CarriedFacts(
        claim=proof.id,
        theorem=outline.name,
        steps=len(proof.steps),
        open=outline.left_open,
        not_found=tuple(sorted(outline.not_shown)),
        without_formula=outline.without_formula,
        text=text,
        file=None if target is None else str(target),
    )
    if json:
        print_json(facts)
    elif target is None:
        print(text, end="")
    else:
        print_text(f"{facts.theorem} is written to {facts.file}; {_count(outline)}.")


def _proof_of(id: str) -> Proof | None:
    """The proof of a claim by steps, as it is written, or as a program of ours makes it."""
    from banditproof.paper_checks.proofs.text.locating import places_of, written_proof
    from banditproof.paper_checks.statements.documents import document_of_id
    from banditproof.paper_checks.statements.registry import find

    document = document_of_id(id)
    if document is not None and (id, "") in places_of(document):
        return written_proof(id)
    return find(id).proof if document is not None and document.own else None


def _head(outline: FormalOutline) -> str:
    return (
        f"# The proof of {outline.proof.id} by steps as a formal one: {_count(outline)}.\n"
        "# Put in place of numbers what they are numbers of, and show what the theorem rests on.\n"
    )


def _count(outline: FormalOutline) -> str:
    count, lost = len(outline.left_open), outline.without_formula
    said = f"{count or 'no'} sentence{'s' * (count != 1)} open"
    if lost:
        said += f"; nothing is said of step{'s' * (len(lost) > 1)} {', '.join(map(str, lost))}"
        said += f", which state{'s' * (len(lost) == 1)} a part of the claim in words"
    return said
