"""Upper confidence bounds of a mean that has normal noise: kl and the noise share the deviation.

The index of DP-KLUCB under zCDP is the largest q with kl(z, q) + w (x - z)^2 <= level for some z.
The best z for q has the log-odds of q less 2 w (z - x). Along these pairs q and the cost grow with
t = log((1 - x) / (1 - z)), from 0 on, and the cost comes near to w (1 - x)^2; so the index is 1
from that level on, and two signs of the cost certify the root elsewhere.
"""

from __future__ import annotations
from fractions import Fraction
from typing import Any
from flint import arb, ctx
from . import noisy_mean_bound_kernels as kernels
from .balls import MoreBits, ball, enclose
from .broadcasting import broadcasts
from .certified_forms import certified_by
from .domains import Float, nonnegative, positive, probabilities, unwrapped
from .enclosure import INFINITE, ZERO, Enclosure
from .exact import Number, exact_nonnegative, exact_positive, exact_probability

_STEPS = 400


def _paired(x: Fraction, t: arb, weight: arb) -> tuple[arb, arb, arb, arb]:
    """z - x, 1 - z, the gap of log-odds from z to q, and 1 / (odds of the two at q)."""
    rest = ball(1 - x) * (-t).exp()
    u = ball(1 - x) * -(-t).expm1()
    gap = 2 * weight * u
    return u, rest, gap, (rest * (-gap).expm1()).log1p()


def _cost(x: Fraction, t: arb, weight: arb) -> arb:
    u, rest, gap, odds = _paired(x, t, weight)
    return rest * gap + odds + weight * u**2


def _slope(x: Fraction, t: arb, weight: arb) -> arb:
    """The derivative of the cost in t."""
    u, rest, gap, odds = _paired(x, t, weight)
    return rest * -(-gap).expm1() / odds.exp() * (1 + 2 * weight * (ball(x) + u) * rest)


def noisy_root(x: Fraction, level: arb, weight: arb, near: arb | None = None) -> arb:
    """-log(1 - q) in balls, for x < 1 and 0 < level < weight (1 - x)^2; MoreBits if they are wide.

    >>> from .balls import working_precision
    >>> with working_precision(200):
    ...     print(noisy_root(Fraction(1, 2), ball("0.1"), ball(10)).str(10))
    [1.316017752 +/- 1.55e-10]
    """
    low, high = arb(0), -(-(level / weight).sqrt() / ball(1 - x)).log1p()
    high = high.upper() if high.is_finite() else arb(ctx.prec)
    t = (level / (weight + 2 * weight**2 * ball(x * (1 - x)))).sqrt() / ball(1 - x)
    t = near if near is not None else t.min(high)
    target, enough = level.mid(), arb(2) ** -(ctx.prec // 3)
    for turn in range(_STEPS):
        t = t.mid()
        cost = _cost(x, t, weight).mid()
        if not cost > 0:
            raise MoreBits
        if cost < target:
            low = t
        else:
            high = t
        step = ((target / cost).log() * cost / (_slope(x, t, weight) * t)).mid()
        after = (t * step.exp()).mid() if abs(step) < 30 else high
        if abs(step) < enough:
            t = after
            break
        if not low < after < high:
            after = (low * high).sqrt() if low > 0 else high / 2**20
        elif turn % 3 == 2 and abs(step) > 0.5 and low > 0:
            after = (low * high).sqrt()  # else Newton's rule may jump to and fro
        t = after
    share = arb(2) ** -(ctx.prec // 3)
    below, above = (t.mid() * (1 - share)).mid(), (t.mid() * (1 + share)).mid()
    if not (_cost(x, below, weight) <= level <= _cost(x, above, weight)):
        raise MoreBits
    ends = [_log_complement(x, end, weight) for end in (below, above)]
    return ends[0].union(ends[1])


def _log_complement(x: Fraction, t: arb, weight: arb) -> arb:
    """-log(1 - q) of the pair at t."""
    _, _, gap, odds = _paired(x, t, weight)
    return t - ball(-x).log1p() + gap + odds


def _certified_noisy(x: Number, level: Number, weight: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    weight = exact_positive("weight", weight)
    if level >= weight * (1 - x) ** 2:
        return INFINITE
    if level == 0:
        return ZERO if x == 0 else enclose(lambda: -ball(-x).log1p(), digits)
    return enclose(lambda: noisy_root(x, ball(level), ball(weight)), digits)


@certified_by(_certified_noisy)
@broadcasts
def noisy_kl_ucb_log_complement(x: Float, level: Float, weight: Float) -> Any:
    """-log(1 - q) at q = max { q : kl(z, q) + weight (x - z)^2 <= level for some z in [0, 1] }.

    It is infinite, and q is 1, iff level >= weight (1 - x)^2. With weight = rho n / m it is the
    index of a mean of n rewards with m normal variables of variance 1/(2 rho) in its sum. Where the
    weight tends to infinity it is `kl_ucb_log_complement`. Within a relative 1e-12 of the exact
    value for levels up to 0.999 of that, where these and the weight are in [1e-20, 1e20]; above, a
    logarithm of what is left of the level has its rounding. Claim `field.zcdp.klucb`.

    >>> round(noisy_kl_ucb_log_complement(0.5, 0.1, 10.0), 9)
    1.316017752
    >>> noisy_kl_ucb_log_complement(0.5, 0.25, 1.0)
    inf
    """
    checked = probabilities("x", x), nonnegative("level", level), positive("weight", weight)
    return unwrapped(kernels.noisy_kl_ucb_log_complement_array(*checked))
