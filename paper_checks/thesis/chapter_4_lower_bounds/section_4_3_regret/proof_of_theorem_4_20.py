"""Real cases of the steps of proof_of_theorem_4_20.proof."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.paper_checks.checking import Instance
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
