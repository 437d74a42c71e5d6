"""delta(eps) and eps(delta) of compositions, by routes that share nothing."""

import itertools
import math
from fractions import Fraction as F
import mpmath
import pytest
from composed_references import (
    by_enumeration,
    by_quadrature,
    gaussian,
    holds,
    laplace,
    response,
    single,
)
from enclosure_checks import mpf
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    GaussianLoss,
    LaplaceLoss,
    LogOf,
    composed_delta,
    composed_epsilon,
)
from banditproof.theory.accounting.curves import GaussianCurve, LineCurve, SignSumCurve
from banditproof.theory.accounting.lattice import common_lattice
from banditproof.theory.balls import working_precision

DISCRETE = [
    Composition((response(3, "0.4"), response(2, LogOf(3)))),
    Composition((response(2, "0.4"), (2, DiscreteLaplaceLoss("0.3", 3)))),
    Composition(((3, DiscreteLaplaceLoss(LogOf("3/2"), 2)), response(2, LogOf("3/2")))),
    Composition(((2, DiscreteGaussianLoss(2)), response(1, "0.25"))),
    Composition(((2, DiscreteGaussianLoss("0.5", 2)),)),
]


@pytest.mark.parametrize("composition", DISCRETE, ids=str)
@pytest.mark.parametrize("eps", ["0", "0.3", "0.5", "1.25"])
def test_discrete_losses_against_all_combinations(composition, eps):
    with mpmath.workdps(30):
        assert holds(composed_delta(composition, eps), by_enumeration(composition, mpf(F(eps))))


CONTINUOUS = [
    (LaplaceLoss("0.7"), LaplaceLoss("0.4")),
    (LaplaceLoss(2), LaplaceLoss(2)),
    (LaplaceLoss("0.7"), GaussianLoss("0.25")),
    (LaplaceLoss("0.1"), GaussianLoss("9")),
]


@pytest.mark.parametrize("laws", CONTINUOUS, ids=str)
@pytest.mark.parametrize("eps", ["0", "0.35", "1"])
def test_two_releases_against_quadrature(laws, eps):
    composition = Composition(tuple((1, law) for law in laws))
    with mpmath.workdps(20):
        assert holds(composed_delta(composition, eps), by_quadrature(laws, mpf(F(eps))))


def test_three_laplace_releases_against_quadrature():
    laws = (LaplaceLoss("0.5"), LaplaceLoss("0.3"), LaplaceLoss("0.9"))
    composition = Composition(tuple((1, law) for law in laws))
    with mpmath.workdps(15):
        value = by_quadrature(laws, mpmath.mpf("0.6"))
        assert abs(float(composed_delta(composition, "0.6")) - value) < 1e-12 * value


@pytest.mark.parametrize("laplaces", [("0.2",), ("0.2", "0.3")])
@pytest.mark.parametrize("eps", ["0", "2.6", "3.1"])
def test_a_large_response_beside_small_laplace_releases(laplaces, eps):
    """All of the Laplace losses may be negative while the sum is above eps."""
    laws = [LaplaceLoss(size) for size in laplaces]
    composition = Composition((response(1, 3), *((1, law) for law in laws)))
    with mpmath.workdps(20):
        y, p = mpf(F(eps)), 1 / (1 + mpmath.exp(-3))
        truth = p * by_quadrature(laws, y - 3) + (1 - p) * by_quadrature(laws, y + 3)
        assert holds(composed_delta(composition, eps), truth)


@pytest.mark.parametrize("eps", [F(0), F(1, 3), F(2, 3), F(1)])
def test_one_release_in_closed_form(eps):
    with mpmath.workdps(30):
        for law in (LaplaceLoss(1), GaussianLoss(4), GaussianLoss("1e-4")):
            truth = single(law, mpf(eps))
            result = composed_delta(Composition(((1, law),)), eps)
            assert result.hi == 0 if truth == 0 else holds(result, truth)
        e, y = mpmath.mpf(1), mpf(eps)
        truth = (1 - mpmath.exp(y - e)) / (1 + mpmath.exp(-e))
        result = composed_delta(Composition((response(1, 1),)), eps)
        assert result.hi == 0 if truth == 0 else holds(result, truth)


def test_many_equal_responses_are_a_binomial_sum():
    n, e = 300, F(1, 20)
    with mpmath.workdps(40):
        x = mpf(e)
        p = 1 / (1 + mpmath.exp(-x))
        for eps in ("0", "1.05", "2.5", "12"):
            y = mpf(F(eps))
            truth = mpmath.fsum(
                math.comb(n, j) * p**j * (1 - p) ** (n - j) * (1 - mpmath.exp(y - (2 * j - n) * x))
                for j in range(n + 1)
                if (2 * j - n) * x > y
            )
            assert holds(composed_delta(Composition((response(n, e),)), eps), truth)


