"""The clean event: every released mean of every epoch is near its true mean."""

from fractions import Fraction
from itertools import product
from banditproof.claims import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball
from .epochs import radii

SETTINGS = tuple(
    (S, e, Fraction(beta), Fraction(eps))
    for S, e, beta, eps in product((2, 9), (1, 2, 7), ("1/1000000", "1"), ("1/100", "1/20", "10"))
)


@checks("elim.epochs")
@mutant("sharper: 98/100 of 2^-e", share=Fraction(98, 100))
def epochs_are_long_enough(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the radii of 36 epochs in balls."""
    sides = Sides()
    for S, e, beta, eps in SETTINGS:
        h, c = radii(S, e, beta, eps)
        accuracy = ball(share / 2**e)
        finding = "The margin is too wide."
        sides.below(4 * (h + c), accuracy, finding, S=S, e=e, beta=beta, eps=eps)
    return proof.verdict(
        "An epoch is long enough for both radii to be at most an eighth of its accuracy.",
        instances="36 epochs, in balls.",
        sharpness=sides.sharpness,
    )


@checks("elim.clean.mean")
def error_of_one_mean(proof: Proof = WRITTEN) -> Verdict:
    """Hoeffding's inequality for the rewards, the tail of the Laplace law for the noise."""
    return proof.verdict("The bounds of the rewards and of the noise take a half of it each.")


@checks("elim.clean")
def all_means_are_near(proof: Proof = WRITTEN) -> Verdict:
    """A union bound over the active arms, and one over the epochs."""
    return proof.verdict("The sum over all epochs is beta pi^2/12, so even 0.824 beta is enough.")
