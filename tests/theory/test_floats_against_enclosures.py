"""Every float function agrees with its enclosure: random points at all scales, ends and ties.

A result is right if it is within a relative 1e-13 of the exact value, or within four times the
least subnormal float of it, or infinite where the exact value is beyond the floats.
"""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from banditproof.theory import (
    balls,
    certifiable,
    certify,
    concentration,
    d_eps,
    kl,
    privacy_threshold,
    tv,
)
from banditproof.theory import confidence_bounds as bounds
from banditproof.theory import kl_decompositions as decompositions
from banditproof.theory import private_divergence as private
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.theory.infima import d_inf, kl_inf, tv_inf
from banditproof.theory.laws import (
    Bernoulli,
    Empirical,
    Exponential,
    FiniteSupport,
    Gamma,
    Gaussian,
    NegativeBinomial,
)
from banditproof.theory.laws import Poisson as PoissonLaw
from banditproof.theory.lower_bounds import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)

TOLERANCE = Fraction(1, 10**13)
LOGARITHMIC = 10 * TOLERANCE
"""The tolerance of exponentials of sums of logarithms, as their docstrings say."""
ABSOLUTE = Fraction(4, 2**1074)
LARGEST = Fraction(sys.float_info.max)


def is_right(value: float, exact: Fraction | float, tolerance: Fraction = TOLERANCE) -> bool:
    if math.isnan(value):
        return False
    if isinstance(exact, float):  # an infinity
        return value == exact
    if math.isinf(value):
        return (exact if value > 0 else -exact) > LARGEST * (1 - tolerance)
    return abs(Fraction(value) - exact) <= tolerance * abs(exact) + ABSOLUTE


# -- points ---------------------------------------------------------------------------------------


def mixed(rng, *choices):
    return np.choose(rng.integers(0, len(choices), len(choices[0])), choices)


def subnormals(rng, n):
    return rng.integers(0, 2**40, n) * 5e-324 * 2.0 ** rng.integers(0, 12, n)


def near_one(rng, n):
    return 1 + rng.choice([-1.0, 1.0], n) * 10.0 ** rng.uniform(-17, 0, n)


def probabilities(rng, n):
    special = [0.0, 1.0, 0.5, 5e-324, sys.float_info.min, 1 - 2.0**-53, 2.0**-53, 1e-8, 1e-16]
    drawn = mixed(
        rng,
        rng.random(n),
        10.0 ** rng.uniform(-308, 0, n),
        10.0 ** rng.uniform(-20, 0, n),
        subnormals(rng, n),
        1 - 10.0 ** rng.uniform(-16, 0, n),
        rng.integers(0, 1001, n) / 1000,
        rng.choice(special, n),
        2.0 ** -rng.integers(0, 60, n),
        0.5 * near_one(rng, n),
    )
    return np.clip(drawn, 0, 1)


def neighbours(rng, x):
    n = len(x)
    drawn = mixed(
        rng,
        probabilities(rng, n),
        probabilities(rng, n),
        probabilities(rng, n),
        x * near_one(rng, n),
        1 - (1 - x) * near_one(rng, n),
        np.nextafter(x, rng.choice([0.0, 1.0], n)),
        x,
        x * 2.0 ** rng.integers(-40, 40, n),
    )
    return np.clip(drawn, 0, 1)


def nonnegatives(rng, n):
    special = [0.0, 5e-324, 0.5, 1.0, 708.0, 709.5, 745.2, 1e15, 1e-16, sys.float_info.max]
    return mixed(
        rng,
        rng.uniform(0, 5, n),
        10.0 ** rng.uniform(-323, 308, n),
        10.0 ** rng.uniform(-20, 3, n),
        10.0 ** rng.uniform(-5, 1, n),
        rng.uniform(10, 60, n),
        rng.uniform(590, 760, n),
        subnormals(rng, n),
        rng.choice(special, n),
        2.0 ** rng.integers(-60, 60, n),
    )


def positives(rng, n, most=1e300):
    drawn = nonnegatives(rng, n)
    return np.where(drawn == 0, 1.0, np.minimum(drawn, most))


def around(rng, *bases):
    """Nonnegative numbers, often next to one of the bases (a tie) or below it."""
    n = len(bases[0])
    free = nonnegatives(rng, n)
    choices = [free, free]
    for base in bases:
        choices += [base * near_one(rng, n), base * rng.random(n)]
    drawn = mixed(rng, *choices)
    return np.where(np.isfinite(drawn) & (drawn >= 0), drawn, free)


def pairs(rng, n):
    x = probabilities(rng, n)
    return x, neighbours(rng, x)


