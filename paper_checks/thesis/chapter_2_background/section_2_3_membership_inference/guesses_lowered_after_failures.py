"""Claims about audits as tests of one guess after the other: the print, and lowered guesses."""

from collections.abc import Callable
from fractions import Fraction
import numpy as np
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, points, refuted, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling.two_samples import binomial_masses, response, tails
from .audit_by_successive_tests import RUNS, TRUTH, critical, rejection, success
from .audit_by_successive_tests import tails as tails_of_count
from .exact_audit_counts import LEVEL

TOP = Fraction(3, 2)
Procedure = Callable[[list[Fraction]], arb]
"""P(eps_low > 1) for randomised response of eps = 1, from the guesses that are above 1."""


def on_fresh_runs(guesses: list[Fraction]) -> arb:
    """Each test has its own runs: an error if any guess above 1 is rejected."""
    above, kept, c = tails_of_count(success(TRUTH)), arb(1), 0
    for guess in sorted(guesses):
        c = critical(guess, c)
        kept *= 1 - above[c]
    return 1 - kept


def on_one_sample(guesses: list[Fraction]) -> arb:
    """One count decides all tests; the critical counts grow, so the smallest guess decides."""
    counts, c = [], 0
    for guess in sorted(guesses):
        c = critical(guess, c)
        counts.append(c)
    require(counts == sorted(counts), "The tests are not nested.", counts=counts)
    return rejection(min(guesses))


def guesses_above(step: Fraction) -> list[Fraction]:
    """The guesses just above 1, 1 + step, ..., up to 1.5; the first one is read as just above."""
    return [TRUTH + i * step for i in range(int((TOP - TRUTH) / step) + 1)]


@checks(
    "thesis.mia.claim.audit-as-test.lowered", subjects={"procedure": (on_fresh_runs, on_one_sample)}
)
def lowering_guesses(procedure: Procedure, proof: Proof = WRITTEN) -> Verdict:
    """The exact errors for randomised response of eps = 1, from 1.5 downwards."""
    numbers = {}
    with working_precision(128):
        for step in map(Fraction, ("1/4", "1/20", "1/50")):
            result = procedure(guesses_above(step))
            numbers[f"P(eps_low > 1), step {float(step):g}"] = Enclosure.of(result)
            require(
                at_most(result, ball(LEVEL)),
                "Tests on fresh data err one after the other on the way down from a guess above "
                "eps, as they do on the way up.",
                grade=Grade.PROVED,
                mechanism="randomised response, eps = 1",
                runs_for_each_test=RUNS,
                first_guess=TOP,
                step=step,
                error=result,
            )
    return proof.verdict(numbers=numbers)


Z = Fraction(16448536, 10**7)
"""The normal quantile at 0.95, to seven digits."""
SIZE = 300


def critical_hits(eps_0: Fraction) -> list[int]:
    """For each number of hits on D' the smallest number on D that the normal test rejects.

    It rejects iff p1 - x p0 > z sqrt((p1 (1 - p1) + x^2 p0 (1 - p0))/T) with x = e^eps_0. Guesses
    are found in float64 and confirmed in balls.
    """
    x, result = ball(eps_0).exp(), []
    p1 = np.arange(SIZE + 1) / SIZE
    for j in range(SIZE + 1):
        p0 = j / SIZE
        spread = np.sqrt((p1 * (1 - p1) + float(x.mid()) ** 2 * p0 * (1 - p0)) / SIZE)
        wins = np.flatnonzero(p1 - float(x.mid()) * p0 > float(Z) * spread)
        c = int(wins[0]) if len(wins) else SIZE + 1
        need(len(wins) == SIZE + 1 - c, "Rejections are scattered", hits=j)
        for i, wanted in ((c - 1, False), (c, True)):
            if 0 <= i <= SIZE:
                gap = ball(Fraction(i, SIZE)) - x * ball(Fraction(j, SIZE))
                var = ball(Fraction(i * (SIZE - i), SIZE**2)) + x**2 * ball(
                    Fraction(j * (SIZE - j), SIZE**2)
                )
                excess = gap * gap * SIZE - ball(Z) ** 2 * var
                rejects, keeps = gap > 0 and excess > 0, gap <= 0 or excess <= 0
                need(rejects if wanted else keeps, "A rejection is not decided", hits=(i, j))
        result.append(c)
    return result


def normal_rejection(eps_0: Fraction) -> arb:
    """P(the normal test rejects eps_0) for randomised response of eps = 1, 300 runs each."""
    truth, lie = response(1)(), response(1, truth=False)()
    above = tails(binomial_masses(SIZE, truth))
    masses = binomial_masses(SIZE, lie)
    return sum((m * above[c] for m, c in zip(masses, critical_hits(eps_0), strict=True)), arb(0))


def as_often_as_it_says(eps_0: Fraction) -> arb:
    """gamma: what a test with confidence 1 - gamma may do."""
    return ball(LEVEL)


@checks("thesis.mia.claim.audit-as-test.normal")
@mutant("a test of its level", test=as_often_as_it_says)
def normal_tests(test: Callable[[Fraction], arb] = normal_rejection) -> Verdict:
    """The exact level of the test at the true budget, and of guesses that are raised."""
    with working_precision(96):
        one, kept = test(TRUTH), arb(1)
        if one <= ball(LEVEL):
            return points()
        need(one > ball(LEVEL), "The level is not decided", level=one)
        for i in range(9):
            kept *= 1 - test(TRUTH + i * Fraction(1, 4))
    return refuted(
        numbers={
            "P(eps_0 = 1 is rejected)": Enclosure.of(one),
            "P(a false bound), raised by 0.25 up to 3": Enclosure.of(1 - kept),
        },
        mechanism="randomised response, eps = 1",
        T=SIZE,
        gamma=LEVEL,
        probability_of_rejecting_the_truth=one,
    )
