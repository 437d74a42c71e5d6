"""Claims about Definitions 9 and 10: truncated non-negative and heavy-tailed losses."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require

Law = tuple[tuple[Fraction, Fraction], ...]
"""Values with their masses."""
HALF = Fraction(1, 2)


def truncated(law: Law, level: Fraction) -> Fraction:
    """E[X 1{|X| > M}]."""
    return sum((mass * x for x, mass in law if abs(x) > level), Fraction(0))


@checks("adv.def9")
@mutant(
    "the part below M",
    value=lambda law, m: sum((p * x for x, p in law if abs(x) <= m), Fraction(0)),
)
@mutant("the mean alone", value=lambda law, m: truncated(law, Fraction(0)))
def truncated_non_negative(
    value: Callable[[Law, Fraction], Fraction] = truncated, proof: Proof = WRITTEN
) -> Verdict:
    """A mean of at least 0 is not enough: the largest values decide."""
    levels = [Fraction(k, 4) for k in range(12)]
    loss = ((Fraction(0), HALF), (Fraction(1), HALF))
    noisy = tuple((x + z, p * HALF) for x, p in loss for z in (Fraction(-1), Fraction(1)))
    for law in (loss, noisy):
        for level in levels:
            require(value(law, level) >= 0, "It is below 0.", M=level, law=law)
    skewed = ((Fraction(1), Fraction(3, 4)), (Fraction(-2), Fraction(1, 4)))
    require(value(skewed, Fraction(0)) > 0, "The mean is not above 0.")
    require(value(skewed, Fraction(1)) < 0, "The largest values do not decide.")
    return proof.verdict()


def second_moment(loss: Fraction, scale: Fraction) -> Fraction:
    """l^2 + 2 lambda^2."""
    return loss * loss + 2 * scale * scale


@checks("adv.def10")
@mutant("sharper: a third of the power", share=Fraction(1, 3))
def heavy_tails(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """A law of two values at alpha = 2 and 3/2, exactly where roots are whole numbers."""
    law = ((Fraction(1), HALF), (Fraction(4), Fraction(1, 4)), (Fraction(9), Fraction(1, 4)))
    square = sum((p * x**2 for x, p in law), Fraction(0))
    lower = sum((p * Fraction(int(x**HALF)) ** 3 for x, p in law), Fraction(0))
    finding = "The moment of order 3/2 is more than the second one allows."
    require(lower**4 <= share * square**3, finding, second=square, of_order_three_halves=lower)
    return proof.verdict()


@checks("adv.ht2")
@mutant("sharper: 1/2 + 2 lambda^2", bound=lambda b: HALF + 2 * b * b)
def noisy_losses_are_heavy_tailed(
    bound: Callable[[Fraction], Fraction] = lambda b: 2 + 4 * b * b, proof: Proof = WRITTEN
) -> Verdict:
    """The exact second moment at losses and scales."""
    sides = Sides()
    for loss in (Fraction(0), HALF, Fraction(1)):
        for scale in (Fraction(1, 100), Fraction(1), Fraction(50)):
            result = second_moment(loss, scale)
            sides.at_most(result, bound(scale), "It is larger.", loss=loss, scale=scale)
    return proof.verdict(sharpness=sides.sharpness)