def agree(exact, line, eps, accuracy=1e-11):
    """Whether the bounds of a line are as narrow as that and overlap those of an exact curve."""
    low, high = exact.tail(eps, 1e-30).delta()
    line.line = None
    near_low, near_high = line.tail(eps, accuracy / 10).delta()
    margin = arb(accuracy) * near_high.min(1 - near_low + arb(1e-30))
    return bool(near_low <= high) and bool(low <= near_high) and near_high - near_low < margin


ROUTES = [
    (Composition((laplace(100, 2),)), (0, 80, "115.5", 140)),
    (Composition((laplace(30, 2), laplace(40, 3))), (100, 125, 150)),
    (Composition((laplace(60, 3), response(9, "0.3"))), (0, 125, 150)),
    (Composition((laplace(50, 4), response(3, LogOf(2)))), (150, 165)),
]


@pytest.mark.parametrize(("composition", "places"), ROUTES, ids=str)
def test_the_exact_sum_and_the_contour_agree(composition, places):
    """Both lines, right of 0 and between the poles, against the sum of polynomials."""
    exact, contour = SignSumCurve(composition), LineCurve(composition, None)
    middles = set()
    for eps in map(F, places):
        assert agree(exact, contour, eps)
        assert contour.line.variance == 0
        middles.add(contour.line.choice.middle)
    assert middles == {True, False}


@pytest.mark.parametrize(
    "composition",
    [
        Composition((response(90, "0.5"),)),
        Composition((response(30, "0.5"), response(40, "0.75"))),
        Composition((response(25, LogOf(2)),)),
    ],
    ids=str,
)
def test_the_exact_sum_and_the_lattice_agree(composition):
    exact, lattice = SignSumCurve(composition), LineCurve(composition, common_lattice(composition))
    for eps in (F(0), F(1, 2), F(3), F(31, 3), F(14)):
        assert agree(exact, lattice, eps)


def test_the_contour_and_the_closed_form_agree():
    """A Gaussian alone through the contour: the saddle at any place of the curve."""
    composition = Composition((gaussian(4),))
    closed, contour = GaussianCurve(composition), LineCurve(composition, None)
    for eps in (F(0), F(1), F(5), F(30), F(80)):
        assert agree(closed, contour, eps, 1e-12)


@pytest.mark.parametrize(
    ("part", "delta", "eps"),
    [
        (laplace(100, "0.1"), "1e-6", "4.6926674146802"),
        (laplace(100, "0.1"), "1e-10", "6.179596467845"),
        (laplace(100, "0.1"), "1e-14", "7.2885479533917"),
        (laplace(100, "0.1"), "1e-20", "8.537964243565"),
        (laplace(100, "0.1"), "1e-30", "9.86957880272"),
        (response(100, "0.1"), "1e-6", "4.7745675881077"),
        ((100, GaussianLoss("0.01")), "1e-6", "4.8865541174621"),
        ((100, GaussianLoss("0.01")), "1e-30", "11.7438830252314"),
    ],
)
def test_numbers_that_are_known_otherwise(part, delta, eps):
    result = composed_epsilon(Composition((part,)), delta)
    digits = len(eps.partition(".")[2])
    assert result.width <= F(1, 10**10)
    assert result.lo - F(1, 10**digits) <= F(eps) <= result.hi + F(1, 10**digits)


def test_a_thousand_different_releases_to_the_full_width():
    parts = [laplace(1, F(i, 9973)) for i in range(300, 800)]
    parts += [gaussian(F(i, 10**6)) for i in range(1, 501)]
    composition = Composition(tuple(parts))
    result = composed_epsilon(composition, "1e-9")
    assert result.width <= F(1, 10**10)
    # normal with the same mean and variance of the loss: within a few per cent
    variance = sum(float(law.eps) ** 2 for _, law in parts[:500]) + 0.1253
    assert abs(float(result) - (variance / 2 + 5.6 * math.sqrt(variance))) < 2


VARIED = [
    Composition((laplace(100, "0.1"),)),
    Composition((laplace(1, 1),)),
    Composition((response(2, LogOf(3)),)),
    Composition((gaussian(1),)),
    Composition((laplace(3, "0.5"), gaussian("0.1"))),
    Composition(((10, DiscreteGaussianLoss(100)),)),
    Composition(((5, DiscreteLaplaceLoss("0.2", 3)), response(1, "0.2"))),
]


