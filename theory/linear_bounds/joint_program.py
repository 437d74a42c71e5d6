"""Both families of the structural bound at once: cutting planes, certified in rationals."""

from __future__ import annotations
import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction
import numpy as np
from flint import arb, fmpq, fmpq_mat
from numpy.typing import NDArray
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.instances import LinearBandit
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.rational_matrices import fraction_of, rational_matrix
from .certified_coefficient import StructuralBound, between, pulls_of, ratio_between
from .norm_program import largest_ratio, norm_program
from .private_program import primal_allocation, private_program, repaired
from .quotient import FEW, Structure, Vector, dot, nonzero_products, scale_of
from .share_program import ShareProgram, ShareSolution

Floats = NDArray[np.float64]
MOST_ROUNDS, LEAST_ROUNDS, MOST_WORK = 60, 3, 300_000
"""Rounds of cuts, and the time of all of them in shares to the power of 1.5."""
STALLED = 5
"""So many rounds in a row without progress are the last ones."""
RELATIVE_GAP = 1e-11
INWARD = 0.3
"""How far a cut is placed from the relaxed optimum towards the best feasible point."""


@accepts_epsilon
@reads(bandit=values_of(LinearBandit))
def structural_bound(bandit: LinearBandit, eps: Number) -> StructuralBound:
    """The structural bound of eps-View DP: liminf Reg_T / log T is at least its value.

    min sum_j alpha_j Delta_j over alpha >= 0 such that for each suboptimal arm a and each u with
    <u, a*> = 0 and <u, a> = 1
        sum_j alpha_j |<a_j, u>| >= sqrt(2 pi) sigma / (eps Delta_a)     (private)
        sum_j alpha_j <a_j, u>^2 >= 2 sigma^2 / Delta_a^2                (without privacy)
    for consistent policies, noise N(0, sigma^2) and a unique best arm: what holds in place of
    Theorem 4.18 (thesis, section 4.3.1). It is at least the bound of either family alone.

    >>> bandit = LinearBandit(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, "0.7", "0.2"))
    >>> [round(structural_bound(bandit, eps).value, 9) for eps in ("0.1", 1, 10)]
    [50.132565493, 9.173294941, 9.166666667]
    """
    budget = exact_positive("eps", eps)
    structure = Structure.of(bandit)
    sigma = structure.sigma
    unit = between(lambda: _unit(sigma / budget), lambda: _unit(sigma / budget))
    unit_lo, unit_hi = unit.lower, unit.upper
    targets = tuple(gap**2 / (2 * sigma**2) for gap in structure.gaps)
    # The unit is irrational: what serves the larger rational serves the unit, and a dual point of
    # the smaller one is a lower bound.
    low, high, allocation = joint_program(structure, targets, unit_lo, unit_hi)
    return StructuralBound(ratio_between(low, high), pulls_of(structure, allocation))


def _unit(ratio: Fraction) -> arb:
    return (2 * arb.pi()).sqrt() * ball(ratio)


def joint_program(
    structure: Structure, targets: Vector, unit_lo: Fraction, unit_hi: Fraction
) -> tuple[Fraction, Fraction, Vector]:
    """A lower and an upper bound of the program with both families, and a feasible allocation.

    The unit of the private family is known to lie between the two rationals.
    """
    if not structure.arms:
        return Fraction(0), Fraction(0), ()
    # Floats prefer gaps and targets near 1: alpha_j in other units.
    size, pull = scale_of(structure.gaps), scale_of(targets)
    if size != 1 or pull != 1:
        low, high, allocation = joint_program(
            replace(structure, gaps=tuple(gap / size for gap in structure.gaps)),
            tuple(target / pull for target in targets),
            unit_lo * pull / size,
            unit_hi * pull / size,
        )
        return low * size / pull, high * size / pull, tuple(share / pull for share in allocation)
    private_low, _, private = private_program(structure)
    free_low, _, free = norm_program(structure, targets)
    # Each family alone is a relaxation of both: the larger of their bounds holds.
    low = max(unit_lo * private_low, free_low)
    served = tuple(unit_hi * share for share in private)
    high, allocation = feasible(structure, targets, served)
    # What serves each family alone serves both at once, where it is larger.
    together = tuple(max(shares) for shares in zip(served, free, strict=True))
    cost = dot(together, structure.gaps)
    if cost < high:
        high, allocation = cost, together
    if high - low <= high * Fraction(RELATIVE_GAP):
        return low, high, allocation
    try:
        with np.errstate(all="ignore"):
            return _improved(structure, targets, unit_lo, unit_hi, low, high, allocation, free)
    except (ArithmeticError, ValueError):
        # Floats over- or underflow; the two ends differ by a factor of at most 2.
        return low, high, allocation


