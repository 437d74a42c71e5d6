"""Infima over better laws of a one-parameter family: floats, enclosures, brute force."""

import math
import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
import pytest
from flint import arb
from properties import rejects, relative_error
from banditproof.theory import Bernoulli, Enclosure, certify, d_inf, kl_inf, tv_inf
from banditproof.theory.balls import working_precision
from banditproof.theory.laws import Exponential, Gamma, Gaussian, NegativeBinomial, Poisson

TOLERANCE = 4e-15
MEANS = ("1e-8", "0.001", "0.7", "3", "8.25", "1e6")
KNOWN = ("0.01", "0.5", "1", "3", "100")
BUDGETS = ("1e-6", "0.1", "1", "3", "20", "1e6")
KINDS = (Bernoulli, Gaussian, Poisson, Exponential, Gamma, NegativeBinomial)


def family_cases(count, seed, kinds=KINDS):
    source = random.Random(seed)
    for place in range(count):
        kind = kinds[place % len(kinds)]
        mean, known = Fraction(source.choice(MEANS)), source.choice(KNOWN)
        gap = Fraction(source.choice(("1e-12", "0.001", "0.3", "1", "5"))) * mean
        if kind is Bernoulli:
            mean = Fraction(source.randint(0, 99), 100)
            gap = (1 - mean) * Fraction(source.choice(("1e-12", "0.01", "0.5", "0.999999")))
        law = kind(mean, known) if kind in (Gaussian, Gamma, NegativeBinomial) else kind(mean)
        yield law, mean + gap, source.choice(BUDGETS)


CASES = list(family_cases(180, seed=1))


