"""The leak of fresh noise, what transcripts of AdaC-UCB cost, and its mutants."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.algorithms import AdaCUCB, AdaCUCBPrinted, RewardTable, Sampled, play, simulate
from banditproof.theory import BernoulliBandit
from banditproof.verify.exact_laws.fresh_noise import fresh_noise_divergence
from banditproof.verify.mutants import episodic_policies as mutants
from banditproof.verify.transcript_rho import transcript_rho


def changed_table(horizon, row=(0, 0)):
    rows = [(1, 0)] * horizon
    return [*rows[:4], row, *rows[5:]], rows


@pytest.mark.parametrize(
    ("alpha", "horizon", "ratio"),
    [(2, 64, 0.36074), (3, 64, 1.11327), (5, 64, 2.72766), (8, 64, 2.33407), (5, 1024, 5.31741)],
)
def test_the_leak_of_fresh_noise_is_that_of_the_catalogue(alpha, horizon, ratio):
    result = fresh_noise_divergence(alpha, *changed_table(horizon))
    assert float(result) / alpha == pytest.approx(ratio, abs=6e-6)
    assert result.hi - result.lo < Fraction(1, 10**15)


def fresh_chance(rows, actions, beta=3.1):
    """P(actions) with fresh noise, straight from the box: the decisions are independent."""
    mass, pulls, blocks, t = 1.0, [1, 1], [[rows[0][0]], [rows[1][1]]], 3
    while t <= len(rows):
        n = [p / 2 for p in pulls]
        index = [
            np.mean(blocks[a]) + math.sqrt((1 / (2 * n[a]) + 1 / n[a] ** 2) * beta * math.log(t))
            for a in (0, 1)
        ]
        spread = math.sqrt(sum(1 / (2 * m**2) for m in n))
        first = math.erfc(-(index[0] - index[1]) / spread / math.sqrt(2)) / 2
        arm = actions[t - 1]
        mass *= first if arm == 0 else 1 - first
        size = pulls[arm]
        end = min(t - 1 + size, len(rows))
        if any(a != arm for a in actions[t - 1 : end]):
            return 0.0
        blocks[arm] = [row[arm] for row in rows[t - 1 : end]]
        pulls[arm], t = 2 * size, t + size
    return mass


@pytest.mark.parametrize("row", [(0, 0), (0, 1), (1, 1)])
def test_the_recursion_is_the_sum_over_all_actions(row):
    first, second = changed_table(11, row)
    paths = [(0, 1, *tail) for tail in product((0, 1), repeat=9)]
    p, q = ([fresh_chance(rows, path) for path in paths] for rows in (first, second))
    assert sum(p) == pytest.approx(1) == pytest.approx(sum(q))
    total = sum(a**3 * b**-2 for a, b in zip(p, q, strict=True) if a)
    result = fresh_noise_divergence(3, first, second)
    assert float(result) == pytest.approx(math.log(total) / 2, rel=1e-9)


def test_the_policy_with_fresh_noise_plays_that_law():
    """Frequencies of the first decisions; false alarms below 1e-8 at 6 deviations."""
    policy, (rows, _) = mutants.AdaCUCBFresh(2, rho=1, ties="first"), changed_table(7)
    rng, runs = np.random.default_rng(4), 3000
    seen = [play(policy, RewardTable(rows), 7, Sampled(rng)).actions for _ in range(runs)]
    for path in set(seen):
        mass = fresh_chance(rows, path)
        error = 6 * math.sqrt(mass * (1 - mass) / runs) + 1e-9
        assert abs(seen.count(path) / runs - mass) < error, path
    most = max(set(seen), key=seen.count)
    wrong = fresh_chance([(1, 0.9)] * 7, most)
    assert abs(seen.count(most) / runs - wrong) > 0.01  # the wrong twin


def test_fresh_noise_changes_the_regret_and_is_not_the_default():
    bandit = BernoulliBandit(("0.9", "0.1"))
    fresh = simulate(mutants.AdaCUCBFresh(2, rho="0.05", beta=1), bandit, 300, 60, 1).regret
    kept = simulate(AdaCUCBPrinted(2, rho="0.05", beta=1), bandit, 300, 60, 1).regret
    assert not np.array_equal(fresh, kept)


@pytest.mark.parametrize("rho", ["0.01", 1, "7.5"])
def test_a_transcript_of_adac_ucb_costs_exactly_rho(rho):
    assert transcript_rho(AdaCUCB(3, rho=rho)) == Fraction(rho)
    assert transcript_rho(AdaCUCBPrinted(3, rho=rho)) == Fraction(rho)
