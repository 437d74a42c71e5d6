"""The least eps TV(P, Q) + KL(Q, P_mu) over the laws Q of a family between P and P_mu.

The cost F(z) = eps TV(x, z) + KL(z, mu) of the mean z of Q in [x, mu] need not be convex: TV is
concave there. So its slope is enclosed on intervals, which are halved until each one is a piece
where F is monotone, or so short that F cannot matter inside; the least value then stands at x
(F rises at mu) or in one of the short pieces, and both bounds of it are evaluated in balls.
"""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import MoreBits, at_growing_precision, ball, lower, sufficient, upper
from banditproof.theory.enclosure import Enclosure
from .family_divergences import FamilyDivergences

MOST_PIECES = 20_000


def _enclosed(
    forms: FamilyDivergences, x: Fraction, mu: Fraction, eps: Fraction, digits: int
) -> Enclosure:
    """The least cost at the working precision, with a relative width of about 10^-digits."""
    share = Fraction(1, 10 ** (digits + 1))

    def cost(z: Fraction) -> tuple[Fraction, Fraction]:
        value = ball(eps) * forms.tv(x, z)
        if z < mu:
            value += forms.kl(z, mu)
        if not value.is_finite():
            raise MoreBits
        return lower(value), upper(value)

    def slopes(a: Fraction, b: Fraction) -> tuple[arb, arb] | None:
        bounds = forms.tv_slopes(x, a, b)
        if bounds is None:
            return None
        return (
            ball(eps) * bounds[0] + forms.kl_slope(a, mu),
            ball(eps) * bounds[1] + (forms.kl_slope(b, mu) if b < mu else arb(0)),
        )

    high = min(cost(x)[1], cost(mu)[1])
    low = high
    pieces = [(x, mu)]
    after_a_fall, before_a_rise = {x}, {mu}  # a monotone piece has its least value at an end
    seen = 0
    while pieces:
        a, b = pieces.pop()
        seen += 1
        if seen > MOST_PIECES:
            raise MoreBits
        bounds = slopes(a, b)
        if bounds is not None:
            falls, rises = bounds
            if falls >= 0:
                before_a_rise.add(a)
                continue
            if rises <= 0:
                after_a_fall.add(b)
                continue
            if falls.is_finite():
                loss = -lower(falls) * (b - a)
                if loss <= high / 8:
                    at_a = cost(a)
                    high = min(high, at_a[1])
                    if at_a[0] - loss >= high:
                        continue
                    if loss <= share * high:
                        low = min(low, at_a[0] - loss)
                        continue
        middle = (a + b) / 2
        pieces += [(a, middle), (middle, b)]
    for z in after_a_fall & before_a_rise:
        at_z = cost(z)
        low, high = min(low, at_z[0]), min(high, at_z[1])
    return Enclosure(min(low, high), high)


def least_compromise(
    forms: FamilyDivergences, x: Fraction, mu: Fraction, eps: Fraction, digits: int
) -> Enclosure:
    """The least cost over z in [x, mu], for x < mu, as an enclosure of the asked digits."""
    return at_growing_precision(
        lambda _: sufficient(_enclosed(forms, x, mu, eps, digits), digits), digits, 64 + 4 * digits
    )
