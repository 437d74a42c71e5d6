"""Claims about the audit with an event that is chosen on the data."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling.thesis_audits import best_of_many_error
from .exact_audit_counts import (
    LEVEL,
    audit_error,
    binomial,
    certain_digits,
    logs_below_zero,
    radius,
)

RUNS = 25
OUTCOMES = 100

Error = Callable[[int], Fraction]
"""A lower bound of Pr[eps_low > 0] for a mechanism that ignores its data and outputs one of N
values, all equally likely; the event is the set of the values that some runs on D gave."""


def on_the_same_runs(outcomes: int) -> Fraction:
    """The T runs that chose the event are those that estimate p_0, so p_hat_0 = 1.

    At most T values were seen, so each run on D' hits one with probability at most T/N; eps_low is
    positive as long as 1 - r > p_hat_1 + r.
    """
    seen = Fraction(RUNS, outcomes)
    r = radius(RUNS)
    hits = [k for k in range(RUNS + 1) if 1 - r > Fraction(k, RUNS) + r]
    return sum((binomial(RUNS, seen)[k] for k in hits), Fraction(0))


def on_fresh_runs(outcomes: int) -> Fraction:
    """T other runs chose the event: given them it is fixed, and p_0 = p_1 = seen / N.

    The largest error over the possible numbers of values seen, which bounds the whole error.
    """
    return max(
        audit_error((RUNS, RUNS), (Fraction(s, outcomes),) * 2, Fraction(1), logs_below_zero)[0]
        for s in (1, 2, RUNS)
    )


COINS, TOSSES = 1000, 50


def best_of_fair_coins() -> Enclosure:
    """Pr[eps_low > 0] for the best of 1000 fair coins, 50 runs each, by Clopper and Pearson.

    The lower end for i hits is the p with Pr[Bin(50, p) >= i] = gamma/4, here by bisection; the
    upper end for j hits is 1 minus the lower one for 50 - j, so a pair errs iff two ends add up
    to more than 1.
    """
    with working_precision(96):
        lows = [Fraction(0), *(_lower_end(hits) for hits in range(1, TOSSES + 1))]
        wrong = Fraction(0)
        for i, j in product(range(TOSSES + 1), repeat=2):
            for gap in (lows[i] + lows[TOSSES - j] - 1, lows[j] + lows[TOSSES - i] - 1):
                need(abs(gap) > Fraction(1, 2**30), "A bound is not decided", i=i, j=j)
                wrong += (gap > 0) * Fraction(comb(TOSSES, i) * comb(TOSSES, j), 4**TOSSES)
        # the two cases exclude each other: the lower end of a count is below its upper end
        return Enclosure.of(1 - (1 - ball(wrong)) ** COINS)


def _lower_end(hits: int) -> Fraction:
    """Bisection to 2^-36; each step is a certified comparison."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(36):
        middle = (low + high) / 2
        tail = ball(middle).beta_lower(arb(hits), arb(TOSSES - hits + 1), regularized=1)
        need(tail > ball(LEVEL / 4) or tail < ball(LEVEL / 4), "A step is not decided", p=middle)
        low, high = (low, middle) if tail > ball(LEVEL / 4) else (middle, high)
    return low


@checks("thesis.audit.event.same-data", subjects={"error": (on_the_same_runs, on_fresh_runs)})
def chosen_event(error: Error, proof: Proof = WRITTEN) -> Verdict:
    """A mechanism that ignores its data, with the event 'a value that was seen on D', exact."""
    errors = {}
    for outcomes in (OUTCOMES, 2 * RUNS, 1000):
        result = error(outcomes)
        errors[f"error, {outcomes} values"] = certain_digits(result)
        require(
            result <= LEVEL,
            "The radii are for an event that is fixed before the runs. An event made of the very "
            "outcomes that D gave has p_hat_0 = 1 whatever the mechanism does, so the audit "
            "reports a positive eps of a mechanism that ignores its data.",
            grade=Grade.PROVED,
            output=f"uniform on {outcomes} values, whatever the data are (eps = 0)",
            E="the values seen on D",
            T=RUNS,
            gamma=LEVEL,
            error=certain_digits(result),
        )
    # many fair coins, of which the one with the largest bound is kept
    best, own = best_of_many_error(COINS, TOSSES, "0.05"), best_of_fair_coins()
    need(abs(best - own) < Fraction(1, 10**9), "Two computations differ", library=best, own=own)
    errors["the best of 1000 fair coins on the same runs"] = best
    return proof.verdict(numbers=errors)
