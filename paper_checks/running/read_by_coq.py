"""`python -m banditproof.paper_checks.running.read_by_coq` asks Coq about the certificates.

Every certificate of a step, of the documents of this package, becomes a file of Coq; many
are read by one process. With `--sample` only so many are asked, drawn by a seed. What Coq does not
accept is printed with the reason, and the counts are written into a page of the documentation.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from banditproof.theory.prover.coq.answers import CoqSays
from banditproof.theory.prover.coq.batch import Item, second_opinions
from banditproof.theory.prover.coq.coqc import MISSING, compile_rules, coq_is_installed
from ..proofs.text.every_proof import every_proof
from ..proofs.theorems.certified_steps import certified


def chosen(sample: int | None, seed: int) -> list[Item]:
    """The certificates, all of them or a sample, under the names of their claims and steps.

    >>> [item.name.partition(" step ")[1] for item in chosen(2, seed=1)]
    [' step ', ' step ']
    """
    items = [
        Item(f"{title}, step {one.name}", one.goal, one.tree)
        for title, proof, _ in every_proof()
        for one in certified(proof)
    ]
    return items if sample is None else random.Random(seed).sample(items, sample)


def sentences(counts: Counter[str], sample: int | None, seed: int) -> str:
    """The counts as the documentation tells them.

    >>> print(sentences(Counter({"accepted": 98, "refused": 1, "not run": 1}), 100, 31))
    Coq accepts 98 of 100 certificates of steps, drawn at random (seed 31): 98.0 %. Refused: 1; not
    read to an end: 1; without a word in Coq: 0.
    """
    total, accepted = counts.total(), counts[CoqSays.ACCEPTED]
    drawn = "" if sample is None else f", drawn at random (seed {seed})"
    return (
        f"Coq accepts {accepted} of {total} certificates of steps{drawn}: "
        f"{100 * accepted / total:.1f} %. Refused: {counts[CoqSays.REFUSED]}; not\nread to an "
        f"end: {counts[CoqSays.NOT_RUN]}; without a word in Coq: {counts[CoqSays.NO_WORD]}."
    )


def main(sample: int | None, seed: int, page: Path | None) -> int:
    """Ask Coq, print what it does not accept, and write the counts; 1 below 98 of 100."""
    if not coq_is_installed():
        print(f"Second reader: not run. {MISSING}")
        return 0
    counts = Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        compile_rules(Path(name))
        for item, opinion in second_opinions(chosen(sample, seed), Path(name)):
            counts[opinion.result] += 1
            if not opinion:
                print(f"{item.name}: {opinion.result.sentence(opinion.message)}", flush=True)
    stated = sentences(counts, sample, seed)
    print(stated)
    if page is not None:
        write_text(page, stated + "\n")
    return int(counts[CoqSays.ACCEPTED] < 0.98 * counts.total())


def _words(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="read_by_coq")
    parser.add_argument("--sample", type=int, help="how many proofs; all without it")
    parser.add_argument("--seed", type=int, default=31, help="the seed of the sample")
    parser.add_argument("--page", type=Path, help="the file that gets the counts")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    words = _words()
    sys.exit(main(words.sample, words.seed, words.page))
