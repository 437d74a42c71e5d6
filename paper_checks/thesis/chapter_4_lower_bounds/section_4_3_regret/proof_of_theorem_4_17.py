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
    laws = dict.fromkeys(("div", "dist", "tvt", "p", "q"), 0)
    yield {**setting, **private, **laws, "R": arms * low, "Rf": arms * low}


def always_zero_without_privacy() -> Iterator[Instance]:
    """The same policy and box, for the bound without privacy."""
    horizon, box, arms = 100, Fraction(1, 100), 3
    low = box * horizon
    roots = enclose(lambda: sum((arb(t).sqrt() for t in range(horizon)), arb(0)), 20)
    setting = {"T": horizon, "S": box, "d": arms, "roots": roots, "u": 50}
    chosen = {"lowf": low, "sf": box, "xf": Fraction(1, 10), "Gf": low, "meanf": arms * low}
    yield {
        **setting,
        **chosen,
        **dict.fromkeys(("div", "info", "tvt", "p", "q"), 0),
        "Rf": arms * low,
    }
