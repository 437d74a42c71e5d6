"""The curve of losses on one lattice: the same line, over a single period, without truncation.

If the total loss lies on {offset + j step}, M(s + 2 pi i / step) is M(s) up to a phase, and with
N nodes on one period (an odd number, k = -(N-1)/2 .. (N-1)/2) the sum of M(s_k) e^(-s_k l) / N is
the probability of l, plus aliases e^(cnP) Pr[l + nP] at the distance P = N step. Summing
(1 - e^(y-l)) e^(-sl) over the points l > y of the lattice, of which l* is the first, gives

    delta(y) = (1/N) sum_k M(s_k) e^(-s_k l*) [1 / (1 - e^(-s_k step))
                                               - e^(y-l*) / (1 - e^(-(s_k + 1) step))],

with the same aliases as in `vertical_line`, and minus the same sum is 1 - delta for -1 < c < 0.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from flint import acb_poly, arb
from banditproof.theory.balls import ball, lower, upper
from banditproof.theory.rational_steps import common_step
from .composition import Composition
from .contour import most_nodes
from .lattice_loss_laws import DiscreteGaussianLoss, DiscreteLaplaceLoss, RandomisedResponseLoss
from .loss_sizes import LogOf
from .magnitudes import FEW, FLOAT_WORK, Magnitudes
from .saddle_point import FloatMoments
from .tilted_atoms import size_float
from .vertical_line import LineChoice, VerticalLine, Weights, short_runs

MOST_STEP_BITS = 1 << 12
"""The most bits of the denominator of a lattice: finer ones have no period of few nodes."""


@dataclass(frozen=True)
class Lattice:
    """The points (offset + j step) unit; the unit is 1 or the logarithm of a rational."""

    step: Fraction
    offset: Fraction
    unit: LogOf | None

    @property
    def unit_ball(self) -> arb:
        """The unit at the working precision."""
        return arb(1) if self.unit is None else ball(self.unit.value).log()

    @property
    def float_step(self) -> float:
        """The distance of two points."""
        return float(self.step) * (1.0 if self.unit is None else size_float(self.unit))


def common_lattice(composition: Composition) -> Lattice | None:
    """The lattice of the total loss, if all parts have one and they fit together.

    >>> common_lattice(Composition(((3, RandomisedResponseLoss("0.1")),)))
    Lattice(step=Fraction(1, 5), offset=Fraction(3, 10), unit=None)
    """
    steps, offset = [], Fraction(0)
    units = set()
    for count, law in composition.parts:
        if isinstance(law, RandomisedResponseLoss | DiscreteLaplaceLoss):
            size = Fraction(1) if isinstance(law.eps, LogOf) else law.eps
            units.add(law.eps if isinstance(law.eps, LogOf) else None)
            steps.append(2 * size)
            offset += count * size * getattr(law, "sensitivity", 1)
        elif isinstance(law, DiscreteGaussianLoss):
            units.add(None)
            steps.append(law.lattice_step)
            offset += count * law.half_square
        else:
            return None
    if len(units) != 1:
        return None
    step = steps[0]
    for other in steps[1:]:
        step = common_step((step, other))
        if step.denominator.bit_length() > MOST_STEP_BITS:
            return None
    return Lattice(step, offset, units.pop())


class LatticeLine(VerticalLine):
    """The kernel of a lattice."""

    def __init__(
        self,
        composition: Composition,
        choice: LineChoice,
        moments: FloatMoments,
        tolerance: float,
        lattice: Lattice,
    ) -> None:
        self.lattice = lattice
        # An odd number of nodes lies symmetrically about the real line: conjugate pairs, with real
        # sums.
        half = max(1, math.ceil(choice.period / lattice.float_step / 2))
        self.count = 2 * half + 1
        step = lattice.unit_ball * ball(lattice.step)
        h = 2 * arb.pi() / (self.count * step)
        super().__init__(composition, choice, moments, h, 0.0)
        c = float(choice.abscissa)
        magnitudes = Magnitudes(moments, c, float(h.mid()), tolerance, half + 1)
        # |1 - e^(-s step)| >= |1 - e^(-c step)|, and the same at s + 1
        # e^700 is within the floats; the factor 1 + 1e-9 below is for the rounding of these two
        # lines.
        near = abs(math.expm1(min(-c * lattice.float_step, 700.0)))
        far = -math.expm1(-(1 + c) * lattice.float_step)
        self._kernels = (1 / near + 1 / far) * (1 + 1e-9)
        self.selection = magnitudes.select_period(most_nodes(moments))
        self.work = magnitudes.work(self.selection)
        self._plain: Weights = []
        self._tilted: Weights = []
        sign = -1 if choice.middle else 1
        for start, stop in short_runs(self.selection.runs):
            nodes = self.nodes(start, stop)
            values = self.moments(nodes)
            back = (-step).exp()
            turned = [(-s * step).exp() for s in nodes]
            pairs = list(zip(values, turned, strict=True))
            self._plain.append((start, acb_poly([sign * m / (1 - r) for m, r in pairs])))
            self._tilted.append((start, acb_poly([sign * m / (1 - r * back) for m, r in pairs])))

    def tail(self, eps: Fraction) -> tuple[arb, arb]:
        """Bounds of delta(eps), or of 1 - delta(eps) on a line between the poles."""
        aliases = self.aliases(eps)
        bounds = [self._tail_from(eps, index) for index in self._first_above(eps)]
        # Aliases are >= 0 and contained in the sum: only the lower end loses them.
        low, high = bounds[0][0] - aliases, bounds[0][1]
        for other_low, other_high in bounds[1:]:
            low, high = low.union(other_low - aliases), high.union(other_high)
        return low, high

    def _tail_from(self, eps: Fraction, index: int) -> tuple[arb, arb]:
        """The sum over the lattice from the point with an index, without the aliases."""
        first = ball(self.lattice.offset + index * self.lattice.step) * self.lattice.unit_ball
        kept = self.real_sum(self._plain, first)
        kept -= (ball(eps) - first).exp() * self.real_sum(self._tilted, first)
        missing = self.top * arb(self.selection.missing) * arb(self._kernels)
        shift = (-self.c * first).exp() / self.count
        return (kept - missing) * shift, (kept + missing) * shift

    def _first_above(self, eps: Fraction) -> list[int]:
        """The index of the first point above eps; two candidates where this is undecided."""
        lattice = self.lattice
        if lattice.unit is None or eps == 0:
            # Rational numbers decide exactly which points of the lattice are above eps.
            return [math.floor((eps - lattice.offset) / lattice.step) + 1]
        at = (ball(eps) / lattice.unit_ball - ball(lattice.offset)) / ball(lattice.step)
        low, high = math.floor(lower(at)), math.floor(upper(at))
        # The ball contains a point of the lattice: both candidates are computed, and united.
        return [low + 1] if low == high else [low + 1, high + 1]


def lattice_fits(lattice: Lattice, moments: FloatMoments, period: float) -> bool:
    """Whether the nodes of a period of the lattice are few enough to bound them all."""
    work = FLOAT_WORK * lattice.float_step
    return 0 < period * moments.thinned(FEW).width < work
