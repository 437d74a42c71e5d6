"""What it costs to make the best arm and another one equally good, in balls.

Let mu_1 be the best mean and mu_a another one, D = mu_1 - mu_a. A confusing mean is named by its
place z in [0, 1]: l = mu_1 - z D. With divergences D_1(l) = d(mu_1, l) and D_a(l) = d(mu_a, l),

    C(w_1, w_a) = inf over l of { w_1 D_1(l) + w_a D_a(l) }

is the transportation cost of the pair: concave, increasing, homogeneous. Every place gives an upper
bound of C that is linear in the weights; `cost` gives a rigorous lower bound at given weights.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, cast
import flint
from flint import arb
from banditproof.theory.balls import ball, midpoint
from banditproof.theory.private_divergence import d_eps_balls


class Trade(NamedTuple):
    """The divergences at a place, the x that makes the place optimal, and two derivatives.

    With g(x) = C(1, x) and r = D_1 / D_a: dg/dz = D_a dx/dz, dr/dg = bend g / (D_a^3 dx/dz).
    """

    to_best: arb
    to_other: arb
    x: arb
    x_slope: arb
    bend: arb


@dataclass(frozen=True)
class Confusion(ABC):
    """The pair of a best mean and another mean; see the kinds below."""

    best: Fraction
    other: Fraction
    _known: dict[str, Any] = field(
        default_factory=dict, init=False, repr=False, compare=False, kw_only=True
    )
    """What was computed last, with its precision and place: both bounds ask for it."""

    def once(self, name: str, place: Fraction | None, compute: Callable[[], Any]) -> Any:
        """compute(), or what it gave the last time if precision and place are the same."""
        known = self._known.get(name)
        if known is None or known[0] != flint.ctx.prec or known[1] != place:
            known = self._known[name] = (flint.ctx.prec, place, compute())
        return known[2]

    @property
    def gap(self) -> Fraction:
        """mu_1 - mu_a > 0."""
        return self.best - self.other

    @abstractmethod
    def divergences(self, z: Fraction) -> tuple[arb, arb]:
        """Balls that contain D_1 and D_a at the place z."""

    @abstractmethod
    def trade(self, z: Fraction) -> Trade:
        """The divergences and what Newton's rule needs; candidates without proof."""

    @abstractmethod
    def cost(self, x: Fraction, near: Fraction | None = None) -> arb:
        """A ball whose lower end is at most C(1, x), and close to it.

        `near` is a place that is known to be nearly the best one, if any is.
        """

    def place_for(self, x: Fraction, z: Fraction) -> Fraction:
        """The place that proves most at x, given one that is very near."""
        return z

    @property
    def limit(self) -> arb:
        """The limit of C(1, x) for large x: D_1 at the place 1."""
        return self.divergences(Fraction(1))[0]

    def cost_from_above(self, x: Fraction) -> arb:
        """A ball whose upper end is at least C(1, x), and close to it; the same ball if exact."""
        return self.cost(x)

    @property
    def corner(self) -> arb | None:
        """The x up to which the best place is z = 0, if that is more than x = 0."""
        return None

    @property
    def end(self) -> tuple[arb, arb] | None:
        """The level from which the cost is flat and the x where it begins, if there is one."""
        return None