def private_points(rng, n):
    x, y = pairs(rng, n)
    return x, y, around(rng, privacy_threshold(x, y))


def inside_points(rng, n):
    x, y, eps = private_points(rng, n)
    return x, np.where((y == 0) | (y == 1), 0.25, y), eps


def kl_levels(rng, n):
    x, y = pairs(rng, n)
    return x, around(rng, kl(x, y), x, 1 - x)


def private_levels(rng, n):
    x, y = pairs(rng, n)
    eps = nonnegatives(rng, n)
    return x, around(rng, kl(x, y), d_eps(x, y, eps), eps * (1 - x), eps * x), eps


def ordered(rng, x):
    """Larger numbers, often neighbours."""
    n = len(x)
    other = mixed(rng, positives(rng, n), x * near_one(rng, n), 2 * x, np.nextafter(x, np.inf))
    return np.minimum(x, other), np.maximum(x, other)


def means_of_one_family(rng, n):
    low, high = ordered(rng, positives(rng, n, 1e290))
    return low, np.where(low == high, 2 * low, high), positives(rng, n)


def bernoulli_means(rng, n):
    x, y = pairs(rng, n)
    return np.minimum(x, y), np.maximum(x, y), np.ones(n)


def with_budgets(draw, least=0.0):
    def drawn(rng, n):
        return *draw(rng, n), np.maximum(nonnegatives(rng, n), least)

    return drawn


def with_weights(draw):
    def drawn(rng, n):
        w = positives(rng, n)
        v = mixed(rng, w, positives(rng, n), np.minimum(w * 10.0 ** rng.uniform(-3, 3, n), 1e300))
        return *draw(rng, n), w, v

    return drawn


def finite_law(one, two, three, share, kind):
    if kind == 0 or len({0.0, 1.0, one, two}) < 4:
        return Empirical([one, two, three])
    first = Fraction(share)
    if kind == 1:
        weights = (first / 2, (1 - first) / 3, 2 * (1 - first) / 3, first / 2)
        return FiniteSupport((0, one, two, 1), weights)
    return Empirical([one, two], weights=(first, 1 - first))


def finite_laws(rng, n):
    """Points and weights of a law, and a mean between its own and 1."""
    columns = *pairs(rng, n), probabilities(rng, n), probabilities(rng, n), rng.integers(0, 3, n)
    way = mixed(rng, rng.random(n), 10.0 ** rng.uniform(-17, 0, n), near_one(rng, n))
    points = zip(*(column.tolist() for column in (*columns, np.clip(way, 0, 1))), strict=True)
    means = []
    for *point, share in points:
        mean = finite_law(*point).exact_mean
        means.append(float(mean + (1 - mean) * Fraction(share)))
    return *columns, np.array(means)


def noisy_sums(rng, n):
    """A threshold, pulls, a mean inside (0, 1), noises and a budget."""
    pulls, inside = rng.choice([1.0, 2.0, 5.0, 20.0, 60.0], n), probabilities(rng, n)
    inside = np.where((inside == 0) | (inside == 1), 0.3, inside)
    threshold = mixed(rng, pulls * rng.random(n), np.floor(pulls * rng.random(n)), pulls * inside)
    noises = rng.choice([1.0, 2.0, 3.0, 10.0, 40.0], n)
    return threshold, pulls, inside, noises, 10.0 ** rng.uniform(-3, 3, n)


def noisy_sums_above(rng, n):
    _, pulls, inside, noises, eps = noisy_sums(rng, n)
    threshold = pulls * (inside + (1 - inside) * rng.random(n))
    threshold = np.maximum(threshold, np.nextafter(pulls * inside, np.inf))
    return np.minimum(threshold, pulls), pulls, inside, noises, eps


def bernoulli_sums_above(rng, n):
    return noisy_sums_above(rng, n)[:3]


def noises(rng, n):
    _, _, _, many, eps = noisy_sums(rng, n)
    return many, np.minimum(nonnegatives(rng, n), 50.0), eps


def loss_and_moments(rng, n):
    return nonnegatives(rng, n), positives(rng, n), positives(rng, n)


# -- functions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """A function, how its arguments are drawn, and how many of a million points it gets."""

    function: Callable[..., Any]
    draw: Callable[[np.random.Generator, int], tuple[Any, ...]]
    points: int
    broadcasts: bool = True
    read: Callable[..., tuple[Any, ...]] = lambda *point: point
    label: str = ""
    tolerance: Fraction = TOLERANCE

    @property
    def name(self) -> str:
        return f"{self.function.__name__}{self.label}"

    def floats(self, columns: tuple[Any, ...]) -> Any:
        if self.broadcasts:
            return self.function(*columns)
        points = zip(*(column.tolist() for column in columns), strict=True)
        return np.array([self.function(*self.read(*point)) for point in points])


