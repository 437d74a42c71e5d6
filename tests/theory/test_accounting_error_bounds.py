"""Every error term of the contour is needed, and is large enough."""

import dataclasses
import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from flint import acb, arb

from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    GaussianLoss,
    LaplaceLoss,
    LogOf,
    RandomisedResponseLoss,
    composed_epsilon,
    gaussian_profile,
    vertical_line,
)
from banditproof.theory.accounting import magnitudes as magnitudes_module
from banditproof.theory.accounting.contour import ContourLine, smoothing_gap
from banditproof.theory.accounting.curves import LineCurve, SignSumCurve
from banditproof.theory.accounting.gaussian_profile import gaussian_delta, scaled_erfc
from banditproof.theory.accounting.laplace_powers import SignSums, residue_at_zero
from banditproof.theory.accounting.lattice import LatticeLine, common_lattice
from banditproof.theory.accounting.magnitudes import Magnitudes
from banditproof.theory.accounting.privacy_curve import _Search, _written
from banditproof.theory.accounting.saddle_point import FloatMoments
from banditproof.theory.accounting.tail_bounds import TailBounds
from banditproof.theory.accounting.vertical_line import LineChoice, choose_line
from banditproof.theory.balls import ball, working_precision

F = Fraction
RESPONSES = Composition(tuple((1, RandomisedResponseLoss(F(i, 97))) for i in range(11, 25)))
KINK = sum((law.eps for _, law in RESPONSES.parts), F(0)) - 2 * F(11 + 24, 97)
LAPLACES = Composition(((100, LaplaceLoss(2)),))


def line_at(composition, eps, *, middle=False, tolerance=1e-12, variance=None, period=None):
    """A contour line made for one place of the curve."""
    moments = FloatMoments.of(composition)
    choice = choose_line(moments, float(eps), middle=middle, tolerance=tolerance)
    if period is not None:
        choice = dataclasses.replace(choice, period=choice.period * period)
    return ContourLine(composition, choice, moments, tolerance, variance)


def truth(composition, eps, *, middle=False):
    with working_precision(400):
        value = SignSumCurve(composition).tail(eps, 1e-40).delta()[0]
        return 1 - value if middle else value


def catches(line, eps, *, middle=False):
    """Whether the bounds of a line contain the exact value."""
    exact = truth(line.composition, eps, middle=middle)
    with working_precision(200):
        low, high = line.tail(eps)
    return bool(low <= exact) and bool(exact <= high)


@pytest.mark.parametrize("middle", [False, True])
@pytest.mark.parametrize("period", [0.3, 0.5, 0.75])
def test_aliases_are_bounded_and_cannot_be_dropped(monkeypatch, middle, period):
    """Too short a period: the bounds are wide and right; without the term they are wrong."""
    eps = F(110) if middle else F(125)
    with working_precision(200):
        line = line_at(LAPLACES, eps, middle=middle, period=period)
    assert catches(line, eps, middle=middle)
    monkeypatch.setattr(ContourLine, "aliases", lambda self, eps: arb(0))
    assert not catches(line, eps, middle=middle)


@pytest.mark.parametrize("middle", [False, True])
def test_what_is_left_out_is_bounded_and_cannot_be_dropped(middle):
    eps = F(110) if middle else F(125)
    with working_precision(200):
        line = line_at(LAPLACES, eps, middle=middle, tolerance=1e-6)
        wide = ContourLine(
            LAPLACES,
            dataclasses.replace(line.choice, period=3 * line.choice.period),
            FloatMoments.of(LAPLACES),
            1e-3,
        )
    for good in (line, wide):
        assert catches(good, eps, middle=middle)
    wide.selection = dataclasses.replace(wide.selection, missing=0.0)
    assert not catches(wide, eps, middle=middle)


@pytest.mark.parametrize("middle", [False, True])
@pytest.mark.parametrize("variance", [1e-3, 0.1])
def test_smoothing_brackets_and_its_gap_cannot_be_dropped(monkeypatch, middle, variance):
    """At a kink of the curve, where a loss has an atom, and elsewhere."""
    monkeypatch.setattr(magnitudes_module, "FLOAT_WORK", 150_000)
    for eps in (F(1, 2), KINK):
        with working_precision(200):
            line = line_at(RESPONSES, eps, middle=middle, variance=variance)
        assert line.variance == F(variance)
        assert catches(line, eps, middle=middle)
        with monkeypatch.context() as patch:
            patch.setattr(
                "banditproof.theory.accounting.contour.smoothing_gap", lambda v, p: arb(0)
            )
            assert not catches(line, eps, middle=middle)


