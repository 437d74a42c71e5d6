"""`python -m banditproof.paper_checks.running.ledger_of_proofs FILE` writes what a judge says.

Of each proof by steps and each lemma of this package: the outcome and the grade, the verdict of
each step, and the step at which each mutant stops. Two ledgers are compared by `diff`, before and
after a change of what judges. `--every 9` takes one of nine mutants, `--every 0` none.
"""

from __future__ import annotations
import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from ..proofs.proof import Proof
from ..proofs.step import STUCK
from ..proofs.text.every_proof import every_proof
from ..proofs.theorems.judge import judge
from ..verdicts.step_facts import StepFacts

SECONDS = 2.0
"""How long a certificate is searched for: that of a changed step, most times."""


def ledger(proofs: Iterable[tuple[str, Proof]], every: int = 1) -> Iterator[str]:
    """The lines about some proofs, with their titles, and about one of so many of their mutants.

    >>> from ..proofs.text.locating import written_proof
    >>> print(*ledger([("proof", written_proof("zcdp.tab1.footnote"))]), sep="\\n")
    proof: outlined
      1 proved
      2 proved
      3 proved
      mutant 'sharper: 0.84 for the root of log 2': step 1
      mutant 'sharper: log T for log 2 T': step 2
      mutant 'K = d actions': step 1
    """
    place = 0
    for title, proof in proofs:
        yield from entry(title, proof)
        for name in proof.mutants if every else ():
            place += 1
            if place % every == 0:
                yield f"  mutant {name!r}: {of_mutant(proof, name)}"


def entry(title: str, proof: Proof) -> Iterator[str]:
    """What becomes of a proof and of its steps, up to one at which it stops."""
    steps, _ = proof.run()
    stop = _stop(steps)
    yield f"{title}: {f'stops at step {stop}' if stop else proof.grade().grade}"
    yield from (f"  {s.number} {s.verdict}" for s in steps if not stop or s.number <= stop)


def of_mutant(proof: Proof, name: str) -> str:
    """Where a mutant of a proof stops; its grade where it does not."""
    try:
        mutant = proof.mutants[name]
    except ValueError:
        return "is no proof"
    steps, _ = mutant.run()
    stop = _stop(steps)
    return f"step {stop}" if stop else str(mutant.grade().grade)


def _stop(steps: Sequence[StepFacts]) -> int:
    """The first step that does not stand; 0 if all do."""
    return next((step.number for step in steps if step.verdict in STUCK), 0)


def main(file: Path, every: int) -> None:
    """Write the ledger of all proofs."""
    patient = judge().arithmetic
    judge().arithmetic = patient.within(SECONDS)
    try:
        proofs = ((title, proof) for title, proof, _ in every_proof())
        write_text(file, "".join(f"{line}\n" for line in ledger(proofs, every)))
    finally:
        judge().arithmetic = patient


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="ledger_of_proofs")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--every", type=int, default=1, help="one of so many mutants, 1 by default")
    words = parser.parse_args()
    try:
        main(words.file, words.every)
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
