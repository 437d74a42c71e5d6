"""Characteristic times: float values against proofs, corners, properties, and mutants."""

import math
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import (
    BernoulliBandit,
    GaussianBandit,
    LawBandit,
    certify,
    characteristic_time,
)
from banditproof.theory.characteristic_times import characteristic_time_kernels as kernels
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.theory.laws import Exponential, Gamma, NegativeBinomial, Poisson

TOLERANCE = 1e-13
FIVE = (0.5, 0.45, 0.4, 0.35, 0.3)
BUDGETED = ("private", "d_eps")

means = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5, 0.5 + 1e-9]),
    st.floats(1e-12, 1 - 1e-12),
    st.floats(0.05, 0.95).map(lambda p: p**8),
)
instances = st.lists(means, min_size=2, max_size=5).filter(lambda m: m.count(max(m)) == 1)
budgets = st.floats(-6, 6).map(lambda power: 10**power)
KINDS = st.sampled_from(["kl", "tv", "private"])
weights = st.one_of(st.none(), st.floats(1e-4, 1 - 1e-4))


def time_of(means, divergence="kl", eps=None, beta=None):
    return characteristic_time(BernoulliBandit(tuple(means)), divergence, eps, beta)


@pytest.mark.parametrize(
    ("means", "divergence", "eps", "value"),
    [
        (FIVE, "kl", None, 889.96159983490),
        ((0.5, *np.linspace(0.45, 0.1, 9).tolist()), "kl", None, 934.31950158878),
        ((0.5, 0.4), "kl", None, 197.650024),
        ((0.7, 0.5, 0.3), "kl", None, 51.006708),
        ((0.9, 0.8) + (0.2,) * 7, "kl", None, 105.39903),
        ((0.9, 0.8) + (0.2,) * 7, "private", 0.284633, 135.249764),
        ((0.5, 0.4), "private", 0.2, 197.650024),
        ((0.5, 0.4), "private", 0.05, 400),
        ((0.7, 0.5, 0.3), "private", 0.3, 55.929328),
        ((0.7, 0.5, 0.3), "private", 0.1, 125),
        ((1.0, 0.0), "kl", None, 1 / math.log(2)),
        ((1.0, 0.0), "private", 0.5, 4),
    ],
)
def test_values_found_by_other_solvers(means, divergence, eps, value):
    assert time_of(means, divergence, eps).value == pytest.approx(value, rel=3e-8, abs=0)


def check_value(divergences, solve=time_of, examples=60):
    def within(case):
        means, eps, beta, divergence = case
        eps = eps if divergence in BUDGETED else None
        result = solve(means, divergence, eps, beta)
        bandit = BernoulliBandit(tuple(means))
        proof = certify(characteristic_time, bandit, divergence, eps, beta, digits=16)
        assert relative_error(result.value, proof) <= TOLERANCE, case
        assert abs(sum(result.allocation) - 1) < 1e-13

    cases = st.tuples(instances, budgets, weights, st.sampled_from(divergences))
    for_all(cases)(within)(examples=examples)


def test_floats_are_within_1e13_of_their_enclosures():
    check_value(["kl", "tv", "private", "d_eps"])


@pytest.mark.slow
def test_many_floats_are_within_1e13_of_their_enclosures():
    check_value(["kl", "tv", "private", "d_eps"], examples=1500)


def perturbed_best_mean(means, *rest):
    best = max(range(len(means)), key=means.__getitem__)
    moved = [min(1.0, m + 0.01 * (1 - m)) if a == best else m for a, m in enumerate(means)]
    return time_of(moved, *rest)


def without_the_last_alternative(means, *rest):
    least = min(range(len(means)), key=means.__getitem__)
    return time_of([m for a, m in enumerate(means) if a != least] or means, *rest)


def mixed_up_readings(means, divergence, *rest):
    return time_of(means, "d_eps" if divergence == "private" else divergence, *rest)


@pytest.mark.parametrize("mutant", [perturbed_best_mean, without_the_last_alternative])
def test_mutants_of_the_value_are_rejected(mutant):
    rejects(check_value, ["kl"], mutant, examples=3)


def test_the_two_private_readings_are_distinguished():
    rejects(check_value, ["private"], mixed_up_readings, examples=3)


def test_a_compiled_solver_of_floats_and_exact_means_agree():
    decimal = BernoulliBandit(("0.5", "0.45", "0.4", "0.35", "0.3"))
    for divergence, eps in (("kl", None), ("tv", None), ("private", 0.1), ("d_eps", 0.1)):
        exact = characteristic_time(decimal, divergence, eps)
        assert exact.value == pytest.approx(time_of(FIVE, divergence, eps).value, rel=1e-13, abs=0)


def test_gaps_of_1e_9_between_decimals_keep_their_digits():
    bandit = BernoulliBandit(("0.300000001", "0.3", "0.299999999"))
    for divergence, eps in (("kl", None), ("private", "1e-9"), ("d_eps", "1e-6")):
        result = characteristic_time(bandit, divergence, eps)
        proof = certify(characteristic_time, bandit, divergence, eps, digits=18)
        assert relative_error(result.value, proof) <= TOLERANCE


