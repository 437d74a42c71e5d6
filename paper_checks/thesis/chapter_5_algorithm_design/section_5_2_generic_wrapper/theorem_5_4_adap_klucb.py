"""Claims about Theorem 5.4: the regret of AdaP-KLUCB, and what its constants may depend on."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.pure_regret_bounds import PLAYS, Bound, against_plays, tail
from banditproof.paper_checks.verdicts.along import Along
from banditproof.paper_checks.verdicts.along_by_algebra import equal_in_symbols
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require, showing
from banditproof.theory.balls import ball, working_precision


def midpoint(horizon: int, beta: Fraction) -> arb:
    """8 beta log T + 3 + 3/(2 (beta - 3)), for a gap of 1 and a large eps."""
    return ball(8 * beta) * ball(horizon).log() + tail(beta)


@checks("thesis.thm5.4.pinsker")
@mutant("sharper: a tenth", bound=lambda t, b: midpoint(t, b) / 10)
def pulls_by_the_midpoint(bound: Bound = midpoint, proof: Proof = WRITTEN) -> Verdict:
    """The midpoint of the means, with the inequalities of Pinsker and Hoeffding."""
    return proof.verdict(
        instances=PLAYS.replace("Two", "A play of AdaP-UCB: two"),
        sharpness=against_plays(bound).sharpness,
    )


def pulls_at_ones(horizon: int, beta: Fraction) -> arb:
    """A lower bound of the pulls of one of two arms of means 1 - 1/T and almost 1.

    While all rewards are 1 and no noise is below -beta log t, all indexes are 1, whatever the rule
    for ties: one of the arms has at least T/2 pulls then, and is the worse one in one of the two
    orders of the means. Of the 2 log2 T + 2 noises each fails with at most 3^-beta/2.
    """
    noises = 2 * horizon.bit_length() + 2
    ones = (1 - 1 / ball(horizon)) ** horizon
    return ball(Fraction(horizon, 2)) * (ones - noises * ball(3) ** -ball(beta) / 2)


def first_term_below_one() -> Along:
    """C_1 log T over C_2 eps gap, at an eps for these constants, and a gap of 1/(2T) or more."""
    import sympy as sp

    first, second, t, log = sp.symbols("C_1 C_2 T log_T", positive=True)
    eps, gap = 2 * first * t * log / second, 1 / (2 * t)
    return equal_in_symbols(
        "C_1 and C_2",
        "eps = 2 C_1 T log(T)/C_2 makes the first term at most 1, with d >= C_1 log T",
        first * log,
        second * eps * gap,
    )


@checks("thesis.thm5.4.pulls")
@mutant("means that are not near 1", shown=0)
def universal_constants(shown: int = 1) -> Verdict:
    """Means 1 - 1/T and nearly 1, and a large eps: the first term is as small as one likes."""
    beta, horizon = Fraction(6), 1000
    with working_precision(80):
        # eps and log(1/(1-mu*)) so large that C_1 log T/min(d, C_2 eps gap) is at most 1
        most = 1 + ball(3 * beta / (beta - 3))
        least = shown * (pulls_at_ones(horizon, beta) - 1)  # 1 for mu* < 1 within 1/T^2 of 1
        with showing(first_term_below_one):
            require(
                at_most(least, most),
                "For any C_1 and C_2 choose eps >= C_1 T log(T)/C_2 and mu* so near 1 that d >= "
                "C_1 "
                "log T: the bound is at most 1 + 3 beta/(beta-3), but the indexes of both arms are "
                "1 "
                "while all rewards are 1.",
                beta=beta,
                T=horizon,
                mu_a="1 - 1/T",
                mu_star="1 - delta, delta -> 0",
                pulls_at_least=least,
                bound=most,
            )
    return proved()
