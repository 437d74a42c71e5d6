"""Real cases of the steps of proof_of_theorem_4_15.proof."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import Instance
from banditproof.theory.balls import ball, enclose
from .minimax_two_instances import normal_distance


def laws_of_uniform_policy(k: int, horizon: int, low: Fraction) -> Instance:
    """The quantities of the proof for the policy that plays each arm equally often.

    It sees no reward, so that the laws of its actions in both instances are the same.
    """
    gap = low / horizon
    first, second = horizon * gap * k / (k + 1), horizon * gap * (2 * k - 1) / (k + 1)
    regrets = {"R1": first, "R2": second, "R": max(first, second)}
    tv = enclose(lambda: normal_distance(ball(gap)), 20)
    laws = {"pulls": Fraction(horizon, k + 1), "div": 0, "normal": 2 * gap**2, "tv": tv}
    return {"k": k, "T": horizon, "low": low, "gap": gap} | regrets | laws


def uniform_policy() -> Iterator[Instance]:
    """That policy at K = 51 and T = 1000, for a small budget and a larger one."""
    for eps in (Fraction(1, 20), Fraction(1)):
        low = min(50 / eps, Fraction(500))
        yield {"eps": eps, **laws_of_uniform_policy(50, 1000, low)}
