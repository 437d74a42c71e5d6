"""Audits that test one budget after the other, as printed and repaired, with their exact error.

The mechanism is randomised response of a uniform bit, and eps its exact budget; an audit errs if
its lower bound is above eps. Thesis, Section 2.3.7.
"""

import math
from functools import lru_cache
import numpy as np
from flint import arb
from banditproof.theory.balls import enclose, lower, upper, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from .clopper_pearson import binomial_tail_of
from .two_samples import DIGITS, binomial_masses, response, tails

NEGLIGIBLE = 1e-24


def critical_count(eps: Number, runs: int, level: Number) -> int:
    """The smallest c with P(Bin(runs, e^eps / (1 + e^eps)) >= c) <= level.

    Under H_0(eps) at least so many of `runs` answers equal their uniform input bits with
    probability at most `level`. A search in floats, then one tail on each side in balls.

    >>> critical_count(1, 1000, "0.05")
    755
    """
    from scipy.special import betainc

    gamma = exact_positive("level", level)
    mean = 1 / (1 + math.exp(-float(exact(eps))))
    counts = np.arange(1, runs + 1)
    above = betainc(counts, runs - counts + 1, mean) > float(gamma)
    c = 1 + int(above.sum())
    with working_precision(96):
        p = response(eps)()
        tail = lru_cache(lambda k: binomial_tail_of(runs, p, k))
        # The floats may be off by one or two: balls move the count until both neighbours are
        # decided.
        while c <= runs and lower(tail(c)) > gamma:
            c += 1
        while c > 1 and upper(tail(c - 1)) <= gamma:
            c -= 1
        inside = upper(tail(c)) <= gamma
        outside = c == 1 or lower(tail(c - 1)) > gamma
    if not (inside and outside):
        raise ArithmeticError(f"A tail near {c} is too close to the level to be compared.")
    return c


def rejection_probability(truth: Number, guess: Number, runs: int, level: Number) -> Enclosure:
    """The probability that H_0(guess) is rejected if the budget is `truth`.

    >>> print(rejection_probability(1, 1, 1000, "0.05").decimal_lo(5))
    0.046263
    """
    c = critical_count(guess, runs, level)
    return enclose(lambda: binomial_tail_of(runs, response(truth)(), c), DIGITS)


def incremental_error_as_printed(
    eps: Number, step: Number, runs: int, level: Number, guesses: int = 400
) -> Enclosure:
    """P(eps_low > eps) of "not rejected: raise the guess and test again", on fresh data each time.

    The guesses are just above eps, then eps + step, eps + 2 step, ...; each is a true null
    hypothesis, and the audit errs if any is rejected: 1 - product of (1 - its level).

    >>> print(incremental_error_as_printed(1, "0.05", 1000, "0.05", guesses=10).decimal_lo(3))
    0.0565
    """
    from scipy.special import betainc

    truth, increment = exact(eps), exact_positive("step", step)
    number, mean = exact_count("guesses", guesses, 1), 1 / (1 + math.exp(-float(truth)))
    counts: list[int] = []
    for i in range(number):
        counts.append(critical_count(truth + i * increment, runs, level))
        c = counts[-1]
        if c > runs or betainc(c, runs - c + 1, mean) < NEGLIGIBLE:  # and ever less from here on
            break

    def error() -> tuple[arb, arb]:
        above = tails(binomial_masses(runs, response(truth)()))
        kept = arb(1)
        for c in counts:
            kept *= 1 - above[c]
        # Guesses after the break have an error between 0 and that of the last one: these are both
        # ends.
        rest = (1 - above[counts[-1]]) ** (number - len(counts))
        return 1 - kept, 1 - kept * rest

    return enclose(error, DIGITS)


def upward_error(eps: Number, step: Number, runs: int, level: Number) -> Enclosure:
    """P(eps_low >= eps) of the repaired audit: test step, 2 step, ... while each is rejected.

    It errs only if the first guess that is not below eps is reached and rejected; a guess that
    does not depend on the data, so this has probability at most `level`, whatever the dependence
    between the tests. Here each test has fresh data.

    >>> 0.02 < float(upward_error(1, "0.25", 1000, "0.05")) <= 0.0463
    True
    """
    truth, increment = exact(eps), exact_positive("step", step)
    first = math.ceil(truth / increment)
    counts = [critical_count(i * increment, runs, level) for i in range(1, max(first, 1) + 1)]

    def error() -> arb:
        above = tails(binomial_masses(runs, response(truth)()))
        reached = arb(1)
        for c in counts:
            reached *= above[c]
        return reached

    return enclose(error, DIGITS)
