"""`banditproof verify-proof`: stored proofs are checked again, by the kernel alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from . import arguments
from .output import coloured, print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.prover import Proof

    from .proof_results import VerifiedFacts

Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Files that `prove --proof` wrote.")
]


def command(files: Files, json: arguments.AsJson = False) -> None:
    """Check stored proofs by the kernel alone, without any search.

    The statement is read anew from its text, its goal is compared with the stored one, and each
    step of the tree is checked by its rule. The exit code is 0 if all proofs are right, 1 if one
    is rejected, 2 if a file cannot be read.

    Example: `banditproof verify-proof pinsker.json`
    """
    from banditproof.theory.prover import read_proof
    from banditproof.theory.prover.kernel.goals import Rejected

    read: list[tuple[str, Proof | Rejected]] = []
    for file in files:  # before any is checked: one that cannot be read is wrong use
        try:
            read.append((file, read_proof(file)))
        except Rejected as reason:
            read.append((file, reason))
    found = tuple(_checked(file, proof) for file, proof in read)
    if json:
        print_json([facts.to_json() for facts in found])
    else:
        _print(found)
    if any(facts.result == "rejected" for facts in found):
        raise typer.Exit(1)


def _checked(file: str, proof: Proof | ValueError) -> VerifiedFacts:
    from .proof_results import VerifiedFacts

    if isinstance(proof, ValueError):
        return VerifiedFacts(file, "rejected", None, None, None, None, str(proof), 0.0)
    start = time.perf_counter()
    why = None
    try:
        proof.check()
    except ValueError as reason:
        why = str(reason)
    seconds = round(time.perf_counter() - start, 6)
    return VerifiedFacts(
        file=file,
        result="verified" if why is None else "rejected",
        statement=proof.statement.claim,
        domain=str(proof.statement.domain),
        rules=proof.rules,
        size=proof.size,
        why=why,
        seconds=seconds,
    )


def _print(found: tuple[VerifiedFacts, ...]) -> None:
    rows = []
    for facts in found:
        stated = f"{facts.statement} for {facts.domain}" if facts.domain else facts.statement
        size = "" if facts.size is None else facts.size
        rows.append((facts.file, coloured(facts.result), size, facts.why or stated or ""))
    print_table(("file", "result", "steps", "statement, or why not"), rows)
    print()
    wrong = sum(facts.result == "rejected" for facts in found)
    seconds = sum(facts.seconds for facts in found)
    plural = "" if len(found) == 1 else "s"
    print_text(
        f"{len(found) - wrong} of {len(found)} proof{plural} verified by the kernel in "
        f"{seconds:.3g} s."
    )
