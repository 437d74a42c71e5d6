"""Claims about the self-normalised bound of vector-valued martingales: Lemma 11."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any
from flint import acb, arb
from banditproof.paper_checks.models.exact_matrices import determinant, form, gram
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant


def turned_matrix() -> Iterator[Instance]:
    """V = 4 ee' + 9 ff' with e = (3, -4)/5, f = (4, 3)/5, S = (1, 2), lambda = 1.

    The means over each coordinate are integrals, Q and det V come from the matrix itself.
    """
    turned = gram([(6, -8), (12, 9)]) / 25
    square, det = form(turned.inv(), (1, 2)), determinant(turned)
    coordinates = ((Fraction(-1), Fraction(4)), (Fraction(2), Fraction(9)))
    with working_precision(128):
        means = [mean_of_exponential(s, v) for s, v in coordinates]
        whole = sum((mean.log() for mean in means), arb(0))
        joint = {"d": 2, "l": 1, "Q": square, "D": Enclosure.of(ball(det).log())}
        joint["W"] = Enclosure.of(whole)
        for (s, v), mean in zip(coordinates, means, strict=True):
            yield {"s": s, "v": v, "c": Enclosure.of(mean), "x": "1/3", "g": 0, **joint}


def mean_of_exponential(s: Fraction, v: Fraction) -> arb:
    """E exp(x s - (v - 1) x^2/2) for x of the law N(0, 1), by an integral from -30 to 30.

    Beyond, the exponent of the integrand is below -30 |x| for |s| <= 30 and v >= 4.
    """
    rate, spread = ball(s), ball(v)
    inside = acb.integral(lambda x, _: (x * rate - x * x * spread / 2).exp(), -30, 30).real
    return (inside + arb(0, 2.0**-500)) / (2 * arb.pi()).sqrt()


Level = Callable[[Fraction, int, arb], arb]
ROUNDS = 60


def squared_level(scale: Fraction, t: int, log: arb) -> arb:
    """(2 log(1/delta) + log(V_t/lambda)) V_t for d = 1 and A_s = 1: what S_t^2 is compared with."""
    spread = ball(scale + t)
    return (2 * log + (spread / ball(scale)).log()) * spread


def crossing_probability(
    scale: Fraction, delta: Fraction, level: Level, moves: tuple[int, int]
) -> Fraction:
    """P(S_t^2 >= the level for some t <= 60), where S moves by one of two numbers, each by 1/2.

    The paths that have not crossed yet are counted by their place.
    """
    log, inside, crossed = -ball(delta).log(), {0: 1}, Fraction(0)
    for t in range(1, ROUNDS + 1):
        bound = level(scale, t, log)
        least = isqrt(int(float(bound))) + 1
        sure = ball((least - 1) ** 2) < bound and ball(least**2) >= bound
        need(sure, "A place on the level is not decided", t=t)
        after: dict[int, int] = {}
        for place, count in inside.items():
            for move in moves:
                after[place + move] = after.get(place + move, 0) + count
        gone = sum(count for place, count in after.items() if abs(place) >= least)
        crossed += Fraction(gone, 2**t)
        inside = {place: count for place, count in after.items() if abs(place) < least}
    return crossed


@checks("zcdp.lem11")
@mutant("sharper: no determinant", level=lambda scale, t, log: 2 * log * ball(scale + t))
@mutant("sharper: half of the level", level=lambda scale, t, log: squared_level(scale, t, log) / 2)
@mutant("an action that sees its noise", moves=(1, 1))
@mutant("noise of twice the size", moves=(2, -2))
def self_normalised(
    level: Level = squared_level, moves: tuple[int, int] = (1, -1), proof: Proof = WRITTEN
) -> Verdict:
    """Fair signs and A_t = 1: the exact probability of a crossing in 60 rounds."""
    sides = Sides()
    with working_precision(128):
        for scale, delta in product(
            map(Fraction, ("1/4", "1", "20")), map(Fraction, ("1/2", "1/50"))
        ):
            result = crossing_probability(scale, delta, level, moves)
            case: dict[str, Any] = {"lambda": scale, "delta": delta, "T": ROUNDS}
            sides.at_most(result, delta, "The level is crossed more often.", **case)
    return proof.verdict(sharpness=sides.sharpness)