def test_the_gap_needs_its_exponential():
    """A certain loss of 0 at eps = 0: delta is 0, and f_v is known, so that the gap is too."""
    for v in (0.01, 1.0, 16.0, 60.0):
        with working_precision(100):
            m = arb(v).sqrt()
            added = gaussian_delta(F(v), F(0))
            density = (-arb(v) / 8).exp() / (m * (2 * arb.pi()).sqrt())
            assert added <= smoothing_gap(arb(v), density)
            if v > 1:
                assert not added <= v * density


def test_the_gap_holds_at_every_distance_from_an_atom():
    """One response, whose smoothed curve and density are two Gaussian ones."""
    law = RandomisedResponseLoss(1)
    exact = Composition(((1, law),))
    with working_precision(120):
        p = 1 / (1 + arb(-1).exp())
        for v, eps in itertools.product((F(1, 100), F(1), F(9)), (F(0), F(9, 10), F(1), F(3))):
            smooth = density = arb(0)
            for mass, at in ((p, F(1)), (1 - p, F(-1))):
                y = eps - at
                value = gaussian_delta(v, abs(y))
                if y < 0:  # delta(-y) = 1 - e^-y + e^-y delta(y) for a symmetric loss
                    value = 1 - ball(y).exp() + ball(y).exp() * value
                smooth += mass * value
                spread = ball(y) - ball(v) / 2
                density += mass * (-spread * spread / (2 * ball(v))).exp()
            density /= (2 * arb.pi() * ball(v)).sqrt()
            delta = truth(exact, eps)
            assert smooth >= delta
            assert smooth - smoothing_gap(ball(v), density) <= delta


MIXED = Composition(
    (
        (3, LaplaceLoss("0.7")),
        (1, LaplaceLoss("0.05")),
        (2, RandomisedResponseLoss("0.4")),
        (1, RandomisedResponseLoss(LogOf(3))),
        (2, DiscreteLaplaceLoss("0.3", 3)),
        (2, DiscreteGaussianLoss("3.5", 2)),
        (1, DiscreteGaussianLoss("0.4", 1)),
        (1, GaussianLoss("1e-4")),
    )
)


@pytest.mark.parametrize("c", [-0.9, -0.45, 0.2, 3.0])
@pytest.mark.parametrize(
    "composition", [MIXED, *(Composition((part,)) for part in MIXED.parts)], ids=str
)
def test_magnitudes_are_upper_bounds_and_close(composition, c):
    moments = FloatMoments.of(composition)
    h = 0.173
    magnitudes = Magnitudes(moments, c, h, 1e-12, last=2000)
    with working_precision(80):
        top = arb(1)
        for count, law in composition.parts:
            top *= law.moment(ball(F(c))) ** count
        for k in (0, 1, 2, 7, 40, 333, 1999):
            s = acb(c, float(magnitudes.t[k]))
            value = acb(1)
            for count, law in composition.parts:
                value *= law.moment(s) ** count
            exact = float((abs(value) / top).log().mid())
            bound = float(magnitudes.logs[k])
            assert bound >= exact - 1e-12 * abs(exact) - 1e-15
            assert bound <= 0
            if exact > -8:
                assert bound <= exact + 1e-6


@pytest.mark.parametrize("c", [-0.6, 0.3, 4.0])
def test_the_bound_beyond_a_node_holds_for_all_later_ones(c):
    for part in ((5, LaplaceLoss(2)), (40, LaplaceLoss("0.3")), (1, GaussianLoss("0.01"))):
        magnitudes = Magnitudes(FloatMoments.of(Composition((part,))), c, 0.37, 1e-12, last=3000)
        for k in (1, 5, 30, 200, 1000):
            bound = magnitudes.log_bound_beyond(float(magnitudes.t[k]))
            # the tolerance of these bounds is 1e-12 per release
            assert bound >= magnitudes.logs[k:].max() - 1e-10
            assert bound <= 0


def test_a_large_count_keeps_its_decay():
    """Of 1e12 responses the first nodes already prove that nothing is left."""
    composition = Composition(((10**12, RandomisedResponseLoss("1e-6")),))
    logs = Magnitudes(FloatMoments.of(composition), 4.0, 1.0, 1e-12, last=20).logs
    assert logs[10] == pytest.approx(-50, rel=1e-3)


