"""The claim about Theorem 6.6 for the score that it displays: a sum over the columns."""

from fractions import Fraction
from functools import cache
from math import comb
from flint import arb
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.membership.sub_sampling import moments_of_product_score

HALF = Fraction(1, 2)
Moments = tuple[Enclosure, Enclosure]


@cache
def column_moments(kept: int, share: Fraction) -> tuple[Moments, Moments, Moments]:
    """Mean and variance of log(1 - rho + rho x/(k mu)), x the sum of k coins of which one may be 1.

    Without the target, with it, and if it is one of the coins with probability rho.
    """
    results: list[Moments] = []
    with working_precision(128):
        mass = [ball(Fraction(comb(kept, x), 2**kept)) for x in range(kept + 1)]
        shares = [Fraction(2 * x, kept) for x in range(kept + 1)]
        scores = [ball(1 - share + share * ratio).log() for ratio in shares]
        own = [p * ball(ratio) for p, ratio in zip(mass, shares, strict=True)]
        both = [ball(1 - share) * p + ball(share) * q for p, q in zip(mass, own, strict=True)]
        for law in (mass, own, both):
            first = sum((p * s for p, s in zip(law, scores, strict=True)), arb(0))
            second = sum((p * s * s for p, s in zip(law, scores, strict=True)), arb(0))
            results.append((_enclosure(first), _enclosure(second - first**2)))
    return results[0], results[1], results[2]


def _enclosure(value: arb) -> Enclosure:
    return Enclosure.of(lower(value), upper(value))


def least_chance_above(moments: Moments, columns: int, place: Fraction) -> Enclosure:
    """A lower bound of P(sum >= place) for independent columns, by Cantelli's inequality."""
    mean, variance = columns * moments[0].lower, columns * moments[1].upper
    if mean <= place:
        return Enclosure.of(0)
    return Enclosure.of(1 - variance / (variance + (mean - place) ** 2))


@checks("thesis.thm6.6.law.displayed")
@mutant("parts of their own for the columns", apart=True)
@mutant("sharper: at least 1/2", least=HALF)
def law_of_the_displayed_score(apart: bool = False, least: Fraction = Fraction(1, 4)) -> Verdict:
    """Exact moments for growing data, d = 40n and half of the rows; Cantelli's inequality."""
    sides, share, ratio = Sides(), HALF, 40
    expected = moments_of_product_score(ratio, share)
    place = expected[2] + Fraction(135, 10)  # the deviation is below 4.5
    for rows in (100, 200, 400):
        kept, columns = rows // 2, ratio * rows
        out, inside, mixed = column_moments(kept, share)
        for value, limit in zip(out, expected[:2], strict=True):
            gap = abs(columns * value - limit)
            need(gap.upper < Fraction(200, rows), "Without the target it differs", gap=gap)
        part, law = (Fraction(1), mixed) if apart else (share, inside)
        chance = part * least_chance_above(law, columns, place)
        sides.at_most(least, chance, "The chance is smaller.", n=rows, d=columns, chance=chance)
    return points(sharpness=sides.sharpness)
