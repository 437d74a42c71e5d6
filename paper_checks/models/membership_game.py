"""The membership game of Section 2.3.1 on finite data, exact: laws of what the adversary sees."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from banditproof.verify.exact_laws.enumeration import replacements
from banditproof.verify.exact_laws.law_divergences import excess
from .finite_laws import Data, FiniteMechanism, Law
from .finite_pairs import replaced


def datasets(records: Law, size: int) -> dict[Data, Fraction]:
    """All datasets of independent records with their probabilities."""
    law = {}
    for data in product(range(len(records)), repeat=size):
        weight = Fraction(1)
        for record in data:
            weight *= records[record]
        law[data] = weight
    return law


def target_laws(
    mechanism: FiniteMechanism, records: Law, size: int, target: int
) -> tuple[Law, Law]:
    """The laws of the output if a fixed target is out, and if it takes a random place."""
    data = datasets(records, size).items()
    swapped = [(w / size, mechanism(replaced(d, i, target))) for d, w in data for i in range(size)]
    return mixed([(w, mechanism(d)) for d, w in data]), mixed(swapped)


def mixed(parts: Sequence[tuple[Fraction, Law]]) -> Law:
    """The mixture of laws with weights."""
    return tuple(
        sum((w * law[o] for w, law in parts), Fraction(0)) for o in range(len(parts[0][1]))
    )


def joint_laws(mechanism: FiniteMechanism, records: Law, size: int) -> tuple[Law, Law]:
    """The laws of (output, target) for b = 0 and b = 1, as Algorithm 4 draws them.

    For b = 1 the target is the record at a random place of the dataset.
    """
    data = datasets(records, size).items()
    output = mixed([(w, mechanism(d)) for d, w in data])
    inside = [
        mixed([(w * d.count(target) / size, mechanism(d)) for d, w in data if target in d])
        for target in range(len(records))
    ]
    outs = tuple(chance * p for chance in records for p in output)
    return outs, tuple(p for law in inside for p in law)


def best_advantage(out: Law, inside: Law) -> Fraction:
    """1 - alpha - beta of the best adversary: the total variation of the two laws."""
    return excess(inside, out, 1)


def all_neighbours(values: int, size: int) -> list[tuple[Data, Data]]:
    """All ordered pairs of datasets that differ in one record."""
    return list(replacements([range(values)] * size))
