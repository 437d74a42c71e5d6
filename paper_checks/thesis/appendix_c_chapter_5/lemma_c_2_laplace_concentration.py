"""Claims about Lemma C.2: the concentration of a mean with Laplace noise."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.laplace_means import Width, compared_tails, printed_width
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball


@checks("thesis.lemC.2", subjects={"delta": (Fraction(2), None)})
@mutant("a probability", "print", delta=Fraction(1, 2))
@mutant("noise of scale 1/eps", width=lambda n, eps, log: printed_width(n, eps * n, log) / n)
@mutant("no width for the noise", width=lambda n, eps, log: (log / (2 * n)).sqrt())
@mutant("sharper: half of the width", width=lambda n, eps, log: printed_width(n, eps, log) / 2)
@mutant("sharper: 0.6 delta", factor=Fraction(3, 5))
def noisy_mean_concentrates(
    delta: Fraction | None,
    width: Width = printed_width,
    factor: Fraction = Fraction(3, 2),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The width at a delta that the print allows and the repair excludes; exact tails of coins."""
    if delta is not None:
        log = -ball(delta).log()
        finding = (
            "For delta > 1 the width has the root of a negative number; delta = 0 has no logarithm."
        )
        require_or_repair(delta <= 1, finding, n=1, delta=delta, square_of_the_first_width=log / 2)
    return proof.verdict(sharpness=compared_tails(width, factor).sharpness)