@pytest.mark.parametrize("composition", VARIED, ids=str)
def test_duality_order_and_ends(composition):
    before = None
    for delta in ("0.3", "1e-3", "1e-9", "1e-40", "1e-300"):
        result = composed_epsilon(composition, delta)
        assert result.width <= F(1, 10**10)
        assert composed_delta(composition, result.hi).lo <= F(delta)
        if result.lo > 0:
            assert composed_delta(composition, result.lo).hi >= F(delta)
        if before is not None:
            assert result.hi >= before.lo
        before = result
    assert composed_epsilon(composition, 1) == Enclosure.of(F(0))
    most = composed_epsilon(composition, 0)
    assert most.hi >= before.lo
    if most.is_finite:
        beyond = F(most.hi) + F(1, 10**6)
        assert composed_delta(composition, beyond) == Enclosure.of(F(0))
    assert composed_delta(composition, 0).hi > composed_delta(composition, "0.1").lo


def test_a_delta_above_total_variation_needs_no_eps():
    composition = Composition((laplace(1, "0.1"),))
    at_zero = composed_delta(composition, 0)
    assert composed_epsilon(composition, F(at_zero.hi) * 2) == Enclosure.of(F(0))
    on_the_edge = composed_epsilon(composition, F(at_zero.hi))
    assert on_the_edge.lo == 0
    assert on_the_edge.width <= F(1, 10**10)
    below = composed_epsilon(composition, F(at_zero.lo) - F(1, 10**5))
    assert below.hi > 0


def test_more_releases_never_help():
    values = [composed_epsilon(Composition((laplace(n, "0.3"),)), "1e-5") for n in (1, 2, 3, 8, 30)]
    for first, second in itertools.pairwise(values):
        assert first.hi < second.lo


def test_near_certainty_keeps_its_digits():
    """1 - delta of 1e-30 is found by the line between the poles, as well as by the sum."""
    composition = Composition((laplace(300, 2),))
    result = composed_epsilon(composition, 1 - F(1, 10**30))
    assert result.width <= F(1, 10**10)
    low, high = SignSumCurve(composition).tail(F(result.hi), 1e-12).delta()
    assert 1 - high >= arb("0.999e-30")
    assert 1 - low <= arb("1.001e-30")


@pytest.mark.parametrize("mu_squared", ["1e-12", "1e-6", "1", "1e6", "1e10"])
def test_gaussian_of_any_size(mu_squared):
    composition = Composition((gaussian(mu_squared),))
    for delta in (F(1, 10**300), F(1, 10**6), F(1, 3), 1 - F(1, 10**9)):
        result = composed_epsilon(composition, delta)
        assert result.width <= F(1, 10**10)
        if result.lo > 0:
            with mpmath.workdps(400):
                for end, larger in ((result.lo, True), (result.hi, False)):
                    value = single(GaussianLoss(mu_squared), mpf(F(end)))
                    assert (value > mpf(delta)) == larger


def test_extreme_parameters_give_answers():
    for part in (laplace(1, "1e6"), response(1, "1e6"), (1, DiscreteGaussianLoss("1e-6"))):
        result = composed_epsilon(Composition((part,)), "1e-6")
        assert result.width <= F(1, 10**8)
    many = composed_epsilon(Composition((laplace(10**7, "0.1"),)), "1e-6")
    assert many.width <= F(1, 10**10)
    assert abs(float(many) - 49850.5007505583) < 1e-9


@pytest.mark.parametrize("scale", ["1e-28"])
def test_tiny_losses_on_a_line_against_the_exact_sum(scale):
    composition = Composition((laplace(8, scale), laplace(3, F(scale) * 2)))
    for place in (F(scale), 4 * F(scale)):
        exact = SignSumCurve(composition).tail(place, 1e-30)
        result = LineCurve(composition, None).tail(place, 1e-9)
        with working_precision(400):
            assert result.low < exact.high
            assert result.high > exact.low
        assert result.spread() < 1e-3


def test_a_tail_far_out_keeps_its_digits() -> None:
    """Quick bounds answer where nothing of the tail is written, and nowhere else."""
    composition = Composition(((30, LaplaceLoss("0.001")), (1, GaussianLoss("0.01"))))
    for eps in ("1.2", "2"):
        near, nearer = (composed_delta(composition, eps, digits) for digits in (12, 20))
        assert near.digits >= 12
        assert nearer.digits >= 20
        assert near.lo <= nearer.lo <= nearer.hi <= near.hi
