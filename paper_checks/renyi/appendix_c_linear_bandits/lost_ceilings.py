"""A claim of our own beside Theorem 8: by what factor the bound is too small on many pairs."""

from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import working_precision


@checks("renyi.thm8.ceilings")
@mutant("sharper: 500 times the ratio", factor=500)
def lost_ceilings(factor: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """The ratio at some dimensions, in balls."""
    sides = Sides()
    with working_precision(192):
        for power in (4, 8, 16):
            plays = arb(10) ** (2 * power) / 2
            level = ((plays + 1) * plays * plays.log()).log()
            most = (10**power * plays * level).sqrt() + level * level.sqrt()
            least = factor * arb(10) ** (arb(7 * power) / 16) / 10
            sides.at_most(least * most, plays, "The ratio is smaller.", d=10**power)
    return proof.verdict(sharpness=sides.sharpness)
