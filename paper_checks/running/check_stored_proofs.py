"""`python -m banditproof.paper_checks.running.check_stored_proofs [ID ...]` asks search and judge.

A check lets the independent checker alone judge what is stored. Here the kernel judges it as well:
each stored proof of the documents of this package, or of the named claims. What either of them
rejects is named, and the exit code is 1 then.
"""

from __future__ import annotations
import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from banditproof.algorithms.sweeps.task import Task, key_of
from ..proofs.stored_files import read_stored, stored_ids
from ..statements.documents import SHIPPED

if TYPE_CHECKING:
    from banditproof.theory.prover.step_proofs import StepProof


def rejections(id: str) -> Iterator[str]:
    """What the kernel or the checker rejects of the stored proofs of a claim, a sentence each.

    >>> list(rejections("bern.thm4.3"))
    []
    """
    for proof in read_stored(id):
        yield from differences(id, proof)


def differences(id: str, proof: StepProof) -> Iterator[str]:
    """Which of the rules of the search and the judge rejects a stored proof, and why."""
    from banditproof.theory.prover.kernel.rules import check
    from banditproof.theory.prover.two_checks import check_independently

    for program, judge in (("kernel", check), ("checker", check_independently)):
        try:
            judge(proof.goal, proof.tree)
        except ValueError as reason:
            yield f"{id}, step {proof.name}: the {program} rejects the stored proof: {reason}"


@dataclass(frozen=True)
class BothPrograms(Task):
    """The stored proofs of a claim, by the rules of the search and by the judge."""

    id: str

    @property
    def key(self) -> bytes:
        """The claim; what it gives is not kept."""
        return key_of("stored proofs", self.id)

    @property
    def label(self) -> str:
        """The ID."""
        return self.id

    @property
    def group(self) -> str:
        """Each takes its time."""
        return self.id

    def content(self) -> bytes:
        """How many proofs there are, and what is rejected, in JSON."""
        return json.dumps([len(read_stored(self.id)), [*rejections(self.id)]]).encode()


def main(ids: Sequence[str], workers: int) -> int:
    """Ask the rules of the search and the judge, and print what is rejected; 1 if anything is."""
    proved = [document for document in SHIPPED if any(document.home.rglob("*.proof"))]
    stored = {document.name: stored_ids(document) for document in proved}
    known = {id for names in stored.values() for id in names}
    lacking = [id for id in ids if id not in known]
    lacking += [name for name, names in stored.items() if not (ids or names)]
    if lacking:
        raise ValueError(f"Nothing is stored of {', '.join(lacking)}.")
    chosen = ids or [id for names in stored.values() for id in names]
    proofs, wrong = 0, 0
    for task, result in finished([BothPrograms(id) for id in chosen], Workers(workers)):
        count, reasons = (0, [result.error])
        if result.content is not None:
            count, reasons = json.loads(result.content)
        proofs, wrong = proofs + count, wrong + len(reasons)
        for reason in reasons:
            print(reason if reason.startswith(task.label) else f"{task.label}: {reason}")
    print(
        f"{proofs} stored proofs of {len(chosen)} claims: search and judge accept all but {wrong}."
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="check_stored_proofs")
    parser.add_argument("ids", nargs="*", metavar="ID", help="a claim; all claims without one")
    parser.add_argument("--workers", type=int, default=2, help="how many processes, 2 by default")
    words = parser.parse_args()
    try:
        sys.exit(main(words.ids, words.workers))
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
