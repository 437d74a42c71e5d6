"""The constants that make the private Chernoff bound uniform along a batch schedule.

Pr[S_{n_m, M} >= n_m x] <= A_a e^{-n_m (d_eps(x, mu) - a)} for all m. Optimal Regret of Bernoulli
Bandits, Proposition 4.1 = Corollary D.5.
"""

from __future__ import annotations
import math
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.balls import ball, enclose, hull
from banditproof.theory.batch_schedule import (
    BatchSizes,
    ExplicitSchedule,
    PolynomialSchedule,
    Schedule,
)
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Array, Float, counts, positive, probabilities, unwrapped
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.private_divergence import d_eps, d_eps_balls


def _certified_log_growth(
    m: Number, pulls: Number, mu: Number, eps: Number, *, digits: int
) -> Enclosure:
    noises, n = exact_count("m", m) + 1, exact_count("pulls", pulls, least=1)
    mu, eps = exact_probability("mu", mu), exact_positive("eps", eps)
    if mu == 0:
        raise ValueError("mu is 0, where log(1/mu) is infinite; give 0 < mu <= 1.")

    def logarithm() -> arb:
        large = 1 + noises * ball(1 + noises * eps * n).log() + (1 - n * ball(mu).log()).log()
        return large + (1 + (-large).exp()).log()

    return enclose(logarithm, digits)


@certified_by(_certified_log_growth)
@accepts_epsilon
@broadcasts
def printed_log_constant(m: Float, pulls: Float, mu: Float, eps: Float) -> Any:
    """log A(n_m), the constant that the printed proof of Corollary D.5 calls e^{o(n_m)}.

    A(n) = n e (1 + (m+1) eps n)^{m+1} log(1/mu) + e (1 + (m+1) eps n)^{m+1} + 1. This is true
    only if m log n_m = o(n_m), which is more than the hypothesis m = o(n_m).

    >>> m = 10**6
    >>> pulls = math.ceil(m * math.log(math.log(m + 20)))
    >>> round(printed_log_constant(m, pulls, 0.5, 0.5) / pulls, 1)
    10.6
    """
    noises, n = counts("m", m) + 1.0, counts("pulls", pulls, least=1).astype(float)
    mu, eps = probabilities("mu", mu), positive("eps", eps)
    if (mu == 0).any():
        raise ValueError("mu contains 0, where log(1/mu) is infinite; give 0 < mu <= 1.")
    with np.errstate(over="ignore"):
        step = noises * eps * n
        logarithm = np.where(np.isinf(step), np.log(noises * n) + np.log(eps), np.log1p(step))
    large: Array = 1.0 + noises * logarithm + np.log1p(-n * np.log(mu))
    return unwrapped(np.logaddexp(large, 0.0))


def _largest_rate(mu: Fraction, eps: Fraction) -> arb:
    """max(d_eps(0, mu), d_eps(1, mu))."""
    low, high = (hull(*d_eps_balls(Fraction(end), mu, eps)) for end in (0, 1))
    return low.max(high)


def _certified_share(a: Number, mu: Number, eps: Number, *, digits: int) -> Enclosure:
    a, mu, eps = exact_positive("a", a), exact_probability("mu", mu), exact_positive("eps", eps)
    return enclose(lambda: (ball(a) / (2 * _largest_rate(mu, eps))).min(arb(1)), digits)


@certified_by(_certified_share)
@accepts_epsilon
@broadcasts
def noise_share(a: Float, mu: Float, eps: Float) -> Any:
    """The c of the family of Chernoff bounds that costs at most a/2 in the rate, for every x.

    c = min(1, a / (2 D)) with D = max(d_eps(0, mu), d_eps(1, mu)), so c d_eps(x, mu) <= a/2.

    >>> round(noise_share(0.1, 0.5, 1.0), 6)
    0.131619
    """
    a, mu, eps = positive("a", a), probabilities("mu", mu), positive("eps", eps)
    largest = np.maximum(d_eps(0.0, mu, eps), d_eps(1.0, mu, eps))
    with np.errstate(over="ignore", divide="ignore"):  # the divergence may be 0 or subnormal
        result = np.asarray(np.minimum(1.0, a / (2.0 * largest)))
    few = np.broadcast_to((largest < sys.float_info.min) & (result < 1.0), result.shape)
    columns = [np.broadcast_to(x, result.shape)[few].tolist() for x in (a, mu, eps)]
    # a subnormal divergence has lost its digits
    result[few] = [float(_certified_share(*p, digits=16)) for p in zip(*columns, strict=True)]
    return unwrapped(result)


