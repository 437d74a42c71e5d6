"""The root of kl(p, q) = level above p, in balls, as t = log((1 - p) / (1 - q)).

With a = 1 - e^-t it is q = p + (1-p) a, and

    kl(p, q) = (1-p) t - p log(1 + (1-p) a / p),    d/dt kl(p, q) = (1-p) a / q,

so q - p, 1 - q and t all come with their own digits. An enclosure is certified by two signs: the
divergence is proved to be at most the level at its lower end and at least the level at its upper
end.
"""

from collections.abc import Callable
from fractions import Fraction
from flint import arb, ctx, fmpz
from .balls import MoreBits, at_growing_precision, ball, lower, sufficient, upper, working_precision
from .enclosure import Enclosure

_STEPS = 400
_GUARD = 32


def _divergence(p: Fraction, t: arb) -> arb:
    """kl(p, q) at the place t; 0 < p < 1."""
    return ball(1 - p) * t - ball(p) * (-(-t).expm1() * ball((1 - p) / p)).log1p()


def _right_of_the_root(p: Fraction, level: Fraction) -> arb:
    """A place at or right of the root, and near to it if the root is near p."""
    pc, height = 1 - p, ball(level)
    # kl(p, q) >= 2 (q-p)^2, kl(p, q) >= (q-p)^2 / (2 q) and, for p >= 1/2, (q-p)^2 / (2 p (1-p))
    u = (height / 2).sqrt().min(height + (height * (height + 2 * ball(p))).sqrt())
    if 2 * p >= 1:
        u = u.min((2 * ball(p * pc) * height).sqrt())
    if u < ball(pc / 2):
        return (-(-u / ball(pc)).log1p()).mid()
    log_p = ball(-pc).log1p() if 2 * p >= 1 else ball(p).log()
    return ((height - ball(p) * log_p) / ball(pc)).mid()


def _exponent(t: arb) -> int:
    """The binary logarithm of a positive number, within 1."""
    mantissa, exponent = t.man_exp()
    return int(fmpz(mantissa)).bit_length() + int(fmpz(exponent))


def _lost_bits(p: Fraction, level: Fraction) -> int:
    """How many bits the difference of the two terms of the divergence loses at the root."""
    with working_precision(64):
        t = _right_of_the_root(p, level)
        share = p.numerator.bit_length() - p.denominator.bit_length()
        return max(0, share - _exponent(t)) if t > 0 else 0


def _candidate(p: Fraction, level: Fraction, bits: int) -> arb:
    """Newton's rule on a convex function, until the next step is below 2^-bits of the root."""
    t = _right_of_the_root(p, level)
    near_enough = arb(2) ** -(bits // 2 + 4)
    for _ in range(_STEPS):
        a = -(-t).expm1()
        q = ball(p) + ball(1 - p) * a
        step = ((_divergence(p, t) - ball(level)) * q / (ball(1 - p) * a)).mid()
        t = (t - step).mid()
        if not t > 0:
            raise MoreBits
        if abs(step) <= near_enough * t:
            break
    return t


def root_ball(p: Fraction, level: Fraction, lost: int) -> arb:
    """A ball that contains the root t, for 0 < p < 1 and level > 0; MoreBits if it is too wide."""
    bits = ctx.prec - lost - _GUARD
    if bits < 8:
        raise MoreBits
    t, share = _candidate(p, level, bits), arb(2) ** -bits
    below, above = t * (1 - share), t * (1 + share)
    if _divergence(p, below) <= ball(level) <= _divergence(p, above):
        return below.union(above)
    raise MoreBits


def at_kl_root(p: Fraction, level: Fraction, form: Callable[[arb], arb], digits: int) -> Enclosure:
    """form(t) at the root t, to the asked digits, for 0 <= p < 1 and level > 0."""
    lost = _lost_bits(p, level) if p else 0
    return _enclosed(lambda: form(root_ball(p, level, lost) if p else ball(level)), digits, lost)


def at_private_root(
    p: Fraction,
    level: Fraction,
    eps: Fraction,
    form: Callable[[arb], arb],
    private: Callable[[], arb],
    digits: int,
) -> Enclosure:
    """form(t) at the root t of d_eps(p, q) = level, where it is not `private()`.

    d_eps is kl up to the mean q that is by eps in log-odds above p, and from there the private
    branch, which is at most kl elsewhere. So the wanted number always lies between those of the two
    branches, which agree where they meet.
    """
    if p == 0:
        return _enclosed(private, digits, 0)
    lost = _lost_bits(p, level)
    small = eps * (1 - p)
    blur = max(0, 1 + small.denominator.bit_length() - small.numerator.bit_length())

    def value() -> arb:
        tilt = ball(eps)
        growth = (ball(p) * tilt.expm1()).log1p()
        if eps > 50:  # the exponential may be too large for a ball
            growth = tilt + (ball(p) + ball(1 - p) * (-tilt).exp()).log()
        meeting = growth - ball(p * eps)  # kl where the branches meet
        if meeting < ball(level):
            return private()
        root = form(root_ball(p, level, lost))
        return root if meeting > ball(level) else root.union(private())

    return _enclosed(value, digits, max(lost, blur))


def _enclosed(value: Callable[[], arb], digits: int, lost: int) -> Enclosure:
    def enclosed(_: int) -> Enclosure:
        result = value()
        if not result.is_finite():
            raise MoreBits
        return sufficient(Enclosure(lower(result), upper(result)), digits)

    return at_growing_precision(enclosed, digits, 64 + int(3.5 * digits) + lost + _GUARD)
