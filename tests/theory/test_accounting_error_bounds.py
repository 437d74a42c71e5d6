"""Every error term of the contour is needed, and is large enough."""

import dataclasses
import itertools
import random
from fractions import Fraction as F
import pytest
from contour_lines import KINK, LAPLACES, RESPONSES, catches, line_at, truth
from flint import acb, arb
from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    GaussianLoss,
    LaplaceLoss,
    LogOf,
    RandomisedResponseLoss,
    composed_epsilon,
    vertical_line,
)
from banditproof.theory.accounting import magnitudes as magnitudes_module
from banditproof.theory.accounting.contour import ContourLine, smoothing_gap
from banditproof.theory.accounting.curves import LineCurve
from banditproof.theory.accounting.gaussian_profile import gaussian_delta
from banditproof.theory.accounting.lattice import LatticeLine, common_lattice
from banditproof.theory.accounting.magnitudes import Magnitudes
from banditproof.theory.accounting.saddle_point import FloatMoments
from banditproof.theory.accounting.vertical_line import LineChoice, choose_line
from banditproof.theory.balls import ball, working_precision


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


def test_large_powers_are_those_of_a_chain_of_squarings():
    """Of exact numbers, and of balls that are at the cut of the logarithm, or contain 0."""
    at_cut, around_zero = acb(-1, arb(0, 1e-30)), acb(arb(0, 1e-30), arb(0, 1e-30))
    factors = [acb("0.999", "0.001"), acb("-0.999", "0.001"), at_cut, around_zero]
    for count in (10**6, 10**6 + 1, 10**12):
        with working_precision(300):
            exact = [factor**count for factor in factors]
        with working_precision(128):
            for power, other in zip(vertical_line.raised(factors, count), exact, strict=True):
                assert power.overlaps(other)
                assert abs(power - other) < abs(other) * 1e-9 + 1e-15


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
    result = composed_epsilon(Composition(parts), "1e-6", F(1, 10**4))
    assert result.width < F(1, 10**3)


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
