"""Laws of the privacy loss: their moments against the definition, and what a mechanism has."""

import random
from fractions import Fraction
import mpmath
import pytest
from enclosure_checks import mpf, overlap
from flint import acb, arb
from banditproof.theory import mechanisms
from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    GaussianLoss,
    LaplaceLoss,
    LogOf,
    RandomisedResponseLoss,
    composed_delta,
    discrete_laplace_loss,
    largest_loss,
    loss_law,
    renyi_divergence,
)
from banditproof.theory.accounting.saddle_point import FloatMoments
from banditproof.theory.balls import ball, working_precision

LAWS = [
    LaplaceLoss("0.3"),
    LaplaceLoss(7),
    GaussianLoss("0.5"),
    RandomisedResponseLoss("0.3"),
    RandomisedResponseLoss(LogOf(3)),
    DiscreteLaplaceLoss("0.3", 4),
    DiscreteLaplaceLoss(LogOf("5/2"), 2),
    DiscreteGaussianLoss("0.3", 1),
    DiscreteGaussianLoss(7, 3),
]


def by_definition(law, s):
    """E_P[e^(sL)] = sum or integral of p^(1+s) q^-s over the outcomes, from the two noise laws."""
    mp = mpmath.mp

    def number(size):
        return mp.log(mpf(size.value)) if isinstance(size, LogOf) else mpf(size)

    def power(p, q):
        return p ** (1 + s) * q**-s

    if isinstance(law, LaplaceLoss):
        e = number(law.eps)
        return mp.quad(
            lambda y: power(e / 2 * mp.exp(-e * abs(y)), e / 2 * mp.exp(-e * abs(y - 1))),
            [-mp.inf, 0, 1, mp.inf],
        )
    if isinstance(law, GaussianLoss):
        mu = mp.sqrt(number(law.mu_squared))
        return mp.quad(lambda y: power(mp.npdf(y, 0, 1), mp.npdf(y, mu, 1)), [-30, 0, 30])
    if isinstance(law, RandomisedResponseLoss):
        truth = 1 / (1 + mp.exp(-number(law.eps)))
        return power(truth, 1 - truth) + power(1 - truth, truth)
    if isinstance(law, DiscreteLaplaceLoss):
        weight, reach = (lambda y: mp.exp(-number(law.eps) * abs(y))), 200
    else:
        variance = number(law.sigma_squared)
        weight, reach = (lambda y: mp.exp(-y * y / (2 * variance))), 80
    shift = law.sensitivity
    total = mp.fsum(weight(y) for y in range(-reach, reach + 1))
    return mp.fsum(power(weight(y), weight(y - shift)) for y in range(-reach, reach + 1)) / total


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_moments_are_those_of_the_two_noise_laws(law):
    with mpmath.workdps(20), working_precision(100):
        for s in ("0.75", "-0.25"):
            moment = law.moment(arb(s))
            assert (
                abs(
                    mpmath.mpf(str(moment.mid().str(25, radius=False)))
                    - by_definition(law, mpmath.mpf(s))
                )
                < 1e-12
            )


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_total_mass_symmetry_and_mean(law):
    with working_precision(200):
        assert (law.moment(arb(0)) - 1).abs_upper() < 1e-40
        assert (law.moment(arb(-1)) - 1).abs_upper() < 1e-40
        s = acb(0.3, 2.1)
        difference = law.moment(s) - law.moment(-1 - s)
        assert difference.abs_upper() < 1e-40
        step = arb("1e-20")
        slope = (law.moment(step) - law.moment(-step)) / (2 * step)
        assert (slope - law.mean()).abs_upper() < 1e-15


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_float_moments_agree(law):
    moments = FloatMoments.of(Composition(((3, law),)))
    with working_precision(100):
        for c in (-0.6, -0.3, 0.01, 0.7, 4.0):
            exact = 3 * law.moment(arb(c)).log()
            value, slope = moments.log_moment(c)
            assert abs(value - float(exact)) < 1e-7 * (1 + abs(value))
            near = moments.log_moment(c + 1e-5)[0] - moments.log_moment(c - 1e-5)[0]
            assert abs(slope - near / 2e-5) < 1e-5 * (1 + abs(slope))


def test_renyi_divergence_of_laplace_is_the_known_formula_and_adds_up():
    rng = random.Random(5)
    for _ in range(20):
        e, alpha = Fraction(rng.randint(1, 50), 10), Fraction(rng.randint(11, 90), 10)
        one = renyi_divergence(Composition(((1, LaplaceLoss(e)),)), alpha)
        with mpmath.workdps(40):
            a, x = (mpf(alpha), mpf(e))
            inner = a / (2 * a - 1) * mpmath.exp((a - 1) * x)
            inner += (a - 1) / (2 * a - 1) * mpmath.exp(-a * x)
            known = mpmath.log(inner) / (a - 1)
            assert abs(mpmath.mpf(str(float(one))) - known) < 1e-14 * (1 + known)
        both = Composition(((2, LaplaceLoss(e)), (3, RandomisedResponseLoss(1))))
        parts = [renyi_divergence(Composition((part,)), alpha) for part in both.parts]
        total = renyi_divergence(both, alpha)
        assert sum(p.lo for p in parts) <= total.hi
        assert sum(p.hi for p in parts) >= total.lo
        assert total.width < Fraction(1, 10**25)