def _decisive_phases(schedule: Schedule, threshold: float) -> Iterable[tuple[int, int]]:
    """The pairs (m + 1, n_m) up to the phase from which n_{m+1} - n_m stays above the threshold."""
    if isinstance(schedule, ExplicitSchedule):
        return [(m + 1, n) for m, n in enumerate(schedule.sizes)]
    if isinstance(schedule, PolynomialSchedule):
        power = float(exact(schedule.power))
        if power == 1.0:
            raise ValueError("The power is 1, so m/n_m does not tend to 0; give a power > 1.")
        # n_{m+1} - n_m >= power (m+1)^{power-1} - 1
        enough = ((threshold + 2.0) / power) ** (1.0 / (power - 1.0))
    else:
        # B_{m+1} >= n_0 ratio^{m+1} - 1
        ratio = float(schedule.exact_ratio)
        enough = math.log((threshold + 2.0) / schedule.first) / math.log(ratio)
    last = max(1, math.ceil(enough) + 2)
    if last > 100_000:
        raise ValueError(f"The constant needs {last} phases of the schedule; give a larger a.")
    return [(m + 1, schedule.pulls(m)) for m in range(last + 1)]


@reads(schedule=values_of(BatchSizes))
def _certified_log_constant(
    a: Number, mu: Number, eps: Number, schedule: Schedule, *, digits: int
) -> Enclosure:
    share = _certified_share(a, mu, eps, digits=digits)
    half = exact_positive("a", a) / 2
    if share.lo >= 1:
        return Enclosure.of(-half * schedule.pulls(0))
    price = _certified_price(a, mu, eps, digits=2 * digits + 20)
    threshold = price.upper / half
    if threshold > 10**15:
        raise ValueError(
            f"a is {a}, for which the constant needs too many phases; give a larger a."
        )
    pairs = list(_decisive_phases(schedule, float(threshold) * 1.001))
    # the largest of price * noises - half * pulls, in integers over one denominator
    whole = math.lcm(price.lower.denominator, price.upper.denominator, half.denominator)
    low, high, rate = (int(number * whole) for number in (price.lower, price.upper, half))
    ends = [max(end * noises - rate * pulls for noises, pulls in pairs) for end in (low, high)]
    return Enclosure(*(Fraction(end, whole) for end in ends))


def _certified_price(a: Number, mu: Number, eps: Number, *, digits: int) -> Enclosure:
    """log(1/c) for the c of `noise_share`, when c < 1."""
    a, mu, eps = exact_positive("a", a), exact_probability("mu", mu), exact_positive("eps", eps)
    return enclose(lambda: (2 * _largest_rate(mu, eps) / ball(a)).log(), digits)


@certified_by(_certified_log_constant)
@accepts_epsilon
def uniform_log_constant(a: float, mu: float, eps: float, schedule: Schedule) -> float:
    """log A_a, an explicit constant of Corollary D.5 that is valid for every x and every phase.

    A_a = sup over m of c^{-(m+1)} e^{-a n_m / 2} with c of `noise_share`; phase m of the algorithm
    has m + 1 Laplace variables. It is finite whenever m = o(n_m); the supremum is taken over
    the phases before n_m grows by more than 2 log(1/c) / a per phase, which are finitely many.
    Claim `bern.prop4.1`.

    >>> from banditproof.theory.batch_schedule import GeometricSchedule
    >>> round(uniform_log_constant(0.1, 0.5, 1.0, GeometricSchedule(2)), 6)
    9.017081
    """
    return float(_certified_log_constant(a, mu, eps, schedule, digits=20))
