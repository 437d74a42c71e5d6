"""Many statements with their proofs in one process of Coq, one module each.

The axioms of many proofs are asked for at once, since Coq walks through all that they rest on, its
own library as well, each time that it is asked. Where they are more than those of the reals, each
is asked about alone. Coq stops at the first error. The statement in which it stood is not accepted,
and the next process begins with those about which nothing is known.
"""

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from banditproof.theory.prover.kernel.goals import Goal
from .answers import CoqSays, answer_to
from .coqc import SecondOpinion, compiled, error_in, opinion_on
from .export import HEAD, lemmas_of
from .script import Node
from .spelling import NoExport

MOST = 60
"""How many statements one process reads."""
TOGETHER = 20
"""Of how many of them the axioms are asked for at once."""
COMPUTING = re.compile(r"(?<!lra \| )\b(?:interval|number)\b")
"""Tactics that compute in the machine's numbers where no other one comes first."""
MARK = "== "


class Item(NamedTuple):
    """A statement with its proof, under a name."""

    name: str
    goal: Goal
    proof: Node


class Asked(NamedTuple):
    """What Coq is asked to read."""

    item: Item
    text: str
    alone: bool
    """Whether its axioms are asked for without those of others."""


def second_opinions(
    items: Sequence[Item], folder: Path, seconds: float = 30.0
) -> Iterator[tuple[Item, SecondOpinion]]:
    """What Coq says about each; `folder` holds compiled rules, a tactic has `seconds`.

    The result is `no word` where a statement or a step has no form in Coq. Where the axioms are
    those of the reals, an opinion names those of all that Coq was asked about at once.
    """
    ready: list[Asked] = []
    for item in items:
        try:
            text = lemmas_of(item.goal, item.proof)
            ready.append(Asked(item, text, COMPUTING.search(text) is not None))
        except NoExport as reason:
            yield item, SecondOpinion(CoqSays.NO_WORD, str(reason), (), 0.0)
    while ready:
        now, ready = ready[:MOST], ready[MOST:]
        opinions, left = opinions_on(now, folder, seconds), list[Asked]()
        for place, asked in enumerate(now):
            opinion = opinions.get(place)
            if opinion is None:
                left.append(asked)
            elif asked.alone or opinion.reals_only:
                yield asked.item, opinion
            else:
                left.append(asked._replace(alone=True))
        ready = left + ready


def opinions_on(
    statements: Sequence[Asked], folder: Path, seconds: float
) -> dict[int, SecondOpinion]:
    """The opinions on statements by their places, up to one that is not accepted."""
    text, starts, waiting = HEAD, list[int](), list[int]()
    # in a long file with a limit, Coq has named a lemma of its library as an axiom; why is unknown
    begin, end = f"Set Default Timeout {int(seconds)}.\n", "Unset Default Timeout.\n"
    for place, asked in enumerate(statements):
        starts.append(text.count("\n") + 1)
        text += (
            f"{_mark('reading', place)}Module M{place}.\n{begin}{asked.text}\n{end}End M{place}.\n"
        )
        if asked.alone:
            text += _axioms_of([place])
        else:
            waiting.append(place)
        if waiting and (len(waiting) == TOGETHER or place == len(statements) - 1):
            text += _axioms_of(waiting)
            waiting = []
    text += _mark("reading", len(statements))
    with tempfile.TemporaryDirectory(dir=folder) as own:
        file = Path(own, "statements.v")
        file.write_text(text, encoding="utf-8")
        name, most = f"{file.parent.name}/{file.name}", 2 * seconds * (1 + len(statements))
        done = compiled(folder, name, most)
    opinions: dict[int, SecondOpinion] = {}
    said = [part.partition("\n") for part in done.printed.split(MARK)[1:]]
    for words, _, axioms in said[:-1]:
        if "axioms" in words:
            opinions |= dict.fromkeys(map(int, words.split()[1:]), opinion_on(axioms, 0.0))
    if done.failed:
        line = re.search(r"line (\d+), characters", done.errors)
        at = int(line[1]) if line else 0
        last = int(said[-1][0].split()[-1]) if said else 0
        if said and at and not starts[last] <= at:
            raise ValueError(f"Coq stopped at line {at}, outside of what it was reading.")
        opinions[last] = SecondOpinion(
            answer_to(done.errors, done.late), error_in(done.errors), (), 0.0
        )
    share = done.seconds / max(1, len(opinions))
    return {place: replace(opinion, seconds=share) for place, opinion in opinions.items()}


def _mark(*words: object) -> str:
    """What lets Coq print what it does next, and with which statements."""
    return f'Goal True. idtac "{MARK}{" ".join(map(str, words))}". exact I. Qed.\n'


def _axioms_of(places: Sequence[int]) -> str:
    """What lets Coq print the axioms of some statements at once."""
    whole = f"whole{places[0]}"
    proofs = "".join(f"M{place}.statement, " for place in places)
    return (
        f"Definition {whole} := ({proofs}I).\n"
        f"{_mark('axioms', *places)}Print Assumptions {whole}.\n"
    )
