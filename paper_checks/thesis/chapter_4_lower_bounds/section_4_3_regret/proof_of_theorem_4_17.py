"""Real cases of the steps of proof_of_theorem_4_17.proof."""

from collections.abc import Iterator
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Instance
from banditproof.theory.balls import ball, enclose


def always_zero() -> Iterator[Instance]:
    """The policy that plays the action 0, in a small box: it learns nothing, and always pays s."""
    horizon, box, arms, eps = 100, Fraction(1, 100), 3, Fraction(1, 10)
    low = box * horizon
    x = enclose(lambda: (ball(eps * low) / (2 * arb.pi()).sqrt()).sqrt(), 20)
    roots = enclose(lambda: sum((arb(t).sqrt() for t in range(horizon)), arb(0)), 20)
    setting = {"T": horizon, "S": box, "d": arms, "eps": eps, "roots": roots, "u": 50}
    private = {"low": low, "s": box, "x": x, "G": low, "mean": arms * low}
    free = {"lowf": low, "sf": box, "xf": Fraction(1, 10), "Gf": low, "meanf": arms * low}
    laws = dict.fromkeys(("div", "dist", "info", "tvt", "p", "q"), 0)
    yield {**setting, **private, **free, **laws, "R": arms * low, "Rf": arms * low}