@dataclass(frozen=True)
class PrivateConfusion(Confusion):
    """D_1 and D_a are the private divergence d_eps of Bernoulli laws."""

    eps: Fraction

    def _budget(self) -> tuple[arb, arb, arb, arb]:
        """eps, exp(-eps), 1 - exp(-eps) and the gap."""

        def computed() -> tuple[arb, arb, arb, arb]:
            eps = ball(self.eps)
            return eps, (-eps).exp(), -(-eps).expm1(), ball(self.gap)

        return cast(tuple[arb, arb, arb, arb], self.once("budget", None, computed))

    def _means(self) -> tuple[arb, arb, arb, arb]:
        """mu_1, 1 - mu_1, mu_a and 1 - mu_a."""

        def computed() -> tuple[arb, arb, arb, arb]:
            return ball(self.best), ball(1 - self.best), ball(self.other), ball(1 - self.other)

        return cast(tuple[arb, arb, arb, arb], self.once("means", None, computed))

    def bounds(self, z: Fraction) -> tuple[tuple[arb, arb], tuple[arb, arb]]:
        """Lower and upper bounds of D_1 at the place z, and those of D_a."""

        def computed() -> tuple[tuple[arb, arb], tuple[arb, arb]]:
            mean = self.best - z * self.gap
            if not 0 < z < 1:
                return d_eps_balls(self.best, mean, self.eps), d_eps_balls(
                    self.other, mean, self.eps
                )
            m, mc = ball(mean), ball(1 - mean)
            best, best_c, other, other_c = self._means()
            to_best, to_other = (
                self._upwards(best_c, best, mc, m),
                self._upwards(other, other_c, m, mc),
            )
            return (
                d_eps_balls(self.best, mean, self.eps) if to_best is None else (to_best, to_best),
                d_eps_balls(self.other, mean, self.eps)
                if to_other is None
                else (to_other, to_other),
            )

        return cast(tuple[tuple[arb, arb], tuple[arb, arb]], self.once("bounds", z, computed))

    def _upwards(self, x: arb, xc: arb, y: arb, yc: arb) -> arb | None:
        """d_eps(x, y) for 0 <= x < y < 1 and the complements, if its regime is certain."""
        eps, shrunk, _, _ = self._budget()
        odds, private_odds = x * yc, shrunk * y * xc
        if odds < private_odds:  # the slope of the dual is -eps
            return -eps * x - (yc + shrunk * y).log()
        if odds > private_odds:
            return x * (x / y).log() + xc * (xc / yc).log()
        return None

    def divergences(self, z: Fraction) -> tuple[arb, arb]:
        """Balls around upper bounds of d_eps(mu_1, l) and d_eps(mu_a, l)."""
        to_best, to_other = self.bounds(z)
        return to_best[1], to_other[1]

    def _slopes(self, z: Fraction) -> tuple[arb, arb, arb, arb, arb]:
        """The two slopes without and with privacy, and l (1 - l)."""
        _, shrunk, lost, gap = self._budget()
        mean = self.best - z * self.gap
        m, mc = ball(mean), ball(1 - mean)
        spread, infinite = m * mc, arb("inf")
        inside = 0 < mean < 1
        return (
            ball(z) * gap / spread if inside else infinite,
            ball(1 - z) * gap / spread if inside else infinite,
            lost / (m + mc * shrunk),
            lost / (mc + m * shrunk),
            spread,
        )

    def slopes(self, z: Fraction) -> tuple[arb, arb]:
        """-D_1'(l) and D_a'(l): the smaller of the slopes with and without privacy."""
        plain_fall, plain_rise, fall, rise, _ = self._slopes(z)
        return arb.min(plain_fall, fall), arb.min(plain_rise, rise)

    def trade(self, z: Fraction) -> Trade:
        """The place z is best at x = -D_1'(l) / D_a'(l), in four regimes."""
        to_best, to_other = self.divergences(z)
        gap = self._budget()[3]
        best, best_c, other, other_c = self._means()
        fall, rise, private_fall, private_rise, spread = self._slopes(z)
        above, below = ball(z) * gap, ball(1 - z) * gap
        fall_z = gap * (above * above + best * best_c) / (spread * spread)
        rise_z = gap * (below * below + other * other_c) / (spread * spread)
        if fall.mid() > private_fall.mid():
            fall, fall_z = private_fall, gap * private_fall * private_fall
        if rise.mid() > private_rise.mid():
            rise, rise_z = private_rise, gap * private_rise * private_rise
        x = fall / rise
        return Trade(to_best, to_other, x, (fall_z + x * rise_z) / rise, gap * rise)

    @property
    def corner(self) -> arb | None:
        """exp(-eps) when the best mean is one: there the private slope is not zero."""
        return (-ball(self.eps)).exp() if self.best == 1 else None

    @property
    def end(self) -> tuple[arb, arb] | None:
        """(eps mu_1, exp(eps)) when the other mean is zero: there the private slope is not zero."""
        if self.other != 0:
            return None
        return ball(self.eps * self.best), ball(self.eps).exp()

    def _turn(self, mean: Fraction, x: arb) -> arb:
        """The root l of (mean - l)(1 - l p) = x p l (1 - l), p = 1 - exp(-eps), in [0, 1]."""
        p = -(-ball(self.eps)).expm1()
        linear = 1 + p * (ball(mean) + x)
        inside = (linear * linear - 4 * p * (1 + x) * ball(mean)).mid()
        # The smaller root in the form that does not subtract, so no digits are lost, also for p
        # near 0.
        return 2 * ball(mean) / (linear + arb.max(inside, arb(0)).sqrt())

    def candidates(self, x: Fraction) -> list[Fraction]:
        """Places of which one is as near to the best one as the working precision."""
        p, weight = -(-ball(self.eps)).expm1(), ball(x)
        # The cost has one regime for each choice of slopes, private or not, and one stationary
        # place in each of the four: the best place is among them, up to the ends.
        means = [
            ball((self.best + x * self.other) / (1 + x)),
            (1 - weight * (1 - p)) / (p * (1 + weight)),
            self._turn(self.best, weight),
            1 - self._turn(1 - self.other, 1 / weight),
        ]
        places = {midpoint((ball(self.best) - mean) / ball(self.gap)) for mean in means}
        return [min(max(z, Fraction(0)), Fraction(1)) for z in places]

    def cost(self, x: Fraction, near: Fraction | None = None) -> arb:
        """A lower bound of the cost: the best tangent of the convex function of l."""
        if x == 0:
            return arb(0)
        best, weight, gap = arb(0), ball(x), self._budget()[3]
        for z in self.candidates(x) if near is None else [near]:
            to_best, to_other = self.bounds(z)
            fall, rise = self.slopes(z)
            slope = weight * rise - fall
            # The convex cost lies above its tangent, and the tangent is least at an end of the
            # interval.
            ends = arb.min(-slope * ball(1 - z) * gap, slope * ball(z) * gap)
            tangent = to_best[0] + weight * to_other[0] + ends
            if tangent.is_finite():
                best = arb.max(best, tangent)
        return best

    def cost_from_above(self, x: Fraction) -> arb:
        """The least price among the candidates."""
        least = arb("inf") if x > 0 else arb(0)
        for z in self.candidates(x) if x > 0 else ():
            to_best, to_other = self.divergences(z)
            least = arb.min(least, to_best + ball(x) * to_other)
        return least