EXTREME = [
    # a confusing mean that runs from one end to the other between two floats of the level
    (BernoulliBandit((1, "0.999999999999", 0)), "d_eps", "1e-4", None),
    (BernoulliBandit((1, "0.999999999999", 0)), "d_eps", "1e-6", None),
    (BernoulliBandit((9.22991097e-09, 4.46345707e-13)), "d_eps", "1.0270839421494035e-7", None),
    (BernoulliBandit((1e-8, 1e-12)), "d_eps", "1e-9", None),
    # a place within 1e-17 of an end
    (BernoulliBandit((Fraction(1e-14), "0.058")), "d_eps", "10.314", "1e-9"),
    # means of negative binomial laws over many orders of magnitude, and below all of them
    (LawBandit(tuple(NegativeBinomial(m, 3) for m in ("1e-27", 9, 10, "9.99"))), "kl", None, None),
    (
        LawBandit((NegativeBinomial("1e-33", 100), NegativeBinomial("1e-5", 100))),
        "private",
        "1e4",
        "0.1",
    ),
    # squares of costs that are beyond the floats
    (BernoulliBandit(("1e-125", "1e-145", "9.9e-126")), "private", "100", None),
    (BernoulliBandit((1e-125, 1e-145, 9.9e-126)), "kl", None, None),
    (GaussianBandit(("1e60", 0, "-1e60")), "kl", None, None),
]


@pytest.mark.parametrize(("bandit", "divergence", "eps", "beta"), EXTREME)
def test_extreme_means_and_budgets_keep_their_digits(bandit, divergence, eps, beta):
    result = characteristic_time(bandit, divergence, eps, beta)
    assert result.enclosure.digits >= 20
    assert relative_error(result.value, result.enclosure) <= 1e-13
    assert math.fsum(result.allocation) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("beta", ["1e-9", "0.999999999"])
def test_the_allocation_beside_an_extreme_weight_has_the_time_that_is_claimed(beta):
    bandit = BernoulliBandit((0, 0, "1e-8", "1e-3", "0.586"))
    for divergence, eps in (("kl", None), ("d_eps", "1e-3"), ("private", "1e-3")):
        result = characteristic_time(bandit, divergence, eps, beta)
        laws, weights = bandit.laws, result.allocation
        least = min(
            transportation_cost(laws[4], laws[a], weights[4], weights[a], divergence, eps)
            for a in range(4)
        )
        assert 1 / least == pytest.approx(result.value, rel=1e-13, abs=0)


def test_the_input_is_not_changed():
    means, array = list(FIVE), np.array(FIVE)
    bandit = BernoulliBandit(means)
    characteristic_time(bandit)
    kernels.bernoulli(kernels.KL, 1.0, array, 0.0)
    assert means == list(FIVE)
    assert bandit == BernoulliBandit(FIVE)
    assert array.tolist() == list(FIVE)


@for_all(st.tuples(instances, st.integers(0, 4), budgets, KINDS))
def test_an_order_of_arms_only_orders_the_allocation(case):
    means, turn, eps, divergence = case
    eps = eps if divergence in BUDGETED else None
    turn %= len(means)
    turned = means[turn:] + means[:turn]
    first, second = time_of(means, divergence, eps), time_of(turned, divergence, eps)
    assert first.value == pytest.approx(second.value, rel=1e-12, abs=0)
    again = second.allocation[-turn:] + second.allocation[:-turn] if turn else second.allocation
    assert first.allocation == pytest.approx(again, rel=1e-5, abs=1e-9)


def test_normal_laws_scale_and_two_of_them_have_a_closed_form():
    for sigma, gap in ((1, 1), (2, 0.5), (0.5, 1e-9), (1, 1e9)):
        result = characteristic_time(GaussianBandit((0, gap), sigma))
        assert result.value == pytest.approx(8 * sigma**2 / gap**2, rel=1e-14, abs=0)
        assert result.allocation == pytest.approx((0.5, 0.5), rel=1e-12, abs=0)
    base = characteristic_time(GaussianBandit((0, 1, 3))).value
    assert characteristic_time(GaussianBandit((0, 2, 6), 4)).value == pytest.approx(4 * base)
    equal = characteristic_time(GaussianBandit((1,) + (0,) * 200)).value
    assert equal == pytest.approx(2 * (1 + math.sqrt(200)) ** 2, rel=1e-12, abs=0)


@pytest.mark.parametrize(
    "laws",
    [
        (Poisson(3), Poisson("2.5"), Poisson(1)),
        (Exponential(3), Exponential("2.5"), Exponential(1)),
        (Gamma(3, "2.5"), Gamma(2, "2.5"), Gamma(1, "2.5")),
        (NegativeBinomial(3, 2), NegativeBinomial("2.999", 2), NegativeBinomial(1, 2)),
    ],
)
@pytest.mark.parametrize(
    ("divergence", "eps", "beta"),
    [("kl", None, None), ("private", "0.3", None), ("tv", None, None), ("kl", None, "0.3")],
)
def test_other_families_are_within_1e13_of_their_enclosures(laws, divergence, eps, beta):
    result = characteristic_time(LawBandit(laws), divergence, eps, beta)
    proof = certify(characteristic_time, LawBandit(laws), divergence, eps, beta, digits=16)
    assert relative_error(result.value, proof) <= TOLERANCE


