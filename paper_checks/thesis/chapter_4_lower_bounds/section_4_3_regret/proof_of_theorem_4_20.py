"""The proofs of Theorem 4.20 for means in [0, 1], step by step: r = sqrt(rho), s = sqrt(K - 1).

They begin and end as those of Theorem 4.15, with another gap; x = c r T gap/s and y = sqrt(x) bound
the two parts of the divergence, where the distance of the two laws is at most c times the gap; the
best bound belongs to x = 0.3057.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from flint import arb

from banditproof.paper_checks.proofs import Instance
from banditproof.theory.balls import ball, enclose

from .minimax_two_instances import normal_distance
from .proof_of_theorem_4_15 import laws_of_uniform_policy

POINT = "3057/10000"


def uniform_policy() -> Iterator[Instance]:
    """The policy that plays each arm equally often, at K = 50 and T = 1000; all is known of it."""
    for r in (Fraction(1, 100), Fraction(1)):
        low = min(Fraction(POINT) * 7 / r, Fraction(500))
        laws = laws_of_uniform_policy(49, 1000, low)
        v = enclose(partial(_spread, laws["gap"], laws["pulls"]), 20)
        yield {"r": r, "s": 7, "m": laws["tv"] * laws["pulls"], "v": v, **laws}


def _spread(gap: Fraction, pulls: Fraction) -> arb:
    """The root of t(1-t) E N_i."""
    distance = normal_distance(ball(gap))
    return (distance * (1 - distance) * ball(pulls)).sqrt()
