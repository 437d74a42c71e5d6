"""Claims about Lemma C.2: the concentration of a mean with Laplace noise."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.laplace_means import Width, compared_tails, printed_width
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball


@checks("thesis.lemC.2", subjects={"also": (Fraction(2), None)})
@mutant("a probability", "print", also=Fraction(1, 2))
@mutant("noise of scale 1/eps", width=lambda n, eps, log: printed_width(n, eps * n, log) / n)
@mutant("no width for the noise", width=lambda n, eps, log: (log / (2 * n)).sqrt())
@mutant("sharper: half of the width", width=lambda n, eps, log: printed_width(n, eps, log) / 2)
@mutant("sharper: 0.6 delta", factor=Fraction(3, 5))
def noisy_mean_concentrates(
    also: Fraction | None,
    width: Width = printed_width,
    factor: Fraction = Fraction(3, 2),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The width at delta > 1, and exact tails of coins."""
    if also is not None:
        log = -ball(also).log()
        finding = (
            "For delta > 1 the width has the root of a negative number; delta = 0 has no logarithm."
        )
        require_or_repair(also <= 1, finding, n=1, delta=also, square_of_the_first_width=log / 2)
    return proof.verdict(sharpness=compared_tails(width, factor).sharpness)
