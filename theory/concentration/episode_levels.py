"""The pulls of a suboptimal arm by AdaP-UCB, AdaP-KLUCB and AdaC-UCB, level by level.

An episode of an arm begins at 2^(j+1) pulls at most once, and unless the best arm's index is below
its mean it needs the index of the 2^j last rewards to reach the best mean. The probability of that
is an exact tail of a Binomial number with noise. Privacy-Utility Trade-offs in Sequential
Decision-Making under Uncertainty, Appendix C.2.2, Theorem C.4; claim `thesis.thmC.4peel`.
"""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt
from typing import Literal, get_args
from flint import arb
from banditproof.theory.balls import ball, enclose, hull
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_positive, exact_probability

Index = Literal["adap-ucb", "adap-klucb", "adac-ucb"]
SPREAD = 60
"""Noise beyond its reach has a probability below e^-60, which the enclosures include."""
MOST_DIGITS = 14
"""Digits that this leaves of a bound, whatever is asked for."""


@dataclass(frozen=True)
class _Noise:
    """The noise on a sum of rewards: its upper tail, and where that is below e^-60."""

    above: Callable[[arb], arb]
    reach: Fraction


def _certified_failure(
    index: Index,
    n: Number,
    mean: Number,
    best: Number,
    horizon: Number,
    beta: Number,
    budget: Number,
    *,
    digits: int,
) -> Enclosure:
    size, given = exact_count("n", n, least=1), _checked(index, mean, best, horizon, beta, budget)
    return _near(lambda: _failure(index, size, *given), digits)


def _certified_pulls(
    index: Index,
    mean: Number,
    best: Number,
    horizon: Number,
    beta: Number,
    budget: Number,
    *,
    digits: int,
) -> Enclosure:
    low, high, time, power, price = _checked(index, mean, best, horizon, beta, budget)
    if power <= 3:
        raise ValueError(f"beta is {beta}; the bound needs beta > 3.")
    if low == high:
        raise ValueError(f"The mean {mean} is the best one; give the mean of a suboptimal arm.")
    levels = [2**j for j in range(int(time).bit_length()) if 2 ** (j + 1) <= time]

    def total() -> arb:
        failing = (2 * n * _failure(index, n, low, high, time, power, price) for n in levels)
        return sum(failing, ball(2 + Fraction(3, 2) / (power - 3)))

    return _near(total, digits)


@certified_by(_certified_failure)
def level_failure(
    index: Index, n: int, mean: Number, best: Number, horizon: Number, beta: Number, budget: Number
) -> float:
    """Pr[the index of n coins of this mean, at round T, is at least the best mean].

    The exact probability of G_{a,j,T}^c for n = 2^j: of Bin(n, mean)/n + noise + the widths of the
    index at T. `budget` is eps of AdaP-UCB (5.1) and AdaP-KLUCB (5.2), and rho of AdaC-UCB (5.4).

    >>> round(level_failure("adap-ucb", 1024, "0.625", "0.75", 10**7, "3.1", 1), 6)
    1.0
    >>> round(level_failure("adap-ucb", 4096, "0.625", "0.75", 10**7, "3.1", 1), 6)
    2e-06
    """
    return float(_certified_failure(index, n, mean, best, horizon, beta, budget, digits=12))


@certified_by(_certified_pulls)
def episodic_pulls(
    index: Index, mean: Number, best: Number, horizon: Number, beta: Number, budget: Number
) -> float:
    """An upper bound of E N_a(T) for a suboptimal arm of this mean, and coins.

    2 + sum over j >= 0 with 2^(j+1) <= T of 2^(j+1) Pr[G_{a,j,T}^c] + 3/(2(beta-3)), for beta > 3
    and two arms or more: the level-by-level form of Theorem C.4 of the thesis, with half of its
    last term; claim `thesis.thmC.4peel`. `budget` is eps, or rho for AdaC-UCB.

    >>> round(episodic_pulls("adap-klucb", "0.1", "0.8", 10**6, 4, 10), 1)
    188.4
    """
    return float(_certified_pulls(index, mean, best, horizon, beta, budget, digits=12))


def _near(number: Callable[[], arb], digits: int) -> Enclosure:
    """The enclosure, to at most the digits that the reach of the noise leaves."""
    return enclose(number, min(digits, MOST_DIGITS))


def _checked(
    index: Index, mean: Number, best: Number, horizon: Number, beta: Number, budget: Number
) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    if index not in get_args(Index):
        raise ValueError(f"index is {index!r}; give one of {', '.join(get_args(Index))}.")
    low, high = exact_probability("mean", mean), exact_probability("best", best)
    if low > high:
        raise ValueError(f"The mean {mean} is above the best one, {best}; exchange them.")
    time = Fraction(exact_count("horizon", horizon, least=2))
    price = exact_positive("budget", budget)
    return low, high, time, exact_positive("beta", beta), price


