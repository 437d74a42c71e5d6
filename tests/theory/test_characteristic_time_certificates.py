"""Proofs of characteristic times: any allocation from above, any mixture from below."""

import pickle
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from case_tables import table
from flint import arb
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import (
    BernoulliBandit,
    GaussianBandit,
    LawBandit,
    certify,
    characteristic_time,
    d_eps,
)
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.characteristic_times.certificate import Game
from banditproof.theory.characteristic_times.confusion import PrivateConfusion
from banditproof.theory.characteristic_times.problem import Problem
from banditproof.theory.laws import NegativeBinomial

FIVE = BernoulliBandit(("0.5", "0.45", "0.4", "0.35", "0.3"))
KINK = BernoulliBandit(("0.9", "0.8", *["0.2"] * 7))
CASES = [
    (FIVE, "kl", None, None),
    (FIVE, "private", Fraction(1, 10), None),
    (FIVE, "private", Fraction(1, 5), None),
    (FIVE, "private", Fraction(1, 10), Fraction(1, 3)),
    (FIVE, "tv", None, None),
    (FIVE, "d_eps", Fraction(3, 10), None),
    (FIVE, "d_eps", Fraction(3, 10), Fraction(1, 3)),
    (KINK, "private", Fraction("0.284633"), None),
    (BernoulliBandit((1, "0.5", 0)), "d_eps", Fraction(1, 2), None),
    (BernoulliBandit((1, 0)), "d_eps", Fraction(548384814543, 791152052440), None),
    (BernoulliBandit((1, "0.5", 0)), "private", Fraction(3), None),
    (GaussianBandit((1, "0.5", 0)), "private", Fraction(1, 10), None),
    (LawBandit((NegativeBinomial(3, 2), NegativeBinomial(2, 2))), "private", Fraction(1), None),
]


@pytest.mark.parametrize(("bandit", "divergence", "eps", "beta"), CASES)
def test_the_enclosure_is_what_its_allocation_and_mixture_prove(bandit, divergence, eps, beta):
    proof = characteristic_time(bandit, divergence, eps, beta).certificate(25)
    assert proof.enclosure.digits >= 25
    assert sum(proof.allocation) == 1
    problem = Problem(bandit, divergence, eps, beta)
    weight = proof.allocation[problem.best]
    x = {arm: proof.allocation[arm] / weight for arm in problem.alternatives}
    with working_precision(300):
        game = problem.game()
        above, below = upper(game.from_above(x)), lower(game.from_below(proof.mixture))
    assert below <= above
    assert abs(above / proof.enclosure.hi - 1) < Fraction(1, 10**24)
    assert abs(below / proof.enclosure.lo - 1) < Fraction(1, 10**24)


def check_weak_duality(from_above=Game.from_above, from_below=Game.from_below, examples=20):
    """Every allocation proves at least, and every mixture at most, what the best ones prove."""

    def ordered(case):
        index, scales, shares, places = case
        bandit, divergence, eps, beta = CASES[index]
        proof = characteristic_time(bandit, divergence, eps, beta).certificate(15)
        problem = Problem(bandit, divergence, eps, beta)
        weight = proof.allocation[problem.best]
        x = {a: proof.allocation[a] / weight * scales[a] for a in problem.alternatives}
        if beta is not None:
            total = sum(x.values()) * beta / (1 - beta)
            x = {a: value / total for a, value in x.items()}
        mixture = [
            replace(a, share=a.share * shares[a.arm], place=(a.place + places[a.arm]) / 2)
            for a in proof.mixture
        ]
        with working_precision(200):
            game = problem.game()
            assert upper(from_above(game, x)) >= proof.enclosure.lo
            assert lower(from_below(game, mixture)) <= proof.enclosure.hi

    factors = st.lists(st.fractions(Fraction(1, 2), 2, max_denominator=99), min_size=9, max_size=9)
    inside = st.fractions(Fraction(1, 99), Fraction(98, 99), max_denominator=99)
    places = st.lists(inside, min_size=9, max_size=9)
    cases = st.tuples(st.integers(0, len(CASES) - 1), factors, factors, places)
    for_all(cases)(ordered)(examples=examples)


