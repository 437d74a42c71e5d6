"""Claims about the squared norm of a normal vector: Lemma 10."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant


def two_coordinates() -> Iterator[Instance]:
    """d = 2, where P(|X|^2 >= t) = e^(-t/2), at s = 3/2: the rate is 3/8, the level 17."""
    with working_precision(128):
        tail = Enclosure.of((-arb(17) / 2).exp())
    case = {
        "d": 2,
        "s": "3/2",
        "L": "9/2",
        "r": "1/2",
        "a": 2,
        "m": 4,
        "t": 17,
        "p": tail,
        "q": tail,
    }
    yield from ({**case, "x": x, "z": z} for x, z in ((0, 17), (1, 20)))


Level = Callable[[int, arb], arb]


def level(d: int, log: arb) -> arb:
    """d + 2 sqrt(d log(1/delta)) + 2 log(1/delta), from log(1/delta)."""
    return d + 2 * (d * log).sqrt() + 2 * log


@checks("zcdp.lem10")
@mutant("no last term", level=lambda d, log: d + 2 * (d * log).sqrt())
@mutant("sharper: half of the root", level=lambda d, log: d + (d * log).sqrt() + log)
@mutant("four times as many coordinates", coordinates=lambda d: 4 * d)
def chi_square_tail(
    level: Level = level, coordinates: Callable[[int], int] = lambda d: d, proof: Proof = WRITTEN
) -> Verdict:
    """The survival function of the chi-square law, an incomplete gamma function, in balls."""
    sides = Sides()
    with working_precision(128):
        for d, delta in product((1, 2, 5, 40), map(Fraction, ("9/10", "1/2", "1/100", "1e-8"))):
            bound = level(d, -ball(delta).log())
            tail = (bound / 2).gamma_upper(arb(coordinates(d)) / 2, regularized=1)
            case: dict[str, Any] = {"d": d, "delta": delta}
            sides.at_most(tail, ball(delta), "The tail is larger than delta.", **case)
    return proof.verdict(sharpness=sides.sharpness)
