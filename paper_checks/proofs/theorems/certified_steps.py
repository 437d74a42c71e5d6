"""The certificates of a claim, each with what it shows.

A file of certificates has digests of goals; the goals are found where the proof is judged.
"""

from __future__ import annotations
from collections.abc import Iterator, Mapping
from typing import Any
from banditproof.theory.prover.step_proofs import StepProof
from ...statements.registry import find
from ..proof import Proof
from .arithmetic import Part, is_at_sight, with_names
from .judge import reader


def certified_steps(id: str) -> tuple[StepProof, ...]:
    """The certificates of the proof of a claim, by the numbers of its steps; none without a proof.

    >>> [one.name for one in certified_steps("bern.thm3.1.repaired")][:2]
    ['1', '1.2']
    """
    proof = find(id).proof
    return () if proof is None else tuple(certified(proof))


def certified(proof: Proof) -> Iterator[StepProof]:
    """The certificates of a proof, but for what is seen at first sight.

    Several of one step have names as 7, 7.2, 7.3.
    """
    for number, noted in reader().of(proof).noted.items():
        parts = [one for one in noted.values() if not is_at_sight(one.goal, one.proved.tree)]
        for place, part in enumerate(parts, 1):
            yield _named(part, str(number) if place == 1 else f"{number}.{place}")


def _named(part: Part, name: str) -> StepProof:
    """A goal and its proof about the quantities of the step, where they have names."""
    plain = {old: new for old, new in part.names.items() if new.isidentifier()}
    if len({*plain.values(), *part.names}) < len(plain) + len(part.names):
        plain = {}  # a quantity has the name of an unknown of the search
    return StepProof(name, with_names(part.goal, plain), _renamed(part.proved.tree, plain))


def _renamed(tree: Any, names: Mapping[str, str]) -> Any:
    if isinstance(tree, Mapping):
        return {names.get(key, key): _renamed(inner, names) for key, inner in tree.items()}
    if isinstance(tree, list | tuple):
        return [_renamed(inner, names) for inner in tree]
    return names.get(tree, tree) if isinstance(tree, str) else tree