def test_weak_duality():
    check_weak_duality()


def product_of_weights(game, x):
    """Wrong: the total variation cost with w_1 w_a in the place of min(w_1, w_a)."""
    weight = game.best_weight(x)
    return 1 / min(float(flat) * float(weight**2 * x[arm]) for arm, flat in game.flats.items())


def swapped_divergences(game, mixture):
    """Wrong: d(l, mu) in the place of d(mu, l)."""
    total, first, others = 0, arb(0), {}
    for alternative in mixture:
        if alternative.kind != "mean" or not hasattr(game.pairs[alternative.arm], "kl"):
            return Game.from_below(game, mixture)
        pair = game.pairs[alternative.arm]
        mean = pair.best - alternative.place * pair.gap
        first += float(alternative.share) * pair.kl(mean, pair.best)
        price = float(alternative.share) * pair.kl(mean, pair.other)
        others[alternative.arm] = others.get(alternative.arm, arb(0)) + price
        total += float(alternative.share)
    return arb(total) / max([first, *others.values()], key=float) * (1 + 1e-9)


def sum_in_the_place_of_the_least(game, x):
    """Wrong: the sum of the costs instead of the least one."""
    total = sum((game.cost(arm, value) for arm, value in x.items()), arb(0))
    return 1 / (float(game.best_weight(x)) * total)


def shares_without_the_best_arm(game, mixture):
    """Wrong: the price of the best arm's weight is forgotten."""
    total, others = 0.0, {}
    for alternative in mixture:
        price = float(alternative.share) * game.prices(alternative)[1]
        others[alternative.arm] = others.get(alternative.arm, arb(0)) + price
        total += float(alternative.share)
    most = max(others.values(), key=float)
    return arb(total) / most if most > 0 else arb("inf")


@pytest.mark.parametrize(
    "mutant",
    [
        {"from_above": sum_in_the_place_of_the_least},
        pytest.param({"from_below": shares_without_the_best_arm}, marks=pytest.mark.slow),
    ],
)
def test_wrong_bounds_break_weak_duality(mutant):
    rejects(check_weak_duality, examples=20, **mutant)


def test_a_product_of_weights_is_another_number_than_their_minimum():
    proof = characteristic_time(FIVE, "tv").certificate(15)
    problem = Problem(FIVE, "tv", None, None)
    x = {a: proof.allocation[a] / proof.allocation[0] for a in problem.alternatives}
    with working_precision(100):
        assert product_of_weights(problem.game(), x) > 2 * float(proof.enclosure)


def test_swapped_arguments_of_the_divergence_are_another_number():
    bandit = BernoulliBandit(("0.9", "0.5", "0.2"))
    proof = characteristic_time(bandit).certificate(15)
    with working_precision(100):
        wrong = swapped_divergences(Problem(bandit, "kl", None, None).game(), proof.mixture)
    assert abs(float(wrong) / float(proof.enclosure) - 1) > 0.01


def test_an_allocation_that_does_not_sum_to_one_and_a_negative_share_are_rejected():
    game = Problem(FIVE, "kl", None, Fraction(1, 2)).game()
    with pytest.raises(ValueError, match="sum to one"):
        game.from_above({1: Fraction(1), 2: Fraction(1), 3: Fraction(1), 4: Fraction(1)})
    proof = characteristic_time(FIVE).certificate(10)
    wrong = [replace(proof.mixture[0], share=Fraction(-1)), *proof.mixture[1:]]
    with pytest.raises(ValueError, match="negative"):
        Problem(FIVE, "kl", None, None).game().from_below(wrong)


def test_the_private_cost_is_enclosed_at_every_weight():
    def enclosed(case):
        best, other, eps, x = case
        if best <= other:
            best, other = other, best
        if best == other:
            return
        pair = PrivateConfusion(best, other, eps)
        with working_precision(200):
            low, high = lower(pair.cost(x)), upper(pair.cost_from_above(x))
            prices = [pair.divergences(Fraction(z, 16)) for z in range(17)]
            grid = min(upper(first + float(x) * second) for first, second in prices)
        assert low <= high
        assert high - low <= high / 10**20
        assert low <= grid * (1 + Fraction(1, 10**12))

    unit = st.one_of(
        st.fractions(0, 1, max_denominator=1000), st.sampled_from([Fraction(0), Fraction(1)])
    )
    powers = st.integers(-6, 4).map(lambda p: Fraction(10) ** p)
    for_all(st.tuples(unit, unit, powers, powers), examples=60)(enclosed)()


