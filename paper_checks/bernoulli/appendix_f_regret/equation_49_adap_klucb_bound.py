"""The regret bound (49) of AdaP-KLUCB against that of Theorem 4.3 (Remarks of Section 4, App. F).

In the thesis the bound on the pulls of an arm is 4 X log T, with X the smallest number with
X >= max{ (1+v) tau / kl(mu_a, mu_star), (1+tau) / ((c(v) - gamma) eps gap) } for some v > 0, where
kl(mu_a + c(v) gap, mu_star) = kl(mu_a, mu_star)/(1+v) and kl(mu_a + gamma gap, mu_a) = 1/X. With
z = mu_a + c(v) gap and w = mu_a + gamma gap this reads kl(z, mu_star) >= tau/X,
kl(w, mu_a) >= 1/X and (z - w) eps X >= 1 + tau for some z > w: two inverses of kl.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from banditproof.theory import Enclosure, Number, certify, exact, kl, regret_coefficient
from banditproof.theory.enclosure import ZERO

INSTANCES: dict[str, tuple[str, ...]] = {
    "mu_1": ("0.75", "0.7", "0.7", "0.7", "0.7"),
    "mu_2": ("0.75", "0.625", "0.5", "0.375", "0.25"),
}
OPTIMISM = Fraction(31, 10)
TOLERANCE = Fraction(1, 10**7)


def _moved(start: Fraction, other: Fraction, reference: Fraction, level: float) -> Fraction:
    """The point between start and other where kl(., reference) is about the level: bisection."""
    low, high = float(start), float(other)
    rising = kl(high, float(reference)) > kl(low, float(reference))
    for _ in range(60):
        middle = (low + high) / 2
        if (kl(middle, float(reference)) < level) == rising:
            low = middle
        else:
            high = middle
    return Fraction(low)


def _is_enough(x: Fraction, mean: Fraction, best: Fraction, eps: Fraction, tau: Fraction) -> bool:
    """Whether X is certainly large enough: rational z and w with all three inequalities."""
    nudge = Fraction(1, 10**9) * (best - mean)
    z = _moved(mean, best, best, float(tau / x)) - nudge
    w = _moved(mean, Fraction(1), mean, float(1 / x)) + nudge
    return bool(
        mean < w < z
        and certify(kl, z, best, digits=15).lo >= tau / x
        and certify(kl, w, mean, digits=15).lo >= 1 / x
        and (z - w) * eps * x >= 1 + tau
    )


def _is_too_small(
    x: Fraction, mean: Fraction, best: Fraction, eps: Fraction, tau: Fraction
) -> bool:
    """Whether X is certainly too small: z beyond its largest and w below its smallest value."""
    nudge = Fraction(1, 10**9) * (best - mean)
    z = _moved(mean, best, best, float(tau / x)) + nudge
    w = max(mean, _moved(mean, Fraction(1), mean, float(1 / x)) - nudge)
    return bool(
        z < best
        and certify(kl, z, best, digits=15).hi <= tau / x
        and (w == mean or certify(kl, w, mean, digits=15).hi <= 1 / x)
        and (z - w) * eps * x < 1 + tau
    )


@cache
def pulls_factor(mean: Fraction, best: Fraction, eps: Fraction, tau: Fraction) -> Enclosure:
    """The smallest X for one arm, between a number that is too small and one that is enough."""
    low, high = tau / certify(kl, mean, best, digits=15).upper, Fraction(10**6)
    while not _is_enough(high, mean, best, eps, tau):
        high *= 1000
    while high > low * (1 + TOLERANCE):
        middle = Fraction(float(low * high) ** 0.5)
        if _is_enough(middle, mean, best, eps, tau):
            high = middle
        elif _is_too_small(middle, mean, best, eps, tau):
            low = middle
        else:
            break
    return Enclosure(low, high)


def adap_coefficient(means: Sequence[str], eps: Number, tau: Fraction = OPTIMISM) -> Enclosure:
    """The coefficient of log T in (49), as the thesis has it: the sum of 4 X gap."""
    values = [exact(mean) for mean in means]
    best = max(values)
    arms = (4 * (best - x) * pulls_factor(x, best, exact(eps), tau) for x in values if x != best)
    return sum(arms, ZERO)


def optimal(means: Sequence[str], eps: Number) -> Enclosure:
    """The coefficient of Theorem 3.1; Theorem 4.3 multiplies it by the batch ratio."""
    return certify(regret_coefficient, tuple(means), eps, digits=15)
