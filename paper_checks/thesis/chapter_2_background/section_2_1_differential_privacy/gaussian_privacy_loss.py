"""The privacy loss of Gaussian noise: its exact law, and its tail against the exact delta."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.accounting import Composition, GaussianLoss, composed_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from .gaussian_profile import gaussian_delta, normal_tail

LossNormal = Callable[[Fraction], tuple[Fraction, Fraction]]
"""The mean and the variance of Z from rho; Z is normal."""


def mean_and_twice_the_mean(rho: Fraction) -> tuple[Fraction, Fraction]:
    """Z has law N(rho, 2 rho), rho = mu^2/2, mu = sensitivity / sigma."""
    return rho, 2 * rho


def variance_of_the_mean(rho: Fraction) -> tuple[Fraction, Fraction]:
    """Wrong: variance rho."""
    return rho, rho


MUS = tuple(map(Fraction, ("1/3", "1", "5/2")))
LEVELS = tuple(map(Fraction, ("1/4", "1", "3")))


def _log_ratio(y: Fraction, mu: Fraction) -> Fraction:
    """log of the density of N(mu, 1) over that of N(0, 1) at y."""
    return (y**2 - (y - mu) ** 2) / 2


def require_law(law: LossNormal) -> None:
    """Z is affine in O, and O is N(mu, 1): so Z is normal, with this mean and variance.

    The second differences of the log-ratio vanish, a polynomial of degree 2 that is then affine;
    its value at the mean of O is the mean of Z, its slope squared is the variance. Then a second
    route: the delta is E[(1 - e^(eps - Z))_+] = Pr[Z > eps] - e^eps Pr[Z' > eps], where Z' is Z
    tilted by e^-Z, of mean (mean - variance) and the same variance, against the library's delta.
    """
    for mu in MUS:
        mean, variance = law(mu**2 / 2)
        left, centre, right = (_log_ratio(Fraction(k, 2), mu) for k in (-3, 0, 3))
        own = _log_ratio(mu, mu), (_log_ratio(mu + 1, mu) - _log_ratio(mu, mu)) ** 2
        affine, finding = left - 2 * centre + right == 0, "Z has another mean or variance."
        require(affine and (mean, variance) == own, finding, mu=mu, mean_and_variance=own)
        for eps in LEVELS:
            known = composed_delta(Composition(((1, GaussianLoss(mu**2)),)), eps)
            width = ball(variance).sqrt()
            tilt = (ball(variance) / 2 - ball(mean)).exp()  # E[e^-Z], which must be 1
            tilted = ball(eps).exp() * tilt * normal_tail(ball(eps - mean + variance) / width)
            result = normal_tail(ball(eps - mean) / width) - tilted
            near = abs(Enclosure.of(result) - known) < Fraction(1, 10**12)
            require(near, "E[(1 - e^(eps - Z))_+] is not delta.", mu=mu, eps=eps, found=result)


def delta_and_tails(eps: Fraction, mu: Fraction) -> tuple[arb, arb, arb]:
    """The exact delta at eps, Pr[Z > eps] and Pr[Z < -eps]."""
    rho = mu**2 / 2
    width = ball(2 * rho).sqrt()
    above, below = (normal_tail(ball(gap) / width) for gap in (eps - rho, eps + rho))
    return gaussian_delta(ball(eps), ball(mu)), above, below


def converse_gaps() -> dict[tuple[Fraction, Fraction], tuple[arb, arb]]:
    """By (eps, mu) the delta and Pr[Z > eps], where the naive converse certainly fails.

    Pr[Z > eps] - delta is e^eps times the probability of the same outputs under the other dataset,
    which is positive.
    """
    with working_precision(192):
        results = {(eps, mu): delta_and_tails(eps, mu)[:2] for eps, mu in product(LEVELS, MUS)}
        return {place: pair for place, pair in results.items() if pair[0] < pair[1]}


def require_wider_tail(tail: Callable[[Any, Any, Any], Any]) -> None:
    """Pr[|Z| > eps + tau] is at most what is promised from the exact delta at eps."""
    with working_precision(192):
        for eps, mu, tau in product(LEVELS, MUS, map(Fraction, ("1/1000", "1/2", "2"))):
            delta = gaussian_delta(ball(eps), ball(mu))
            _, above, below = delta_and_tails(eps + tau, mu)
            small = at_most(above + below, tail(delta, ball(eps).exp(), ball(tau).exp()))
            finding = "The loss of Gaussian noise has a heavier tail."
            require(small, finding, mu=mu, eps=eps, delta=delta, tau=tau, tail=above + below)
