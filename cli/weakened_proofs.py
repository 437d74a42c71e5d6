"""The steps of a proof that carry weight: each is weakened, and the proof is judged again."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from .output import print_facts, print_table, print_text, progress_of_runs
from .proof_files import ENDING
from .streams import output_on_error

if TYPE_CHECKING:
    from banditproof.paper_checks.proofs import Proof
    from banditproof.paper_checks.proofs.weight import Noticed, Weight


@dataclass(frozen=True)
class WeightFacts:
    """What carries weight in a proof."""

    claim: Annotated[str, "The ID of the claim."]
    summary: Annotated[str, "The counts in one line."]
    steps: Annotated[int, "How many steps there are."]
    carrying: Annotated[int, "How many of them carry weight."]
    case: Annotated[str, "Numbers at which all that is assumed holds, or why there are none."]
    changes: Annotated[tuple[Noticed, ...], "Each change, and whether it is noticed."]


def weaken(name: str, json: bool) -> None:
    """Attack the proof of a claim, or all proofs of a file or a folder, and print what is noticed.

    Without `json` each proof is printed as soon as it is judged.
    """
    from banditproof.paper_checks.proofs.weight import weight_of

    facts = []
    with output_on_error():  # what the programs of a folder print
        proofs = _proofs(name)
    with progress_of_runs(len(proofs), "weakening") as advance:
        for count, proof in enumerate(proofs, start=1):
            with output_on_error():
                facts.append(_facts(proof, weight_of(proof)))
            if not json:
                _print(facts[-1])
            advance(count)
    if json:
        print_facts(facts, json, _print_all)


def _facts(proof: Proof, weight: Weight) -> WeightFacts:
    some, steps = weight.count("step")
    return WeightFacts(proof.id, str(weight), steps, some, str(proof.case), weight.changes)


def _print_all(all_facts: Sequence[WeightFacts]) -> None:
    for facts in all_facts:
        _print(facts)


def _print(facts: WeightFacts) -> None:
    rows = [
        (f"{item.kind} {item.where}", item.what, item.why or "not noticed")
        for item in facts.changes
    ]
    print_table(("place", "change", "noticed"), rows)
    print()
    print_text(f"{facts.claim}: {facts.summary}.")
    print_text(f"A real case: {facts.case}" + "." * (facts.case[-1:] != "."))


def _proofs(name: str) -> list[Proof]:
    """The proof of a claim, or those that a file, or the folder of a paper, holds."""
    from banditproof.paper_checks.statements.registry import find
    from .why import claim_named

    path = Path(name)
    if path.is_dir():
        files = sorted(path.rglob(f"*{ENDING}"))
        if not files:
            raise ValueError(f"The folder {path} holds no {ENDING} file; give one that does.")
        return [proof for file in files for proof in _proofs_of(file)]
    if path.suffix == ENDING:
        proofs = _proofs_of(path)
        if not proofs:
            raise ValueError(
                f"The file {path} holds no proof of a claim by steps; name one that does."
            )
        return proofs
    claim = find(claim_named(name))
    if claim.proof is None:
        raise ValueError(f"{claim.id} has no proof of steps, so there is nothing to weaken.")
    return [claim.proof]


def _proofs_of(path: Path) -> list[Proof]:
    """The proofs of a file, and the theorems that are the proof of their claim.

    There are none if it holds lemmas only.
    """
    from banditproof.paper_checks.proofs import written_proof
    from banditproof.paper_checks.proofs.text.locating import places_of
    from banditproof.paper_checks.statements.documents import document_of_id
    from banditproof.theory.logic.pages import LEMMA, PROOF

    titles = [(key, word) for key, word in _titles(path) if word != LEMMA]
    document = document_of_id(titles[0][0][0]) if titles else None
    places = {} if document is None else places_of(document)
    there = {key for key, place in places.items() if place.path.samefile(path)}
    if any(key not in there for key, word in titles if word == PROOF):
        raise ValueError(f"The proofs of {path} belong to no document that is open here.")
    return [written_proof(*key) for key, _ in titles if key in there]


def _titles(path: Path) -> list[tuple[tuple[str, str], str]]:
    """The ID and the name of each block of a file, whose paper is opened, and what it is."""
    from banditproof.paper_checks.proofs.text.locating import key_of
    from banditproof.paper_checks.statements.document_header import DOCUMENT
    from banditproof.paper_checks.statements.documents import SHARED
    from banditproof.paper_checks.statements.text_files import text_of
    from banditproof.theory.logic.pages import Page
    from .document_options import opened_document

    if not path.is_file():
        raise ValueError(f"There is no file {path}; give one that ends with {ENDING}, or an ID.")
    homes = [item for item in path.resolve().parents if (item / DOCUMENT).is_file()]
    if homes and not homes[0].is_relative_to(SHARED.resolve()):
        opened_document(str(homes[0]), here=True)
    blocks = Page.of(text_of(path), str(path)).blocks
    return [(key_of(block), block.word) for block in blocks]
