"""`banditproof verify-proof`: stored proofs are checked again, without any search."""

from __future__ import annotations
import os
import time
from typing import TYPE_CHECKING, Literal, TypeAlias
import typer
from . import arguments
from .document_options import refuse_file
from .output import coloured, print_facts, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.prover import Proof
    from banditproof.theory.prover.step_proofs import StepProof
    from .proof_results import VerifiedFacts

    AnyProof: TypeAlias = Proof | StepProof


def command(files: list[str], json: arguments.AsJson = False) -> None:
    """Check stored proofs again, without any search.

    The statement is read anew from its text, its goal is compared with the stored one, and each
    step of the tree is checked by its rule; rules beyond the core of the judge are named. The
    certificates of the steps of a claim are checked in the same way, given by a file or by the ID
    of the claim. The exit code is 0 if all proofs are right, 1 if one is rejected or, of several,
    cannot be read; the others are checked.

    Examples: `banditproof verify-proof pinsker.json`; `banditproof verify-proof bern.thm4.3`
    """
    from banditproof.theory.prover.kernel.goals import Rejected

    read: list[tuple[str, AnyProof | ValueError]] = []
    for file in files:
        try:
            read += _proofs(file)
        except ValueError as reason:
            if len(files) == 1 and not isinstance(reason, Rejected):
                raise  # it is wrong use, and hides no other answer
            read.append((file, reason))
    result = tuple(_checked(file, proof) for file, proof in read)
    print_facts(result, json, _print)
    if any(facts.result != "verified" for facts in result):
        raise typer.Exit(1)


def _proofs(file: str) -> list[tuple[str, AnyProof]]:
    """The proofs in a file, of a statement or of the steps of claims; or those of a claim's ID."""
    from banditproof.theory.prover.proof_files import proof_of
    from banditproof.theory.prover.step_proofs import is_of_steps, steps_of
    from banditproof.theory.prover.stored_json import text_in

    if not file.endswith(".json"):
        refuse_file(file)
    if not os.path.lexists(file):
        from banditproof.paper_checks.proofs.theorems.certified_steps import certified_steps
        from banditproof.paper_checks.statements.ids_in_texts import ids_in_texts, refuse_unknown

        refuse_unknown([file])
        certified = certified_steps(file) if file in ids_in_texts()[0] else ()
        if certified:
            return [(f"{file}, {item.name}", item) for item in certified]
        _refuse_claim(file)
    text = text_in(file)
    if is_of_steps(text):
        return [(f"{file}, {item.name}", item) for item in steps_of(text, f"The file {file}")]
    return [(file, proof_of(text, f"The file {file}"))]


def _refuse_claim(word: str) -> None:
    """Refuse the ID of a claim that has no certificates, or of none; a file may have that name."""
    from banditproof.paper_checks.statements.ids_in_texts import ids_in_texts

    if word in ids_in_texts()[0]:
        raise ValueError(
            f"The claim {word} has no certificates of steps; `banditproof check {word}` shows "
            "what its verdict rests on."
        )


def _checked(file: str, proof: AnyProof | ValueError) -> VerifiedFacts:
    from banditproof.theory.prover.kernel.goals import Rejected
    from banditproof.theory.prover.step_proofs import StepProof
    from .proof_results import VerifiedFacts

    if isinstance(proof, ValueError):
        result: Literal["rejected", "unreadable"]
        result = "rejected" if isinstance(proof, Rejected) else "unreadable"
        return VerifiedFacts(file, result, None, None, None, None, None, str(proof), 0.0)
    start = time.perf_counter()
    why = beyond = None
    try:
        beyond = proof.check()
    except ValueError as reason:
        why = str(reason)
    seconds = round(time.perf_counter() - start, 6)
    stated = proof if isinstance(proof, StepProof) else proof.statement
    return VerifiedFacts(
        file=file,
        result="verified" if why is None else "rejected",
        statement=stated.claim,
        domain=str(stated.domain),
        rules=proof.rules,
        size=sum(proof.rules.values()),
        beyond_core=beyond,
        why=why,
        seconds=seconds,
    )


def _print(found: tuple[VerifiedFacts, ...]) -> None:
    from banditproof.theory.prover.two_checks import beside_the_core

    rows = []
    for facts in found:
        stated = f"{facts.statement} for {facts.domain}" if facts.domain else facts.statement
        size = "" if facts.size is None else facts.size
        said = facts.why or f"{stated or ''}{beside_the_core(facts.beyond_core or ())}"
        rows.append((facts.file, coloured(facts.result), size, said))
    print_table(("file", "result", "steps", "statement, or why not"), rows)
    print()
    wrong = sum(facts.result != "verified" for facts in found)
    seconds = sum(facts.seconds for facts in found)
    plural = "" if len(found) == 1 else "s"
    print_text(f"{len(found) - wrong} of {len(found)} proof{plural} verified in {seconds:.3g} s.")
