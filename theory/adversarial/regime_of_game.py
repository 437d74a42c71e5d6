"""Which rate is the best one at the numbers of a game, and what Table 2 recommends, exactly."""

from fractions import Fraction
from functools import cmp_to_key
from math import lcm
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.rational_polytopes import HalfSpace
from .games import PrivateGame
from .rate_partition import LINEAR, TABLE_2, TableRow
from .rates import WITH_EXPERTS, Rate, Term


@reads(game=values_of(PrivateGame))
def best_rates(game: PrivateGame) -> tuple[Rate, ...]:
    """The rates with experts that are the least at a game, if they are at most T.

    Constants and logarithms are left out; powers of integers are compared, not floats.

    >>> [rate.claim for rate in best_rates(PrivateGame.of(10, 10**8, "0.001", 100))]
    ['adv.cor8']
    """

    def beside(one: Term, two: Term) -> int:
        return compared(one, two, game)

    order = cmp_to_key(beside)
    largest = {rate: max(rate.terms, key=order) for rate in WITH_EXPERTS}
    least = min(largest.values(), key=order)
    if compared(least, LINEAR, game) > 0:
        return ()
    return tuple(rate for rate, term in largest.items() if compared(term, least, game) == 0)


@reads(game=values_of(PrivateGame))
def recommended(game: PrivateGame) -> tuple[TableRow, ...]:
    """The rows of Table 2 whose conditions a game satisfies; there may be none, or two.

    >>> [row.name for row in recommended(PrivateGame.of(10, 10**8, "0.001", 100))]
    []
    """
    return tuple(row for row in TABLE_2 if all(satisfied(half, game) for half in row.conditions))


def compared(first: Term, second: Term, game: PrivateGame) -> int:
    """-1, 0 or 1 as the first rate is below, equal to or above the second one at a game."""
    slopes = tuple(x - y for x, y in zip(first.slopes, second.slopes, strict=True))
    return _sign(slopes, second.time - first.time, game)


def satisfied(half: HalfSpace, game: PrivateGame) -> bool:
    """Whether N^x K^y (1/eps)^z <= T^limit for a half-space (x, y, z), limit."""
    return _sign(half.row, half.limit, game) <= 0


def _sign(row: tuple[Fraction, ...], limit: Fraction, game: PrivateGame) -> int:
    scale = lcm(limit.denominator, *(x.denominator for x in row))
    bases = (Fraction(game.advisers), Fraction(game.arms), 1 / game.eps, Fraction(game.horizon))
    product = Fraction(1)
    for base, power in zip(bases, (*row, -limit), strict=True):
        product *= base ** int(power * scale)
    return (product > 1) - (product < 1)
