"""Sums of n rows with two values, and whether one other row among them is told for every n."""

from fractions import Fraction
from banditproof.paper_checks.verdicts.along import Along, for_every_number

Sums = tuple[frozenset[Fraction], frozenset[Fraction]]
"""What the sums of n rows are up to multiples, without the target and with it."""


def tells_for_every_n(target: Fraction, bits: tuple[int, ...] = (0, 1), modulus: int = 1) -> Along:
    """That no sum of n rows with the target among them is one without it, up to multiples.

    The rows are `bits`, and sums are compared up to multiples of the modulus.

    >>> print(tells_for_every_n(Fraction(0), (-1, 1), 2).every)
    n
    >>> tells_for_every_n(Fraction(1))
    Traceback (most recent call last):
      ...
    banditproof.paper_checks.verdicts.along.NotShown: It is not so in the state \
(frozenset({Fraction(0, 1)}), frozenset({Fraction(0, 1)})), which some n has.
    """

    def one_row_more(sums: Sums) -> Sums:
        out, inside = (
            frozenset((x + bit) % modulus for x in part for bit in bits) for part in sums
        )
        return out, inside

    one_row = frozenset(Fraction(bit) % modulus for bit in bits), frozenset({target % modulus})
    return for_every_number(
        one_row,
        one_row_more,
        lambda sums: sums[0].isdisjoint(sums[1]),
        f"no sum of n rows with the target, up to multiples of {modulus}, is one without it, so "
        "that a column tells it without error",
    )
