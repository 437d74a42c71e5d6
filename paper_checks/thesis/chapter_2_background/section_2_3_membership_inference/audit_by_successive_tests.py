"""Claims about audits that test one guess of the budget after the other, Section 2.3.7."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.sampling.successive_tests import (
    incremental_error_as_printed,
    rejection_probability,
)
from .exact_audit_counts import LEVEL

RUNS = 1000
TRUTH = Fraction(1)


def tails(p: arb, least: int = 0) -> list[arb]:
    """P(Bin(N, p) >= c) for c from `least` to N + 1, summed from the top."""
    odds, term, total = (1 - p) / p, p**RUNS, arb(0)
    results = [arb(0)]
    for k in range(RUNS, least - 1, -1):
        total += term
        results.append(total)
        term *= odds * k / (RUNS - k + 1)
    return results[::-1]


def tail(p: arb, c: int) -> arb:
    """P(Bin(N, p) >= c)."""
    return tails(p, c)[0]


def success(eps: Fraction) -> arb:
    """e^eps / (1 + e^eps), the probability that randomised response tells its input."""
    return 1 / (1 + (-ball(eps)).exp())


def critical(eps: Fraction, start: int = 0) -> int:
    """The smallest c >= start with P(Bin(N, success(eps)) >= c) <= gamma, certified.

    It grows with eps, so the critical count of a smaller guess is a start.
    """
    counts = enumerate(tails(success(eps), start), start)
    c, result = next((c, result) for c, result in counts if not result > ball(LEVEL))
    need(result <= ball(LEVEL), "The level is not decided", eps=eps, c=c)
    return c


Procedure = Callable[[Fraction], arb]
"""P(eps_low > eps) for randomised response of eps = 1, as a function of the step."""
GUESSES = 400


def raise_if_not_rejected(step: Fraction) -> arb:
    """As printed: start above eps, test on fresh data, raise the guess until one is rejected.

    Guesses are just above 1, 1 + step, ..., while rejection is likely.
    """
    above, kept, c = tails(success(TRUTH)), arb(1), 0
    for i in range(GUESSES):
        # just above 1 the null hypothesis and its critical count are those of 1
        c = critical(TRUTH + i * step, c)
        if above[c] < arb("1e-12"):
            break
        kept *= 1 - above[c]
    return 1 - kept


def single_test(step: Fraction) -> arb:
    """One test at a fixed guess just above eps."""
    return rejection(TRUTH)


def exact_level() -> arb:
    """The exact level of the test at eps_0 = eps, rounded up: it is the gamma of this test."""
    return rejection(TRUTH) * (1 + arb(2) ** -60)


def rejection(eps_0: Fraction) -> arb:
    """P(H_0(eps_0) is rejected) for randomised response with eps = 1."""
    return tail(success(TRUTH), critical(eps_0))


@checks("thesis.audit.seq")
@mutant("two guesses, of which one may err", error=lambda eps_0: 1 - (1 - rejection(eps_0)) ** 2)
@mutant("sharper: an error of 0.99 gamma", part=Fraction(99, 100))
def one_test(
    error: Callable[[Fraction], arb] = lambda eps_0: rejection(eps_0),
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """P(eps_low > eps) of one test for randomised response of eps = 1, at five guesses."""
    sides = Sides()
    with working_precision(128):
        for eps_0 in map(Fraction, ("1/2", "9/10", "1", "11/10", "2")):
            # a rejected guess up to eps is no error
            result = error(eps_0) if eps_0 >= TRUTH else arb(0)
            case: dict[str, Any] = {"eps_0": eps_0, "N": RUNS, "error": result}
            for gamma in (ball(LEVEL), exact_level()):
                finding = "One test errs more often than gamma."
                sides.at_most(result, ball(part) * gamma, finding, **case, gamma=gamma)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.audit.seq.raised")
@mutant("a single test", procedure=single_test)
def raising_guesses(procedure: Procedure = raise_if_not_rejected) -> Verdict:
    """The error of the procedure for randomised response, by beta functions and by the library."""
    steps = (Fraction(1, 20), Fraction(1, 50), Fraction(1, 100), Fraction(1, 200))
    with working_precision(128):
        errors = [procedure(step) for step in steps]
        level = single_test(TRUTH).str(6, radius=False)
        shown = {
            f"P(eps_low > eps), step {float(s):g}": Enclosure.of(e)
            for s, e in zip(steps, errors, strict=True)
        }
        if not errors[-1] > ball(LEVEL):
            return points()
        need(all(a < b for a, b in pairwise(errors)), "The errors do not grow with finer steps")
        known = incremental_error_as_printed(1, steps[0], RUNS, LEVEL, GUESSES)
        same = abs(errors[0] - ball(Fraction(known.mid))) <= arb("1e-8")
        need(same, "Two computations differ", own=errors[0], library=known)
        case: dict[str, Any] = {
            "eps": TRUTH,
            "gamma": LEVEL,
            "runs for each test": RUNS,
            "step": steps[-1],
            "critical count at 1": critical(TRUTH),
            "level of the first test": level,
            "P(eps_low > 1) at least": Enclosure.of(errors[-1]).decimal_lo(6),
        }
    return refuted(
        witness=(
            "Randomised response, and fresh runs for each test. H_0(eps_0) is rejected if the "
            "number of truthful answers reaches its critical count; the guesses begin just above 1."
        ),
        numbers=shown,
        **case,
    )


def while_rejected(step: Fraction) -> arb:
    """Upwards while rejected: an error is a rejection of the first guess that is at least eps.

    The bound holds for any dependence between the tests; with fresh data it is even the product
    with the rejections below.
    """
    guess = step * -(-TRUTH // step)
    return rejection(guess)


def _skips_one_failure(step: Fraction) -> arb:
    """Wrong: one non-rejection is forgiven, so the first two guesses above eps may each err."""
    guess = step * -(-TRUTH // step)
    a, b = (rejection(g) for g in (guess, guess + step))
    return 1 - (1 - a) * (1 - b)


@checks("thesis.audit.seq.repaired")
@mutant("raise if not rejected", procedure=raise_if_not_rejected)
@mutant("one failure is forgiven", procedure=_skips_one_failure)
@mutant("sharper: an error of 0.99 gamma", part=Fraction(99, 100))
def upward_tests(
    procedure: Procedure = while_rejected, part: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The exact error for several steps, the power, and the library's tail."""
    sides, errors = Sides(), {}
    with working_precision(128):
        for step in map(Fraction, ("1/200", "1/100", "3/100", "1/20", "1/4", "1", "3")):
            error = procedure(step)
            errors[f"P(eps_low >= eps), step {float(step):g}"] = error.str(6, radius=False)
            finding = "The audit is not gamma-correct for randomised response with eps = 1."
            for gamma in (ball(LEVEL), exact_level()):
                sides.at_most(error, ball(part) * gamma, finding, N=RUNS, step=step, gamma=gamma)
        # the tail is also a value of the regularised incomplete beta function
        c = critical(TRUTH)
        beta = success(TRUTH).beta_lower(arb(c), arb(RUNS - c + 1), regularized=1)
        library = rejection_probability(1, 1, RUNS, LEVEL)
        same = abs(single_test(TRUTH) - ball(Fraction(library.mid))) < arb("1e-10")
        need(same and beta.overlaps(single_test(TRUTH)), "Two computations of a tail differ")
        # power: with one sample for all tests, eps_low >= 0.8 as soon as H_0(0.8) is rejected
        power = tail(success(TRUTH), critical(Fraction(4, 5)))
    return proof.verdict(
        numbers={**errors, "P(eps_low >= 0.8), one sample": power.str(6, radius=False)},
        sharpness=sides.sharpness,
    )
