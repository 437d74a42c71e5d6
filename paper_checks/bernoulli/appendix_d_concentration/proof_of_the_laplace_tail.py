"""Real cases of the steps of proof_of_the_laplace_tail.proof."""

from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Instance
from banditproof.theory.enclosure import ONE
from .private_deviations import decay


def three_variables() -> list[Instance]:
    """Three variables beyond 1: the weights 1/2, 5/16, 1/8, and 1/2, 1/2, 1/4 in the bound."""
    scale = decay(ONE)
    case: dict[str, Any] = {"m": 3, "z": 1, "power": Fraction(1, 2), "two": Fraction(1, 4)}
    case |= {"last": Fraction(1, 8), "some": scale * Fraction(13, 16)}
    case |= dict.fromkeys(("tail", "apart", "series"), scale * Fraction(14, 16))
    case |= {"c": Fraction(1, 2), "final": Fraction(1, 4), "heads": Fraction(1, 2)}
    return [{**case, "tails": Fraction(1, 2), "others": scale, "most": scale * Fraction(9, 8)}]
