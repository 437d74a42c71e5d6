"""What is lost when samples and noise are bounded separately, and when the noise does not vanish.

The comparisons of Optimal Regret of Bernoulli Bandits after Proposition 4.1 (claim `bern.rem4.1`).
"""

from __future__ import annotations
from collections.abc import Callable
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb, ctx
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, counts, positive, probabilities, unwrapped
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon


def _certified_threshold(
    n: Number, mu: Number, eps: Number, delta: Number, *, digits: int
) -> Enclosure:
    size, mean = exact_count("n", n, least=1), exact_probability("mu", mu)
    eps, delta = exact_positive("eps", eps), _level(delta)

    def threshold() -> arb:
        cost = -ball(delta).log()
        return ball(mean) + (cost / (2 * size)).sqrt() + cost / ball(size * eps)

    return enclose(threshold, digits)


def _level(delta: Number) -> Fraction:
    value = exact(delta)
    if not 0 < value < 1:
        raise ValueError(f"delta is {delta!r}; give a probability inside (0, 1).")
    return value


@certified_by(_certified_threshold)
@accepts_epsilon
@broadcasts
def separate_threshold(n: Float, mu: Float, eps: Float, delta: Float) -> Any:
    """The older deviation bound of a private mean, which treats noise and samples separately.

    Pr[mean of n samples + Lap(1/(n eps)) >= mu + sqrt(log(1/delta)/(2n)) + log(1/delta)/(n eps)]
    is at most 3 delta / 2. This is the threshold. Remark (c) after Proposition 4.1.

    >>> round(separate_threshold(100, 0.5, 1.0, 0.05), 6)
    0.652345
    """
    size, mean = counts("n", n, least=1), probabilities("mu", mu)
    risk = positive("delta", delta)
    if (risk >= 1).any():
        raise ValueError(f"delta is {delta!r}; give a probability inside (0, 1).")
    cost = -np.log(risk)
    with np.errstate(over="ignore"):
        return unwrapped(mean + np.sqrt(cost / (2.0 * size)) + cost / (size * positive("eps", eps)))


def _certified_split(x: Number, mu: Number, eps: Number, *, digits: int) -> Enclosure:
    x, mu, eps = exact_probability("x", x), exact_probability("mu", mu), exact_positive("eps", eps)
    if x == mu or mu in (0, 1):
        # for mu at an end, kl(z, mu) is infinite for z != mu: the supremum is the limit z -> mu
        return Enclosure.of(eps * abs(x - mu))
    if x < mu:
        x, mu = 1 - x, 1 - mu

    def split() -> tuple[arb, arb]:
        low, high = mu, x
        for _ in range(ctx.prec):
            middle = (low + high) / 2
            if kl_ball(middle, mu) <= ball(eps * (x - middle)):
                low = middle
            else:
                high = middle
        # kl(z, mu) rises and eps (x - z) falls in z, so the best z is between the two
        sample = ball(eps * (x - low))
        return kl_ball(low, mu).min(sample), sample

    return enclose(split, digits)


@certified_by(_certified_split)
@accepts_epsilon
def separate_rate(x: float, mu: float, eps: float) -> float:
    """The best rate of a bound that splits a deviation between the samples and the noise.

    sup over z between mu and x of min{ kl(z, mu), eps |x - z| }; it is between d_eps(x, mu)/2 and
    d_eps(x, mu). Claim `bern.rem4.1` (c).

    >>> round(separate_rate(0.75, 0.5, 1.0), 12)
    0.067883435477
    """
    return float(_certified_split(x, mu, eps, digits=20))


def _concave_maximum(
    value: Callable[[Fraction], arb], slope: Callable[[Fraction], arb], end: Fraction
) -> tuple[arb, arb]:
    """Bounds of the supremum over [0, end) of a concave function that falls at the end.

    A bisection on the sign of the slope; the tangent at the left point is the upper bound.
    """
    low, high = Fraction(0), end
    for _ in range(ctx.prec):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    left = value(low)
    return left, left + slope(low).max(arb(0)) * ball(high - low)


def _certified_noisy_rate(
    x: Number, mu: Number, eps: Number, noise: Number, *, digits: int
) -> Enclosure:
    x, mu, eps = exact_probability("x", x), exact_probability("mu", mu), exact_positive("eps", eps)
    noise = exact_positive("noise", noise)
    if x == mu:
        return ZERO
    if x < mu:
        x, mu = 1 - x, 1 - mu

    def value(s: Fraction) -> arb:
        moments = (ball(1 - mu) + ball(mu) * ball(s).exp()).log()
        return ball(s * x) - moments + ball(noise) * ball(1 - s**2 / eps**2).log()

    def slope(s: Fraction) -> arb:
        lifted = ball(mu) * ball(s).exp()
        drag = 2 * noise * s / (eps**2 - s**2)
        return ball(x) - lifted / (ball(1 - mu) + lifted) - ball(drag)

    def bounds() -> tuple[arb, arb]:
        return _concave_maximum(value, slope, eps)

    return enclose(bounds, digits)


@certified_by(_certified_noisy_rate)
@accepts_epsilon
def noisy_rate(x: float, mu: float, eps: float, noise: float) -> float:
    """The rate of a private mean whose number of Laplace variables is noise * n.

    sup over |s| < eps of { s x - log(1 - mu + mu e^s) + noise log(1 - s^2/eps^2) }: it tends to
    d_eps(x, mu) as noise = m/n tends to 0, and is smaller for noise > 0. Claim `bern.rem4.1` (b).

    >>> [round(noisy_rate(0.75, 0.5, 1.0, noise), 4) for noise in (1e-1, 1e-3, 1e-6)]
    [0.0653, 0.1264, 0.1299]
    """
    return float(_certified_noisy_rate(x, mu, eps, noise, digits=15))