def _improved(
    structure: Structure,
    targets: Vector,
    unit_lo: Fraction,
    unit_hi: Fraction,
    low: Fraction,
    high: Fraction,
    allocation: Vector,
    free: Vector,
) -> tuple[Fraction, Fraction, Vector]:
    """Narrower ends by cutting planes; ArithmeticError if floats are not finite."""
    relaxation = _Relaxation.of(structure, targets, float(unit_hi))
    # The optimum without privacy, and what it needs on top to serve the private family.
    above = np.array([float(share * gap) for share, gap in zip(free, structure.gaps, strict=True)])
    relaxation.found = [relaxation.optimum(above)]
    for attempt in (True, False):
        for candidate in relaxation.candidates(unit_hi):
            cost, point = feasible(structure, targets, candidate)
            if cost < high:
                high, allocation = cost, point
        if high - low <= high * Fraction(RELATIVE_GAP):
            return low, high, allocation
        if attempt:
            relaxation.solve(allocation, above)
    return max(low, relaxation.dual_value(unit_lo)), high, allocation


def feasible(structure: Structure, targets: Vector, allocation: Vector) -> tuple[Fraction, Vector]:
    """Scale an allocation that serves the private family up until it serves the other one too.

    Where the arms in use do not span, a little of each arm of the basis is added first.
    """
    factor = largest_ratio(structure, targets, allocation)
    if factor is None:
        little = max(allocation) / 10**6
        basis = set(structure.basis)
        allocation = tuple(
            share + little if place in basis else share for place, share in enumerate(allocation)
        )
        factor = largest_ratio(structure, targets, allocation)
        assert factor is not None, "a basis spans"
    # M(alpha)^-1 is divided by a factor of alpha, so the largest ratio is the factor that is
    # needed; the private family is served by every factor >= 1.
    factor = max(Fraction(1), factor)
    point = tuple(factor * share for share in allocation)
    return dot(point, structure.gaps), point


