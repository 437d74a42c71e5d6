"""Every float function agrees with its enclosure: random points at all scales, ends and ties.

A result is right if it is within a relative 1e-13 of the exact value, or within four times the
least subnormal float of it, or infinite where the exact value is beyond the floats.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
import pytest
import random_points as draws
from properties import TOLERANCE, is_right, rejects
from banditproof.theory import certifiable, certify, concentration, d_eps, kl, privacy_threshold, tv
from banditproof.theory import confidence_bounds as bounds
from banditproof.theory import kl_decompositions as decompositions
from banditproof.theory import private_divergence as private
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.theory.infima import d_inf, kl_inf, tv_inf
from banditproof.theory.laws import Bernoulli, Exponential, Gamma, Gaussian, NegativeBinomial
from banditproof.theory.laws import Poisson as PoissonLaw
from banditproof.theory.lower_bounds import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)

LOGARITHMIC = 10 * TOLERANCE
"""The tolerance of exponentials of sums of logarithms, as their docstrings say."""


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
    return draws.finite_law(one, two, three, share, kind), *more


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
    yield Subject(kl, draws.pairs, 120_000)
    yield Subject(tv, draws.pairs, 150_000)
    yield Subject(privacy_threshold, draws.pairs, 120_000)
    yield Subject(d_eps, draws.private_points, 80_000)
    yield Subject(private.d_eps_up, draws.private_points, 40_000)
    yield Subject(private.private_minimiser, draws.private_points, 90_000)
    yield Subject(private.private_slope, draws.private_points, 100_000)
    yield Subject(private.d_eps_derivative_in_eps, draws.private_points, 90_000)
    yield Subject(private.d_eps_derivative_in_y, draws.inside_points, 60_000)
    yield Subject(bounds.kl_ucb, draws.kl_levels, 25_000)
    yield Subject(bounds.kl_lcb, draws.kl_levels, 25_000)
    yield Subject(bounds.kl_ucb_log_complement, draws.kl_levels, 20_000)
    yield Subject(bounds.d_eps_ucb, draws.private_levels, 50_000)
    yield Subject(bounds.d_eps_lcb, draws.private_levels, 50_000)
    yield Subject(
        decompositions.pure_kl_decomposition,
        lambda rng, n: draws.loss_and_moments(rng, n)[:2],
        5_000,
    )
    yield Subject(decompositions.zcdp_kl_decomposition_printed, draws.loss_and_moments, 5_000)
    yield Subject(decompositions.zcdp_kl_decomposition, draws.loss_and_moments, 5_000)
    # the others take laws or lists
    yield Subject(regret_coefficient, draws.private_points, 10_000, False, two_arms)
    yield Subject(
        older_regret_coefficient, draws.with_budgets(draws.pairs, 5e-324), 5_000, False, two_arms
    )
    yield Subject(lai_robbins_coefficient, draws.pairs, 5_000, False, two_arms)
    yield Subject(kl_inf, draws.bernoulli_means, 3_000, False, of_laws(bernoulli_law), " bernoulli")
    yield Subject(tv_inf, draws.bernoulli_means, 2_000, False, of_laws(bernoulli_law), " bernoulli")
    budgets = draws.with_budgets(draws.bernoulli_means)
    yield Subject(d_inf, budgets, 3_000, False, of_laws(bernoulli_law), " bernoulli")
    yield Subject(tv_inf, draws.means_of_one_family, 2_000, False, of_laws(Gaussian), " gaussian")
    for name, law in FAMILIES.items():
        yield Subject(kl_inf, draws.means_of_one_family, 4_000, False, of_laws(law), f" {name}")
        weighted = draws.with_weights(draws.means_of_one_family)
        yield Subject(transportation_cost, weighted, 2_000, False, two_laws(law), f" {name}")
    weighted = draws.with_weights(draws.bernoulli_means)
    yield Subject(
        transportation_cost, weighted, 3_000, False, two_laws(bernoulli_law), " bernoulli"
    )
    for form, draw in ((kl_inf, draws.finite_laws), (tv_inf, draws.finite_laws)):
        yield Subject(form, draw, 3_000, False, of_finite_laws, " finite")
    yield Subject(
        d_inf, draws.with_budgets(draws.finite_laws), 3_000, False, of_finite_laws, " finite"
    )
    # sums of logarithms, whose exponential has an error of their size
    yield Subject(concentration.laplace_sum_tail, draws.noises, 1_000)
    yield Subject(concentration.laplace_sum_density, draws.noises, 1_000)
    for form in ("bound", "chernoff", "envelope"):
        bound = getattr(concentration, f"laplace_sum_{form}")
        yield Subject(bound, draws.noises, 1_000, tolerance=LOGARITHMIC)
    for form in ("upper", "lower"):
        tail = getattr(concentration, f"private_sum_{form}_tail")
        yield Subject(tail, draws.noisy_sums, 1_000, tolerance=LOGARITHMIC)
    for form in ("bound", "prefactor"):
        bound = getattr(concentration, f"private_chernoff_{form}")
        yield Subject(bound, draws.noisy_sums_above, 1_000, tolerance=LOGARITHMIC)
    yield Subject(
        concentration.bernoulli_chernoff, draws.bernoulli_sums_above, 2_000, False, counted
    )
    for word, least, points in (("private", 5e-324, 2_000), ("d_eps", 1e-10, 1_000)):
        yield Subject(
            transportation_cost,
            draws.with_budgets(weighted, least),
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
    rejects(check, subject, 5, 2000, lambda columns: subject.function(*columns) * (1 + 1e-12))
    rejects(check, subject, 5, 2000, lambda columns: subject.function(*columns) + 1e-320)
