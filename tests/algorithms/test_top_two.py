"""TTUCB and its stopping rule: counts, tracking, ties, the threshold, and whole runs."""

import math
from fractions import Fraction
from itertools import pairwise
import mpmath as mp
import numpy as np
import pytest
from banditproof.algorithms.identification.top_two import (
    TTUCB,
    Choice,
    TopTwoState,
    empirical_best,
    gamma_quantile_bound,
    gaussian_cost,
    identify,
    likelihood_ratio,
    likelihood_threshold,
)


def state_of(pulls, sums):
    none = (0,) * len(pulls)
    return TopTwoState(tuple(pulls), tuple(sums), none, none)


def run(policy, rewards, rounds):
    """The choices of a run; rewards(arm) gives the next reward."""
    state, choices = policy.start(), []
    for _ in range(rounds):
        choices.append(policy.choose(state))
        state = policy.learn(state, choices[-1], rewards(choices[-1].arm))
    return state, choices


@pytest.mark.parametrize("seed", range(20))
def test_the_cost_is_a_minimum_over_common_means(seed):
    rng = np.random.default_rng(seed)
    pulls, means = rng.integers(1, 30, 2), rng.normal(size=2)
    first = int(means.argmax())
    state, sigma_squared = state_of(pulls.tolist(), (pulls * means).tolist()), 0.7
    grid = np.linspace(means.min(), means.max(), 20_001)
    prices = (pulls * (means - grid[:, None]) ** 2).sum(axis=1) / (2 * sigma_squared)
    result = gaussian_cost(state, first, 1 - first, sigma_squared)
    assert result == pytest.approx(prices.min(), rel=1e-6, abs=0)
    assert gaussian_cost(state, 1 - first, first, sigma_squared) == 0.0


def test_the_ratio_is_that_of_the_nearest_rival_and_infinite_without_one():
    state = state_of((4, 4, 4), (8.0, 6.0, 0.0))
    assert likelihood_ratio(state) == gaussian_cost(state, 0, 1) < gaussian_cost(state, 0, 2)
    assert likelihood_ratio(state_of((3,), (1.0,))) == math.inf
    assert likelihood_ratio(state_of((2, 2), (1.0, 1.0))) == 0.0


def test_ties_of_the_recommendation_go_to_the_first_arm():
    assert empirical_best(state_of((1, 2, 1), (3.0, 6.0, 3.0))) == 0


@pytest.mark.parametrize("arms", [1, 7, 1000])
@pytest.mark.parametrize(
    "rest", [Fraction(1, 10**k) for k in (6, 12, 15, 17)] + [Fraction(3, 2**48)]
)
def test_next_to_risk_one_the_quantile_bound_is_a_little_above_the_arms(arms, rest):
    excess = gamma_quantile_bound(arms, 1 - rest) - arms
    assert excess == pytest.approx(math.sqrt(2 * arms * rest), rel=1e-3, abs=0)
    assert gamma_quantile_bound(arms, 1 - rest**3) >= arms
    assert gamma_quantile_bound(arms, 1 - rest**40) == arms


@pytest.mark.parametrize("arms", [1, 2, 5, 30])
@pytest.mark.parametrize("delta", ["0.999", "0.5", "0.05", "1e-9", "1e-300"])
def test_the_quantile_bound_solves_its_equation(arms, delta):
    x = gamma_quantile_bound(arms, delta)
    with mp.workdps(40):
        exponent = arms - mp.mpf(x) + arms * mp.log(mp.mpf(x) / arms)
        assert abs(exponent / mp.log(mp.mpf(delta)) - 1) < mp.mpf("1e-9")
        assert mp.gammainc(arms, x, regularized=True) <= mp.mpf(delta) * (1 + mp.mpf("1e-9"))
    assert x > arms


def test_the_threshold_has_the_printed_values():
    values = [gamma_quantile_bound(k, d) for k in (2, 5) for d in ("0.05", "0.01")]
    assert [round(v, 6) for v in values] == [7.689026, 9.77944, 12.628208, 15.14699]
    assert likelihood_threshold(2, 1, "0.05") == pytest.approx(2 * math.log(2) + values[0])
    assert gamma_quantile_bound(3, 1 - Fraction(1, 10**30)) == pytest.approx(3.0, abs=1e-6)