def test_the_truncated_costs_have_a_closed_form_for_two_arms():
    bandit = GaussianBandit(("0.5", "0.25"), "0.5")
    far = characteristic_time(bandit, "truncated", "0.05", "0.5")
    near = characteristic_time(bandit, "truncated", 1, "0.5")
    assert far.value == pytest.approx(4 * 2 * 0.25 / (0.25 * 0.15), rel=1e-13, abs=0)
    assert near.value == pytest.approx(4 * 2 * 0.25 / 0.25**2, rel=1e-13, abs=0)
    assert near.value == pytest.approx(
        characteristic_time(bandit, beta="0.5").value, rel=1e-13, abs=0
    )


def test_limits_in_the_budget_are_the_times_without_and_with_total_variation_only():
    plain, variation = time_of(FIVE), time_of(FIVE, "tv")
    assert variation.value == pytest.approx(1 / 0.05 + 20 + 10 + 20 / 3 + 5, rel=1e-14, abs=0)
    for divergence in BUDGETED:
        assert time_of(FIVE, divergence, 1e6).value == pytest.approx(plain.value, rel=1e-12, abs=0)
        small = time_of(FIVE, divergence, 1e-6).value
        assert small == pytest.approx(variation.value * 1e6, rel=1e-5, abs=0)


@for_all(st.tuples(instances, budgets), examples=150)
def test_times_fall_with_the_budget_and_lie_between_their_bounds(case):
    means, eps = case
    plain, variation = time_of(means).value, time_of(means, "tv").value / eps
    private, joint = (time_of(means, kind, eps).value for kind in BUDGETED)
    slack = 1 + 1e-11
    assert max(plain, variation) <= private * slack
    assert private <= joint * slack
    assert private <= (plain + variation) * slack
    assert joint <= (plain + variation) * slack
    for kind, value in zip(BUDGETED, (private, joint), strict=True):
        assert time_of(means, kind, 1.5 * eps).value <= value * slack


@for_all(st.tuples(instances, budgets, KINDS, st.floats(0.01, 0.99)), examples=150)
def test_the_best_fixed_weight_is_the_optimal_one(case):
    means, eps, divergence, beta = case
    eps = eps if divergence in BUDGETED else None
    free = time_of(means, divergence, eps)
    weight = free.allocation[means.index(max(means))]
    again = time_of(means, divergence, eps, weight)
    assert again.value == pytest.approx(free.value, rel=1e-9, abs=0)
    assert time_of(means, divergence, eps, beta).value >= free.value * (1 - 1e-12)
    half = time_of(means, divergence, eps, 0.5).value
    assert half <= 2 * free.value * (1 + 1e-12)


def test_more_weight_than_total_variation_can_use_leaves_one_arm_active():
    time = time_of((0.6, 0.5, 0.1), "tv", None, 0.1)
    assert time.active == (1,)
    assert time.value == pytest.approx(1 / (0.1 * 0.1))
    assert time.allocation[0] == 0.1
    assert time_of((0.6, 0.5, 0.1), "tv", None, 0.5).active == (1, 2)


def test_corners_are_defined():
    tie = time_of((0.5, 0.3, 0.5))
    assert (tie.value, tie.lower, tie.upper, tie.active) == (*[math.inf] * 3, (2,))
    assert sum(tie.allocation) == pytest.approx(1)
    single = time_of((0.5,), "private", 1)
    assert (single.value, single.allocation, single.active) == (0.0, (1.0,), ())
    for beta in (0, 1):
        time = time_of(FIVE, "kl", None, beta)
        assert (time.value, time.allocation[0]) == (math.inf, beta)
    ends = time_of((1.0, 0.0, 0.0), "d_eps", 2.0)
    assert ends.value == pytest.approx(float(ends.enclosure), rel=1e-13, abs=0)


def test_a_thousand_arms_and_a_budget_of_many_sizes():
    rng = np.random.default_rng(4)
    many = (0.95, *rng.uniform(0.05, 0.9, 999).tolist())
    for divergence, eps in (("kl", None), ("private", 0.3), ("d_eps", 0.3)):
        time = time_of(many, divergence, eps)
        assert sum(time.allocation) == pytest.approx(1, rel=1e-12, abs=0)
        assert min(time.allocation) > 0
    assert time_of(many).value >= time_of(many[:500]).value


def test_total_variation_values_of_bernoulli_laws_are_exact():
    result = certify(characteristic_time, BernoulliBandit(("0.7", "0.5", "0.3")), "tv")
    assert result.lo == result.hi == Fraction(25, 2)