def check_kl(kl=kl_inf):
    for law, mu, _ in CASES:
        assert relative_error(kl(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE


def test_the_float_form_of_kl_is_within_its_enclosure():
    check_kl()


def published_gaussian(law, mu):
    """A published formula, with the square of a ratio in the place of the ratio."""
    x, y, s = float(law.exact_mean), float(mu), float(law.sigma)
    return (x - y) ** 2 / (2 * s**2) + 0.5 * ((s / s) ** 4 - 1 - math.log(s**2 / s)) - 0.5


def published_negative_binomial(law, mu):
    """A published formula, with the sign of the term of the failures turned."""
    x, y, r = float(law.exact_mean), float(mu), float(Fraction(law.failures))
    return r * math.log((r + x) / (r + y)) - x * math.log(y * (r + x) / (x * (r + y)))


def on_paper(law, mu):
    """The textbook formulas as they stand, which cancel."""
    x, y = float(law.exact_mean), float(mu)
    if isinstance(law, Poisson):
        return x * math.log(x / y) + y - x
    if isinstance(law, Exponential):
        return math.log(y / x) + x / y - 1
    return kl_inf(law, mu)


def with_kind(kind, wrong):
    return lambda law, mu: wrong(law, mu) if isinstance(law, kind) else kl_inf(law, mu)


@pytest.mark.parametrize(
    "wrong",
    [
        with_kind(Gaussian, published_gaussian),
        with_kind(NegativeBinomial, published_negative_binomial),
        on_paper,
        with_kind(Gamma, lambda law, mu: kl_inf(Exponential(law.mean), mu)),
        with_kind(Poisson, lambda law, mu: kl_inf(law, mu + Fraction(1, 10**9))),
        lambda law, mu: kl_inf(type(law)(mu), law.exact_mean + 2 * (mu - law.exact_mean)),
    ],
)
def test_mutants_of_kl_are_rejected(wrong):
    with pytest.raises((AssertionError, ValueError)):
        check_kl(wrong)


def test_the_float_forms_of_tv_and_of_the_private_infimum():
    for law, mu, eps in CASES[:90]:
        if mu > 10**5:
            continue  # the enclosures of such counts take long; the slow tests have them
        assert relative_error(tv_inf(law, mu), certify(tv_inf, law, mu, digits=20)) <= TOLERANCE
        private = certify(d_inf, law, mu, eps, digits=20)
        assert relative_error(d_inf(law, mu, eps), private) <= TOLERANCE


def test_kl_of_negative_binomial_laws_in_both_directions():
    """Characteristic times need KL to smaller means too, also to ones that are far smaller."""
    from banditproof.theory.laws.family_kernels import negative_binomial_kl

    source = random.Random(3)
    for _ in range(400):
        a, b, r = (Fraction(10.0 ** source.uniform(-20, 5)) for _ in range(3))
        with working_precision(400):
            kl = NegativeBinomial(a, r).divergences.kl(a, b)
        value = negative_binomial_kl(float(a), float(b), float(b - a), float(r))
        assert value == pytest.approx(float(kl), rel=1e-14, abs=0), (float(a), float(b), float(r))


def test_the_least_budgets_of_normal_laws():
    """The best compromise is nearer to the far mean than floats of its size are to each other."""
    for mu, eps in (("0.34598", "1e-200"), ("3", "1e-30"), ("10", "1e-17"), ("4", "7.2")):
        value = certify(d_inf, Gaussian("0.003", "0.5"), mu, eps)
        assert relative_error(d_inf(Gaussian("0.003", "0.5"), mu, eps), value) <= TOLERANCE


@pytest.mark.slow
def test_the_float_forms_on_many_cases():
    for law, mu, eps in family_cases(360, seed=2):
        assert relative_error(kl_inf(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE
        assert relative_error(tv_inf(law, mu), certify(tv_inf, law, mu)) <= TOLERANCE
        private = certify(d_inf, law, mu, eps)
        assert relative_error(d_inf(law, mu, eps), private) <= TOLERANCE


def least_on_a_grid(law, mu, eps, points):
    """The least eps TV + KL over a grid of means, at 53 bits."""
    forms, x = law.divergences, law.exact_mean
    with working_precision(80):
        grid = [x + (mu - x) * Fraction(k, points) for k in range(points + 1)]
        costs = [
            float(eps) * float(forms.tv(x, z).mid())
            + (float(forms.kl(z, mu).mid()) if z < mu else 0.0)
            for z in grid
        ]
    return min(costs)


INNER = [  # budgets near KL / TV, where neither extreme is best
    (Gaussian(0), 3, "5"),
    (Gaussian(0), "3.6", "7.2"),
    (Gaussian(0), 6, "17"),  # the slope falls in between, and the second local minimum is best
    (Gaussian(0), 6, "19"),  # the start is best, and there is a local minimum inside
    (Poisson(3), 9, "3.4"),
    (Poisson("0.5"), 6, "4.5"),  # near the jump of the crossing
    (Exponential(1), 8, "1.9"),
    (Gamma(1, shape=3), 5, "2.5"),
    (NegativeBinomial(1, failures=2), 9, "2.5"),
]


def check_grid(private):
    inside = 0
    for law, mu, eps in INNER:
        value, grid = private(law, mu, eps), least_on_a_grid(law, Fraction(mu), eps, 100)
        assert value <= grid + 1e-12
        assert grid == pytest.approx(value, rel=1e-3, abs=0)
        inside += value < 0.999 * min(kl_inf(law, mu), float(eps) * tv_inf(law, mu))
    assert inside >= 6  # cases where compromise is better than both extremes


def test_the_private_infimum_is_the_least_on_a_grid():
    check_grid(d_inf)
    check_grid(lambda *case: float(certify(d_inf, *case, digits=12)))
    for wrong in (
        lambda law, mu, eps: min(kl_inf(law, mu), float(eps) * tv_inf(law, mu)),
        lambda law, mu, eps: d_inf(law, mu, Fraction(eps) / 2),
        lambda law, mu, eps: float(eps) * d_inf(law, mu, 1),
    ):
        rejects(check_grid, wrong)


def check_slopes(change=lambda forms: forms):
    """Difference quotients of TV(x, .) and KL(., mu) within [a, b] are between the bounds."""
    source = random.Random(8)
    bounded = 0
    for law, mu, _ in [*INNER, *CASES[:60]]:
        if isinstance(law, Bernoulli) or Fraction(mu) > 10**5:
            continue
        forms, x, mu = change(law.divergences), law.exact_mean, Fraction(mu)
        ends = sorted(Fraction(source.randint(0, 30), 30) for _ in range(2))
        a, b = (x + (mu - x) * share for share in ends)
        if a == b:
            continue
        with working_precision(200):
            inner = [a, (3 * a + b) / 4, (a + 2 * b) / 3, b]
            bounds = forms.tv_slopes(x, a, b)
            for z, w in pairwise(inner):
                width = (w - z).numerator / arb((w - z).denominator)
                if bounds is not None:
                    bounded += 1
                    rise = (forms.tv(x, w) - forms.tv(x, z)) / width
                    assert not rise < bounds[0]
                    assert not rise > bounds[1]
                    assert bounds[0] > 0
                if w < mu:
                    rise = (forms.kl(w, mu) - forms.kl(z, mu)) / width
                    assert not rise < forms.kl_slope(z, mu)
                    assert not rise > forms.kl_slope(w, mu)
    assert bounded >= 60


def test_bounds_of_slopes_are_bounds():
    check_slopes()

    def swapped(forms):
        def slopes(x, a, b):
            bounds = forms.tv_slopes(x, a, b)
            return bounds if bounds is None else bounds[::-1]

        return replace(forms, tv_slopes=slopes)

    def at_the_left_end(forms):
        def slopes(x, a, b):
            return forms.tv_slopes(x, a, a)

        return replace(forms, tv_slopes=slopes)

    def of_the_middle(forms):
        return replace(forms, kl_slope=lambda z, mu: forms.kl_slope((z + mu) / 2, mu))

    for wrong in (swapped, at_the_left_end, of_the_middle):
        rejects(check_slopes, wrong)


def check_nested(private):
    """More digits stay inside fewer; a value that is known is inside, however it is rounded."""
    for law, mu, eps in INNER:
        few, many = (private(law, mu, eps, digits) for digits in (9, 30))
        assert few.lo <= many.lo
        assert many.hi <= few.hi
    third = private(Gaussian(0), Fraction(1, 3), 50, 20)  # the budget does not matter any more
    assert third.contains(Fraction(1, 18))
    odd = Gaussian(0, sigma=Fraction(3, 7))
    assert private(odd, Fraction(1, 11), 300, 15).contains(Fraction(49, 2 * 9 * 121))


def test_enclosures_of_the_private_infimum_are_nested():
    check_nested(lambda law, mu, eps, digits: certify(d_inf, law, mu, eps, digits=digits))

    def too_high(law, mu, eps, digits):
        value = certify(d_inf, law, mu, eps, digits=digits)
        return Enclosure.of(value.hi)

    rejects(check_nested, too_high)


@pytest.mark.slow
def test_the_private_infimum_is_the_least_on_finer_grids():
    source = random.Random(3)
    for law, mu, _ in family_cases(24, seed=4, kinds=KINDS[1:]):
        if mu > 10**5:
            continue
        eps = Fraction(float(kl_inf(law, mu) / tv_inf(law, mu) * source.uniform(0.3, 3)))
        value = certify(d_inf, law, mu, eps, digits=15)
        grid = least_on_a_grid(law, mu, eps, 500)
        assert value.lo <= grid * (1 + 1e-12)
        assert grid == pytest.approx(float(value), rel=1e-2, abs=0)


def check_relations(private):
    for law, mu, eps in CASES[:60]:
        if mu > 10**5:
            continue
        kl, tv = (certify(f, law, mu, digits=15) for f in (kl_inf, tv_inf))
        value = private(law, mu, eps)
        assert value.lo <= min(kl.hi, Fraction(eps) * tv.hi)
        assert kl.hi >= 2 * tv.lo**2  # Pinsker
        further = private(law, mu + (mu - law.exact_mean) / 1000, eps) if mu < 0.9 else None
        assert further is None or further.hi > value.lo
        more = private(law, mu, 2 * Fraction(eps))
        assert value.lo <= more.hi
        assert more.lo <= 2 * value.hi
        if float(eps) <= 1e-6:
            # compromise gains at most a square: KL(z, mu) >= 2 TV(z, mu)^2
            assert value.hi >= Fraction(eps) * tv.lo - Fraction(eps) ** 2 / 8


def test_relations_between_the_infima():
    check_relations(lambda *case: certify(d_inf, *case, digits=12))
    rejects(
        check_relations, lambda law, mu, eps: certify(d_inf, law, mu, Fraction(eps) ** 2, digits=12)
    )
