"""What the claims about identification stand on: exact strategies, walks, second routes."""

import math
from fractions import Fraction
from itertools import product
import mpmath as mp
import numpy as np
import pytest
from programs import corollary_4_25_characteristic_times as private_times
from programs import optimal_proportions as optimal
from programs import stopping_rules as stopping
from programs import theorem_2_32_largest_risk as two_survivors
from programs import theorem_2_32_sample_complexity as sample_complexity
from programs import threshold_order as order_of_threshold
from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.models import finite_strategies
from banditproof.paper_checks.models import one_level_times as one_dimensional
from banditproof.theory import GaussianBandit, characteristic_time
from banditproof.theory.balls import ball, lower, upper, working_precision

HALF = Fraction(1, 2)


def averaged_over_tables(strategy, means):
    """E[N_a] and the answers, from the law on every table of rewards."""
    pulls, answers = [Fraction(0)] * 2, [Fraction(0)] * 2
    for flat in product((0, 1), repeat=2 * strategy.rounds):
        table = tuple(zip(flat[::2], flat[1::2], strict=True))
        mass = Fraction(1)
        for row in table:
            for reward, mean in zip(row, means, strict=True):
                mass *= mean if reward else 1 - mean
        for (actions, answer), chance in strategy.law(table).items():
            answers[answer] += mass * chance
            for arm in actions:
                pulls[arm] += mass * chance
    return tuple(pulls), tuple(answers)


@pytest.mark.parametrize("seed", range(4))
def test_a_strategy_played_forward_is_its_law_averaged_over_all_tables(seed):
    strategy = finite_strategies.random_strategy(np.random.default_rng(seed), 1 + seed % 3)
    means = (Fraction(2, 7), Fraction(4, 5))
    result = finite_strategies.played(strategy, means)
    assert (result.pulls, result.answers) == averaged_over_tables(strategy, means)
    assert result.halting_step == sum(result.pulls) + 1


def test_a_strategy_that_never_halts_is_refused():
    endless = finite_strategies.FiniteIdentification(2, 1, lambda h: (1, 0, 0), lambda h: (1, 0))
    with pytest.raises(RuntimeError, match="halt"):
        finite_strategies.played(endless, (HALF, HALF))


def test_situations_know_more_than_a_blind_guess_and_are_reproducible():
    one, two = (
        [(s.nu, s.other, s.risk) for s in finite_strategies.random_situations(1, 5, (1, 2))]
        for _ in range(2)
    )
    assert one == two
    for nu, other, risk in one:
        assert nu[0] > nu[1]
        assert other[0] < other[1]
        assert 0 < risk < HALF


