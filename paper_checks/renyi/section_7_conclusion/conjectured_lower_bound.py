"""The conjecture at the end of the Renyi paper on lower bounds under Renyi DP."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Outcome, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import steps_show
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory.balls import ball, working_precision

ALPHA, BETA, GAP = Fraction(2), Fraction(31, 10), Fraction(1, 2)
"""The order, the optimism parameter and the gap of the two arms of the witness."""
CONSTANT = Fraction(1, 50)
Term = Callable[[arb], arb]
"""What privacy costs an arm over sqrt(alpha/eps), a function of log T."""


@checks("renyi.conj.asymptotic")
def at_a_fixed_budget(proof: Proof = WRITTEN) -> Verdict:
    """The bound without privacy is of the order log T, above every multiple of its root."""
    verdict = proof.verdict(
        "The bound of Lai and Robbins, which has nothing to do with privacy, grows faster: any "
        "constant could stand before the root.",
        instances="None beside the steps.",
        beyond="The intended statement: renyi.conj, with a constant for all budgets.",
    )
    done = verdict.outcome == Outcome.HOLDS
    return replace(verdict, outcome=Outcome.HOLDS_VACUOUSLY) if done else verdict


def lighter(log_t: arb) -> arb:
    """16 log(2 + 2 beta log T), the term of renyi.conj.noise.regret."""
    return 16 * (2 + 2 * ball(BETA) * log_t).log()


def normal(log_t: arb) -> arb:
    """8 sqrt(beta log T), the term of Theorem 5."""
    return 8 * (ball(BETA) * log_t).sqrt()


def bound(log_t: arb, eps: arb, term: Term = lighter) -> arb:
    """The bound of the regret of two arms, as in renyi.conj.noise.regret, at the horizon e^log_t.

    >>> with working_precision(64):
    ...     print(bound(arb(10) ** 5, arb(10) ** -10).str(5, radius=False))
    3.5139e+7
    """
    beta, gap = ball(BETA), ball(GAP)
    free = 8 * (beta * log_t + arb(2).log()) / gap + gap * (beta - 2) / (beta - 3)
    return free + (ball(ALPHA) / eps).sqrt() * term(log_t)


@checks("renyi.conj")
@mutant("normal noise", term=normal)
@mutant("one budget", power=0)
@mutant("a constant below the quotient", constant=CONSTANT / 4)
def with_one_constant(
    term: Term = lighter, power: int = 2, constant: Fraction = CONSTANT
) -> Verdict:
    """The bound of the policies with the lighter noise over the conjectured order, in balls."""
    with working_precision(128):
        quotients = []
        for digits in (3, 5, 7, 9):
            log_t = arb(10) ** digits
            eps = 1 / log_t**power
            quotients.append(bound(log_t, eps, term) / (ball(ALPHA) * log_t / eps).sqrt())
        last = quotients[-1]
        if last > ball(constant):
            return points("The bound is above the conjectured order at these horizons.")
        need(last < ball(constant), "The comparison is undecided")
        return refuted(
            along=steps_show(
                "renyi.conj.noise.order",
                "c > 0",
                "the regret of private policies is at most half of c times that root at all large "
                "T along eps = (log T)^-2",
            ),
            K=2,
            gap=GAP,
            alpha=ALPHA,
            beta=BETA,
            log_T=10**9,
            eps="(log T)^-2",
            bound_over_the_root=last,
            c=constant,
            quotients_at_10_to_the_3_5_7=", ".join(f"{float(q):.4f}" for q in quotients[:-1]),
        )
