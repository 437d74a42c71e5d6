"""A witness is shrunk to a small one that its judge still accepts, in few questions."""

import math
import numpy as np
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.sampling.boundary_mechanisms import CautiousBandit
from banditproof.verify.sampling.events import ArmAt, Prefixes, PulledAtLeast
from banditproof.verify.sampling.inputs import ListInput, TableInput
from banditproof.verify.sampling.neighbourhoods import Pair
from banditproof.verify.sampling.shrinking import exact_judge, shrunk, statistical_judge


def cautious_pair_of_tables():
    left = TableInput(((1, 1), (0, 1), (1, 0)))
    return Pair(left, left.with_block(1, (0, 0)))


def test_a_witness_shrinks_to_the_smallest_one_by_exact_laws():
    sampler = CautiousBandit(4).sampler(4)
    left = TableInput(((1, 1), (1, 1), (0, 1), (1, 0)))
    pair = Pair(left, left.with_block(1, (0, 0)))
    event = Prefixes(frozenset({(0, 0, a, b) for a in (0, 1) for b in (0, 1)}), 2)
    assert exact_judge(sampler.law, PureDP(1))(pair, event)
    small, simple = shrunk(pair, event, exact_judge(sampler.law, PureDP(1)))
    assert (simple.rounds, small.challenge, len(small.left.blocks)) == (2, 1, 2)
    assert small.left.blocks[1] == (0, 0)
    assert sum(map(sum, small.left.blocks)) + sum(map(sum, small.right.blocks)) == 1
    assert exact_judge(sampler.law, PureDP(1))(small, simple)


def test_a_count_shrinks_to_fewer_rounds():
    """The judge keeps what mentions three pulls of the first arm."""
    left = ListInput(((1,), (1,), (1,), (1,), (0,), (1,)))
    pair = Pair(left, left.with_block(2, (0,)))

    def judge(pair, event):
        return isinstance(event, PulledAtLeast)

    small, event = shrunk(pair, PulledAtLeast(0, 3, 6), judge)
    assert event == PulledAtLeast(0, 3, 3)
    assert small.left.blocks == ((0,), (1,), (0,))


def test_the_steps_are_limited_and_asked_once():
    asked = []

    def judge(pair, event):
        asked.append((pair, event))
        return False

    pair = cautious_pair_of_tables()
    shrunk(pair, Prefixes(frozenset({(0, 0, 0), (0, 1, 1)}), 2), judge, steps=5)
    assert len(asked) == len(set(asked)) == 5
    late = statistical_judge(CautiousBandit(99).sampler(3), PureDP(0), 100, None, deadline=0.0)
    assert not late(pair, ArmAt(0, 2))


def test_a_judge_asks_for_no_more_runs_than_it_may():
    sampler, pair = CautiousBandit(99).sampler(3), cautious_pair_of_tables()
    rng = np.random.default_rng(1)
    judge = statistical_judge(sampler, PureDP(0), 500, rng, most=1200)
    assert [judge(pair, Prefixes(frozenset({(0, 0)}), 2)) for _ in range(3)] == [True, True, False]


def test_a_witness_that_no_step_keeps_is_only_cut():
    pair, event = cautious_pair_of_tables(), ArmAt(0, 2)
    small, simple = shrunk(pair, event, lambda pair, event: False)
    assert simple == event
    assert small == Pair(pair.left.cut(2), pair.right.cut(2))


def test_the_judge_is_exact():
    """At the boundary itself nothing is beyond the claim; just below it, something is."""
    sampler = CautiousBandit(3).sampler(3)
    pair, event = cautious_pair_of_tables(), Prefixes(frozenset({(0, 0)}), 2)
    assert not exact_judge(sampler.law, PureDP(math.log(3) + 1e-12))(pair, event)
    assert exact_judge(sampler.law, PureDP(math.log(3) - 1e-12))(pair, event)
    assert exact_judge(sampler.law, ZCDP("0.01"))(pair, event)
