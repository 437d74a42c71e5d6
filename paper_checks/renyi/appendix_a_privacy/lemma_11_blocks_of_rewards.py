"""Claims about Renyi DP of one mechanism on disjoint blocks of rewards: Lemma 11."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.disjoint_blocks import (
    Admissible,
    any_partition,
    as_printed,
    laws_by_blocks,
    require_partitions,
    without_the_range,
)
from banditproof.paper_checks.models.finite_laws import neighbours
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.verify.exact_laws.law_divergences import moment


@checks("renyi.lem11", subjects={"admissible": (as_printed, any_partition)})
@mutant("l < T", admissible=without_the_range)
@mutant("blocks that overlap", last=1)
@mutant("sharper: 0.99 of the moment", share=Fraction(99, 100))
def renyi_privacy_of_blocks(
    admissible: Admissible, last: int = 0, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The index lists that the hypothesis admits; exact moments of every cut of four bits."""
    require_partitions(admissible, "reward")
    sides, n, odds = Sides(), 4, Fraction(3)
    for starts, laws in laws_by_blocks(n, lambda bits: coin(odds, sum(bits) % 2), last):
        for order in (2, 3):
            allowed = share * moment(coin(odds, 0), coin(odds, 1), order)
            worst = max(moment(laws[x], laws[y], order) for x, y in neighbours(n))
            finding = "The blocks have a larger divergence."
            sides.at_most(worst, allowed, finding, starts=starts, order=order)
    return proof.verdict(sharpness=sides.sharpness)
