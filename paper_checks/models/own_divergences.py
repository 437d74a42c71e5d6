"""The divergences that the checks compare with each other, once by their definitions.

Most checks have a divergence on both sides, so a wrong factor in it would not show there.
"""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.models.finite_laws import excess, largest_ratio
from banditproof.paper_checks.models.finite_pairs import events, kl_divergence, mass, renyi
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.law_divergences import log_moment, moment

ONE = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
OTHER = (Fraction(1, 5), Fraction(1, 5), Fraction(3, 5))


def need_own_divergences() -> None:
    """Of one pair of laws: the best event at four levels, the largest ratio, order 3 and order 1.

    >>> need_own_divergences()
    """
    for ratio in map(Fraction, ("1", "3/2", "2", "3")):
        best = max(mass(ONE, event) - ratio * mass(OTHER, event) for event in events(len(ONE)))
        need(excess(ONE, OTHER, ratio) == best, "Another hockey-stick divergence", ratio=ratio)
    need(largest_ratio(ONE, OTHER) == Fraction(5, 2), "Another largest ratio")
    cubes = sum((p**3 / q**2 for p, q in zip(ONE, OTHER, strict=True)), Fraction(0))
    need(moment(ONE, OTHER, 3) == cubes, "Another moment of order 3")
    with working_precision(128):
        third = ball(cubes).log()
        need(log_moment(ONE, OTHER, 3).overlaps(third), "Another moment of order 3, in balls")
        need(renyi(ONE, OTHER, 3).overlaps(third / 2), "Another divergence of order 3")
        terms = [ball(p) * (ball(p) / ball(q)).log() for p, q in zip(ONE, OTHER, strict=True)]
        need(kl_divergence(ONE, OTHER).overlaps(sum(terms, arb(0))), "Another KL divergence")
