"""`python -m banditproof.paper_checks.running.ledger_of_proofs FILE` writes what a judge says.

Of each proof by steps and each lemma of this package: the outcome and the grade, the verdict of
each step, and the step at which each mutant stops. Two ledgers are compared by `diff`, before and
after a change of the judge. `--every 9` takes one of nine mutants, `--every 0` none. `--by kernel`
asks the kernel, which makes a theorem of each step, and not the judge of steps.
"""

from __future__ import annotations
import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from ..proofs.proof import Proof
from ..proofs.step import STUCK
from ..proofs.store import searching_within
from ..proofs.text.every_proof import every_proof
from ..proofs.theorems.judge import Judge
from ..proofs.theorems.verdicts import verdicts_of
from ..verdicts.step_facts import StepFacts

SECONDS = 2.0
"""How long a proof is searched for that is not stored: that of a changed step, most times."""
Ask = Callable[[Proof], Sequence[StepFacts]]


def by_steps(proof: Proof) -> Sequence[StepFacts]:
    """The steps with their verdicts, by the judge of steps."""
    with searching_within(SECONDS):
        return proof.run()[0]


def by_kernel() -> Ask:
    """A function that asks the kernel, in one theory."""
    judge = Judge()
    judge.arithmetic.seconds = SECONDS
    return lambda proof: [*verdicts_of(judge.of(proof, whole=False))]


def ledger(
    proofs: Iterable[tuple[str, Proof]], every: int = 1, ask: Ask = by_steps
) -> Iterator[str]:
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
        yield from entry(title, proof, ask)
        for name in proof.mutants if every else ():
            place += 1
            if place % every == 0:
                yield f"  mutant {name!r}: {of_mutant(proof, name, ask)}"


def entry(title: str, proof: Proof, ask: Ask) -> Iterator[str]:
    """What becomes of a proof and of its steps, up to one at which it stops."""
    steps = ask(proof)
    stop = _stop(steps)
    yield f"{title}: {f'stops at step {stop}' if stop else proof.grade(steps)[0]}"
    yield from (f"  {s.number} {s.verdict}" for s in steps if not stop or s.number <= stop)


def of_mutant(proof: Proof, name: str, ask: Ask) -> str:
    """Where a mutant of a proof stops; its grade where it does not."""
    try:
        mutant = proof.mutants[name]
    except ValueError:
        return "is no proof"
    steps = ask(mutant)
    stop = _stop(steps)
    return f"step {stop}" if stop else str(mutant.grade(steps)[0])


def _stop(steps: Sequence[StepFacts]) -> int:
    """The first step that does not stand; 0 if all do."""
    return next((step.number for step in steps if step.verdict in STUCK), 0)


def main(file: Path, every: int, by: str) -> None:
    """Write the ledger of all proofs."""
    proofs = ((title, proof) for title, proof, _ in every_proof())
    lines = ledger(proofs, every, by_kernel() if by == "kernel" else by_steps)
    write_text(file, "".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="ledger_of_proofs")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--every", type=int, default=1, help="one of so many mutants, 1 by default")
    parser.add_argument("--by", choices=("steps", "kernel"), default="steps", help="which judge")
    words = parser.parse_args()
    try:
        main(words.file, words.every, words.by)
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