def test_the_noisy_answer_has_the_budget_of_its_odds():
    strategy = finite_strategies.noisy_answer(Fraction(3, 4))
    case = finite_strategies.Situation(
        strategy, (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    )
    assert case.risk == Fraction(1, 4)
    with working_precision(100):
        assert (case.view_eps() - ball(3).log()).contains(0)


@pytest.mark.parametrize("seed", range(3))
def test_the_second_route_to_the_times_agrees_with_the_library(seed):
    bandit = next(private_times.random_bandits(seed, 1))
    again = one_dimensional.characteristic_time_again
    assert again(bandit) == pytest.approx(characteristic_time(bandit).value, rel=1e-8, abs=0)
    for eps in ("0.02", "0.3", "3"):
        value = characteristic_time(bandit, "private", eps=eps).value
        assert again(bandit, eps) == pytest.approx(value, rel=1e-8, abs=0)
    normal = GaussianBandit(tuple(bandit.means))
    assert again(normal) == pytest.approx(characteristic_time(normal).value, rel=1e-8, abs=0)


def test_the_entropy_slack_and_its_least_value():
    with working_precision(100):
        for text in ("0.01", "0.3", "0.9", "0.999"):
            value, slope = sample_complexity.entropy_slack(Fraction(text), Fraction(3))
            d = mp.mpf(text)

            def slack(x):
                return (1 - 2 * x) * mp.log((1 - x) / x) + mp.log(3 * x)

            assert float(value) == pytest.approx(float(slack(d)), rel=1e-12, abs=0)
            assert float(slope) == pytest.approx(float(mp.diff(slack, d)), rel=1e-6, abs=0)
    place, least = sample_complexity.least_slack(Fraction("2.4"))
    assert least.contains(Fraction("0.007332110053639290988"))
    assert float(place) == pytest.approx(0.323259, abs=1e-6)
    assert sample_complexity.least_slack(Fraction("2.382"))[1].hi < 0


@pytest.mark.parametrize("delta", ["0.501", "0.55", "0.75", "0.999"])
def test_a_blind_guess_refutes_every_risk_above_one_half(delta):
    for id in ("thesis.thm2.32", "thesis.lem4.23"):
        verdict = run(find(id), delta=Fraction(delta)).verdict
        # near 1/2 one step is more than the bound at gap 1/10
        expected = Outcome.HOLDS if (id, delta) == ("thesis.thm2.32", "0.501") else None
        assert verdict.outcome == (expected or Outcome.FAILS_WITH_REPAIR)


def test_the_rounds_until_two_survive_are_below_their_bound():
    """The bound holds by proof; here a simulation stays below it, and halving it is caught."""
    rng, drop = np.random.default_rng(5), Fraction(1, 5)
    with working_precision(100):
        bound = float(two_survivors.rounds_at_most(3, drop, ball(two_survivors.FAR)))
    n = np.arange(1, 1001)
    width = np.sqrt(np.log(2 * n * (n + 1) / float(drop)) / n)
    rounds, dropped = [], []
    for _ in range(60):
        rewards = rng.random((1000, 3)) < (0.500001, 0.5, 0.1)
        means = rewards.cumsum(axis=0) / n[:, None]
        out = means.max(axis=1, keepdims=True) - means > width[:, None]
        first = int(out.any(axis=1).argmax())
        rounds.append(first + 1)
        dropped.append(int(out[first].argmax()))
    assert set(dropped) == {2}
    assert 0.1 * bound < np.mean(rounds) < bound
    with working_precision(100):
        assert two_survivors.rounds_at_most(2, drop, ball(1)) == 0
        more = two_survivors.rounds_at_most(3, drop, ball(Fraction(1, 5)))
    assert float(more) > 4 * bound


def test_the_gamma_tail_is_the_incomplete_gamma_function():
    with working_precision(100):
        for arms, x in ((1, 3), (2, 5), (7, 20)):
            expected = float(mp.gammainc(arms, x, regularized=True))
            assert float(stopping.gamma_tail(arms, Fraction(x))) == pytest.approx(expected)


def test_the_chance_of_a_crossing_is_a_bound_and_close():
    """20,000 runs: the standard error is 0.0024, so 0.013 is more than five."""
    rng, looks, spread = np.random.default_rng(11), 10, 10**6
    with working_precision(100):
        bound = order_of_threshold._crossing_chances(ball(20).log(), spread, looks)
    sums, crossed = np.zeros(20_000), np.zeros(20_000, bool)
    before = 0.0
    for k in range(looks):
        n = float(spread) ** k
        sums = sums + rng.normal(size=20_000) * math.sqrt(n - before)
        before = n
        crossed |= sums**2 / n / 2 > math.log(20)
    # five errors below, and six above the sum of the ten chances, which Bonferroni cannot exceed
    assert float(bound) - 0.013 < crossed.mean() < float(bound) + 0.025
    one = math.erfc(math.sqrt(math.log(20)))
    independent = 1 - (1 - one) ** looks  # without the pairs the bound would be looks * one
    assert independent - 0.002 < float(bound) < independent < looks * one - 0.008
    with working_precision(100):
        rare = upper(order_of_threshold._crossing_chances(ball(40), spread, looks))
        assert rare < Fraction(1, 10**9)
        assert lower(bound) > 0.13


def kl_of_coins(p, q) -> float:
    """KL(Ber(p), Ber(q)), from its definition."""
    terms = ((float(a), float(b)) for a, b in ((p, q), (1 - p, 1 - q)) if a)
    return sum(a * math.log(a / b) if b else math.inf for a, b in terms)


def played_by_steps(instance, n: int, tries: int):
    """The strategy of `thesis.wstar` step by step: P(answer arm 1) and the mean pulls of each arm."""
    pulls, up, screening = np.zeros(3), 0.0, 1.0
    start = np.zeros(2)
    for _ in range(tries):
        pulls[2] += screening
        start[1] += screening * float(instance[2])
        screening *= 1 - float(instance[2])
    start[0] = screening
    for arm in (0, 1):
        p = float(instance[arm])
        mass = np.zeros(2 * n + 1)
        mass[n] = start[arm]
        while (inside := mass[1:-1].sum()) > 1e-13:
            pulls[arm] += inside
            moved = np.zeros_like(mass)
            moved[2:] += p * mass[1:-1]
            moved[:-2] += (1 - p) * mass[1:-1]
            moved[[0, -1]] += mass[[0, -1]]
            mass = moved
        up += mass[-1]
    return up, pulls


def test_the_witness_against_the_optimal_proportions_step_by_step() -> None:
    nu, *others = optimal.THREE_INSTANCES
    costs = [[kl_of_coins(p, q) for p, q in zip(nu, other, strict=True)] for other in others]
    size = 20
    rates = {
        (i, j): min(
            sum(w * c for w, c in zip((i, j, size - i - j), row, strict=True) if w) for row in costs
        )
        for i in range(size + 1)
        for j in range(size + 1 - i)
    }
    best = max(rates.values())
    assert [w for w, rate in rates.items() if rate > best - 1e-9] == [(size, 0)]
    assert best / size == pytest.approx(math.log(3) / 2)
    shares = []
    for n in (1, 2, 5, 9):
        delta = 1 / (1 + 3**n)
        wrong = [played_by_steps(instance, n, n)[0] for instance in (nu, *others)]
        assert [wrong[0], 1 - wrong[1], 1 - wrong[2]] == pytest.approx([delta] * 3, abs=1e-9)
        pulls = played_by_steps(nu, n, n)[1]
        bound = size / best * kl_of_coins(delta, 1 - delta)
        assert bound <= pulls.sum() <= bound + 2
        shares.append(pulls[0] / pulls.sum())
        assert optimal.screened(nu, n, n)[1] == pytest.approx(pulls, abs=1e-6)
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] < 0.002
