"""Asks Coq about proofs by steps: about their certificates, or about the theorems that they are.

    python -m banditproof.paper_checks.running.read_by_coq certificates [--sample N]
    python -m banditproof.paper_checks.running.read_by_coq outlines [--sample N]

Every certificate of a step, of the documents of this package, becomes a lemma of Coq. An outline is
a theorem for each step that states the claim, whose hypotheses in Coq are what it leaves open; what
it cites of other proofs is an axiom there, and those steps are read as theorems of their own. Many
are read by one process. With `--sample` only so many are asked, drawn by a seed. What Coq does not
accept is printed with the reason, and the counts can be written into a page of the documentation.
"""

import argparse
import random
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar
from banditproof.theory.atomic_files import write_text
from banditproof.theory.logic.coq.second_reader import MOST_TRIES, Export, read_by_coq
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.prover.coq.answers import CoqSays
from banditproof.theory.prover.coq.batch import Item, second_opinions
from banditproof.theory.prover.coq.coqc import MISSING, compile_rules, coq_is_installed
from banditproof.theory.prover.coq.export import lemmas_of
from ..proofs.proof import Proof
from ..proofs.text.every_proof import every_proof
from ..proofs.theorems.certified_steps import certified
from ..proofs.theorems.deep_terms import deeply_nested
from ..proofs.theorems.judge import Judge
from .accepted_by_coq import Accepted

Row = TypeVar("Row")
WIDTH = 96
TOGETHER = 12
"""How many outlines one process reads."""


class Said(NamedTuple):
    """What Coq says of one certificate, or of one outline."""

    name: str
    result: CoqSays
    message: str
    seconds: float


def certificates(sample: int | None = None, seed: int = 0) -> list[Item]:
    """The certificates, all of them or a sample, under the names of their claims and steps.

    All proofs are judged for that: `make coq-all SAMPLE=200`.
    """
    items = [item for one in every_proof() for item in _of_proof(one.title, one.proof)]
    return _drawn(items, sample, seed)


def _of_proof(title: str, proof: Proof) -> Iterator[Item]:
    """The certificates of one proof.

    >>> from ..proofs.text.locating import written_proof
    >>> [one.name for one in _of_proof("a title", written_proof("zcdp.rem11.sharper.repaired"))]
    ['a title, step 1']
    """
    for one in certified(proof):
        yield Item(f"{title}, step {one.name}", one.goal, one.tree)


def outlines(sample: int | None = None, seed: int = 0) -> dict[str, Mapping[str, Theorem]]:
    """The theorems of proofs and lemmas, by their titles, of all of them or of a sample.

    They are those of the steps that state a claim, and of those that others of the proofs cite.

    >>> [len(found) > 0 for found in outlines(2, seed=1).values()]
    [True, True]
    """
    judge = Judge(programs=False)
    drawn = _drawn([(one.title, one.proof) for one in every_proof()], sample, seed)
    for _, proof in drawn:
        one = judge.of(proof)
        for number in one.stated:
            one.accepted_as(number)
    found: dict[str, Mapping[str, Theorem]] = {}
    for title, proof in drawn:
        read = [judge.of(proof), *(one for one in judge.cited.values() if one.proof.id == proof.id)]
        names = dict.fromkeys(name for one in read for name in one.names)
        found[title] = {name: judge.theory.theorems[name] for name in names}
    return found


def _drawn(rows: Sequence[Row], sample: int | None, seed: int) -> list[Row]:
    most = len(rows) if sample is None else min(sample, len(rows))
    return list(rows) if sample is None else random.Random(seed).sample(rows, most)


def of_certificates(
    sample: int | None, seed: int, folder: Path, accepted: Accepted
) -> Iterator[Said]:
    """What Coq says of certificates."""
    waiting = list[Item]()
    for item in certificates(sample, seed):
        seconds = accepted.seconds(item.name, partial(lemmas_of, item.goal, item.proof))
        if seconds is None:
            waiting.append(item)
        else:
            yield Said(item.name, CoqSays.ACCEPTED, "", seconds)
    for item, opinion in second_opinions(waiting, folder):
        yield Said(item.name, opinion.result, opinion.message, opinion.seconds)