def two_arms(x, y, *more):
    return (x, y), *more


def of_laws(family):
    return lambda x, y, known, *more: (family(x, known), y, *more)


def of_finite_laws(one, two, three, share, kind, *more):
    return finite_law(one, two, three, share, kind), *more


def counted(threshold, pulls, mean):
    return threshold, int(pulls), mean


def two_laws(family, *words):
    def read(x, y, known, one, two, *eps):
        return (family(y, known), family(x, known), one, two, *words, *eps)

    return read


def bernoulli_law(mean, _):
    return Bernoulli(mean)


def poisson_law(mean, _):
    return PoissonLaw(mean)


def exponential_law(mean, _):
    return Exponential(mean)


FAMILIES = {
    "poisson": poisson_law,
    "exponential": exponential_law,
    "gamma": Gamma,
    "negative binomial": NegativeBinomial,
    "gaussian": Gaussian,
}


def subjects():
    yield Subject(kl, pairs, 120_000)
    yield Subject(tv, pairs, 150_000)
    yield Subject(privacy_threshold, pairs, 120_000)
    yield Subject(d_eps, private_points, 80_000)
    yield Subject(private.d_eps_up, private_points, 40_000)
    yield Subject(private.private_minimiser, private_points, 90_000)
    yield Subject(private.private_slope, private_points, 100_000)
    yield Subject(private.d_eps_derivative_in_eps, private_points, 90_000)
    yield Subject(private.d_eps_derivative_in_y, inside_points, 60_000)
    yield Subject(bounds.kl_ucb, kl_levels, 25_000)
    yield Subject(bounds.kl_lcb, kl_levels, 25_000)
    yield Subject(bounds.kl_ucb_log_complement, kl_levels, 20_000)
    yield Subject(bounds.d_eps_ucb, private_levels, 50_000)
    yield Subject(bounds.d_eps_lcb, private_levels, 50_000)
    yield Subject(
        decompositions.pure_kl_decomposition, lambda rng, n: loss_and_moments(rng, n)[:2], 5_000
    )
    yield Subject(decompositions.zcdp_kl_decomposition_printed, loss_and_moments, 5_000)
    yield Subject(decompositions.zcdp_kl_decomposition, loss_and_moments, 5_000)
    # the others take laws or lists
    yield Subject(regret_coefficient, private_points, 10_000, False, two_arms)
    yield Subject(older_regret_coefficient, with_budgets(pairs, 5e-324), 5_000, False, two_arms)
    yield Subject(lai_robbins_coefficient, pairs, 5_000, False, two_arms)
    yield Subject(kl_inf, bernoulli_means, 3_000, False, of_laws(bernoulli_law), " bernoulli")
    yield Subject(tv_inf, bernoulli_means, 2_000, False, of_laws(bernoulli_law), " bernoulli")
    budgets = with_budgets(bernoulli_means)
    yield Subject(d_inf, budgets, 3_000, False, of_laws(bernoulli_law), " bernoulli")
    yield Subject(tv_inf, means_of_one_family, 2_000, False, of_laws(Gaussian), " gaussian")
    for name, law in FAMILIES.items():
        yield Subject(kl_inf, means_of_one_family, 4_000, False, of_laws(law), f" {name}")
        weighted = with_weights(means_of_one_family)
        yield Subject(transportation_cost, weighted, 2_000, False, two_laws(law), f" {name}")
    weighted = with_weights(bernoulli_means)
    yield Subject(
        transportation_cost, weighted, 3_000, False, two_laws(bernoulli_law), " bernoulli"
    )
    for form, draw in ((kl_inf, finite_laws), (tv_inf, finite_laws)):
        yield Subject(form, draw, 3_000, False, of_finite_laws, " finite")
    yield Subject(d_inf, with_budgets(finite_laws), 3_000, False, of_finite_laws, " finite")
    # sums of logarithms, whose exponential has an error of their size
    yield Subject(concentration.laplace_sum_tail, noises, 1_000)
    yield Subject(concentration.laplace_sum_density, noises, 1_000)
    for form in ("bound", "chernoff", "envelope"):
        bound = getattr(concentration, f"laplace_sum_{form}")
        yield Subject(bound, noises, 1_000, tolerance=LOGARITHMIC)
    for form in ("upper", "lower"):
        tail = getattr(concentration, f"private_sum_{form}_tail")
        yield Subject(tail, noisy_sums, 1_000, tolerance=LOGARITHMIC)
    for form in ("bound", "prefactor"):
        bound = getattr(concentration, f"private_chernoff_{form}")
        yield Subject(bound, noisy_sums_above, 1_000, tolerance=LOGARITHMIC)
    yield Subject(concentration.bernoulli_chernoff, bernoulli_sums_above, 2_000, False, counted)
    for word, least, points in (("private", 5e-324, 2_000), ("d_eps", 1e-10, 1_000)):
        yield Subject(
            transportation_cost,
            with_budgets(weighted, least),
            points,
            False,
            two_laws(bernoulli_law, word),
            f" bernoulli {word}",
        )