@pytest.mark.parametrize("wrong", ["tilt", "sign"])
def test_a_wrong_transform_is_noticed(monkeypatch, wrong):
    """The moment of a Laplace release with u = s, or with the plus and minus exchanged."""

    def tilt(self, s):
        eps, u = ball(self.eps), s + (0 if wrong == "tilt" else arb(0.5))
        up, down = (u * eps).exp(), (-u * eps).exp()
        part = (up - down) / (4 * u)
        return ((up + down) / 2 + (part if wrong == "tilt" else -part)) * (-eps / 2).exp()

    monkeypatch.setattr(LaplaceLoss, "moment", tilt)
    monkeypatch.setattr(
        vertical_line.VerticalLine,
        "_factors",
        lambda self, law, nodes, inverses: [law.moment(s) for s in nodes],
    )
    with working_precision(200):
        line = line_at(LAPLACES, F(125))
    assert not catches(line, F(125))


def test_factors_by_rotation_are_the_moments(monkeypatch):
    monkeypatch.setattr(magnitudes_module, "FLOAT_WORK", 5_000)
    composition = Composition(((1, LaplaceLoss("0.7")), (1, RandomisedResponseLoss(LogOf(3)))))
    with working_precision(160):
        line = line_at(composition, F(1), variance=0.3)
        nodes = line.nodes(40, 72)
        found = line.moments(nodes)
        for s, value in zip(nodes, found, strict=True):
            exact = (s * (s + 1) * ball(F(0.3)) / 2).exp()
            for _, law in composition.parts:
                exact *= law.moment(s)
            assert (exact - value).abs_upper() < 1e-25
            assert exact.overlaps(value)


def test_long_runs_and_many_parts_lose_no_digits():
    """Rectangles turned many times would grow: a thousand parts, and a thousand nodes."""
    rng = random.Random(3)
    parts = tuple((1, LaplaceLoss(F(rng.randint(400, 2000), 10007))) for _ in range(1000))
    curve = LineCurve(Composition(parts), None)
    low, high = curve.tail(F(45), 1e-14).delta()
    assert high - low < arb(1e-13) * low
    narrow = LineCurve(Composition(((2, LaplaceLoss(1)), (1, GaussianLoss("1e-5")))), None)
    low, high = narrow.tail(F(1), 1e-14).delta()
    assert sum(stop - start for start, stop in narrow.line.selection.runs) > 1000
    assert high - low < arb(1e-13) * low


def test_a_lattice_whose_period_is_too_short_is_still_right(monkeypatch):
    composition = Composition(((60, RandomisedResponseLoss("0.5")),))
    lattice, moments = common_lattice(composition), FloatMoments.of(composition)
    for middle, eps in ((False, F(12)), (True, F(6))):
        choice = choose_line(moments, float(eps), middle=middle, tolerance=1e-10)
        short = LineChoice(choice.abscissa, choice.period / 2, choice.eps)
        with working_precision(200):
            line = LatticeLine(composition, short, moments, 1e-10, lattice)
        assert catches(line, eps, middle=middle)
        with monkeypatch.context() as patch:
            patch.setattr(LatticeLine, "aliases", lambda self, eps: arb(0))
            assert not catches(line, eps, middle=middle)


def test_nodes_left_out_on_a_lattice_are_bounded(monkeypatch):
    composition = Composition(((60, RandomisedResponseLoss("0.5")),))
    lattice, moments = common_lattice(composition), FloatMoments.of(composition)
    choice = choose_line(moments, 12.0, middle=False, tolerance=1e-12)
    with working_precision(200):
        line = LatticeLine(composition, choice, moments, 1e-2, lattice)
        assert sum(stop - start for start, stop in line.selection.runs) < line.count // 2
    assert catches(line, F(12))
    line.selection = dataclasses.replace(line.selection, missing=0.0)
    assert not catches(line, F(12))


def test_a_point_of_a_logarithmic_lattice_is_hit_from_both_sides():
    """eps within the precision of a point: the bounds contain the values on both sides of it."""
    composition = Composition(((4, RandomisedResponseLoss(LogOf(2))),))
    with working_precision(2000):
        point = arb(2) * arb(2).log()
        near = F(int((point * arb(2) ** 1800).mid().floor().unique_fmpz()), 2**1800)
    curve = LineCurve(composition, common_lattice(composition))
    low, high = curve.tail(near, 1e-12).delta()
    with working_precision(200):
        exact = ball(F(16, 81) * F(3, 4))  # Pr[L = 4 log 2] (1 - 1/4) with Pr = (2/3)^4
        assert low <= exact
        assert exact <= high
        assert high - low < arb(1e-11)
    with working_precision(1900):
        assert len(curve.line._first_above(near)) == 1
    with working_precision(curve.bits):
        assert len(curve.line._first_above(near)) == 2


