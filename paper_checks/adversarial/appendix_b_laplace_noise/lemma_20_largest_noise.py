"""Claims about Lemma 20: the largest of many Laplace variables."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision

SIZES = ((1, 1), (1, 2), (2, 1), (3, 10), (10, 100), (1000, 1), (1, 1000))


def _checked(factor: Fraction, proof: Proof, finding: str) -> Verdict:
    """The exact probability for seven sizes."""
    sides = Sides()
    with working_precision(128):
        for count, horizon in SIZES:
            n = arb(count * horizon)
            one = (-(ball(factor).sqrt()) * n.log()).exp()
            result = 1 - (1 - one) ** (count * horizon)
            sides.at_most(result, ball(Fraction(1, horizon)), "It is larger.", N=count, T=horizon)
    return proof.verdict(
        finding,
        instances="The exact probability 1 - (1 - n^(-sqrt c))^n for seven sizes, in balls.",
        sharpness=sides.sharpness,
    )


@checks("adv.lem20")
@mutant("sharper: 3.9 log^2 for 10 log^2", factor=Fraction(39, 10))
def largest_noise_is_small(factor: Fraction = Fraction(10), proof: Proof = WRITTEN) -> Verdict:
    """The printed threshold."""
    return _checked(
        factor, proof, "A union bound. For N = T = 1 the threshold is 0 and both sides are 1."
    )


@checks("adv.lem20.sharp")
@mutant("sharper: 3.9 log^2 for 4 log^2", factor=Fraction(39, 10))
def largest_noise_is_smaller(factor: Fraction = Fraction(4), proof: Proof = WRITTEN) -> Verdict:
    """The smaller threshold."""
    return _checked(factor, proof, "The same union bound, with the power 2.")
