"""Claims about (5.12) and (5.14): the exponent that is missing, and where costs are truncated."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, refuted
from banditproof.theory.balls import ball, working_precision


@checks("thesis.eq5.12.levels")
@mutant("the exponent of the first case", exponent=Fraction(2))
def printed_levels(exponent: Fraction = Fraction(1)) -> Verdict:
    """The noise of different phases is independent; its probabilities are delta/(3 K zeta(s) k)."""
    arms, delta, phases = 2, Fraction(1, 2), 10**6
    with working_precision(64):
        one = ball(delta) / (3 * arms * ball(2).zeta())
        # sum over 2 <= k <= n of k^-e by its integral, from below; it grows without end for e = 1
        if exponent == 1:
            total = 2**20 * one  # log(n/2) >= 2^20 at n = 2 exp(2^20)
        else:
            total = one * ((ball(exponent).zeta() - 1) + ball(Fraction(1, 4)))
        missed = 1 - (-arms * total).exp()
        if not missed > ball(delta / 3):
            return points()
    return refuted(
        witness=(
            "1 - prod(1 - p_k) >= 1 - exp(-sum p_k), and the sum over k <= 2 exp(2^20) is at least "
            "2^20 delta/(3 K zeta(2))."
        ),
        K=arms,
        delta=delta,
        s=2,
        probability_at_least=missed,
        phases=f"2 exp(2^20), more than {phases}",
    )
