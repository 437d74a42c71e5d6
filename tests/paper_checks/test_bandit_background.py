"""What the claims about classical algorithms stand on: confidence limits, laws, replays, sums."""

import math
from fractions import Fraction
from itertools import pairwise
import pytest
from programs import algorithm_2_ucb_remarks as ucb_remarks
from programs import centred_laws, index_replay
from banditproof.algorithms import UCB, AsymptoticUCB
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory.balls import working_precision

HALF = Fraction(1, 2)


def test_a_walk_leaves_its_bounds():
    with working_precision(100):
        # 2 log(2) = 1.39 n: |S_n| <= 1, 1.66, 2.04, so only 2 of 2 and then 3 of 3 are outside
        exact = [ucb_remarks.chance_of_leaving(n, HALF) for n in (1, 2, 3)]
    assert exact == [0, HALF, HALF]


def test_laws():
    with working_precision(100):
        law = centred_laws.Finite.centred_bernoulli(Fraction(1, 4))
        assert (law.mean, law.variance) == (0, Fraction(3, 16))
        assert centred_laws.Finite.centred_bernoulli(Fraction(1)).masses == {0: 1}
        twice = law.plus(law)
        assert sum(twice.masses.values()) == 1
        assert (twice.mean, twice.variance) == (0, Fraction(3, 8))
        assert law.times(Fraction(-2)).masses == {
            Fraction(-3, 2): Fraction(1, 4),
            HALF: 3 * HALF**2,
        }
        assert float(law.tail(Fraction(3, 4)).mid()) == 0.25
        assert float(law.tail(Fraction(4, 5)).mid()) == 0
        assert math.isclose(
            float(centred_laws.Normal(Fraction(2)).moment(Fraction(-1)).mid()), math.exp(2)
        )
        assert math.isclose(
            float(centred_laws.Normal(Fraction(2)).tail(Fraction(2)).mid()), 0.15865525393145707
        )
        assert math.isclose(float(centred_laws.normal_tail(index_replay.log_f(1)).mid()), 0.5)


def test_the_replay_recounts_the_play():
    table = index_replay.reward_tables(5, 2, 30, 1)[0]
    made = list(index_replay.decisions(AsymptoticUCB(2, ties="first"), table))
    assert [d.t for d in made] == list(range(3, 31))
    for before, after in pairwise(made):
        grown = [b[1] - a[1] for a, b in zip(before.arms, after.arms, strict=True)]
        assert grown == [int(arm == before.arm) for arm in range(2)]
    assert sum(pulls for _, pulls in made[-1].arms) == 29
    index_replay.follows(AsymptoticUCB, index_replay.width_index(index_replay.log_f))
    with pytest.raises(Counterexample, match="Another arm has a larger index"):
        index_replay.follows(UCB, index_replay.width_index(index_replay.log_f))
