"""Real cases of the steps of proof_of_coupled_environment.proof."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import Instance
from banditproof.verify.decompositions.adaptive_witnesses import stays_after_a_one
from banditproof.verify.decompositions.coupled_environment import distances, mismatch_moments


def staying() -> Iterator[Instance]:
    """The policy that stays on its arm after a one, at T = 2, with a response of ratio 2."""
    case = stays_after_a_one(2)
    result = mismatch_moments(case.policy, case.one, case.two, 2)
    t = distances(case.policy, case.one, case.two)[0]
    yield {
        "t": t,
        "dd": result.distance_square,
        "ss": result.square,
        "total": result.variance,
        "ms": result.cross,
        "mm": result.distance_square - result.square - 2 * result.cross,
        "mean": Fraction(0),
    }
