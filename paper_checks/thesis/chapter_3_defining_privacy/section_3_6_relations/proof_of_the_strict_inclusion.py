"""What steps of proof_of_the_strict_inclusion.proof compute, and real cases of them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

REWARDS = (0, 1, 2, 3)
SHAPES = (
    (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 2)),
    (Fraction(1, 2), Fraction(1, 2), Fraction(0), Fraction(1)),
)
"""f_1 and f_2 of the family: P(a_2 = 1 | a_1, r_1) = w f_(a_1)(r_1)."""
Pair = tuple[int, int]


def distances(pair: Pair) -> Fraction:
    """|f_1(r) - f_1(r')| + |f_2(r) - f_2(r')|."""
    return sum((abs(f[pair[0]] - f[pair[1]]) for f in SHAPES), Fraction(0))


def at_most(bound: int) -> Callable[[Pair], bool]:
    """That two rewards are no further apart than the bound."""
    return lambda pair: distances(pair) <= bound


def pairs_of_rewards() -> Iterator[Pair]:
    """Every pair of rewards."""
    yield from product(REWARDS, repeat=2)


def within_one(pair: Pair) -> bool:
    """That f_1 and f_2 move by 1 in all between two rewards, at most."""
    return distances(pair) <= 1


def distances_on_lists() -> Iterator[dict[str, Fraction]]:
    """The distances of f_1 and of f_2 at two rewards, for all pairs of rewards."""
    for x, y in product(REWARDS, repeat=2):
        yield {name: abs(f[x] - f[y]) for name, f in zip("bd", SHAPES, strict=True)}
