"""`python -m banditproof.paper_checks.running.ledger_of_proofs FILE` writes what a judge says.

Of each proof by steps and each lemma of this package: the outcome and the grade, the verdict of
each step, and the step at which each mutant stops. Two ledgers are compared by `diff`, before and
after a change of the judge. `--every 9` takes one of nine mutants, `--every 0` none.
"""

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from ..proofs.proof import Proof
from ..proofs.step import STUCK
from ..proofs.store import searching_within
from ..proofs.text.every_proof import every_proof

SECONDS = 2.0
"""How long a proof is searched for that is not stored: that of a changed step, most times."""


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
    """What becomes of a proof and of its steps; one that has no line is not reached."""
    with searching_within(SECONDS):
        steps, refuted = proof.run()
    stopped = next((step.number for step in steps if step.verdict in STUCK), 0)
    outcome = f"stops at step {stopped}" if stopped else str(proof.grade(steps)[0])
    yield f"{title}: {outcome}{', where it is false' if refuted else ''}"
    yield from (f"  {s.number} {s.verdict}" for s in steps if not stopped or s.number <= stopped)


def of_mutant(proof: Proof, name: str) -> str:
    """Where a mutant of a proof stops; what it is graded where it does not."""
    try:
        mutant = proof.mutants[name]
    except ValueError:
        return "is no proof"
    first = next(islice(entry("", mutant), 1)).removeprefix(": ")
    return first.removeprefix("stops at ")


def main(file: Path, every: int) -> None:
    """Write the ledger of all proofs."""
    write_text(file, "".join(f"{line}\n" for line in ledger(every_proof(), every)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="ledger_of_proofs")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--every", type=int, default=1, help="one of so many mutants, 1 by default")
    words = parser.parse_args()
    try:
        main(words.file, words.every)
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