@dataclass
class _Relaxation:
    """The linear program with finitely many of the quadratic constraints, as cuts.

    Variables: x_j = alpha_j Delta_j, then the shares s_aj with sum_j s_aj P a_j = P a.
    """

    structure: Structure
    targets: Vector
    unit: float
    vectors: Floats
    gaps: Floats
    wanted: Floats
    cuts: list[tuple[int, Floats]]
    loads: Floats
    directions: Floats
    found: list[tuple[Floats, Floats]]
    last: ShareSolution | None = None

    @classmethod
    def of(cls, structure: Structure, targets: Vector, unit: float) -> _Relaxation:
        vectors = np.array([[float(x) for x in row] for row in structure.vectors])
        wanted = np.array([1 / float(target) for target in targets])
        gaps = np.array([float(gap) for gap in structure.gaps])
        empty = np.zeros(0)
        return cls(structure, targets, unit, vectors, gaps, wanted, [], empty, empty, [])

    def solve(self, center_allocation: Vector, free: Floats) -> None:
        """Add cuts until the relaxed optimum is feasible up to rounding."""
        center = np.array([float(share) for share in center_allocation]) * self.gaps
        shares_of_center: list[Floats] = []
        # A little of the feasible point keeps the information matrix invertible.
        self._cut(free + 1e-9 * center)
        best, least = math.inf, 0.0
        left, stalled = math.inf, 0
        for turn in itertools.count(1):
            x, shares = self.optimum()
            center_shares = shares_of_center[-1] if shares_of_center else shares
            # Cuts at the relaxed optimum itself jump from corner to corner; those at a point inside
            # settle.
            point = (1 - INWARD) * x + INWARD * center
            point_shares = (1 - INWARD) * shares + INWARD * center_shares
            factor = max(1.0, self._cut(point))
            if factor * point.sum() < best:
                best = factor * point.sum()
                center = factor * point
                shares_of_center.append(point_shares)
            least = max(least, float(x.sum()))
            stalled = stalled + 1 if best - least > 0.9 * left else 0
            left = best - least
            # the last digits of the solver stall
            if left < RELATIVE_GAP * best or stalled == STALLED or turn >= self.rounds():
                break
        self.found = [(center, shares_of_center[-1]), (x, shares)]

    def _cut(self, x: Floats) -> float:
        """Add the tangent cuts of the constraints that are tight at x; the worst violation."""
        information = (self.vectors.T * (x / self.gaps)) @ self.vectors
        solved = np.linalg.solve(information, self.vectors.T)
        norms = np.einsum("ai,ia->a", self.vectors, solved)
        violation = norms * self.wanted
        # u = M^-1 w_a / ||w_a||^2 has <u, w_a> = 1 and the least sum_j alpha_j <w_j, u>^2: this
        # member of the family is violated most.
        for place in np.flatnonzero(violation > min(0.999, 0.9 * violation.max())):
            self.cuts.append((int(place), solved[:, place] / norms[place]))
        return float(violation.max())

    def rounds(self) -> int:
        """How many rounds of cuts are worth their time: larger programs get a wider enclosure."""
        if self.last is None or len(self.gaps) <= FEW:
            return MOST_ROUNDS
        size = len(self.last.used) * len(self.last.tight)
        return max(LEAST_ROUNDS, min(MOST_ROUNDS, int(MOST_WORK / size**1.5)))

    def optimum(self, least: Floats | None = None) -> tuple[Floats, Floats]:
        """The optimum x and its shares, with the cuts so far and x >= least."""
        # A cut reads sum_j x_j <w_j, u>^2 targets[a] / Delta_j >= 1 when <w_a, u> = 1.
        cuts = [
            (self.vectors @ u) ** 2 / (self.gaps * self.wanted[place]) for place, u in self.cuts
        ]
        program = ShareProgram(self.vectors, self.gaps, self.unit, self.structure.basis)
        self.last = result = program.optimum(cuts, least, self.last)
        self.directions = result.directions
        wanted = np.array([self.wanted[place] for place, _ in self.cuts])
        self.loads = result.multipliers / wanted if self.cuts else result.multipliers
        return result.x, result.shares

    def candidates(self, unit_hi: Fraction) -> list[Vector]:
        """Exact allocations that serve the private family, from the float solutions."""
        points = []
        for x, shares in self.found:
            # Shares from floats miss the equations by rounding: repaired exactly, and the
            # allocation that carries them is the least one above both.
            table = [[Fraction(float(s)) for s in row] for row in shares]
            carried = primal_allocation(self.structure, repaired(self.structure, table))
            points.append(
                tuple(
                    max(unit_hi * share, Fraction(float(x_j)) / gap)
                    for share, x_j, gap in zip(carried, x, self.structure.gaps, strict=True)
                )
            )
        return points

    def dual_value(self, unit_lo: Fraction) -> Fraction:
        """The exact lower bound that the multipliers of the last program give, after scaling."""
        structure = self.structure
        # In the units of the program the private part pays <y_a, P a> for loads of the shares.
        directions = [[Fraction(float(y)) for y in row] for row in self.directions]
        # A multiplier must be >= 0 for weak duality; a rounded -1e-18 would not be.
        loads = [max(Fraction(float(load)), Fraction(0)) for load in self.loads]
        cuts = self.cuts[: len(loads)]  # the last ones came after the last program
        vectors = [[Fraction(float(x)) for x in u] for _, u in cuts]
        places, products = nonzero_products(structure, directions)
        value = sum((fraction_of(products[row, a]) for row, a in enumerate(places)), Fraction(0))
        seen = [
            (place, fmpq(load.numerator, load.denominator), u)
            for (place, _), load, u in zip(cuts, loads, vectors, strict=True)
            if load
        ]
        seen_products = (
            rational_matrix([u for _, _, u in seen]) * structure.matrix.transpose()
            if seen
            else fmpq_mat(0, len(structure.arms))
        )
        for row, (place, load, _) in enumerate(seen):
            value += fraction_of(load * seen_products[row, place] ** 2) / self.targets[place]
        weights = [structure.gaps[a] / unit_lo for a in places]
        paid = [fmpq(weight.numerator, weight.denominator) for weight in weights]
        worst = Fraction(0)
        for j, own in enumerate(structure.gaps):
            private = sum((w * abs(products[row, j]) for row, w in enumerate(paid)), fmpq(0))
            free = sum(
                (load * seen_products[row, j] ** 2 for row, (_, load, _) in enumerate(seen)),
                fmpq(0),
            )
            worst = max(worst, fraction_of(private + free) / own)
        # The prices of all arms must be at most 1: dividing by the worst one makes any multipliers
        # feasible.
        return max(value, Fraction(0)) / worst if worst > 0 else Fraction(0)
