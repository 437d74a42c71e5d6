"""Claims about Lemma 2: the concentration of a noisy mean."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.theory.balls import ball
from ...models.noisy_means import Square, compared_tails, printed_square, require_a_width


@checks("zcdp.lem2", subjects={"also": (Fraction(2), None)})
@mutant("a probability", "print", also=Fraction(1, 2))
@mutant("without the noise in the width", square=lambda n, p, log: ball(1) / (2 * n) * log)
@mutant("sharper: half of the width", square=lambda n, p, log: printed_square(n, p, log) / 4)
@mutant("1/n for 1/n^2", square=lambda n, p, log: (ball(1) / (2 * n) + ball(p) / n**3) * log)
def noisy_mean_concentrates(
    also: Fraction | None, square: Square = printed_square, proof: Proof = WRITTEN
) -> Verdict:
    """The square of the width at delta, and exact tails of coins."""
    require_a_width(also, Fraction(1), n=1, rho=1)
    return proof.verdict(sharpness=compared_tails(square).sharpness)


@checks("zcdp.lem2.half")
@mutant("sharper: the width of n", square=printed_square)
def half_of_the_sample(
    square: Square = lambda n, price, log: (ball(1) / n + ball(4 * price) / n**2) * log,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact tails of coins with four times the variance of the noise."""
    return proof.verdict(
        sharpness=compared_tails(square, lambda n, price: 2 * price / n**2).sharpness
    )
