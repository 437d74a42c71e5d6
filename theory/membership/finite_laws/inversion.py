"""The overlap of two product laws by inversion of their transform, with every error bounded.

For independent columns with laws q_j (target not in the data) and p_j (in the data), let
M(s) = prod_j sum p_j (p_j/q_j)^s = E_in[e^(sl)] over the outcomes that both allow. The overlap

    d(y) = sum min(p, e^y q),    hence  TV = 1 - d(0),

is e^(y/2) / (2 pi) times the integral of M(-1/2 + it) e^(-ity) / (1/4 + t^2) over t. Outcomes with
l = +-inf do not count on this line, and need no care. What the trapezoid rule with step h and J
nodes differs by:

Aliases. By Poisson's formula the infinite sum is sum_n e^(-nP/2) d(y + nP), P = 2 pi / h, all of
whose terms are >= 0; d <= 1 and d(y) <= e^y bound those with n != 0.

Nodes left out. |M(-1/2 + it)| is bounded on intervals by `decay`, beyond the last of them by its
value at t = 0, and there the factor below makes it small.

Smoothing. A sum of discrete columns has a transform that never vanishes for good, so a fictitious
normal loss Z of variance v with E_in e^(-Z) = 1 is added: it multiplies M by e^(-v(1/4 + t^2)/2).
It can only decrease d, and by at most v e^(v/8) p_v(y), where p_v is the density of l + Z at y
under p: for each value x of l the derivative of E(1 - e^(y-x-Z))_+ with respect to the variance w
is half the density p_w of x + Z at y, and p_w <= sqrt(v/w) e^((v-w)/8) p_v for w <= v. The
density comes from the same nodes, without the factor 1 / (1/4 + t^2).

The sums over nodes are balls; floats choose h, J and v, and bound the nodes left out.
"""

import math
from fractions import Fraction
import numpy as np
from flint import acb, acb_mat, acb_poly, arb
from banditproof.theory.accounting.contour import short_step
from banditproof.theory.balls import ball, working_precision
from .columns import Atom, ReleasedColumn
from .decay import Decay, FloatAtoms, decay

BITS = 160
"""The working precision of the sums."""
NODE_WORK = 3_000_000
"""The most products of a node and an atom: about a second."""
MOST_NODES = 4_000
"""However few the atoms are."""
RUN = 32
"""How many neighbouring nodes are summed as one polynomial."""
FARTHEST = 3e7
"""The largest t on which the transform is bounded by intervals."""
SLACK = 1 + 1e-6
"""The relative margin of sums of positive floats."""