def test_the_residues_by_multiplying_series():
    """The coefficient of u^(k-1) in e^(ux) (u+1/2)^(m-1) (u-1/2)^(k-m-1), by plain series."""

    def series(k, m, x):
        def power(constant, exponent):
            coefficients = [F(1)]
            for j in range(1, k):
                coefficients.append(coefficients[-1] * (exponent - j + 1) / j)
            return [c * F(constant) ** (exponent - j) for j, c in enumerate(coefficients)]

        factors = [
            [x**j / F(math.factorial(j)) for j in range(k)],
            power(F(1, 2), m - 1),
            power(F(-1, 2), k - m - 1),
        ]
        total = [F(1)] + [F(0)] * (k - 1)
        for factor in factors:
            total = [sum(total[i] * factor[j - i] for i in range(j + 1)) for j in range(k)]
        return total[k - 1]

    for k in (1, 2, 3, 6):
        for m in range(k + 1):
            polynomial = residue_at_zero(k, m)
            for x in (F(0), F(3, 2), F(5)):
                exact = sum(int(c) * (x / 2) ** j for j, c in enumerate(polynomial.coeffs()))
                assert exact * 2 / math.factorial(k - 1) == series(k, m, x)


def test_the_signed_sums_count_all_signs():
    composition = Composition(
        ((2, LaplaceLoss(1)), (1, LaplaceLoss(2)), (2, RandomisedResponseLoss(LogOf(3))))
    )
    sums = SignSums(composition)
    weights = [weight for terms in sums.by_plus.values() for *_, weight in terms]
    assert sum(weights) == 2**5
    places = {(m, at) for m, terms in sums.by_plus.items() for at, _, _ in terms}
    assert (1, F(-2)) in places  # one of the two ones
    assert (1, F(0)) in places  # the two


def test_the_error_function_far_out():
    with working_precision(300):
        for x in (arb(1001), arb(1500), arb("2500.5")):
            plain = (x * x).exp() * x.erfc()
            assert plain.overlaps(scaled_erfc(x))
            assert scaled_erfc(x).rel_accuracy_bits() > 280


def test_both_forms_of_the_gaussian_curve_agree(monkeypatch):
    with working_precision(300):
        square, eps = F(9 * 10**6), F(4_520_000)
        far = gaussian_delta(square, eps)
        monkeypatch.setattr(gaussian_profile, "FAR", 10**9)
        plain = gaussian_delta(square, eps)
        assert far.overlaps(plain)
        assert min(far.rel_accuracy_bits(), plain.rel_accuracy_bits()) > 200


@pytest.mark.parametrize("middle", [False, True])
def test_bounds_that_say_nothing_become_the_unit_interval(middle):
    for low, high in ((arb("nan"), arb("nan")), (arb("-inf"), arb("inf")), (arb(-1), arb(2))):
        found = _written(TailBounds.sound(low, high, middle=middle))
        assert (found.lo, found.hi) == (0, 1)
    tiny = arb(2) ** -(1 << 22)
    found = _written(TailBounds.sound(tiny, tiny, middle=middle))
    if middle:
        assert 1 - F(1, 10**15) < found.lo < found.hi == 1
    else:
        assert 0 == found.lo < found.hi < F(1, 10**1000)


def test_the_margins_of_the_floats_are_not_eaten_up():
    """sin and cos of a large angle differ from the exact ones by far less than the margin."""
    with working_precision(200):
        for angle in (1e3, 1e6, 12345678.9):
            exact = float(arb(angle).cos())
            assert abs(float(np.cos(angle)) - exact) < 1e-15


@pytest.mark.parametrize(("stretch", "period"), [(2, 0.2), (4, 0.3)])
def test_aliases_from_above_are_bounded_and_cannot_be_dropped(monkeypatch, stretch, period):
    """On a line too far to the right the terms with n > 0 are the large ones."""
    eps, moments = F(125), FloatMoments.of(LAPLACES)
    choice = choose_line(moments, float(eps), middle=False, tolerance=1e-12)
    far_right = LineChoice(choice.abscissa * stretch, choice.period * period, choice.eps)
    with working_precision(200):
        line = ContourLine(LAPLACES, far_right, moments, 1e-12)
    assert catches(line, eps)
    below = (-line.c * 2 * arb.pi() / line.h).exp()
    monkeypatch.setattr(ContourLine, "aliases", lambda self, eps: below / (1 - below))
    assert not catches(line, eps)


