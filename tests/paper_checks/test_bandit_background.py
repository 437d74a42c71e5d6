"""What the claims about classical algorithms stand on: confidence limits, laws, replays, sums."""

import math
from fractions import Fraction
from itertools import pairwise, product

import pytest

from banditproof.algorithms import UCB, AsymptoticUCB
from banditproof.paper_checks.thesis.chapter_2_background.section_2_2_bandits.algorithm_2_ucb_remarks import (
    chance_of_leaving,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_2_bandits.centred_laws import (
    Finite,
    Normal,
    nearly_tight,
    normal_tail,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_2_bandits.explore_then_commit import (
    commit_law,
    commit_regret,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_2_bandits.follow_the_leader import (
    naive_leader_regret,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_2_bandits.index_replay import (
    decisions,
    follows,
    log_f,
    reward_tables,
    width_index,
)
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory.balls import ball, working_precision

HALF = Fraction(1, 2)


def test_a_law_whose_tail_is_nearly_the_subgaussian_bound():
    with working_precision(200):
        level, share = Fraction(10), Fraction(99, 100)
        tail = nearly_tight(ball(level), share)
        for tenths in range(1, 300):
            rate = ball(Fraction(tenths, 10))
            moment = 1 + 2 * tail * ((rate * 10).cosh() - 1)
            assert moment <= (rate**2 / 2).exp()
        assert tail / (ball(-50)).exp() > ball(Fraction(989, 1000))
        with pytest.raises(ValueError, match="go further"):
            nearly_tight(ball(2), share)


def test_a_walk_leaves_its_bounds():
    with working_precision(100):
        # 2 log(2) = 1.39 n: |S_n| <= 1, 1.66, 2.04, so only 2 of 2 and then 3 of 3 are outside
        exact = [chance_of_leaving(n, HALF) for n in (1, 2, 3)]
    assert exact == [0, HALF, HALF]


def test_laws():
    with working_precision(100):
        law = Finite.centred_bernoulli(Fraction(1, 4))
        assert (law.mean, law.variance) == (0, Fraction(3, 16))
        assert Finite.centred_bernoulli(Fraction(1)).masses == {0: 1}
        twice = law.plus(law)
        assert sum(twice.masses.values()) == 1
        assert (twice.mean, twice.variance) == (0, Fraction(3, 8))
        assert law.times(Fraction(-2)).masses == {
            Fraction(-3, 2): Fraction(1, 4),
            HALF: 3 * HALF**2,
        }
        assert float(law.tail(Fraction(3, 4)).mid()) == 0.25
        assert float(law.tail(Fraction(4, 5)).mid()) == 0
        assert math.isclose(float(Normal(Fraction(2)).moment(Fraction(-1)).mid()), math.exp(2))
        assert math.isclose(float(Normal(Fraction(2)).tail(Fraction(2)).mid()), 0.15865525393145707)
        assert math.isclose(float(normal_tail(log_f(1)).mid()), 0.5)


def test_the_law_of_the_commitment_is_the_sum_over_all_rewards():
    means = (Fraction(2, 5), HALF, Fraction(1, 10))
    for explore in (1, 2):
        found = [Fraction(0)] * 3
        for bits in product((0, 1), repeat=3 * explore):
            mass, sums = Fraction(1), [0, 0, 0]
            for place, bit in enumerate(bits):
                mean = means[place % 3]
                mass *= mean if bit else 1 - mean
                sums[place % 3] += bit
            tied = [a for a in range(3) if sums[a] == max(sums)]
            for arm in tied:
                found[arm] += mass / len(tied)
        assert commit_law(means, explore) == tuple(found)
        assert sum(found) == 1
    gaps = [HALF - mean for mean in means]
    law = commit_law(means, 2)
    regret = sum(gap * (2 + 4 * p) for gap, p in zip(gaps, law, strict=True))
    assert commit_regret(means, 2, 10) == regret


def test_the_leader_by_hand():
    """Rounds 1 and 2 cost one gap; round 3 pulls the worse arm after 0, 1 and half of the ties."""
    gap, p, q = Fraction(2, 5), Fraction(9, 10), HALF
    third = (1 - p) * q + HALF * (p * q + (1 - p) * (1 - q))
    assert naive_leader_regret((p, q), 3) == gap + gap * third


def test_the_replay_recounts_the_play():
    table = reward_tables(5, 2, 30, 1)[0]
    made = list(decisions(AsymptoticUCB(2, ties="first"), table))
    assert [d.t for d in made] == list(range(3, 31))
    for before, after in pairwise(made):
        grown = [b[1] - a[1] for a, b in zip(before.arms, after.arms, strict=True)]
        assert grown == [int(arm == before.arm) for arm in range(2)]
    assert sum(pulls for _, pulls in made[-1].arms) == 29
    follows(AsymptoticUCB, width_index(log_f))
    with pytest.raises(Counterexample, match="Another arm has a larger index"):
        follows(UCB, width_index(log_f))
