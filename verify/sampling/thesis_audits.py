"""The audits of one event or one guess, as printed and repaired, with their exact error.

The mechanism is randomised response unless stated otherwise: the answer equals the input bit with
probability e^eps / (1 + e^eps), and eps is its exact budget. An audit errs if its lower bound is
above the true eps. Thesis, Section 2.3.7; those that test many budgets are in `successive_tests`.
"""

import math
from fractions import Fraction
from typing import Any, Literal
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count
from .clopper_pearson import lower_limits, upper_limits
from .two_samples import DIGITS, Balls, binomial_masses, certain, response, tails, two_sample_error

Limits = Literal["radius", "exact"]


def joint_radius(level: Number, sides: int = 4) -> float:
    """C such that `sides` one-sided Hoeffding bounds with radius C / sqrt(T) hold jointly.

    C = sqrt(log(sides / level) / 2). The audit uses a bound below and a bound above each of two
    proportions, so a joint level needs sides = 4; fewer do not give it by this argument.

    >>> round(joint_radius("0.05"), 6), joint_radius("0.05", 1) < joint_radius("0.05", 2)
    (1.480207, True)
    """
    return math.sqrt(math.log(sides / float(exact(level))) / 2)


def _log_ratios(numerator: Any, denominator: Any) -> Any:
    """log of a ratio, minus infinity where the numerator is not positive."""
    top, bottom = np.broadcast_arrays(np.asarray(numerator, float), np.asarray(denominator, float))
    positive = np.maximum(top, 1e-300), np.maximum(bottom, 1e-300)
    return np.where(top > 0, np.log(positive[0]) - np.log(positive[1]), -np.inf)


def printed_event_bound(
    left: Any, right: Any, radius_left: Any, radius_right: Any, delta: float = 0.0
) -> Any:
    """eps_low from two proportions and their radii, as printed; 0 where no numerator is positive.

    max{0, log((p0 - r0 - delta) / (p1 + r1)), log((p1 - r1 - delta) / (p0 + r0))}.

    >>> round(float(printed_event_bound(0.75, 0.25, 0.0, 0.0)), 6)
    1.098612
    """
    first = _log_ratios(left - radius_left - delta, right + radius_right)
    second = _log_ratios(right - radius_right - delta, left + radius_left)
    return np.maximum(np.maximum(first, second), 0.0)


def event_audit_bounds(
    runs_left: int, runs_right: int, level: Number, limits: Limits = "exact", sides: int = 4
) -> Any:
    """The lower bound of eps for all pairs of counts, as a matrix [hits on left, hits on right].

    `radius` is the printed form with Hoeffding's radii; `exact` has Clopper-Pearson limits, each
    at level / sides.

    >>> bounds = event_audit_bounds(100, 100, "0.05")
    >>> bounds.shape, bool(bounds[90, 10] > 1.3), float(bounds[50, 50])
    ((101, 101), True, 0.0)
    """
    k_left, k_right = np.arange(runs_left + 1)[:, None], np.arange(runs_right + 1)[None, :]
    if limits == "radius":
        c = joint_radius(level, sides)
        return printed_event_bound(
            k_left / runs_left,
            k_right / runs_right,
            c / math.sqrt(runs_left),
            c / math.sqrt(runs_right),
        )
    share = float(exact(level)) / sides
    lows = lower_limits(k_left, runs_left, share), lower_limits(k_right, runs_right, share)
    highs = upper_limits(k_left, runs_left, share), upper_limits(k_right, runs_right, share)
    first, second = _log_ratios(lows[0], highs[1]), _log_ratios(lows[1], highs[0])
    return np.maximum(np.maximum(first, second), 0.0)


def event_audit_error(
    eps: Number,
    runs: int,
    level: Number,
    limits: Limits = "exact",
    sides: int = 4,
    p: Balls | None = None,
    q: Balls | None = None,
) -> Enclosure:
    """The probability that the two-sample audit of a fixed event errs, enclosed.

    p and q are the probabilities of the event; those of randomised response by default.

    >>> float(event_audit_error(1, 200, "0.05")) < 0.05
    True
    """
    bounds = event_audit_bounds(runs, runs, level, limits, sides)
    errs = certain(bounds, float(exact(eps)))
    return two_sample_error(runs, runs, p or response(eps), q or response(eps, truth=False), errs)