@pytest.mark.parametrize("middle", [False, True])
def test_the_kernel_of_a_lattice_is_bounded(middle):
    composition = Composition(((60, RandomisedResponseLoss("0.5")),))
    lattice, moments = common_lattice(composition), FloatMoments.of(composition)
    choice = choose_line(moments, 8.0, middle=middle, tolerance=1e-10)
    for c in (choice.abscissa, choice.abscissa / 50):
        shifted = dataclasses.replace(choice, abscissa=c)
        with working_precision(100):
            line = LatticeLine(composition, shifted, moments, 1e-10, lattice)
            largest = 0.0
            for s in line.nodes(0, line.count // 2 + 1):
                parts = [1 / abs(1 - (-z).exp()) for z in (s, s + 1)]  # the step is 1
                largest = max(largest, float(sum(parts).mid()))
        assert largest <= line._kernels <= largest * 1.001


class WideCurve:
    """Bounds a factor of 1.3 apart around e^-eps, and a guess that is off."""

    def __init__(self, off: float) -> None:
        self.off = off

    def tail(self, eps, accuracy):
        with working_precision(100):
            value = (-ball(eps)).exp()
            return TailBounds.sound(value / arb(1.3), value * arb(1.3), middle=False)

    def guess(self, delta):
        return math.log(1 / float(delta)) + self.off, -1.0


@pytest.mark.parametrize("off", [-2.0, -0.3, 0.0, 0.1, 5.0])
@pytest.mark.parametrize("largest", [math.inf, F(11)])
def test_the_search_believes_bounds_only(off, largest):
    """Both ends are where the bounds allow them, and almost as near as they can be."""
    target = F(1, 2000)
    found = _Search(WideCurve(off), target, F(1, 10**10)).run(largest)
    centre, slack = math.log(2000), math.log(1.3)
    assert centre - 4 * slack < found.lo <= centre - slack
    assert centre + slack <= found.hi < centre + 4 * slack


def test_a_few_factors_bound_all_of_them_far_from_the_axis(monkeypatch):
    monkeypatch.setattr(magnitudes_module, "FLOAT_WORK", 300 * 700)
    parts = tuple((1 + i % 3, RandomisedResponseLoss(F(100 + i, 997))) for i in range(200))
    composition = Composition((*parts, (2, LaplaceLoss("0.3")), (1, DiscreteGaussianLoss(9))))
    moments = FloatMoments.of(composition)
    assert moments.thinned(64).width < moments.width / 2
    bounds = Magnitudes(moments, 1.5, 0.11, 1e-12)
    assert bounds.near < bounds.last
    with working_precision(120):
        top = arb(1)
        for count, law in composition.parts:
            top *= law.moment(arb(1.5)) ** count
        for k in (0, 3, bounds.near - 1, bounds.near, bounds.near + 7, bounds.last - 1):
            value = acb(1)
            for count, law in composition.parts:
                value *= law.moment(acb(1.5, float(bounds.t[k]))) ** count
            assert bounds.logs[k] >= float((abs(value) / top).log().mid()) - 1e-12


def test_eighty_different_responses_by_smoothing_and_exactly(monkeypatch):
    """Sizes that are multiples of 1/100, so that the exact sum has few terms."""
    composition = Composition(tuple((1, RandomisedResponseLoss(F(i, 100))) for i in range(5, 85)))
    monkeypatch.setattr(magnitudes_module, "FLOAT_WORK", 500_000)
    with working_precision(200):
        line = line_at(composition, F(8), tolerance=1e-9)
        low, high = line.tail(F(8))
        assert high - low < arb(1e-4) * low
    assert line.variance > 0
    for eps in (F(8), F(801, 100)):
        assert catches(line, eps)


def test_lattices_that_hardly_fit_together_fall_back_on_the_contour():
    parts = tuple((1, DiscreteGaussianLoss(F(101 + 7 * i, 10))) for i in range(120))
    found = composed_epsilon(Composition(parts), "1e-6", F(1, 10**4))
    assert found.width < F(1, 10**3)


def test_what_lies_beyond_the_last_node_is_bounded_and_cannot_be_dropped(monkeypatch):
    """Without smoothing the transform of responses never decays."""
    monkeypatch.setattr(magnitudes_module, "FLOAT_WORK", 10_000)
    places = (F(1, 2), KINK, F(2), F(9, 4))
    with working_precision(200):
        lines = [line_at(RESPONSES, eps, variance=0.0) for eps in places]
    for eps, line in zip(places, lines, strict=True):
        assert catches(line, eps)
    monkeypatch.setattr(Magnitudes, "_beyond", lambda self, variance: (0.0, 0.0))
    with working_precision(200):
        lines = [line_at(RESPONSES, eps, variance=0.0) for eps in places]
    assert not all(catches(line, eps) for eps, line in zip(places, lines, strict=True))
