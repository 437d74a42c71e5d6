"""The parts of a curve: sizes of transforms, signed sums, Gaussian tails, the search for eps."""

import math
from fractions import Fraction as F
import numpy as np
import pytest
from contour_lines import line_at
from flint import acb, arb
from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    GaussianLoss,
    LaplaceLoss,
    LogOf,
    RandomisedResponseLoss,
    gaussian_profile,
)
from banditproof.theory.accounting import magnitudes as magnitudes_module
from banditproof.theory.accounting.gaussian_profile import gaussian_delta, scaled_erfc
from banditproof.theory.accounting.laplace_powers import SignSums, residue_at_zero
from banditproof.theory.accounting.magnitudes import Magnitudes
from banditproof.theory.accounting.privacy_curve import _Search, _written
from banditproof.theory.accounting.saddle_point import FloatMoments
from banditproof.theory.accounting.tail_bounds import TailBounds
from banditproof.theory.balls import ball, working_precision

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


def test_factors_by_rotation_are_the_moments(monkeypatch):
    monkeypatch.setattr(magnitudes_module, "FLOAT_WORK", 5_000)
    composition = Composition(((1, LaplaceLoss("0.7")), (1, RandomisedResponseLoss(LogOf(3)))))
    with working_precision(160):
        line = line_at(composition, F(1), variance=0.3)
        nodes = line.nodes(40, 72)
        result = line.moments(nodes)
        for s, value in zip(nodes, result, strict=True):
            exact = (s * (s + 1) * ball(F(0.3)) / 2).exp()
            for _, law in composition.parts:
                exact *= law.moment(s)
            assert (exact - value).abs_upper() < 1e-25
            assert exact.overlaps(value)


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
        result = _written(TailBounds.sound(low, high, middle=middle))
        assert (result.lo, result.hi) == (0, 1)
    tiny = arb(2) ** -(1 << 22)
    result = _written(TailBounds.sound(tiny, tiny, middle=middle))
    if middle:
        assert 1 - F(1, 10**15) < result.lo < result.hi == 1
    else:
        assert 0 == result.lo < result.hi < F(1, 10**1000)


def test_the_margins_of_the_floats_are_not_eaten_up():
    """sin and cos of a large angle differ from the exact ones by far less than the margin."""
    with working_precision(200):
        for angle in (1e3, 1e6, 12345678.9):
            exact = float(arb(angle).cos())
            assert abs(float(np.cos(angle)) - exact) < 1e-15


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
    result = _Search(WideCurve(off), target, F(1, 10**10)).run(largest)
    centre, slack = math.log(2000), math.log(1.3)
    assert centre - 4 * slack < result.lo <= centre - slack
    assert centre + slack <= result.hi < centre + 4 * slack


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
