"""A vertical line in the plane of the transform, its nodes, and what the trapezoid rule misses.

For c > 0, delta(y) = E[(1 - e^(y-L))_+] = (1 / 2 pi i) int M(s) e^(-sy) / (s(s+1)) ds along
Re s = c; for -1 < c < 0 the same integral is delta(y) - 1. Let h be the step of the rule,
P = 2 pi / h, and S(y) the infinite sum over the nodes c + ikh, with the sign changed for c < 0.
By Poisson's summation formula

    S(y) = sum over all integers n of e^(cnP) d(y + nP),

where d is delta for c > 0 and 1 - delta for c < 0. The term n = 0 is wanted and the others, the
aliases, are >= 0. For c > 0 those with n < 0 are bounded by d <= 1, and those with n > 0 by
d(y) <= M(t) e^(-ty) t^t / (1+t)^(1+t) for any t > c, since (1 - e^(y-l))_+ <= that factor times
e^(t(l-y)) for every l. For c < 0 those with n > 0 are bounded by d <= 1, and those with n < 0 by
d(y) <= e^y E[e^(-L)] = e^y, as M(-1) = M(0) = 1.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from flint import acb, acb_poly, arb
from banditproof.theory.balls import ball
from .composition import Composition
from .lattice_loss_laws import RandomisedResponseLoss
from .loss_laws import GaussianLoss, LaplaceLoss, LossLaw
from .loss_sizes import size_ball
from .saddle_point import FloatMoments

Weights = list[tuple[int, acb_poly]]
"""Runs of neighbouring nodes: the first index, and the weights as a polynomial in e^(-ihy)."""


RUN = 32
"""The most neighbouring nodes that are treated together, by powers of one rotation."""
MANY = 1_000_000
"""From this power on a logarithm is the faster way."""


def raised(factors: list[acb], count: int) -> list[acb]:
    """The powers of complex numbers.

    Through the logarithm from MANY on: a chain of squarings takes longer, and widens each ball. Any
    branch of the logarithm serves, but a ball should not meet the cut.

    >>> [power.str(8) for power in raised([acb(1), acb(0, 1)], 10**6 + 2)]
    ['1.0000000', '-1.0000000']
    """
    if count < MANY:
        return [factor**count for factor in factors]
    return [
        (factor.log() * count).exp() if factor.real > 0 else factor**count for factor in factors
    ]


def _normal(variance: Fraction, nodes: list[acb]) -> list[acb]:
    """The moments of a normal loss with a variance."""
    half = ball(variance) / 2
    return [(s * (s + 1) * half).exp() for s in nodes]


def short_runs(runs: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    """The same runs, cut to the length RUN."""
    for start, stop in runs:
        for first in range(start, stop, RUN):
            yield first, min(first + RUN, stop)


@dataclass(frozen=True)
class LineChoice:
    """A line Re s = abscissa whose nodes lie 2 pi / period apart."""

    abscissa: Fraction
    period: float
    eps: float
    """The place on the curve that it is made for."""

    @property
    def middle(self) -> bool:
        """Whether the line stands between the poles -1 and 0, so that 1 - delta is computed."""
        return self.abscissa < 0


def choose_line(moments: FloatMoments, eps: float, *, middle: bool, tolerance: float) -> LineChoice:
    """A line near the saddle point at eps whose aliases are about the tolerance, relatively."""
    c = moments.middle_abscissa(eps) if middle else moments.abscissa(eps)
    if abs(c + 0.5) < 1 / 64:  # keep away from the removable singularity of sinh(ue) / u
        c = -0.5 + 1 / 64
    value = moments.log_moment(c)[0]
    deviation = max(moments.deviation(c), 1e-300)
    spread = math.sqrt(deviation**2 + 1 / c**2 + 1 / (1 + c) ** 2)
    log_tail = value - math.log(abs(c)) - math.log1p(c) - c * eps - math.log(3 * spread)
    goal = math.log(tolerance) + log_tail
    period = max(6 * deviation, 0.2 * spread)
    for _ in range(400):
        if middle:
            worst = max(c * period, eps - (1 + c) * period)
        else:
            far = far_point(moments, c, eps + period)
            factor = far * math.log(far) - (1 + far) * math.log1p(far)
            reach = moments.log_moment(far)[0] - far * (eps + period) + factor
            worst = max(-c * period, c * period + reach)
        if worst < goal:
            break
        period *= 1.1
    return LineChoice(Fraction(c), period, eps)


def far_point(moments: FloatMoments, c: float, above: float) -> float:
    """A t > c where the bound M(t) e^(-ty) is small for y near or above the given number."""
    inside = min(above, moments.largest * (1 - 1e-3))
    return max(moments.abscissa(inside), 1.01 * c)


class VerticalLine:
    """The transform of a composition at some nodes of a line, and bounds of the aliases."""

    def __init__(
        self,
        composition: Composition,
        choice: LineChoice,
        moments: FloatMoments,
        step: arb,
        variance: float,
    ) -> None:
        self.composition, self.choice, self.variance = composition, choice, Fraction(variance)
        if choice.middle:
            self.far = Fraction(1)
        else:
            smooth = replace(moments, variance=moments.variance + variance)
            above = choice.eps + choice.period
            self.far = Fraction(far_point(smooth, float(choice.abscissa), above))
        self.c, self.h = ball(choice.abscissa), step
        self.top = self._moment(self.c)

    def _moment(self, s: arb) -> arb:
        """M(s) of the composition and of the variance that is added to it."""
        product = (s * (s + 1) * (ball(self.variance) / 2)).exp()
        for count, law in self.composition.parts:
            product *= law.moment(s) ** count
        return product

    def nodes(self, start: int, stop: int) -> list[acb]:
        """The points c + ikh."""
        return [acb(self.c, self.h * k) for k in range(start, stop)]

    def moments(self, nodes: list[acb]) -> list[acb]:
        """M at neighbouring nodes.

        The factors are multiplied in pairs, pairs of pairs and so on: a rectangle that is turned
        grows by up to the square root of 2, so a long chain of products would lose its digits.
        """
        stack = [(0, _normal(self.variance, nodes) if self.variance else [acb(1)] * len(nodes))]
        inverses = nodes  # which only Laplace noise needs
        if any(isinstance(law, LaplaceLoss) for _, law in self.composition.parts):
            inverses = [1 / (2 * s + 1) for s in nodes]
        for count, law in self.composition.parts:
            factors = self._factors(law, nodes, inverses)
            if count > 1:
                factors = raised(factors, count)
            level = 0
            while stack and stack[-1][0] == level:
                factors = [a * b for a, b in zip(stack.pop()[1], factors, strict=True)]
                level += 1
            stack.append((level, factors))
        products = stack.pop()[1]
        while stack:
            products = [a * b for a, b in zip(stack.pop()[1], products, strict=True)]
        return products

    def _factors(self, law: LossLaw, nodes: list[acb], inverses: list[acb]) -> list[acb]:
        """The moments of one law at at most RUN neighbouring nodes, by powers of e^(ihe)."""
        if isinstance(law, GaussianLoss):
            return _normal(law.mu_squared, nodes)
        if not isinstance(law, LaplaceLoss | RandomisedResponseLoss):
            return [law.moment(s) for s in nodes]
        eps, u = size_ball(law.eps), nodes[0] + arb(0.5)
        is_laplace = isinstance(law, LaplaceLoss)
        scale = (-eps / 2).exp() / 2 if is_laplace else 1 / (2 * (eps / 2).cosh())
        up, down = (u * eps).exp() * scale, (-u * eps).exp() * scale
        turn = acb(0, self.h * eps).exp()
        back = turn.conjugate()
        factors = []
        for inverse in inverses:
            factors.append(up + down + (up - down) * inverse if is_laplace else up + down)
            up, down = up * turn, down * back
        return factors

    def real_sum(self, runs: Weights, at: arb) -> arb:
        """The sum of weight_k e^(-ikh at) over the kept nodes k and -k: a real number."""
        turn = acb(0, -self.h * at)
        z, total = turn.exp(), arb(0)
        for start, weights in runs:
            # The terms of k and -k are conjugate to each other: twice the real part; k = 0 counts
            # once.
            part = (weights(z) * (turn * start).exp()).real * 2
            total += part - weights[0].real if start == 0 else part
        return total

    def unit(self, eps: Fraction) -> arb:
        """(h / 2 pi) e^(-c eps), which multiplies every sum over nodes."""
        return self.h / (2 * arb.pi()) * (-self.c * ball(eps)).exp()

    @cached_property
    def _far_moment(self) -> arb:
        return self._moment(ball(self.far))

    def aliases(self, eps: Fraction) -> arb:
        """An upper bound of the terms with n != 0."""
        period, y = 2 * arb.pi() / self.h, ball(eps)
        if self.choice.middle:
            above, below = (self.c * period).exp(), (-(1 + self.c) * period).exp()
            return above / (1 - above) + y.exp() * below / (1 - below)
        below = (-self.c * period).exp()
        # delta <= 1 at every alias below: a geometric series.
        total = below / (1 - below)
        largest = None if self.variance else self.composition.largest_ball()
        # No loss is above the largest one: there delta is 0, and so are all aliases on this side.
        if largest is not None and y + period >= largest:
            return total
        t = ball(self.far)
        above = (-(t - self.c) * period).exp()
        # The bound of d(y) at the first alias y + P; each further one is smaller by this factor.
        chernoff = self._far_moment * (t * t.log() - (1 + t) * (1 + t).log() - t * y).exp()
        return total + chernoff * above / (1 - above)