def power_of_event_audit(
    truth: Number, eps: Number, runs: int, level: Number, sides: int = 4
) -> Enclosure:
    """The probability that the exact two-sample audit rejects eps if the budget is `truth`.

    >>> float(power_of_event_audit(2, "0.5", 200, "0.05")) > 0.99
    True
    """
    bounds = event_audit_bounds(runs, runs, level, "exact", sides)
    errs = certain(bounds, float(exact(eps)))
    return two_sample_error(runs, runs, response(truth), response(truth, truth=False), errs)


def membership_error_as_printed(eps: Number, rounds: int, level: Number) -> Enclosure:
    """The probability that the membership audit errs if its rates are proportions of all rounds.

    b is a fair bit, the answer is randomised response of b, and the guess is the answer. Printed:
    alpha_hat and beta_hat are the false positives and the false negatives over T, with the radius
    of T rounds; eps_low is the largest logarithm of (1 - beta_hat - r) / (alpha_hat + r) and
    (1 - alpha_hat - r) / (beta_hat + r). The rates are then about half of what they should be.

    >>> float(membership_error_as_printed(1, 200, "0.05")) > 0.3
    True
    """
    n = exact_count("rounds", rounds, 1)
    radius = joint_radius(level) / math.sqrt(n)
    i, j = np.arange(n + 1)[:, None] / n, np.arange(n + 1)[None, :] / n
    # of the errors e in all rounds, the false positives are Bin(e, 1/2)
    bounds = np.maximum(
        _log_ratios(1 - j - radius, i + radius), _log_ratios(1 - i - radius, j + radius)
    )
    errs = certain(np.maximum(bounds, 0.0), float(exact(eps)))

    def total() -> arb:
        masses = binomial_masses(n, response(eps, truth=False)())
        half = ball(Fraction(1, 2))
        result = arb(0)
        for e, mass in enumerate(masses):
            splits = binomial_masses(e, half)
            result += mass * sum((splits[k] for k in range(e + 1) if errs[k, e - k]), arb(0))
        return result

    return enclose(total, DIGITS)


def membership_error_repaired(
    eps: Number, rounds: int, level: Number, limits: Limits = "exact"
) -> Enclosure:
    """The same, with the rates over the rounds with b = 0 and with b = 1, and limits for those.

    Given the number of rounds with b = 0 it is the two-sample audit; without any round of one
    kind the bound is 0.

    >>> float(membership_error_repaired(1, 60, "0.05")) < 0.05
    True
    """
    n = exact_count("rounds", rounds, 1)
    goal = float(exact(eps))
    matrices = [
        certain(event_audit_bounds(zeros, n - zeros, level, limits), goal) for zeros in range(1, n)
    ]

    def total() -> arb:
        lie, half = response(eps, truth=False)(), ball(Fraction(1, 2))
        splits = binomial_masses(n, half)
        result = arb(0)
        for zeros, errs in enumerate(matrices, 1):
            # hits are answers 1: lies at b = 0, truths at b = 1
            above = tails(binomial_masses(zeros, lie))
            masses = binomial_masses(n - zeros, 1 - lie)
            for k, mass in enumerate(masses):
                column = np.flatnonzero(errs[:, k])
                if len(column):
                    inside = sum((above[int(h)] - above[int(h) + 1] for h in column), arb(0))
                    result += splits[zeros] * mass * inside
        return result

    return enclose(total, DIGITS)


def best_of_many_error(events: int, runs: int, level: Number) -> Enclosure:
    """P(eps_low > 0) if the event is chosen on the data that test it: the best of many coins.

    The mechanism releases fair coins that do not read its input, so eps = 0; the audit keeps the
    coin with the largest exact two-sample bound. The coins are independent, so it errs with
    probability 1 - (1 - error of one)^events. With fresh data for the chosen coin it is the error
    of one (`event_audit_error` with p = q = 1/2).

    >>> 0.0 < float(best_of_many_error(1, 100, "0.5")) < float(best_of_many_error(50, 100, "0.5"))
    True
    """
    half = response(0)
    # at eps 0 most bounds are exactly 0, so what is above 0 is above half of the smallest one
    bounds = event_audit_bounds(runs, runs, level)
    smallest = float(np.min(bounds[bounds > 0], initial=1.0))
    one = two_sample_error(runs, runs, half, half, certain(bounds, smallest / 2))
    return 1 - (1 - one) ** exact_count("events", events, 1)
