"""Many statements with their proofs in one process of Coq, one module each.

Coq stops at the first error. The statement in which it stood is not accepted, and the next process
begins with the one behind it.
"""

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from banditproof.theory.prover.kernel.goals import Goal
from .coqc import SecondOpinion, compiled, error_in, opinion_on
from .export import HEAD, TAIL, lemmas_of
from .script import Node
from .spelling import NoExport

MOST = 60
"""How many statements one process reads."""
MARK = "== statement"


class Item(NamedTuple):
    """A statement with its proof, under a name."""

    name: str
    goal: Goal
    proof: Node


def second_opinions(
    items: Sequence[Item], folder: Path, seconds: float = 30.0
) -> Iterator[tuple[Item, SecondOpinion]]:
    """What Coq says about each; `folder` holds compiled rules, a tactic has `seconds`.

    The result is `no export` where a statement or a step has no form in Coq.
    """
    ready: list[tuple[Item, str]] = []
    for item in items:
        try:
            ready.append((item, lemmas_of(item.goal, item.proof)))
        except NoExport as reason:
            yield item, SecondOpinion("no export", str(reason), (), 0.0)
    while ready:
        opinions = opinions_on([text for _, text in ready[:MOST]], folder, seconds)
        yield from zip((item for item, _ in ready), opinions, strict=False)
        ready = ready[len(opinions) :]


def opinions_on(texts: Sequence[str], folder: Path, seconds: float) -> list[SecondOpinion]:
    """The opinions on the first of some texts, up to one that is not accepted."""
    text, starts = HEAD, []
    # in a long file with a limit, Coq has named a lemma of its library as an axiom; why is unknown
    begin, end = f"Set Default Timeout {int(seconds)}.\n", "Unset Default Timeout.\n"
    for place, body in enumerate(texts):
        starts.append(text.count("\n") + 1)
        mark = f'Goal True. idtac "{MARK} {place}". exact I. Qed.\n'
        text += f"{mark}Module M{place}.\n{begin}{body}\n{end}{TAIL}\nEnd M{place}.\n"
    text += f'Goal True. idtac "{MARK} {len(texts)}". exact I. Qed.\n'
    with tempfile.TemporaryDirectory(dir=folder) as own:
        file = Path(own, "statements.v")
        file.write_text(text, encoding="utf-8")
        done = compiled(folder, f"{file.parent.name}/{file.name}", 2 * seconds * (1 + len(texts)))
    said = done.printed.split(MARK)[1:]
    opinions = [opinion_on(part, 0.0) for part in said[:-1]]
    if done.failed:
        line = re.search(r"line (\d+), characters", done.errors)
        at = int(line[1]) if line else 0
        last = len(said) - 1 if said else 0
        if said and at and not starts[last] <= at:
            raise ValueError(f"Coq stopped at line {at}, outside of what it was reading.")
        result = "time" if done.late or "Timeout" in done.errors else "rejected"
        opinions.append(SecondOpinion(result, error_in(done.errors), (), 0.0))
    share = done.seconds / max(1, len(opinions))
    return [replace(opinion, seconds=share) for opinion in opinions]
