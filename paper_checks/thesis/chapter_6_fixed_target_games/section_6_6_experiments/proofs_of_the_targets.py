"""Real cases of the steps of proofs_of_the_targets.proof."""

from collections.abc import Iterator
from itertools import product
from banditproof.paper_checks.checking import Instance
from .targets_of_the_experiment import LAW, easy, hard, squared_distance


def all_targets() -> Iterator[Instance]:
    """The squared distances of all targets of one law."""
    ends = {"easy": squared_distance(LAW, easy(LAW)), "hard": squared_distance(LAW, hard(LAW))}
    for target in product((0, 1), repeat=len(LAW)):
        yield ends | {"other": squared_distance(LAW, target)}