class Inversion:
    """The nodes of the line Re s = -1/2 for a product of groups of equal columns."""

    def __init__(self, groups: tuple[tuple[ReleasedColumn, int], ...], tolerance: float) -> None:
        with working_precision(BITS):
            self._build(groups, tolerance)

    def _build(self, groups: tuple[tuple[ReleasedColumn, int], ...], tolerance: float) -> None:
        parts = [_Part(column, count, tolerance) for column, count in groups]
        self.log_top = sum(part.log_top for part in parts)
        """The logarithm of M(-1/2), the Bhattacharyya coefficient, in a float."""
        self.empty = self.log_top == -math.inf
        if self.empty:
            totals = [part.sum_ball**part.count for part in parts]
            self.top = math.prod(totals, start=arb(1)).abs_upper()
            return
        period = 2 * (math.log(1 / tolerance) + 5 - self.log_top)
        self.h = short_step(period)
        atoms = sum(len(part.kept) for part in parts)
        most = max(64, min(MOST_NODES, NODE_WORK // max(1, atoms)))
        nodes = _nodes_needed([part.floats for part in parts], float(self.h), tolerance, most)
        step = ball(self.h)
        values = [acb(1)] * nodes
        for part in parts:
            sums = _power_sums(part.kept, step, nodes)
            # pairs of conjugates stand for a real number, and so does what was dropped
            # What was dropped turns by unknown phases: a square around 0 that contains them all.
            unknown = acb(part.dropped_ball, part.dropped_ball)
            values = [m * (f + unknown) ** part.count for m, f in zip(values, sums, strict=True)]
        self.top = values[0].abs_upper()
        start = float(self.h) * (nodes - 0.5)
        variance, self.missing, self.missing_density = _smoothing(
            [part.floats for part in parts], start, float(self.h), tolerance
        )
        self.variance = Fraction(variance)
        self._weigh(values)

    def _weigh(self, values: list[acb]) -> None:
        """The weights of both sums as polynomials in e^(-ihy)."""
        h, v, quarter = ball(self.h), ball(self.variance), ball(Fraction(1, 4))
        curve, density = [], []
        for k, value in enumerate(values):
            square = quarter + (h * k) ** 2
            value *= (-v * square / 2).exp() * (1 if k == 0 else 2)
            density.append(value)
            curve.append(value / square)
        self._curve, self._density = _runs(curve), _runs(density)

    def overlap(self, factor: Fraction) -> tuple[arb, arb]:
        """Bounds of the sum of min(p, factor q), in balls; the caller sets the precision."""
        if factor == 0:
            return arb(0), arb(0)
        if self.empty:  # min(p, f q) is at most the root of f p q
            return arb(0), ball(factor).sqrt() * self.top
        y, h, top = ball(factor).log(), ball(self.h), arb(self.top)
        turn = acb(0, -h * y)
        unit = (y / 2).exp() * h / (2 * arb.pi())
        kept = _real_sum(self._curve, turn) * unit
        missing = unit * top * arb(self.missing)
        shrink = (-arb.pi() / h).exp()
        aliases = (1 + y.exp()) * shrink / (1 - shrink)
        density = _real_sum(self._density, turn) * unit + unit * top * arb(self.missing_density)
        v = ball(self.variance)
        gap = v * (v / 8).exp() * density
        return kept - missing - aliases, kept + missing + gap


class _Part:
    """A group of equal columns: the atoms that matter, in balls and in floats."""

    def __init__(self, column: ReleasedColumn, count: int, tolerance: float) -> None:
        atoms = column.atoms()
        self.count = count
        weights = np.array([float(atom.weight.mid()) for atom in atoms])
        total = float(weights.sum())
        self.sum_ball: arb = sum((atom.weight for atom in atoms), arb(0))
        """What floats may be too coarse for: it may be 0 in floats only."""
        if not self.sum_ball.is_finite():
            raise ArithmeticError("The probabilities of a column are known to no digits.")
        if total == 0:
            self.log_top = -math.inf
            return
        # all columns together may lose about a hundredth of the tolerance of the result
        order = np.argsort(weights, kind="stable")
        lost = np.cumsum(weights[order]) <= total * min(0.01, 1e-6 * tolerance / count)
        self.kept: list[Atom] = [atoms[i] for i in np.sort(order[~lost])]
        dropped = sum((atoms[i].weight for i in order[lost]), arb(0)).abs_upper()
        if not float(dropped) <= total:
            raise ArithmeticError("The probabilities of a column are known to too few digits.")
        self.dropped_ball = arb(0, dropped)
        self.log_top = count * math.log(total)
        places = np.array([float(atom.log_ratio.mid()) for atom in self.kept])
        shares = np.array([float(atom.weight.mid()) for atom in self.kept]) / total
        centred = places - float(shares @ places)
        self.floats = FloatAtoms(centred, shares, float(dropped) / total, count)


def _runs(weights: list[acb]) -> list[acb_poly]:
    """Short polynomials: a rectangle that is turned grows, so long ones would lose all digits."""
    return [acb_poly(weights[k : k + RUN]) for k in range(0, len(weights), RUN)]


def _real_sum(runs: list[acb_poly], turn: acb) -> arb:
    """The real part of the sum over k of weight_k e^(k turn)."""
    z = turn.exp()
    return sum(((run(z) * (turn * (RUN * i)).exp()).real for i, run in enumerate(runs)), arb(0))


def _nodes_needed(groups: list[FloatAtoms], h: float, tolerance: float, most: int) -> int:
    """How many nodes until the transform is small, by its modulus at some of them."""
    goal = math.log(tolerance) - 3
    k = 16
    while k < most:
        total = sum(
            g.count * math.log(abs(np.exp(1j * h * k * g.places) @ g.weights) + 1e-300)
            for g in groups
        )
        if total < goal:
            return int(k)
        k = int(k * 1.1) + 1
    return most


def _smoothing(
    groups: list[FloatAtoms], start: float, h: float, tolerance: float
) -> tuple[float, float, float]:
    """A variance to add, and what is then missing in the sums over nodes, relative to M(-1/2)."""
    goal = math.log(tolerance) - 5
    end = min(FARTHEST, max(10 * start, 2 * math.sqrt(-goal / tolerance)))
    bounds = decay(groups, h, start, end, goal)
    deviation = math.sqrt(sum(g.count * g.square for g in groups)) + h
    # the density of l under p, relative to M(-1/2), is about this; the overlap itself 2 pi times
    density = math.sqrt(2 * math.pi) / (h * deviation)
    best = (math.inf, 0.0, 0.0, 0.0)
    variance = 1.0
    while variance > 1e-20:
        curve, dense = _missing(bounds, variance, h)
        cost = curve + variance * (density + dense)
        if cost < best[0]:
            best = (cost, variance, curve, dense)
        variance /= 2
    return best[1], best[2], best[3]


def _missing(bounds: Decay, variance: float, h: float) -> tuple[float, float]:
    """The sums over all nodes k >= J of 2 |M| / (1/4 + t^2), and of 2 |M|, divided by M(-1/2)."""
    held = bounds.sums * np.exp(-variance * bounds.starts**2 / 2)
    t = bounds.end
    last = math.exp(-variance * t * t / 2) * (1 + 1 / (h * variance * t))
    curve = 2 * float((held / bounds.starts**2).sum()) + 2 * last / t**2
    return curve * SLACK, (2 * float(held.sum()) + 2 * last) * SLACK


def _power_sums(atoms: list[Atom], step: arb, nodes: int) -> list[acb]:
    """The sums of weight * e^(i k step log_ratio) for k = 0, ..., nodes - 1.

    k = a + bA with a < A and b < B, so that the sum over atoms of w r^k, r = e^(ihx), is the entry
    (b, a) of the product of the B x K matrix of r^(bA) and the K x A matrix of w r^a: about
    2 sqrt(J) powers of each atom for J nodes, and no cosine but one.
    """
    if not atoms:
        return [acb(0)] * nodes
    small = max(1, math.isqrt(nodes - 1) + 1)
    large = -(-nodes // small)
    turns = [acb(0, step * atom.log_ratio).exp() for atom in atoms]
    current = [acb(atom.weight) for atom in atoms]
    steps = [current]
    for _ in range(small - 1):
        current = [x * r for x, r in zip(current, turns, strict=True)]
        steps.append(current)
    leaps_of = [acb(0, step * small * atom.log_ratio).exp() for atom in atoms]
    current = [acb(1)] * len(atoms)
    leaps = [current]
    for _ in range(large - 1):
        current = [x * r for x, r in zip(current, leaps_of, strict=True)]
        leaps.append(current)
    table = acb_mat(leaps) * acb_mat(steps).transpose()
    return [table[k // small, k % small] for k in range(nodes)]
