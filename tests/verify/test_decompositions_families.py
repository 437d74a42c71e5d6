"""The families of noisy counts: complete sums against full enumeration, privacy, every budget."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
import flint
import mpmath
import pytest
from flint import arb
from banditproof.theory.accounting.order_supremum import supremum_over_orders
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.verify.decompositions.linear_response import (
    LinearResponse,
    refuted_from,
    rounds_for,
)
from banditproof.verify.decompositions.release_families import GaussianReleases, TwoReleases

SMALL = GaussianReleases(3, 3, "0.28", "0.03", "0.97", 1, "0.5", -4, 10)
ROW_1 = GaussianReleases(20, 40, "0.28", "0.03", "0.97", 9, "0.25", -16, 280)
ROW_3 = GaussianReleases(60, 120, "0.2", "0.01", "0.49", 18, "0.25", -24, 760)


def enumerated(policy, go, cell_law):
    """KL and E[d^2] over all lists of rewards, both branches and all cells, in mpmath."""
    m, n, p = policy.first, policy.further, mpmath.mpf(float(policy.exact_mean))
    actions, square = {}, mpmath.mpf(0)
    for rewards in product((0, 1), repeat=m + n):
        weight = p ** sum(rewards) * (1 - p) ** (m + n - sum(rewards))
        start = sum(rewards[:m])
        for goes, count in ((True, sum(rewards)), (False, start)):
            chance = weight * (go(start) if goes else 1 - go(start))
            square += chance * count**2
            for j, mass in enumerate(cell_law(count)):
                key = (goes, j)
                actions[key] = actions.get(key, 0) + chance * mass
    total = mpmath.mpf(0)
    for (goes, j), mass in actions.items():
        silent = (go(0) if goes else 1 - go(0)) * cell_law(0)[j]
        total += mass * mpmath.log(mass / silent)
    return total, square


def test_the_gaussian_family_by_full_enumeration():
    with mpmath.workdps(30):

        def go(count):
            return mpmath.ncdf((count - 1) * mpmath.sqrt(mpmath.mpf(6) / 100))

        @cache
        def cell_law(count):
            scale = mpmath.sqrt(2 * mpmath.mpf(97) / 100)
            edges = [mpmath.mpf(k) / 2 - count for k in range(-4, 11)]
            below = [mpmath.mpf(0), *(mpmath.ncdf(e * scale) for e in edges), mpmath.mpf(1)]
            return [b - a for a, b in pairwise(below)]

        total, square = enumerated(SMALL, go, cell_law)
        assert abs(total - mpmath.mpf("2.08458542302536")) < 1e-13
        assert abs(float(SMALL.divergence()) - total) < 1e-13
        assert abs(float(SMALL.distance_square()) - square) < 1e-13
    assert SMALL.divergence().hi < SMALL.printed_bound().lo  # no violation at this size


def test_the_linear_family_by_full_enumeration():
    policy = LinearResponse(2, 2, 1)
    with mpmath.workdps(30):

        def go(count):
            return mpmath.mpf(1) / 4 + mpmath.mpf(count) / 4

        @cache
        def cell_law(count):
            weights = {z: mpmath.exp(mpmath.mpf(-3) / 2 * z * z) for z in range(-40, 41)}
            total = sum(weights.values())
            cells = [mpmath.mpf(0)] * 9
            for z, weight in weights.items():
                cells[min(max(count + z, -1), 7) + 1] += weight / total
            return cells

        total, square = enumerated(policy, go, cell_law)
        assert abs(float(policy.divergence()) - total) < 1e-13
        assert abs(float(policy.exact_moments()[1]) - square) < 1e-13


@pytest.mark.parametrize(
    ("row", "going", "divergence", "printed", "square"),
    [
        (ROW_1, "0.227072091", "95.9377663618", "94.1909555938", "100.369970"),
        (ROW_3, "0.218281407", "207.982516072", "204.625592172", "427.320021"),
    ],
)
def test_the_catalogued_rows(row, going, divergence, printed, square):
    for result, known in (
        (row.going_probability(), going),
        (row.divergence(13), divergence),
        (row.printed_bound(), printed),
        (row.distance_square(12), square),
    ):
        places = len(known.partition(".")[2])
        assert f"{float(result):.{places}f}" == known
    assert row.excess().lo > 0


def test_more_digits_on_demand():
    result = ROW_1.divergence(35)
    assert result.digits >= 35
    assert ROW_1.divergence(5).contains(result.mid)


def test_coarser_cells_tell_less():
    coarse = GaussianReleases(20, 40, "0.28", "0.03", "0.97", 9, "0.5", -8, 140)
    coarser = GaussianReleases(20, 40, "0.28", "0.03", "0.97", 9, 1, -4, 70)
    values = [row.divergence(10) for row in (coarser, coarse, ROW_1)]
    assert values[0].hi < values[1].lo
    assert values[1].hi < values[2].lo
    assert coarse.excess().lo > 0 > coarser.excess().hi
    assert f"{float(values[1]):.10f}" == "94.6116347411"


def test_cells_are_laws():
    with working_precision(128):
        for row in (SMALL, LinearResponse(4, 1, 3)):
            law = row.cells()
            for count in range(row.first + row.further + 1):
                masses = law(count)
                assert sum(masses, arb(0)).contains(1)
                assert min(lower(mass) for mass in masses) > 0
                assert upper(sum(masses, arb(0))) - 1 < Fraction(1, 10**30)


@pytest.mark.parametrize("m", [1, 2, 5, 9])
def test_exact_moments_of_the_linear_family(m):
    policy = LinearResponse(m, 5)
    printed, square = policy.exact_moments()
    assert policy.printed_square().contains(printed)
    assert policy.distance_square().contains(square)
    assert square - printed == Fraction(m, 4)
    assert policy.going_probability().contains(Fraction(1, 2))


@pytest.mark.parametrize(("m", "rho"), [(16, 1), (28, 1), (40, "0.5"), (17, 3)])
def test_the_linear_family_refutes(m, rho):
    policy = LinearResponse(m, rho, 10)
    assert policy.excess(3).lo > 0
    assert policy.floor(10).hi < policy.divergence(10).lo
    assert policy.divergence(10).hi < policy.budget * policy.exact_moments()[1]


def test_small_members_do_not_refute():
    assert LinearResponse(8, 1, 8).excess(3).hi < 0
    assert LinearResponse(20, "0.1", 12).excess(3).hi < 0


def test_the_floor_passes_the_printed_sum_exactly_at_the_threshold():
    for m in (3, 28, 400):
        threshold = refuted_from(m, 30)
        for rho, sign in (
            (threshold.hi * Fraction(1001, 1000), 1),
            (threshold.lo * Fraction(999, 1000), -1),
        ):
            policy = LinearResponse(m, rho)
            gap = policy.floor(30).lo - policy.budget * policy.exact_moments()[0]
            assert gap * sign > 0


def test_every_budget_has_a_counterexample():
    previous = math.inf
    for m in (1, 2, 3, 10, 100, 10**4, 10**6, 10**9):
        assert refuted_from(m).hi < previous
        previous = refuted_from(m).lo
    for rho in (20, 1, "0.3", "1e-3", Fraction(1, 10**9)):
        m = rounds_for(rho)
        assert refuted_from(m).hi < Fraction(rho)
        assert m == 1 or refuted_from(m - 1).hi >= Fraction(rho)
    assert rounds_for(1000) == 1


@dataclass(frozen=True)
class OpenLoopOf:
    """The worst open loop of two releases: all neighbouring counts, each order by itself."""

    policy: TwoReleases

    @cache  # noqa: B019
    def _logs(self, precision):
        policy = self.policy
        law = policy.cells()
        rows = [[x.log() for x in law(x)] for x in range(policy.first + policy.further + 1)]
        on = [policy.going_on(i) for i in range(policy.first + 1)]
        return [[x.log(), (1 - x).log()] for x in on], rows

    def _worst(self, value):
        result = arb(0)
        for rows in self._logs(flint.ctx.prec):
            worst = arb(0)
            for p, q in pairwise(rows):
                worst = worst.max(value(p, q)).max(value(q, p))
            result += worst
        return result

    def at(self, alpha):
        a, b = ball(alpha), ball(1 - alpha)
        return self._worst(
            lambda p, q: sum(
                ((a * x + b * y).exp() for x, y in zip(p, q, strict=True)), arb(0)
            ).log()
        )

    def slope_at_one(self):
        return self._worst(
            lambda p, q: sum((x.exp() * (x - y) for x, y in zip(p, q, strict=True)), arb(0))
        )

    def largest_log_ratio(self):
        def largest(p, q):
            result = arb(0)
            for x, y in zip(p, q, strict=True):
                result = result.max(x - y)
            return result

        return self._worst(largest)


@pytest.mark.slow
@pytest.mark.parametrize("policy", [LinearResponse(16, 1, 6), SMALL])
def test_the_budget_bounds_the_open_loop_constant(policy):
    """Not by data processing but by computation: every order, every pair of neighbouring counts."""
    constant = supremum_over_orders(OpenLoopOf(policy), 3).value
    assert constant.hi < policy.budget
    assert constant.lo > policy.budget * Fraction(9, 10)
