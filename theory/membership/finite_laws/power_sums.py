"""Sums of e^(ikhx) over atoms x, for many k at once: a product of two matrices of balls.

k = a + bA with a < A and b < B, so that the sum over atoms of w r^k, r = e^(ihx), is the entry
(b, a) of the product of the B x K matrix of r^(bA) and the K x A matrix of w r^a: about
2 sqrt(J) powers of each atom for J nodes, and no cosine but one.
"""

import math
from flint import acb, acb_mat, arb
from .columns import Atom


def power_sums(atoms: list[Atom], step: arb, nodes: int) -> list[acb]:
    """The sums of weight * e^(i k step log_ratio) for k = 0, ..., nodes - 1."""
    if not atoms:
        return [acb(0)] * nodes
    small = max(1, math.isqrt(nodes - 1) + 1)
    large = -(-nodes // small)
    turns = [acb(0, step * atom.log_ratio).exp() for atom in atoms]
    current = [acb(atom.weight) for atom in atoms]
    steps = [current]
    for _ in range(small - 1):
        current = [x * r for x, r in zip(current, turns, strict=True)]
        steps.append(current)
    leaps_of = [acb(0, step * small * atom.log_ratio).exp() for atom in atoms]
    current = [acb(1)] * len(atoms)
    leaps = [current]
    for _ in range(large - 1):
        current = [x * r for x, r in zip(current, leaps_of, strict=True)]
        leaps.append(current)
    table = acb_mat(leaps) * acb_mat(steps).transpose()
    return [table[k // small, k % small] for k in range(nodes)]
