"""Claims about the top singular value of a normal matrix: Lemma 25."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant


def stretched_axis() -> Iterator[Instance]:
    """M = diag(2, 1), x = (1, 0), and 13 unit vectors, each turned by 28.5 degrees from the last.

    The first is (63, 16)/65, at 14.25 degrees from x.
    """
    half = Fraction(63, 65), Fraction(16, 65)
    turn, net = (half[0] ** 2 - half[1] ** 2, 2 * half[0] * half[1]), [half]
    for _ in range(12):
        a, b = net[-1]
        net.append((a * turn[0] - b * turn[1], a * turn[1] + b * turn[0]))
    with working_precision(128):
        top = ball(max(4 * a**2 + b**2 for a, b in net)).sqrt()
        for a, b in (net[0], net[-1]):
            near, moved = (1 - a) ** 2 + b**2, 4 * (1 - a) ** 2 + b**2
            case = {"h": ball(near).sqrt(), "g": ball(moved).sqrt(), "top": top}
            yield {"d": 2, "r": "1/4", "n": 13, "v": 2} | {
                name: Enclosure.of(value) for name, value in case.items()
            }


def level(d: int, log: arb) -> arb:
    """4 sqrt(d + 1) + 2 log(1/delta), from log(1/delta)."""
    return 4 * arb(d + 1).sqrt() + 2 * log


@checks("renyi.lem25")
@mutant("no dimension", level=lambda d, log: 2 * log)
@mutant("sharper: 0.9 for 4", level=lambda d, log: level(d, log) - 31 * arb(d + 1).sqrt() / 10)
def top_singular_value(level: Callable[[int, arb], arb] = level, proof: Proof = WRITTEN) -> Verdict:
    """The norm of the first column, whose square has a chi-square law; it is the norm for d = 1."""
    sides = Sides()
    with working_precision(128):
        for d, delta in product((1, 4, 1000), map(Fraction, ("9/10", "1/2", "1/1000"))):
            square = level(d, -ball(delta).log()) ** 2
            column = (square / 2).gamma_upper(arb(d) / 2, regularized=1)
            finding = "The first column alone is longer more often."
            sides.at_most(column, ball(delta), finding, d=d, delta=delta)
    return proof.verdict(sharpness=sides.sharpness)