def of_outlines(sample: int | None, seed: int, folder: Path, accepted: Accepted) -> Iterator[Said]:
    """What Coq says of outlines; those of a file that it does not accept are read one by one."""
    group = list[tuple[str, Mapping[str, Theorem]]]()
    for title, own in outlines(sample, seed).items():
        seconds = accepted.seconds(title, partial(_text, own))
        if seconds is not None:
            yield Said(title, CoqSays.ACCEPTED, "", seconds)
            continue
        group.append((title, own))
        if len(group) == TOGETHER:
            yield from _asked(group, folder)
            group = []
    if group:
        yield from _asked(group, folder)


def _asked(
    group: Sequence[tuple[str, Mapping[str, Theorem]]], folder: Path, before: float = 0.0
) -> Iterator[Said]:
    """What Coq says of some outlines; `before` are seconds that it took for them before."""
    theorems = {name: th for _, own in group for name, th in own.items()}
    tries = MOST_TRIES if len(group) == 1 else 0
    with deeply_nested():
        reading = read_by_coq([*theorems.items()], folder, apart=True, tries=tries)
    spent = before + reading.seconds
    if reading or len(group) == 1:
        for title, _ in group:
            yield Said(title, reading.result, reading.message, spent / len(group))
        return
    for place, one in enumerate(group):
        yield from _asked([one], folder, 0.0 if place else spent)


def _text(theorems: Mapping[str, Theorem]) -> str:
    with deeply_nested():
        return Export([*theorems.items()], apart=True).text()


Asking = Callable[[int | None, int, Path, Accepted], Iterator[Said]]
ASKED: Mapping[str, tuple[str, Asking]] = {
    "certificates": ("certificates of steps", of_certificates),
    "outlines": ("proofs by steps, each with what it leaves open as hypotheses", of_outlines),
}
"""What Coq may be asked about."""


def sentences(what: str, counts: Counter[str], sample: int | None, seed: int, of: float) -> str:
    """The counts as the documentation tells them, with the seconds of processor time.

    >>> counts = Counter({"accepted": 98, "refused": 1, "not run": 1})
    >>> print(sentences("certificates of steps", counts, 100, 31, 86.2))
    Coq accepts 98 of 100 certificates of steps, drawn at random (seed 31): 98.0 %. Refused: 1; not
    read to an end: 1; without a word in Coq: 0. It took 86 s of processor time.
    """
    total, accepted = counts.total(), counts[CoqSays.ACCEPTED]
    drawn = "" if sample is None else f", drawn at random (seed {seed})"
    return textwrap.fill(
        f"Coq accepts {accepted} of {total} {what}{drawn}: {100 * accepted / total:.1f} %. "
        f"Refused: {counts[CoqSays.REFUSED]}; not read to an end: {counts[CoqSays.NOT_RUN]}; "
        f"without a word in Coq: {counts[CoqSays.NO_WORD]}. It took {of:.0f} s of processor time.",
        width=WIDTH,
    )


def main(
    what: str, sample: int | None, seed: int, page: Path | None, kept: Path | None = None
) -> int:
    """Ask Coq, print what it does not accept, and write the counts; 1 if it refuses something."""
    if not coq_is_installed():
        print(f"Second reader: not run. {MISSING}")
        return 0
    words, ask = ASKED[what]
    counts, spent, accepted = Counter[str](), 0.0, Accepted(kept)
    with tempfile.TemporaryDirectory() as name:
        compile_rules(Path(name))
        for said in ask(sample, seed, Path(name), accepted):
            counts[said.result] += 1
            spent += said.seconds
            if said.result == CoqSays.ACCEPTED:
                accepted.add(said.name, said.seconds)
            else:
                print(f"{said.name}: {said.result.sentence(said.message)}", flush=True)
    stated = sentences(words, counts, sample, seed, spent)
    print(stated)
    if page is not None:
        write_text(page, stated + "\n")
    return int(counts[CoqSays.REFUSED] > 0)


def _words(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="read_by_coq")
    parser.add_argument("what", choices=[*ASKED], help="what Coq is asked about")
    parser.add_argument("--sample", type=int, help="how many of them; all without it")
    parser.add_argument("--seed", type=int, default=31, help="the seed of the sample")
    parser.add_argument("--page", type=Path, help="the file that gets the counts")
    parser.add_argument(
        "--accepted", type=Path, help="a file of what Coq has accepted before, which grows"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    words = _words()
    sys.exit(main(words.what, words.sample, words.seed, words.page, words.accepted))