def check_divergences_of_places(bounds, examples=100):
    """Both divergences at a place, against their own enclosures."""

    def enclosed(case):
        best, other, eps, z = case
        if best <= other:
            return
        pair = PrivateConfusion(best, other, eps)
        mean = best - z * (best - other)
        with working_precision(200):
            results = [(lower(low), upper(high)) for low, high in bounds(pair, z)]
        for start, (low, high) in zip((best, other), results, strict=True):
            exact = certify(d_eps, start, mean, eps, digits=25)
            assert low <= exact.hi
            assert exact.lo <= high
            assert high - low <= high / 10**24

    unit = st.one_of(st.fractions(0, 1, max_denominator=60), st.sampled_from([Fraction(0), 1]))
    eps = st.integers(-3, 3).map(lambda p: Fraction(10) ** p)
    for_all(st.tuples(unit, unit, eps, st.fractions(0, 1, max_denominator=9)))(enclosed)(
        examples=examples
    )


def other_regime(pair, z):
    """Wrong: the slope of the dual is -eps also where the means are too close for that."""
    return PrivateConfusion(pair.best, pair.other, pair.eps / 100).bounds(z)


def test_the_divergences_of_a_place_are_enclosed():
    check_divergences_of_places(PrivateConfusion.bounds)
    rejects(check_divergences_of_places, other_regime, examples=100)
    rejects(check_divergences_of_places, lambda p, z: p.bounds(z)[::-1], examples=100)


def test_fifty_digits_and_a_hundred_arms():
    assert certify(characteristic_time, FIVE, digits=50).digits >= 50
    assert certify(characteristic_time, FIVE, "private", "0.1", digits=50).digits >= 50
    many = BernoulliBandit(("0.5", *np.linspace(0.45, 0.05, 99).tolist()))
    assert certify(characteristic_time, many, digits=20).digits >= 20


@pytest.mark.slow
def test_a_thousand_arms_are_enclosed():
    many = BernoulliBandit(("0.5", *np.linspace(0.45, 0.05, 999).tolist()))
    for divergence, eps in (("kl", None), ("private", "0.1"), ("d_eps", "0.1")):
        result = characteristic_time(many, divergence, eps)
        proof = result.certificate(20).enclosure
        assert proof.digits >= 20
        assert result.value == pytest.approx(float(proof), rel=1e-13, abs=0)


def test_ends_are_computed_on_demand_and_travel():
    result = characteristic_time(FIVE)
    assert "enclosure" not in vars(result)
    assert result.enclosure.digits >= 20
    assert pickle.loads(pickle.dumps(result)) == result


@pytest.mark.parametrize(
    ("means", "facts"), table(__file__, "the_ends_hold_the_exact_value_and_the_float")
)
def test_the_ends_hold_the_exact_value_and_the_float(means, facts):
    result = characteristic_time(BernoulliBandit(means), **facts)
    assert result.lower <= result.value <= result.upper
    assert float(result.lower) <= result.value <= float(result.upper)
    assert result.lower <= result.enclosure.lo <= result.enclosure.hi <= result.upper
    if result.enclosure.is_finite:
        assert result.upper - result.lower < Fraction(result.value) / 10**14


def test_the_search_for_an_allocation_gives_up_at_a_precision_that_it_can_afford():
    """Costs of 1e-164 against a budget at the end of the floats: no digits at 4096 bits."""
    bandit = GaussianBandit((1, "-6.2"), "7e81")
    with pytest.raises(ArithmeticError, match=r"4\d\d\d bits were not enough"):
        certify(characteristic_time, bandit, "private", eps=Fraction(1, 10**300), digits=17)
