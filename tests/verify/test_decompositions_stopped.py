"""Laws of stopped strategies against averages over lists of rewards; the last reward counts."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from banditproof.verify.decompositions.stopped_strategies import (
    halts_on_a_one,
    random_strategy,
    rarely_halts,
    stopped_distance,
    stopped_law,
)
from banditproof.verify.definitions.identification import halts_by_chance
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws

ONE = ((Fraction(1, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 4)))
TWO = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)))


def law_by_tables(strategy, environment):
    found = {}
    rows = list(product((0, 1), repeat=2))
    for table in product(rows, repeat=strategy.rounds):
        weight = Fraction(1)
        for row in table:
            weight *= environment[0][row[0]] * environment[1][row[1]]
        for output, mass in strategy.law(table).items():
            found[output] = found.get(output, Fraction(0)) + weight * mass
    return found


@pytest.mark.parametrize("cut", [False, True])
def test_the_law_is_the_average_over_tables(cut):
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
    found = divergence_of_laws(*laws)
    distance = stopped_distance(longer, up, down)
    assert longer.ratio(Notion.VIEW) == 10**6
    assert float(found) < 13.815511 * float(distance)
    assert float(found) > 13.815511 * (float(distance) - 1)  # the sum to tau - 1 is too small


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
    found = float(divergence_of_laws(*laws))  # log(5) / 20, and e^eps = 9
    assert found == pytest.approx(math.log(5) / 20)
    halting = Fraction(1, 20) * Fraction(1, 2)  # E[t_{a_1}; halted]
    assert math.log(9) * float(halting) < found < math.log(9) * 0.5


def test_bad_arguments_get_a_sentence():
    with pytest.raises(ValueError, match="give 2 laws on the 2 rewards"):
        stopped_law(halts_on_a_one(3), [(1, 0)])
    with pytest.raises(ValueError, match="give a ratio >= 1"):
        halts_on_a_one("0.5")
    with pytest.raises(ValueError, match="after_a_one is 2"):
        rarely_halts(2)
