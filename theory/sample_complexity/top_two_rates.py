"""The limits of E[tau] / log(1/delta) that are printed for AdaP-TT and AdaP-TT*.

Rewards lie in [0, 1], so that they are 1/2-subgaussian. The characteristic times are those of
normal arms with sigma = 1/2, with the share beta of the best arm. The theorems ask for means that
all differ; the formulas only need one best arm.
Privacy-Utility Trade-offs in Sequential Decision-Making, Theorems 5.20 and 5.23.
"""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose, hull
from banditproof.theory.certified_forms import certified_by, certify
from banditproof.theory.characteristic_times import characteristic_time
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_means, exact_positive
from banditproof.theory.instances import GaussianBandit
from banditproof.theory.parameter_names import accepts_epsilon
from .noise_factors import linear_ball, quadratic_ball

HALF = Fraction(1, 2)


def _read(
    means: Sequence[Number], eps: Number, beta: Number
) -> tuple[tuple[Fraction, ...], Fraction, Fraction]:
    given, share = exact_means(means), exact(beta)
    if len(given) < 2:
        raise ValueError(f"There are the means {means}; give at least two.")
    if given.count(max(given)) > 1:
        raise ValueError(f"There are several best arms among {means}; give one largest mean.")
    if not 0 < share < 1:
        raise ValueError(f"beta is {beta}; give a share strictly between 0 and 1.")
    return given, exact_positive("eps", eps), share


def _time(
    means: tuple[Fraction, ...], eps: Fraction | None, beta: Fraction, digits: int
) -> Enclosure:
    """T*_{KL, beta} of normal arms with sigma = 1/2; with a budget, T*_{eps, beta}."""
    bandit = GaussianBandit(means, HALF)
    if eps is None:
        return certify(characteristic_time, bandit, "kl", None, beta, digits=digits + 4)
    # costs with 3 eps in place of a gap are proportional to eps, which may be tiny
    best = max(means)
    least = min(best - mean for mean in means if mean != best)
    reached = max(eps, least / 3)
    time = certify(characteristic_time, bandit, "truncated", reached, beta, digits=digits + 4)
    return time * (reached / eps)


def _within(time: Enclosure) -> arb:
    return hull(ball(time.lower), ball(time.upper))


def _certified_adap_tt(
    means: Sequence[Number], eps: Number, beta: Number = "1/2", *, digits: int
) -> Enclosure:
    given, budget, share = _read(means, eps, beta)
    widest = max(given) - min(given)

    def value() -> arb:
        time = _within(_time(given, None, share, digits))
        return 4 * time * (1 + ball(1 + 8 * widest**2 / budget**2).sqrt())

    return enclose(value, digits)


@certified_by(_certified_adap_tt)
@accepts_epsilon
def adap_tt_rate(means: Sequence[Number], eps: Number, beta: Number = "1/2") -> float:
    """4 T*_{KL, beta} (1 + sqrt(1 + 8 D^2 / eps^2)), the rate of AdaP-TT.

    The printed limit of E[tau] / log(1/delta) of AdaP-TT for distinct means in [0, 1], where D is
    the largest gap. Privacy-Utility Trade-offs, Theorem 5.20.

    >>> round(adap_tt_rate(("0.9", "0.6", "0.3"), eps=1), 2)
    283.96
    """
    return float(_certified_adap_tt(means, eps, beta, digits=17))


def _certified_adap_tt_star(
    means: Sequence[Number], eps: Number, beta: Number = "1/2", *, digits: int
) -> Enclosure:
    given, budget, share = _read(means, eps, beta)
    widest = max(given) - min(given)
    if widest < 3 * budget:

        def value() -> arb:
            time = _within(_time(given, None, share, digits))
            return 4 * time * quadratic_ball(ball(4 * widest / budget))

    else:

        def value() -> arb:
            time = _within(_time(given, budget, share, digits))
            noise = ball(Fraction(3, 2) * budget**2 * max(share, 1 - share)) * time
            return 48 * time * linear_ball(noise)

    return enclose(value, digits)


@certified_by(_certified_adap_tt_star)
@accepts_epsilon
def adap_tt_star_rate(means: Sequence[Number], eps: Number, beta: Number = "1/2") -> float:
    """The rate of AdaP-TT*: the printed limit of E[tau] / log(1/delta) for distinct means.

    With the largest gap D it is 4 T*_{KL, beta} g_1(4 D / eps) for D < 3 eps, else
    48 T*_{eps, beta} g_2(3 eps^2 T*_{eps, beta} max(beta, 1 - beta) / 2).
    Privacy-Utility Trade-offs, Theorem 5.23.

    >>> round(adap_tt_star_rate(("0.9", "0.6", "0.3"), eps=1), 2)
    315.86
    >>> round(adap_tt_star_rate(("0.8", "0.3"), eps="0.05"), 1)
    1994.6
    """
    return float(_certified_adap_tt_star(means, eps, beta, digits=17))