def test_the_first_pulls_go_round_and_have_no_leader():
    _, choices = run(TTUCB(4), lambda arm: float(arm), 6)
    assert choices[:4] == [Choice(0), Choice(1), Choice(2), Choice(3)]
    assert choices[4].leader == 3
    assert choices[4].challenger != 3


@pytest.mark.parametrize("beta", [Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)])
def test_every_leader_is_tracked_within_one_pull(beta):
    rng = np.random.default_rng(7)
    policy = TTUCB(3, beta)
    state = policy.start()
    for _ in range(600):
        choice = policy.choose(state)
        if choice.leader is not None:
            assert choice.challenger != choice.leader
            assert choice.arm in choice[1:]
        state = policy.learn(state, choice, float(rng.normal(choice.arm / 10)))
        for own, leads in zip(state.led_pulls, state.leads, strict=True):
            assert 0 <= own - beta * leads <= 1
    assert sum(state.leads) == 600 - 3
    assert state.samples == 600
    assert sum(n > 0 for n in state.leads) >= 2  # the leader did change


def test_counts_of_leaders_do_not_mix_with_pulls_as_challenger():
    state = TTUCB(2).start()
    state = TTUCB(2).learn(state, Choice(1, leader=0, challenger=1), 2.0)
    assert state == TopTwoState((0, 1), (0.0, 2.0), (1, 0), (0, 0))
    state = TTUCB(2).learn(state, Choice(0, leader=0, challenger=1), 1.0)
    assert state == TopTwoState((1, 1), (1.0, 2.0), (2, 0), (1, 0))


def test_the_unit_of_the_rewards_does_not_matter():
    rng = np.random.default_rng(3)
    stacks = rng.normal(size=(3, 300))

    def draws(scale):
        seen = [0, 0, 0]

        def draw(arm):
            seen[arm] += 1
            return scale * float(stacks[arm, seen[arm] - 1])

        return draw

    one, four = (run(TTUCB(3, sigma=s), draws(float(s)), 300)[1] for s in (1, 4))
    assert one == four


def test_a_run_stops_at_the_first_crossing_and_tau_counts_the_halt():
    result = identify(TTUCB(2), lambda arm: 1.0 - arm, "0.05", 1000)
    assert result.arm == 0
    assert result.stopping_time == result.state.samples + 1
    n = result.state.samples
    assert likelihood_ratio(result.state) >= likelihood_threshold(2, n, "0.05")
    before, _ = run(TTUCB(2), lambda arm: 1.0 - arm, n - 1)
    assert likelihood_ratio(before) < likelihood_threshold(2, n - 1, "0.05")


def test_a_run_that_is_cut_recommends_nothing():
    cut = identify(TTUCB(2), lambda arm: 1.0 - arm, "0.05", 20)
    assert cut.arm is None
    assert cut.stopping_time == math.inf
    assert cut.state.samples == 20
    same = identify(TTUCB(2), lambda arm: 0.5, "0.05", 50)
    assert same.arm is None


def test_stopping_times_grow_like_the_logarithm_of_the_risk():
    times = [
        identify(TTUCB(2), lambda arm: 3.0 - 3.0 * arm, Fraction(1, 10**k), 4000).stopping_time
        for k in (2, 40, 80, 120)
    ]
    assert all(a < b for a, b in pairwise(times))
    steps = (times[3] - times[1]) / (80 * math.log(10))
    assert steps == pytest.approx(8 / 9, rel=0.05, abs=0)  # T* of two arms with gap 3


@pytest.mark.slow
def test_runs_on_normal_rewards_are_right_and_take_their_time():
    """200 runs, delta = 0.05. With error 0.05 more than 29 errors have probability below 1e-6.

    The mean stopping time is compared with the lower bound T* kl(delta, 1 - delta). A threshold
    that does not grow is caught by its errors.
    """
    rng = np.random.default_rng(2024)

    def outcome(threshold):
        ends = [
            identify(TTUCB(2), lambda arm: float(rng.normal(0.7 * arm)), "0.05", 3000, threshold)
            for _ in range(200)
        ]
        return sum(end.arm == 0 for end in ends), sum(end.state.samples for end in ends) / 200

    errors, samples = outcome(likelihood_threshold)
    assert errors <= 29
    assert samples > 8 / 0.49 * 0.9 * math.log(19)
    assert outcome(lambda arms, n, delta: 0.05)[0] > 29
