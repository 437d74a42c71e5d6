"""Real cases of the steps of proof_of_theorem_4_17.proof."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Instance
from banditproof.theory.balls import ball, enclose

HORIZON, BOX, ARMS = 100, Fraction(1, 100), 3
LOW = BOX * HORIZON


def _played(*laws: str) -> dict[str, Any]:
    """What both proofs say of the policy that plays the action 0, in a small box.

    It learns nothing, so that all its laws are one, and always pays s.
    """
    roots = enclose(lambda: sum((arb(t).sqrt() for t in range(HORIZON)), arb(0)), 20)
    setting = {"T": HORIZON, "S": BOX, "d": ARMS, "roots": roots, "u": 50, "Rf": ARMS * LOW}
    return setting | dict.fromkeys(("div", "tvt", "p", "q", *laws), 0)


def always_zero() -> Iterator[Instance]:
    """The policy with privacy."""
    eps = Fraction(1, 10)
    x = enclose(lambda: (ball(eps * LOW) / (2 * arb.pi()).sqrt()).sqrt(), 20)
    private = {"low": LOW, "s": BOX, "x": x, "G": LOW, "mean": ARMS * LOW, "R": ARMS * LOW}
    yield _played("dist") | private | {"eps": eps}


def always_zero_without_privacy() -> Iterator[Instance]:
    """The same policy, for the bound of all policies."""
    chosen = {"lowf": LOW, "sf": BOX, "xf": Fraction(1, 10), "Gf": LOW, "meanf": ARMS * LOW}
    yield _played("info") | chosen
