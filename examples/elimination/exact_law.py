"""The exact law of the decisions of two epochs on two arms, with noise on the integers."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from banditproof.claims import Sides, Verdict, checks, mutant, proved
from banditproof.theory.mechanisms import DiscreteLaplace

Table = tuple[int, ...]
"""Six rewards: one of each arm in the first epoch, two of each arm in the second."""
Law = dict[str, Fraction]
MARGINS = (0, 2)
"""By how much a sum must be larger for the other arm to be dropped, in each epoch."""
HALVES = DiscreteLaplace("1/2")


def above(difference: int, noise: DiscreteLaplace) -> Fraction:
    """P(Y - Y' > difference) for two noises: a sum over Y', beyond |Y'| = 3 a geometric series.

    >>> above(0, DiscreteLaplace("1/2")), above(-1, DiscreteLaplace("1/2"))
    (Fraction(11, 27), Fraction(16, 27))
    """
    if difference < 0:
        return 1 - above(-difference - 1, noise)
    a = Fraction(noise.ratio)
    k = difference + 1
    # P(Y - Y' = j) = ((1-a)/(1+a))^2 a^j (j + (1+a^2)/(1-a^2)) for j >= 0
    start = k + (1 + a**2) / (1 - a**2)
    return ((1 - a) / (1 + a)) ** 2 * a**k * (start / (1 - a) + a / (1 - a) ** 2)


def decision(sums: tuple[int, int], margin: int, noise: DiscreteLaplace) -> Law:
    """Which arms are left after an epoch, from the sums of its rewards."""
    lead = sums[0] - sums[1]
    first, second = above(margin - lead, noise), above(margin + lead, noise)
    return {"1": first, "2": second, "12": 1 - first - second}


def law(table: Table, noise: DiscreteLaplace, forgets: bool) -> Law:
    """The law of what is decided in two epochs; without forgetting, sums go on."""
    first = (table[0], table[1])
    second = (table[2] + table[3], table[4] + table[5])
    if not forgets:
        second = (second[0] + first[0], second[1] + first[1])
    result = decision(first, MARGINS[0], noise)
    both = result.pop("12")
    for left, mass in decision(second, MARGINS[1], noise).items():
        result[f"12, {left}"] = both * mass
    return result


def neighbours() -> Iterator[tuple[Table, Table]]:
    """All pairs of tables that differ in one reward, in both orders."""
    for table, place in product(product((0, 1), repeat=6), range(6)):
        yield table, (*table[:place], 1 - table[place], *table[place + 1 :])


@checks("elim.private.law")
@mutant("sharper: 1.5 times", most=Fraction(3, 2))
@mutant("noise of half the scale", noise=DiscreteLaplace("1/4"))
@mutant("sums of all epochs", forgets=False)
def decisions_of_a_small_run(
    most: Fraction = Fraction(2), noise: DiscreteLaplace = HALVES, forgets: bool = True
) -> Verdict:
    """All 384 pairs of tables, as fractions."""
    laws = {table: law(table, noise, forgets) for table in product((0, 1), repeat=6)}
    sides = Sides()
    for table, other in neighbours():
        for decided, mass in laws[table].items():
            case = {"table": table, "other": other, "arms_left": decided}
            finding = "The probability changes by a larger factor."
            sides.at_most(mass, most * laws[other][decided], finding, **case)
    return proved(
        "No decision changes its probability by a factor above 2.",
        covered="All 384 pairs of neighbouring tables, as fractions.",
        beyond="Other lengths of epochs and margins, which are those of elim.private.",
        universal=None,
        sharpness=sides.sharpness,
    )