SUBJECTS = {subject.name: subject for subject in subjects()}


def check(subject, seed, count, floats=None):
    with np.errstate(all="ignore"):
        columns = subject.draw(np.random.default_rng(seed), count)
        columns = tuple(np.asarray(column, dtype=float) for column in columns)
        values = (floats or subject.floats)(columns)
    points = zip(*(column.tolist() for column in columns), strict=True)
    for point, value in zip(points, values.tolist(), strict=True):
        exact = certify(subject.function, *subject.read(*point), digits=16).mid
        assert is_right(value, exact, subject.tolerance), (subject.name, point, value, float(exact))


@pytest.mark.parametrize("name", [name for name in SUBJECTS if SUBJECTS[name].broadcasts])
def test_floats_agree_with_enclosures(name):
    check(SUBJECTS[name], 12, 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_many_floats_agree_with_enclosures(name):
    check(SUBJECTS[name], 2024, SUBJECTS[name].points // 5)


def test_two_hundred_thousand_points_are_drawn():
    assert sum(subject.points // 5 for subject in SUBJECTS.values()) >= 2 * 10**5


ELSEWHERE = {"characteristic_time", "pure_log_ratio_bound", "zcdp_kl_domination"}
"""These have tests of their own: programs, and functions of lists or of integers."""


def test_every_function_of_these_rooms_is_drawn():
    rooms = ("bernoulli", "private_divergence", "confidence_bounds", "kl_decompositions")
    rooms += ("infima", "lower_bounds", "characteristic_times")
    drawn = {subject.function.__name__ for subject in SUBJECTS.values()} | ELSEWHERE
    for function in certifiable():
        if function.__module__.split(".")[2] in rooms:
            assert function.__name__ in drawn


EXACT = [s.name for s in SUBJECTS.values() if s.broadcasts and s.tolerance == TOLERANCE]


@pytest.mark.parametrize("name", EXACT)
def test_an_error_of_1e12_is_noticed(name):
    subject = SUBJECTS[name]
    with pytest.raises(AssertionError):
        check(subject, 5, 2000, lambda columns: subject.function(*columns) * (1 + 1e-12))
    with pytest.raises(AssertionError):
        check(subject, 5, 2000, lambda columns: subject.function(*columns) + 1e-320)


# -- points that were wrong once ------------------------------------------------------------------

TIE = float(privacy_threshold(0.25, 0.75))
ONCE_WRONG = [
    (bounds.kl_ucb, 1.69e-310, 1.146e-310),
    (bounds.kl_lcb, 8.39e-311, 3.555370813e-314),
    (bounds.kl_lcb, 5e-324, 4.4e-174),
    (bounds.kl_lcb, 1.37e-16, 2.67e-12),
    (bounds.kl_lcb, 0.082, 1024.0),
    (bounds.kl_ucb_log_complement, 4.19e-312, 6.2e-313),
    (bounds.kl_ucb_log_complement, 1e-17, 0.0),
    (bounds.d_eps_ucb, 4.97e-310, 4.98e-310, 2.97),
    (bounds.d_eps_ucb, 3.27e-310, 9.35e-308, 4096.0),
    (bounds.d_eps_ucb, 3.37e-06, 8.4717e-319, 2.599e-313),
    (bounds.d_eps_lcb, 8.39e-311, 3.90876814e-316, 45.1),
    (bounds.d_eps_lcb, 1.0, 1.5, 1e15),
    (bounds.d_eps_lcb, 1.0, 3e-17, 0.7),
    (bounds.d_eps_lcb, 1.0, 4.4e307, sys.float_info.max),
    (d_eps, 1e-8, 3e-320, 709.5),
    (d_eps, 3.97e-312, 3.029721e-317, 11.78),
    (private.private_minimiser, 1.0, 5e-324, 1054.0),
    (private.private_minimiser, 0.0, 1 - 2.0**-53, 744.0),
    (private.private_minimiser, 0.3, 1.0, 0.5),
    (private.d_eps_derivative_in_eps, 0.3, 1.0, 0.5),
    (private.d_eps_derivative_in_eps, 0.25, 0.75, TIE),
    (private.d_eps_derivative_in_eps, 0.25, 0.75, math.nextafter(TIE, 0)),
    (private.d_eps_derivative_in_eps, 0.5, 0.5 + 1e-10, 2e-10),
    (private.d_eps_derivative_in_eps, 1.0, 5e-324, 1054.0),
    (private.d_eps_derivative_in_y, 1.0, 1e-310, 700.0),
    (regret_coefficient, (0.5, 0.5 + 1e-10), 1e-312),
    (regret_coefficient, (1e-310, 2e-310), 1.0),
    (regret_coefficient, ("0.3", "0.3000000000000001"), 1.0),
    (lai_robbins_coefficient, ("1e-320", "2e-320")),
    (kl_inf, Exponential(3.868e-312), 3.8681e-312),
    (kl_inf, Gamma(1e-311, 2), 1.5e-311),
    (kl_inf, Exponential(1.2499320162259979e-290), 1.249932016225998e-290),
    (kl_inf, NegativeBinomial(1.6e75, 1.99e238), math.nextafter(1.6e75, math.inf)),
    (kl_inf, NegativeBinomial(3.8e-202, 2.5e-292), 1.8e296),
    (transportation_cost, Bernoulli(0.235), Bernoulli(0.2), 1e300, 1.2e298, "d_eps", 2.0),
    (transportation_cost, Bernoulli(3e-11), Bernoulli(0), 0.5, 3e17, "d_eps", 7e10),
    (transportation_cost, Bernoulli(0.5), Bernoulli(1.1e-16), 1.5e-16, 4.0, "d_eps", 736.0),
    (transportation_cost, Gaussian(1, 1e-312), Gaussian(0, 1e-312), 1e-300, 1e-310),
    (decompositions.zcdp_kl_decomposition, 5e-324, 753.2, 4.1),
    (decompositions.pure_log_ratio_bound, 1.2e-312, (1e201, 700), (2.7e-25, 1.4e-19)),
    (concentration.private_sum_upper_tail, 4.585, 5, 0.917, 1, 2e-312),
    (concentration.private_sum_lower_tail, 8e-308, 20, 4e-309, 10, 0.84),
    (concentration.laplace_sum_density, 40, 50.0, 17.083171828438157),
    (concentration.private_chernoff_prefactor, 5, 5, 1 - 2.0**-53, 3, 722.0),
]


@pytest.mark.parametrize("case", ONCE_WRONG, ids=lambda case: f"{case[0].__name__}{case[1:]}")
def test_points_that_were_wrong_once(case):
    function, *point = case
    assert is_right(function(*point), certify(function, *point, digits=16).mid)


def test_the_lower_bound_is_never_above_its_mean():
    with np.errstate(over="ignore", invalid="ignore"):
        x, level, eps = private_levels(np.random.default_rng(3), 20_000)
    low, high = bounds.d_eps_lcb(x, level, eps), bounds.d_eps_ucb(x, level, eps)
    assert ((low <= x) & (x <= high) & (low >= 0) & (high <= 1)).all()


# -- the work of a certificate --------------------------------------------------------------------


def precisions(monkeypatch, function, *point):
    """The working precisions that a certificate of 16 digits tries."""
    tried = []
    given = balls.working_precision

    def recorded(bits):
        tried.append(bits)
        return given(bits)

    monkeypatch.setattr(balls, "working_precision", recorded)
    certify(function, *point, digits=16)
    monkeypatch.undo()
    return tried


@pytest.mark.parametrize(
    ("function", "draw"),
    [
        (bounds.kl_ucb, kl_levels),
        (bounds.kl_lcb, kl_levels),
        (bounds.kl_ucb_log_complement, kl_levels),
        (bounds.d_eps_ucb, private_levels),
        (bounds.d_eps_lcb, private_levels),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_certified_root_starts_at_the_right_precision(monkeypatch, function, draw):
    with np.errstate(all="ignore"):
        columns = draw(np.random.default_rng(8), 60)
    for point in zip(*(column.tolist() for column in columns), strict=True):
        tried = precisions(monkeypatch, function, *point)
        assert len(tried) <= 2
        assert max(tried, default=0) < 4000


@pytest.mark.parametrize("x", ["1e-20000", "0.082", Fraction(1) - Fraction(1, 10**300)])
@pytest.mark.parametrize("level", ["1e-20000", "1e-300", "1024", "1e300"])
def test_certified_roots_of_extreme_rationals(monkeypatch, x, level):
    for function in (bounds.kl_ucb, bounds.kl_lcb):
        assert len(precisions(monkeypatch, function, x, level)) <= 3