def _failure(
    index: Index,
    n: int,
    mean: Fraction,
    best: Fraction,
    horizon: Fraction,
    beta: Fraction,
    budget: Fraction,
) -> arb:
    """Pr[Bin(n, mean) + noise >= the sum at which the index reaches the best mean]."""
    level = ball(beta) * ball(horizon).log() / n
    if index == "adac-ucb":
        width = ((ball(Fraction(1, 2)) + 1 / (n * ball(budget))) * level).sqrt()
        noise = _Noise(lambda z: (z * ball(budget).sqrt()).erfc() / 2, _root(SPREAD / budget))
        return _tail(n, mean, n * (ball(best) - width), noise)
    private = level / ball(budget)
    noise = _Noise(lambda z: _laplace(z * ball(budget)), SPREAD / budget)
    if index == "adap-ucb":
        place = ball(best) - (level / 2).sqrt()
    else:
        if best == 1:
            return _tail(n, mean, n * (1 - private), noise)
        most = kl_ball(Fraction(0), best)
        if most <= level or _is_level(best, n, horizon, beta):
            return arb(1)  # the clipped mean 0 has an index of at least the best mean
        place = _lower_root(best, level)
        if not most > level:  # at this precision both cases are possible
            return hull(_tail(n, mean, n * (place - private), noise), arb(1))
    return _tail(n, mean, n * (place - private), noise)


def _is_level(best: Fraction, n: int, horizon: Fraction, beta: Fraction) -> bool:
    """Whether kl(0, best) is beta log(T)/n exactly, so that T^j = (1-best)^-i for i/j = n/beta."""
    base, time = 1 / (1 - best), int(horizon)
    i, j = (n / beta).as_integer_ratio()
    if base.denominator > 1 or i > time.bit_length() or j > int(base).bit_length():
        return False
    return bool(time**j == int(base) ** i)


def _lower_root(best: Fraction, level: arb) -> arb:
    """The x <= best with kl(x, best) = level, where kl(0, best) is not below it."""
    low, high = Fraction(0), best
    for _ in range(100):
        middle = (low + high) / 2
        there = kl_ball(middle, best)
        if there > level:
            low = middle
        elif there < level:
            high = middle
        else:
            break
    return hull(ball(low), ball(high))


def _laplace(z: arb) -> arb:
    """Pr[Y >= z] for the Laplace law of scale 1."""
    if z >= 0:
        return (-z).exp() / 2
    if z <= 0:
        return 1 - z.exp() / 2
    return hull((-z.upper()).exp() / 2, 1 - z.lower().exp() / 2)


def _root(number: Fraction) -> Fraction:
    """A rational number at or above the square root."""
    return Fraction(isqrt(ceil(number * 1024**2)) + 1, 1024)


def _tail(n: int, mean: Fraction, x: arb, noise: _Noise) -> arb:
    """Pr[Bin(n, mean) + noise >= x]; what lies beyond the reach of the noise is e^-60 at most."""
    if mean in (0, 1):
        return noise.above(x - n * int(mean))
    rest = (-arb(SPREAD)).exp()
    least, most = noise.above(x), noise.above(x - n)  # the sum of the rewards is 0 or n
    if most - least < rest:
        return hull(least.lower(), most.upper())
    if noise.reach >= n:
        low, high = 0, n
    else:
        middle, reach = float(x.mid()), float(noise.reach)
        apart = abs(middle - n * float(mean)) - reach - 1
        # Then the Binomial deviates from its mean, or the noise leaves its reach: e^-60 each.
        if apart > 0 and 2 * apart * apart > 1.01 * SPREAD * n:  # Hoeffding, besides the noise
            return hull(arb(0), 2 * rest) if middle > n * mean else hull(1 - 2 * rest, arb(1))
        low = min(max(0, int(middle - reach) - 1), n + 1)
        high = max(min(n, int(middle + reach) + 1), low - 1)
    # Above `high` the noise almost always suffices, and counts as 1; below `low` it almost never
    # does, and counts as 0. Both errors are at most e^-60.
    total = _at_least(n, high + 1, mean) + hull(-rest, rest)
    if low > high:
        return total
    odds, mass = ball(mean) / ball(1 - mean), _mass(n, low, mean)
    for k in range(low, high + 1):
        total += mass * noise.above(x - k)
        mass *= odds * (n - k) / (k + 1)
    return total


def _mass(n: int, k: int, mean: Fraction) -> arb:
    """Pr[Bin(n, mean) = k]."""
    ways = arb(n + 1).lgamma() - arb(k + 1).lgamma() - arb(n - k + 1).lgamma()
    return (ways + k * ball(mean).log() + (n - k) * ball(1 - mean).log()).exp()


def _at_least(n: int, k: int, mean: Fraction) -> arb:
    """Pr[Bin(n, mean) >= k], an incomplete beta function."""
    if k <= 0:
        return arb(1)
    if k > n:
        return arb(0)
    return ball(mean).beta_lower(arb(k), arb(n - k + 1), regularized=1)
