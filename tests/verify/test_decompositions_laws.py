"""Laws of kernels and of stopped strategies against averages over lists, tables and paths."""

import math
from fractions import Fraction
from itertools import product
import mpmath
import numpy as np
import pytest
from finite_policies import ONE, TWO, drawn
from banditproof.theory import BernoulliBandit, FiniteSupportBandit
from banditproof.verify.decompositions.adaptive_witnesses import stays_after_a_one
from banditproof.verify.decompositions.coupled_environment import (
    coupled_divergence,
    coupled_paths,
    distances,
    mismatch_moments,
)
from banditproof.verify.decompositions.stopped_strategies import (
    halts_on_a_one,
    random_strategy,
    rarely_halts,
    stopped_distance,
    stopped_law,
)
from banditproof.verify.decompositions.visible_laws import (
    action_law,
    environment_of,
    expected_plays,
    full_divergence,
    log_likelihood,
)
from banditproof.verify.definitions.finite_machine import FiniteMachine, as_kernel
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.identification import halts_by_chance
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws


def law_by_lists(policy, environment):
    """Tables of independent rewards, one row for each round, weighted by their probability."""
    results = {}
    rows = list(product(policy.rewards, repeat=policy.arms))
    for table in product(rows, repeat=policy.horizon - 1):
        weight = Fraction(1)
        for row in table:
            for arm, reward in enumerate(row):
                weight *= environment[arm][policy.rewards.index(reward)]
        law = policy.law(lambda path, t=table: (*t, (0,) * policy.arms)[len(path) - 1][path[-1]])
        for actions, mass in law.items():
            results[actions] = results.get(actions, Fraction(0)) + weight * mass
    return {actions: mass for actions, mass in results.items() if mass}


@pytest.mark.parametrize("seed", range(3))
def test_the_law_is_the_average_over_tables(seed):
    policy = drawn(seed, zeros=True)
    assert action_law(policy, ONE) == law_by_lists(policy, ONE)
    assert action_law(policy, ONE) != law_by_lists(policy, TWO)


def test_the_last_reward_does_not_matter_and_the_first_does():
    copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    assert action_law(copy, BernoulliBandit(("0.25", 1))) == {
        (0, 0): Fraction(3, 4),
        (0, 1): Fraction(1, 4),
    }


def test_a_machine_has_the_law_of_its_kernel():
    machine = FiniteMachine(
        2,
        3,
        start={0: Fraction(1, 3), 1: Fraction(2, 3)},
        act=lambda bit: {(bit, bit): Fraction(1)},
        observe=lambda bit, label, reward: bit ^ int(reward),
    )
    law = action_law(machine, ONE)
    assert law == action_law(as_kernel(machine), ONE)
    # bit 1 plays arm 1 and flips after a reward, by hand for two rounds
    second = sum((mass for actions, mass in law.items() if actions[:2] == (1, 0)), Fraction(0))
    assert second == Fraction(2, 3) * Fraction(1, 4)


@pytest.mark.parametrize("seed", range(3))
def test_the_plain_decomposition_holds_term_by_term(seed):
    policy = drawn(seed + 10)
    along, by_arm = log_likelihood(policy, ONE, TWO)
    assert along == by_arm
    wrong = expected_plays(
        action_law(policy, TWO), 2
    )  # a mutant: counts under the other environment
    assert wrong != expected_plays(action_law(policy, ONE), 2)
    assert along != {(a, r): wrong[a] * ONE[a][r] for a in (0, 1) for r in (0, 1)}


def test_the_plain_divergence_is_the_sum_over_whole_histories():
    policy = drawn(20)
    with mpmath.workdps(40):
        total = mpmath.mpf(0)
        for steps in product(product((0, 1), repeat=2), repeat=3):
            p, q = Fraction(1), Fraction(1)
            for t, (arm, reward) in enumerate(steps):
                p *= policy.kernel[steps[:t]][arm] * ONE[arm][reward]
                q *= policy.kernel[steps[:t]][arm] * TWO[arm][reward]
            total += mpmath.mpf(p.numerator) / p.denominator * mpmath.log(mpmath.mpf(1) * (p / q))
        result = full_divergence(policy, ONE, TWO, 30)
        assert abs(mpmath.mpf(float(result)) - total) < 1e-14
    actions = divergence_of_laws(action_law(policy, ONE), action_law(policy, TWO))
    assert actions.lo > 0
    assert actions.hi < result.lo  # the actions tell less than the rewards


