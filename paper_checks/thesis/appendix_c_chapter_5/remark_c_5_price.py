"""A claim about Remark C.5: the leading term against the number of samples of (C.12)."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair

Bound = Callable[[Fraction, Fraction], Fraction]
"""What (C.13) bounds, from its leading term and the gap."""


def regret_of_the_arm(pulls: Fraction, gap: Fraction) -> Fraction:
    """Delta_a E[N_a(T)]."""
    return gap * pulls


def pulls_of_the_arm(pulls: Fraction, gap: Fraction) -> Fraction:
    """E[N_a(T)], which (C.13) bounds."""
    return pulls


@checks("thesis.remC.5", subjects={"bound": (regret_of_the_arm, pulls_of_the_arm)})
@mutant("sharper: 15 beta", lead=Fraction(15))
def factor_of_the_price(
    bound: Bound, lead: Fraction = Fraction(16), proof: Proof = WRITTEN
) -> Verdict:
    """The leading term over beta log T, and 2^(l+1) for numbers w just above powers of two."""
    for gap, eps in ((Fraction(1, 2), Fraction(1)), (Fraction(1, 4), Fraction(1, 10))):
        size = gap * min(eps, 2 * gap)
        printed, own = lead / size, bound(16 / size, gap)
        finding = "The printed term is that of the pulls; the regret has the gap as a factor."
        require_or_repair(printed == own, finding, gap=gap, eps=eps, printed=printed, term=own)
    sides = Sides()
    for j, above in product(range(10), (Fraction(0), Fraction(1, 10**6), Fraction(1, 2))):
        w = Fraction(2**j) + above
        power = 1 << (-(-w.numerator // w.denominator) - 1).bit_length()
        sides.at_most(2 * power, lead / 4 * w, "2^(l+1) is larger.", samples=w)
    return proof.verdict(sharpness=sides.sharpness)
