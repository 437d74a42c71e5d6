"""`python -m banditproof.paper_checks.running.open_hypotheses ID ...` lists what proofs leave open.

Each step that states a claim, or a part of it, becomes a theorem that the kernel accepts. What it
rests on are its hypotheses: ranges, what is given, textbook facts at their terms, sentences, what a
cited claim leaves open. A step that the kernel does not take is named, with the reason.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from ..proofs.proof import Proof
from ..proofs.text.locating import written_proof
from ..proofs.theorems.judge import Judge


def lines_about(proof: Proof, judge: Judge) -> Iterator[str]:
    """What is refused, and what the theorems of a proof leave open.

    >>> print(*lines_about(written_proof("zcdp.tab1.footnote"), Judge()), sep="\\n")
    Step 1 is a theorem, under
      range of T: zcdp.tab1.footnote
      range of d: zcdp.tab1.footnote
    Step 2 is a theorem, under
      range of T: zcdp.tab1.footnote
      range of d: zcdp.tab1.footnote
    """
    one = judge.of(proof)
    for number, fault in one.faults.items():
        yield f"Step {number} is refused: {fault}"
    for number in one.stated:
        one.accepted(number)
        opened = one.left_open(number)
        yield f"Step {number} is a theorem{', under' if opened else ''}"
        yield from (f"  {label}" for label in opened)


def main(ids: Sequence[str]) -> int:
    """Print it for some claims; 1 if a step is refused."""
    judge, refused = Judge(), False
    for id in ids:
        proof = written_proof(id)
        print(f"{id}:")
        print(*lines_about(proof, judge), sep="\n")
        refused = refused or bool(judge.of(proof).faults)
    return int(refused)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="open_hypotheses")
    parser.add_argument("ids", nargs="+", metavar="ID", help="a claim with a proof by steps")
    try:
        sys.exit(main(parser.parse_args().ids))
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