def test_divergences_at_the_corners():
    half = Fraction(1, 2)
    assert divergence_of_laws({0: Fraction(1)}, {0: Fraction(1)}).hi == 0
    assert divergence_of_laws({0: half, 1: half}, {0: Fraction(1)}).lo == math.inf
    assert divergence_of_laws({0: Fraction(1), 1: Fraction(0)}, {0: Fraction(1)}).hi == 0
    blind = FinitePolicy.from_rule(2, 3, lambda h: (half, half))
    assert divergence_of_laws(action_law(blind, ONE), action_law(blind, TWO)).hi == 0
    sure = (Fraction(0), Fraction(1))
    assert full_divergence(blind, ONE, (sure, ONE[1])).lo == math.inf
    never = FinitePolicy.from_rule(2, 3, lambda h: (0, 1))
    assert full_divergence(never, ONE, (sure, ONE[1])).hi == 0


def test_environments_are_read_on_the_rewards_of_the_policy():
    policy = FinitePolicy.from_rule(2, 1, lambda h: (1, 0), rewards=(0, Fraction(1, 2), 1))
    bandit = FiniteSupportBandit((1, 0), (("0.25", "0.75"), (1, 0)))
    assert environment_of(policy, bandit)[0] == (Fraction(3, 4), 0, Fraction(1, 4))
    assert environment_of(policy, BernoulliBandit(("0.5", 0)))[1] == (1, 0, 0)


def law_by_tables(strategy, environment):
    results = {}
    rows = list(product((0, 1), repeat=2))
    for table in product(rows, repeat=strategy.rounds):
        weight = Fraction(1)
        for row in table:
            weight *= environment[0][row[0]] * environment[1][row[1]]
        for output, mass in strategy.law(table).items():
            results[output] = results.get(output, Fraction(0)) + weight * mass
    return results


@pytest.mark.parametrize("cut", [False, True])
def test_the_law_of_a_stopped_strategy_is_the_average_over_tables(cut):
    strategy = random_strategy(np.random.default_rng(3), 2, 3, cut=cut)
    law = stopped_law(strategy, ONE)
    assert law == law_by_tables(strategy, ONE)
    assert sum(law.values()) == 1
    assert any(arm is None for _, arm in law) == cut


def test_the_sum_runs_to_the_stopping_time():
    strategy = halts_on_a_one(3, rounds=2)
    up, down = ((0, 1), (1, 0)), ((1, 0), (1, 0))
    # it halts after one round with probability 3/4, and each round differs for sure
    assert stopped_distance(strategy, up, down) == Fraction(5, 4)
    assert stopped_distance(strategy, up, up) == 0


def test_the_bound_needs_the_last_reward():
    strategy = halts_on_a_one(10**6, rounds=1)
    up, down = ((0, 1), (1, 0)), ((1, 0), (1, 0))
    assert strategy.ratio(Notion.VIEW) == 1  # with one round it halts anyway
    longer = halts_on_a_one(10**6, rounds=2)
    laws = stopped_law(longer, up), stopped_law(longer, down)
    result = divergence_of_laws(*laws)
    distance = stopped_distance(longer, up, down)
    assert longer.ratio(Notion.VIEW) == 10**6
    assert float(result) < 13.815511 * float(distance)
    assert float(result) > 13.815511 * (float(distance) - 1)  # the sum to tau - 1 is too small


def test_a_chance_that_ignores_rewards_tells_nothing():
    strategy = halts_by_chance("0.5", 3)
    assert divergence_of_laws(stopped_law(strategy, ONE), stopped_law(strategy, TWO)).hi == 0
    assert stopped_distance(strategy, ONE, TWO) == Fraction(1, 6) * Fraction(7, 4)


def test_runs_without_end_count_in_the_expected_distance():
    strategy = rarely_halts()
    up, down = ((Fraction(1, 2), Fraction(1, 2)), (1, 0)), ((1, 0), (1, 0))
    halted = (0,), 0
    laws = [{halted: stopped_law(strategy, environment)[halted]} for environment in (up, down)]
    assert laws == [{halted: Fraction(1, 20)}, {halted: Fraction(1, 100)}]
    assert stopped_distance(strategy, up, down) == Fraction(1, 2)
    result = float(divergence_of_laws(*laws))  # log(5) / 20, and e^eps = 9
    assert result == pytest.approx(math.log(5) / 20)
    halting = Fraction(1, 20) * Fraction(1, 2)  # E[t_{a_1}; halted]
    assert math.log(9) * float(halting) < result < math.log(9) * 0.5


