"""The curve of a composition beside tiny other losses, which move eps by next to nothing.

If A and B are released together, more is lost than by A alone, and by basic composition at most

    delta_A(y) <= delta(y) <= delta_A(y - b) + delta_B(b)    for every b >= 0.

A bounded loss of B is at most its supremum. A Gaussian one, continuous or discrete, has
M(s) <= e^(mu^2 s (s+1) / 2), so that it exceeds mu^2 / 2 + z mu with probability at most
e^(-z^2 / 2) (for discrete noise: Canonne, Kamath and Steinke, 2020, Theorem 4).
For y < b, delta_A(y - b) <= delta_A(0) + b - y.
"""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, upper, working_precision
from .composition import Composition
from .curves import Curve
from .lattice_loss_laws import DiscreteGaussianLoss
from .loss_laws import GaussianLoss
from .loss_sizes import size_ball
from .tail_bounds import TailBounds

MORE_NATS = 60
"""The probability that the tiny losses exceed b is e^-60 times the tail."""


class SetAsideCurve:
    """Bounds from the curve of the larger losses, at two places."""

    def __init__(self, main: Curve, tiny: Composition) -> None:
        self.main, self.tiny = main, tiny

    def tail(self, eps: Fraction, accuracy: float) -> TailBounds:
        """delta_A(y) and delta_A(y - b) + delta_B(b)."""
        least = self.main.tail(eps, accuracy)
        with working_precision(256):
            shift, missed = self._shift(least.high)
            before = max(eps - shift, Fraction(0))
            # 0 unless y < b, where delta_A(0) stands for delta_A(y - b) and falls short by at most
            # b - y.
            missed += ball(before - eps + shift)
        most = self.main.tail(before, accuracy)
        middle = least.middle
        with working_precision(256):
            if middle:
                low, high = most.ends(middle=True)[0] - missed, least.high
            else:
                low, high = least.low, most.ends(middle=False)[1] + missed
            return TailBounds.sound(low, high, middle=middle)

    def guess(self, delta: Fraction) -> tuple[Fraction, float]:
        """That of the larger losses."""
        return self.main.guess(delta)

    def _shift(self, tail: arb) -> tuple[Fraction, arb]:
        """b, and an upper bound of delta_B(b)."""
        bounded, normal = arb(0), arb(0)
        for count, law in self.tiny.parts:
            if isinstance(law, GaussianLoss):
                normal += count * ball(law.mu_squared)
            elif isinstance(law, DiscreteGaussianLoss):
                normal += count * ball(2 * law.half_square)
            else:
                assert law.largest is not None
                bounded += count * size_ball(law.largest)
        if normal.is_zero():
            return upper(bounded), arb(0)
        nats = MORE_NATS + (-tail.abs_upper().log()).max(arb(0)) if tail > 0 else arb(MORE_NATS)
        return upper(bounded + normal / 2 + (2 * normal * nats).sqrt()), (-nats.lower()).exp()