def test_the_ends_of_the_renyi_orders():
    composition = Composition(((2, LaplaceLoss("0.5")), (1, DiscreteLaplaceLoss(LogOf(2), 3))))
    at_one = renyi_divergence(composition, 1)
    just_above = renyi_divergence(composition, 1 + Fraction(1, 10**12))
    assert abs(float(at_one) - float(just_above)) < 1e-11
    largest = renyi_divergence(composition, float("inf"))
    with mpmath.workdps(40):
        assert abs(float(largest) - float(1 + 3 * mpmath.log(2))) < 1e-15
    assert renyi_divergence(composition, 10**6).hi <= largest.hi
    assert renyi_divergence(composition, 10**6).lo > largest.lo - Fraction(1, 10**5)
    assert largest_loss(Composition(((1, GaussianLoss(1)),))).lo == float("inf")
    assert renyi_divergence(Composition(()), 2).hi == 0


def test_equal_parts_merge_and_no_loss_disappears():
    first = Composition(((2, LaplaceLoss("0.1")), (0, LaplaceLoss(3)), (5, LaplaceLoss(0))))
    second = Composition(((1, LaplaceLoss("1/10")), (1, LaplaceLoss("0.1"))))
    assert first == second
    assert first.releases == 2
    assert (first + second).parts == ((4, LaplaceLoss("0.1")),)
    assert Composition(((4, GaussianLoss(1)), (1, GaussianLoss("0.5")))).parts == (
        (1, GaussianLoss("4.5")),
    )
    assert Composition(((1, LaplaceLoss(1)), (1, GaussianLoss(1)))) == Composition(
        ((1, GaussianLoss(1)), (1, LaplaceLoss(1)))
    )


def test_the_loss_of_a_mechanism():
    assert loss_law(mechanisms.Laplace(4), 2) == LaplaceLoss("0.5")
    assert loss_law(mechanisms.DiscreteLaplace("1/3")) == RandomisedResponseLoss(LogOf(3))
    assert loss_law(mechanisms.DiscreteLaplace("1/3"), 3) == DiscreteLaplaceLoss(LogOf(3), 3)
    assert loss_law(mechanisms.DiscreteLaplace("1/3"), 0).is_zero
    assert loss_law(mechanisms.Gaussian.of_sigma(10), 3) == GaussianLoss("0.09")
    assert loss_law(mechanisms.IntegerLaplace(5), 2) == DiscreteLaplaceLoss("0.2", 2)
    assert loss_law(mechanisms.DiscreteGaussian(sigma_squared=7), 2) == DiscreteGaussianLoss(7, 2)
    assert loss_law(mechanisms.RandomisedResponse("0.3")) == RandomisedResponseLoss("0.3")
    assert discrete_laplace_loss("0.1", 1) == RandomisedResponseLoss("0.1")


def test_discrete_laplace_noise_of_its_own_mechanism():
    """The probabilities of the loss, from the exact masses of the mechanism."""
    noise, s = mechanisms.DiscreteLaplace("2/5"), 3
    law = loss_law(noise, s)
    with working_precision(120):
        total = arb(0)
        for y in range(-200, 204):
            p, q = noise.mass(y), noise.mass(y - s)
            total += ball(p) * (ball(p) / ball(q)) ** arb(1.25)
        assert (total - law.moment(arb(1.25))).abs_upper() < 1e-25


@pytest.mark.parametrize(
    ("mechanism", "sensitivity"),
    [
        (mechanisms.Gaussian(sigma_squared=3), Fraction(1, 2)),
        (mechanisms.DiscreteGaussian(sigma_squared=3), 2),
        (mechanisms.DiscreteLaplace("1/3"), 3),
        (mechanisms.IntegerLaplace(4), 5),
    ],
    ids=str,
)
def test_one_release_as_the_mechanism_itself_says(mechanism, sensitivity):
    """The mechanisms sum over outcomes; here the transform of the loss is inverted."""
    composition = Composition(((1, loss_law(mechanism, sensitivity)),))
    for eps in ("0", "0.2", "0.7"):
        here, there = composed_delta(composition, eps), mechanism.delta(eps, sensitivity)
        assert overlap(here, there)
        assert max(here.width, there.width) < Fraction(1, 10**12)
    here, there = renyi_divergence(composition, 3), mechanism.renyi(3, sensitivity)
    assert overlap(here, there)
