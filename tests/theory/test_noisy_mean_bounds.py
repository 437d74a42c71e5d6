"""The index of DP-KLUCB with normal noise: against certificates, its definition, and mutants."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf
from properties import relative_error
from banditproof.theory import certify
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.noisy_mean_bounds import noisy_kl_ucb_log_complement as index
from banditproof.verify.exact_laws.scores_of_runs import noisy_index_of

MEANS = (0.0, 1e-9, 0.001, 0.3, 0.5, 0.9, 0.999, 1 - 1e-9)
BUDGETS = (1e-8, 1e-3, 0.5, 10.0, 1e6)
CORNERS = [
    (mean, math.log(t) / n, rho * n / m)
    for mean in MEANS
    for rho in BUDGETS
    for n, m in ((1, 1), (3, 2), (1023, 10), (10**6, 20))
    for t in (3, 10**6, 10**15)
    if math.log(t) / n < 0.999 * rho * n / m * (1 - mean) ** 2
]


def anywhere(seed, count):
    """Means, levels and weights of all sizes, below 0.999 of the level of the index 1."""
    rng = np.random.default_rng(seed)
    x = rng.random(count) ** rng.choice([0.3, 1.0, 40.0], count) * (rng.random(count) > 0.2)
    x = np.where(rng.random(count) < 0.3, 1 - 10 ** rng.uniform(-15, 0, count), x)
    weight = 10 ** rng.uniform(-20, 20, count)
    level = 0.999 * weight * (1 - x) ** 2 * 10 ** rng.uniform(-20, 0, count)
    kept = (level > 1e-20) & (level < 1e20)
    return list(zip(x[kept].tolist(), level[kept].tolist(), weight[kept].tolist(), strict=True))


def check(subject, points, tolerance=1e-12):
    for point in points:
        exact = certify(index, *point, digits=16)
        assert relative_error(float(subject(*point)), exact) <= tolerance, point


def test_floats_are_within_1e12_of_certificates_at_the_corners_of_a_play():
    assert len(CORNERS) > 200
    check(index, CORNERS, 2e-13)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_floats_are_within_1e12_of_certificates_anywhere(seed):
    check(index, anywhere(seed, 400 if seed == 1 else 8000))


def by_definition(x, level, weight):
    """Of the q with kl(z, q) = level - weight (x - z)^2 the largest over z, by golden section."""

    def largest(z):
        left = level - weight * (x - z) ** 2
        low, high = z, mpmath.mpf(1)
        for _ in range(120):
            q = (low + high) / 2
            zeros = z * mpmath.log(z / q) if z else 0
            low, high = (
                (q, high) if zeros + (1 - z) * mpmath.log((1 - z) / (1 - q)) <= left else (low, q)
            )
        return low

    low, high = x, min(x + mpmath.sqrt(level / weight), 1 - mpmath.mpf(10) ** -30)
    ratio = (mpmath.sqrt(5) - 1) / 2
    for _ in range(90):
        one, two = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (one, high) if largest(one) < largest(two) else (low, two)
    return -mpmath.log(1 - largest(low))


@pytest.mark.parametrize(
    "point", [("1/2", "1/10", 10), (0, "1/3", 2), ("9/10", "1/50", 4), ("1/4", 1, 500)]
)
def test_certificates_contain_the_largest_mean_of_the_definition(point):
    with mpmath.workdps(40):
        found = by_definition(*(mpf(Fraction(number)) for number in point))
        exact = certify(index, *point, digits=16)
        assert abs(found - mpf(exact.mid)) < mpmath.mpf(10) ** -15 * found


def test_the_index_is_1_from_its_level_on_and_the_mean_at_no_level():
    assert index(0.5, 0.25, 1.0) == index(0.5, 7.0, 1.0) == index(1.0, 0.0, 3.0) == math.inf
    assert index(0.5, 0.2499, 1.0) < math.inf
    assert index(0.75, 0.0, 2.0) == pytest.approx(math.log(4), rel=1e-15)
    assert certify(index, "0.5", "0.25", 1).lo == math.inf
    assert certify(index, 0, 0, 1).hi == 0


def test_without_noise_it_is_the_index_of_kl_ucb_and_with_much_noise_that_of_the_noise():
    for x, level in ((0.2, 0.1), (0.0, 1.0), (0.9, 0.02)):
        assert index(x, level, 1e14) == pytest.approx(kl_ucb_log_complement(x, level), rel=1e-5)
        assert index(x, level, 1e4) > kl_ucb_log_complement(x, level)
        gap = math.sqrt(level)  # of the same level and weight, both small
        if x + gap < 1:
            assert index(x, level * 1e-9, 1e-9) == pytest.approx(-math.log(1 - x - gap), rel=1e-6)


def test_it_grows_with_the_mean_and_the_level_and_falls_with_the_weight():
    steps = np.linspace(0.0, 0.6, 61)
    assert (np.diff(index(steps, 0.1, 3.0)) > 0).all()
    assert (np.diff(index(0.3, steps, 3.0)) > 0).all()
    assert (np.diff(index(0.3, 0.1, 1 + steps)) < 0).all()


def test_bisection_of_many_runs_is_the_same():
    x, level, weight = (np.array(column) for column in zip(*CORNERS, strict=True))
    found = noisy_index_of(x, level, weight)
    assert found == pytest.approx(index(x, level, weight), rel=2e-9, abs=0)


def halved(x, level, weight):
    """z half way between the mean and what the noise reaches: no compromise."""
    return index(x, level, weight / 2)


def of_the_index_alone(x, level, weight):
    """-log(1 - q) of a q that was rounded, as a policy that compares q has it."""
    return -math.log(max(1 - -math.expm1(-index(x, level, weight)), 5e-324))


def one_or_the_other(x, level, weight):
    """The larger one of the two bounds that blame the rewards, or the noise, alone."""
    noise = x + math.sqrt(level / weight)
    return max(kl_ucb_log_complement(x, level), -math.log(1 - noise) if noise < 1 else 0.0)


def few_steps(x, level, weight):
    """A bisection of z that stops after 40 steps, and loses the digits of small deviations."""
    low, high = 0.0, 1.0 - x
    for _ in range(40):
        u = (low + high) / 2
        z, gap = x + u, 2 * weight * u
        e = math.exp(-gap)
        cost = (1 - z) * gap + math.log(z + (1 - z) * e) + weight * u * u
        low, high = (u, high) if cost <= level else (low, u)
    z, gap = x + low, 2 * weight * low
    return -math.log((1 - z) * math.exp(-gap) / (z + (1 - z) * math.exp(-gap)) or 5e-324)


@pytest.mark.parametrize("mutant", [halved, of_the_index_alone, one_or_the_other, few_steps])
def test_mutants_are_rejected(mutant):
    with pytest.raises(AssertionError):
        check(mutant, CORNERS, 2e-13)