def moments_of_paths(policy, one, two, rounds):
    away = distances(policy, one, two)
    sums = [Fraction(0)] * 6
    for path in coupled_paths(policy, one, two, rounds):
        arms = path.actions[:rounds]
        s = sum((away[a] for a in arms), Fraction(0))
        v = sum((away[a] * (1 - away[a]) for a in arms), Fraction(0))
        d = path.mismatches
        for place, value in enumerate((s, s * s, v, (d - s) * s, d, d * d)):
            sums[place] += path.under_p * value
    return tuple(sums)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("last", [0, 1])
def test_moments_by_two_enumerations(seed, last):
    policy = drawn(seed, zeros=True)
    result = mismatch_moments(policy, ONE, TWO, 2 + last)
    names = ("total", "square", "variance", "cross", "distance", "distance_square")
    assert tuple(getattr(result, name) for name in names) == moments_of_paths(
        policy, ONE, TWO, 2 + last
    )
    assert result.distance == result.total
    assert result.distance_square == result.printed + 2 * result.cross
    assert result.square >= result.total**2


def test_three_rewards():
    first = ((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)),) * 2
    second = ((Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)), first[1])
    policy = drawn(5, horizon=2, rewards=(0, Fraction(1, 2), 1))
    result = mismatch_moments(policy, first, second)
    assert (result.total, result.distance_square) == (
        policy.kernel[()][0] / 4,
        policy.kernel[()][0] / 4,
    )
    assert moments_of_paths(policy, first, second, 1)[5] == result.distance_square
    laws = action_law(policy, first), action_law(policy, second)
    coupled = coupled_divergence(policy, first, second)
    assert divergence_of_laws(*laws).hi < coupled.lo


def test_conditioning_on_all_actions_is_the_trap():
    case = stays_after_a_one()
    result = mismatch_moments(case.policy, case.one, case.two, 2)
    assert (result.distance_square, result.printed, result.cross) == (
        Fraction(5, 4),
        Fraction(1),
        Fraction(1, 8),
    )
    again = [
        path
        for path in coupled_paths(case.policy, case.one, case.two)
        if path.actions == (0, 0) and path.under_p
    ]
    # given both actions the first pair differs for sure, not with probability t = 1/2
    assert {path.rewards[0] != path.others[0] for path in again} == {True}


def test_a_response_of_loss_two_gives_the_catalogued_moment():
    e_squared = Fraction(738905609893065, 10**14)
    case = stays_after_a_one(e_squared)
    result = mismatch_moments(case.policy, case.one, case.two, 2)
    assert round(float(result.distance_square), 3) == 1.190
    assert result.printed == 1


def test_equal_environments_never_differ():
    policy = drawn(6)
    result = mismatch_moments(policy, ONE, ONE)
    assert (result.total, result.distance_square, result.cross) == (0, 0, 0)
    assert coupled_divergence(policy, ONE, ONE).hi == 0
    assert all(path.under_p == path.under_q for path in coupled_paths(policy, ONE, ONE))


def test_sure_differences_make_the_hamming_distance_constant():
    up, down = ((Fraction(0), Fraction(1)),) * 2, ((Fraction(1), Fraction(0)),) * 2
    result = mismatch_moments(drawn(7), up, down)
    assert (result.distance_square, result.square, result.variance) == (4, 4, 0)


def test_masses_sum_to_one_and_a_zero_makes_the_divergence_infinite():
    policy = drawn(8)
    paths = list(coupled_paths(policy, ONE, TWO))
    assert sum(path.under_p for path in paths) == sum(path.under_q for path in paths) == 1
    copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    assert coupled_divergence(copy, ONE, TWO).lo == float("inf")


def test_one_round_shows_nothing():
    policy = FinitePolicy.from_rule(2, 1, lambda history: (1, 0))
    assert mismatch_moments(policy, ONE, TWO).distance_square == 0
    assert mismatch_moments(policy, ONE, TWO, 1).distance == Fraction(1, 6)
