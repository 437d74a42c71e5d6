"""delta(eps) and eps(delta) of compositions, by routes that share nothing."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest
from flint import arb

from banditproof.theory import Enclosure
from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    GaussianLoss,
    LaplaceLoss,
    LogOf,
    RandomisedResponseLoss,
    composed_delta,
    composed_epsilon,
    loss_law,
    renyi_divergence,
)
from banditproof.theory.accounting.curves import GaussianCurve, LineCurve, SignSumCurve
from banditproof.theory.accounting.lattice import common_lattice
from banditproof.theory.balls import working_precision
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
)

F = Fraction


def laplace(count, eps):
    return (count, LaplaceLoss(eps))


def response(count, eps):
    return (count, RandomisedResponseLoss(eps))


def gaussian(mu_squared):
    return (1, GaussianLoss(mu_squared))


def number(value: Fraction):
    return mpmath.mpf(value.numerator) / value.denominator


def holds(enclosure: Enclosure, value, relative="1e-11") -> bool:
    """Whether an enclosure is narrow and contains a number known to some 20 digits."""
    assert enclosure.is_finite
    lo, hi = number(F(enclosure.lo)), number(F(enclosure.hi))
    slack = abs(value) * mpmath.mpf("1e-18")
    return lo - slack <= value <= hi + slack and hi - lo <= mpmath.mpf(relative) * value


# ---- references: atoms by enumeration, densities by quadrature ----


def atoms_of(law):
    """The values and probabilities of a discrete loss, from the law of its noise."""
    mp = mpmath.mp
    if isinstance(law, DiscreteGaussianLoss):
        variance, s = number(law.sigma_squared), law.sensitivity
        weights = {y: mp.exp(-y * y / (2 * variance)) for y in range(-40, 41)}
        total = mp.fsum(weights.values())
        return [((s * s - 2 * s * y) / (2 * variance), w / total) for y, w in weights.items()]
    size = law.eps
    e = mp.log(number(size.value)) if isinstance(size, LogOf) else number(size)
    s = getattr(law, "sensitivity", 1)
    noise = {y: mp.exp(-e * abs(y)) * mp.tanh(e / 2) for y in range(-400, 401)}
    masses: dict[int, object] = {}
    for y, p in noise.items():
        masses[abs(y - s) - abs(y)] = masses.get(abs(y - s) - abs(y), 0) + p
    return [(k * e, p) for k, p in masses.items()]


def by_enumeration(composition, eps):
    """E[(1 - e^(eps - L))_+] over all combinations of atoms."""
    factors = [atoms_of(law) for count, law in composition.parts for _ in range(count)]
    total = mpmath.mpf(0)
    for combination in itertools.product(*factors):
        loss = mpmath.fsum(value for value, _ in combination)
        if loss > eps:
            weight = mpmath.fprod(p for _, p in combination)
            total += weight * (1 - mpmath.exp(eps - loss))
    return total


def single(law, y):
    """delta(y) of one release, for any real y."""
    mp = mpmath.mp
    if isinstance(law, GaussianLoss):
        mu = mp.sqrt(number(law.mu_squared))
        return mp.ncdf(mu / 2 - y / mu) - mp.exp(y) * mp.ncdf(-mu / 2 - y / mu)
    e = number(law.eps)
    if y >= e:
        return mp.mpf(0)
    return 1 - mp.exp((y - e) / 2) if y >= -e else 1 - mp.exp(y)


def by_quadrature(laws, y):
    """delta of one Laplace release and others after it: the mean of delta over its loss."""
    mp = mpmath.mp
    if len(laws) == 1:
        return single(laws[0], y)
    first, rest = laws[0], laws[1:]
    assert isinstance(first, LaplaceLoss)
    e = number(first.eps)
    ends = sorted({-e, e})
    if all(isinstance(law, LaplaceLoss) for law in rest):
        sizes = [number(law.eps) for law in rest]
        kinks = {
            y + sum(s * x for s, x in zip(signs, sizes, strict=True))
            for signs in itertools.product((-1, 1), repeat=len(sizes))
        }
        ends = sorted({-e, e} | {k for k in kinks if -e < k < e})
    inner = mp.quad(lambda x: mp.exp((x - e) / 2) / 4 * by_quadrature(rest, y - x), ends)
    return by_quadrature(rest, y - e) / 2 + mp.exp(-e) / 2 * by_quadrature(rest, y + e) + inner


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
        assert holds(composed_delta(composition, eps), by_enumeration(composition, number(F(eps))))


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
        assert holds(composed_delta(composition, eps), by_quadrature(laws, number(F(eps))))


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
        y, p = number(F(eps)), 1 / (1 + mpmath.exp(-3))
        truth = p * by_quadrature(laws, y - 3) + (1 - p) * by_quadrature(laws, y + 3)
        assert holds(composed_delta(composition, eps), truth)


@pytest.mark.parametrize("eps", [F(0), F(1, 3), F(2, 3), F(1)])
def test_one_release_in_closed_form(eps):
    with mpmath.workdps(30):
        for law in (LaplaceLoss(1), GaussianLoss(4), GaussianLoss("1e-4")):
            truth = single(law, number(eps))
            found = composed_delta(Composition(((1, law),)), eps)
            assert found.hi == 0 if truth == 0 else holds(found, truth)
        e, y = mpmath.mpf(1), number(eps)
        truth = (1 - mpmath.exp(y - e)) / (1 + mpmath.exp(-e))
        found = composed_delta(Composition((response(1, 1),)), eps)
        assert found.hi == 0 if truth == 0 else holds(found, truth)


def test_many_equal_responses_are_a_binomial_sum():
    n, e = 300, F(1, 20)
    with mpmath.workdps(40):
        x = number(e)
        p = 1 / (1 + mpmath.exp(-x))
        for eps in ("0", "1.05", "2.5", "12"):
            y = number(F(eps))
            truth = mpmath.fsum(
                math.comb(n, j) * p**j * (1 - p) ** (n - j) * (1 - mpmath.exp(y - (2 * j - n) * x))
                for j in range(n + 1)
                if (2 * j - n) * x > y
            )
            assert holds(composed_delta(Composition((response(n, e),)), eps), truth)


# ---- the routes of the library against each other ----

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
        low, high = exact.tail(eps, 1e-30).delta()
        contour.line = None
        near_low, near_high = contour.tail(eps, 1e-12).delta()
        assert near_low <= high
        assert low <= near_high
        assert (near_high - near_low) < arb(1e-11) * near_high.min(1 - near_low + arb(1e-30))
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
        low, high = exact.tail(eps, 1e-30).delta()
        lattice.line = None
        near_low, near_high = lattice.tail(eps, 1e-12).delta()
        assert near_low <= high
        assert low <= near_high
        assert (near_high - near_low) < arb(1e-11) * near_high.min(1 - near_low + arb(1e-30))


def test_the_contour_and_the_closed_form_agree():
    """A Gaussian alone through the contour: the saddle at any place of the curve."""
    composition = Composition((gaussian(4),))
    closed, contour = GaussianCurve(composition), LineCurve(composition, None)
    for eps in (F(0), F(1), F(5), F(30), F(80)):
        low, high = closed.tail(eps, 1e-30).delta()
        contour.line = None
        near_low, near_high = contour.tail(eps, 1e-13).delta()
        assert near_low <= high
        assert low <= near_high
        assert (near_high - near_low) < arb(1e-12) * near_high


# ---- known numbers ----


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
    found = composed_epsilon(Composition((part,)), delta)
    digits = len(eps.partition(".")[2])
    assert found.width <= F(1, 10**10)
    assert found.lo - F(1, 10**digits) <= F(eps) <= found.hi + F(1, 10**digits)


def test_a_thousand_different_releases_to_the_full_width():
    parts = [laplace(1, F(i, 9973)) for i in range(300, 800)]
    parts += [gaussian(F(i, 10**6)) for i in range(1, 501)]
    composition = Composition(tuple(parts))
    found = composed_epsilon(composition, "1e-9")
    assert found.width <= F(1, 10**10)
    # normal with the same mean and variance of the loss: within a few per cent
    variance = sum(float(law.eps) ** 2 for _, law in parts[:500]) + 0.1253
    assert abs(float(found) - (variance / 2 + 5.6 * math.sqrt(variance))) < 2


# ---- both directions, ends and order ----

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
        found = composed_epsilon(composition, delta)
        assert found.width <= F(1, 10**10)
        assert composed_delta(composition, found.hi).lo <= F(delta)
        if found.lo > 0:
            assert composed_delta(composition, found.lo).hi >= F(delta)
        if before is not None:
            assert found.hi >= before.lo
        before = found
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
    for one, two in itertools.pairwise(values):
        assert one.hi < two.lo


def test_near_certainty_keeps_its_digits():
    """1 - delta of 1e-30 is found by the line between the poles, as well as by the sum."""
    composition = Composition((laplace(300, 2),))
    found = composed_epsilon(composition, 1 - F(1, 10**30))
    assert found.width <= F(1, 10**10)
    low, high = SignSumCurve(composition).tail(F(found.hi), 1e-12).delta()
    assert 1 - high >= arb("0.999e-30")
    assert 1 - low <= arb("1.001e-30")


@pytest.mark.parametrize("mu_squared", ["1e-12", "1e-6", "1", "1e6", "1e10"])
def test_gaussian_of_any_size(mu_squared):
    composition = Composition((gaussian(mu_squared),))
    for delta in (F(1, 10**300), F(1, 10**6), F(1, 3), 1 - F(1, 10**9)):
        found = composed_epsilon(composition, delta)
        assert found.width <= F(1, 10**10)
        if found.lo > 0:
            with mpmath.workdps(400):
                for end, larger in ((found.lo, True), (found.hi, False)):
                    value = single(GaussianLoss(mu_squared), number(F(end)))
                    assert (value > number(delta)) == larger


def test_extreme_parameters_give_answers():
    for part in (laplace(1, "1e6"), response(1, "1e6"), (1, DiscreteGaussianLoss("1e-6"))):
        found = composed_epsilon(Composition((part,)), "1e-6")
        assert found.width <= F(1, 10**8)
    many = composed_epsilon(Composition((laplace(10**7, "0.1"),)), "1e-6")
    assert many.width <= F(1, 10**10)
    assert abs(float(many) - 49850.5007505583) < 1e-9


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda c: composed_epsilon(c, "1.5"), r"delta is 1\.5, which is outside"),
        (lambda c: composed_epsilon(c, -1), "delta is -1"),
        (lambda c: composed_epsilon(c, float("nan")), "nan is not a finite number"),
        (lambda c: composed_epsilon(c, "0.1", 0), "The width is 0"),
        (lambda c: composed_delta(c, -1), "eps is -1"),
        (lambda c: composed_delta(c, 1, digits=0), "digits is 0"),
        (lambda c: composed_epsilon(Composition((laplace(1, "1e-51"),)), "1e-5"), "from 1e-50 to"),
        (lambda c: composed_epsilon(Composition((laplace(1, "1e51"),)), "1e-5"), "from 1e-50 to"),
        (lambda c: composed_epsilon(Composition((gaussian("1e-101"),)), "1e-5"), "from 1e-50 to"),
        (lambda c: composed_delta(Composition((gaussian("1e-101"), laplace(1, 1))), 1), "from 1e-"),
        (
            lambda c: composed_delta(
                Composition(tuple((1, DiscreteLaplaceLoss(i, 9000)) for i in range(1, 7))), 1
            ),
            "add up to 54000",
        ),
        (lambda c: composed_delta(Composition((laplace(10**51, 1),)), 1), "a count up to 1e50"),
        (lambda c: composed_delta(c + Composition((gaussian(1),)), "1e300"), "eps is above 1e200"),
    ],
)
def test_rejections_of_curves(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(Composition((laplace(2, 1),)))


@pytest.mark.parametrize(
    ("mechanism", "sensitivity"),
    [
        (Gaussian(sigma_squared=3), F(1, 2)),
        (DiscreteGaussian(sigma_squared=3), 2),
        (DiscreteLaplace("1/3"), 3),
        (IntegerLaplace(4), 5),
    ],
    ids=str,
)
def test_one_release_as_the_mechanism_itself_says(mechanism, sensitivity):
    """The mechanisms sum over outcomes; here the transform of the loss is inverted."""
    composition = Composition(((1, loss_law(mechanism, sensitivity)),))
    for eps in ("0", "0.2", "0.7"):
        here, there = composed_delta(composition, eps), mechanism.delta(eps, sensitivity)
        assert max(here.lo, there.lo) <= min(here.hi, there.hi)
        assert max(here.width, there.width) < F(1, 10**12)
    here, there = renyi_divergence(composition, 3), mechanism.renyi(3, sensitivity)
    assert max(here.lo, there.lo) <= min(here.hi, there.hi)


@pytest.mark.parametrize("scale", ["1e-28"])
def test_tiny_losses_on_a_line_against_the_exact_sum(scale):
    composition = Composition((laplace(8, scale), laplace(3, F(scale) * 2)))
    for place in (F(scale), 4 * F(scale)):
        exact = SignSumCurve(composition).tail(place, 1e-30)
        found = LineCurve(composition, None).tail(place, 1e-9)
        with working_precision(400):
            assert found.low < exact.high
            assert found.high > exact.low
        assert found.spread() < 1e-3


@pytest.mark.parametrize("given", [True, None, "3*laplace(1)", 0.5, (), "x" * 10**5])
@pytest.mark.parametrize("question", [composed_delta, composed_epsilon, renyi_divergence])
def test_what_is_no_composition_is_refused(question, given) -> None:
    with pytest.raises(TypeError, match=r"is no Composition; .*\.$") as caught:
        question(given, 1)
    assert len(str(caught.value)) < 200
