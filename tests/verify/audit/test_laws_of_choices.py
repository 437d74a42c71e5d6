"""Choices and answers: their prices against the exact laws of their curators.

The laws are computed by sums over one noise, without the curators, and as fractions. That the
curators have these laws is seen by playing them with all noises of a range.
"""

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product
import pytest
from geometric_noise import THIRD, at_least, in_range, largest_ratio, mass
from banditproof.algorithms import ExponentialChoice, NoisyMax, RandomisedRewards, SparseVector
from banditproof.algorithms.prices.choices_and_comparisons import spent_by_choices
from banditproof.algorithms.prices.moves_of_functions import Ends
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.randomness import Scripted
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import ExponentialMechanism, Laplace, RandomisedResponse


def max_law(scores, r):
    """The law of the place of the largest noisy score, by a sum over its noise."""
    law = {}
    for i, score in enumerate(scores):
        total = Fraction(0)
        for z in in_range(r):
            term = mass(z, r)
            for j, other in enumerate(scores):
                if j != i:  # the other must be below, or not above if it comes later
                    term *= 1 - at_least(score + z - other + (j > i), r)
            total += term
        law[i] = total
    return law


def test_noisy_max_loses_at_most_what_moves_scores_apart():
    """All moves of three scores by -1, 0 and 1: the price is attained in the limit."""
    worst = defaultdict(Fraction)
    for scores in ((0, 0, 0), (0, 2, 5), (3, 0, 1)):
        law = max_law(scores, THIRD)
        for moves in product((-1, 0, 1), repeat=3):
            moved = max_law([s + d for s, d in zip(scores, moves, strict=True)], THIRD)
            _, largest = largest_ratio(law, moved)
            spread = max(moves) - min(moves)
            assert largest <= THIRD ** (-spread) * (1 + Fraction(1, 10**6))
            worst[spread] = max(worst[spread], largest)
    assert worst[2] > THIRD ** (-1)  # the price of a score that moves alone is not enough
    assert worst[0] == pytest.approx(1, abs=1e-9)


def test_the_curator_has_the_law_of_noisy_max():
    curator, size = NoisyMax(Laplace(1), ("x", "1", "x**2")), 8
    played = defaultdict(Fraction)
    for noises in product(range(-size, size + 1), repeat=3):
        held = curator.start(2)
        for arm, reward in ((0, 2), (1, 1)):
            held = curator.read(held, arm, reward)
        _, place = curator.release(held, 0, None, Scripted(noises=noises))
        played[int(place)] += math.prod(mass(k, THIRD) for k in noises)
    law = max_law((3, 2, 5), THIRD)
    for place, probability in law.items():
        assert 0 <= probability - played[place] <= 6 * at_least(size + 1, THIRD)


STEPS = (((0, 0), (1, 1)), ((0, 0), (2, 1)), ((0, 1), (1, 0)))


def test_the_spread_of_steps_is_that_of_all_pairs():
    ends = Ends(Fraction(0), Fraction(2))
    places = (Fraction(0), Fraction(1), Fraction(2))
    vectors = [(int(x >= 1), int(x >= 2), int(x < 1)) for x in places]
    moves = [[b - a for a, b in zip(one, two, strict=True)] for one in vectors for two in vectors]
    spread = max(max(d) - min(d) for d in moves)
    total = max(sum(map(abs, d)) for d in moves)
    assert spent_by_choices(NoisyMax(Laplace(1), STEPS), ends) == spread == 2
    assert spent_by_choices(NoisyMax(Laplace(1), STEPS, tells_value=True), ends) == total == 3
    assert spent_by_choices(ExponentialChoice("1/2", STEPS), ends) == 1


def test_the_value_of_the_largest_score_costs_more():
    """All three scores move by 1: the place has the spread 0, and the pair is moved by 3."""

    def joint(scores, i, v):
        term = mass(v - scores[i], THIRD)
        for j, other in enumerate(scores):
            if j != i:
                term *= 1 - at_least(v - other + (j > i), THIRD)
        return term

    ratios = [joint((0, 0, 0), 0, v) / joint((1, 1, 1), 0, v) for v in range(-12, 3)]
    assert max(ratios) > THIRD ** (-3) * Fraction(99, 100)  # 1 for the place alone
    assert max(ratios) <= THIRD ** (-3)


def test_the_exponential_mechanism_has_the_law_of_the_textbook():
    """Two thousand uniform numbers go to the places by their probabilities."""
    curator, counts, grid = (
        ExponentialChoice(rate="1/2", candidates=("x", "x**2", "1")),
        [0] * 3,
        2000,
    )
    for k in range(grid):
        held = curator.read(curator.start(1), 0, 2.0)
        _, place = curator.release(held, 0, None, Scripted(uniforms=[(k + 0.5) / grid]))
        counts[place] += 1
    law = ExponentialMechanism(eps=1).law([2, 4, 1])  # exp(eps score / 2)
    for count, probability in zip(counts, law, strict=True):
        assert abs(count / grid - float(probability)) < 1 / grid


def test_the_exponential_mechanism_loses_at_most_the_spread_of_its_moves():
    worst = 0
    for moves in product((-1, 0, 1), repeat=3):
        one = ExponentialMechanism(eps=2).law([0, 3, 6])
        two = ExponentialMechanism(eps=2).law(
            [s + d for s, d in zip((0, 3, 6), moves, strict=True)]
        )
        ratios = [p.hi / q.lo for p, q in zip(one, two, strict=True)]
        ratios += [q.hi / p.lo for p, q in zip(one, two, strict=True)]
        spread = max(moves) - min(moves)
        assert max(ratios) <= math.exp(spread) * (1 + 1e-9)
        worst = max(worst, math.log(max(ratios)))
    assert worst > 1.9  # more than rate times one move: the factor 2 is needed


def answers_law(curator, reward, ends=(0, 1)):
    """The law of the answer to one reward, over all outcomes of its coins."""
    law = defaultdict(Fraction)
    truth = Fraction(curator.truth)

    class Coins:
        def __init__(self, honest, rounded):
            self.honest, self.rounded = honest, rounded

        def choice(self, options):
            assert len(options) == truth.denominator
            return 0 if self.honest else truth.numerator

        def uniform(self):
            return self.rounded

    share = Fraction(reward - ends[0]) / (ends[1] - ends[0])
    for honest in (True, False):
        for up in (True, False):
            chance = (truth if honest else 1 - truth) * (share if up else 1 - share)
            if chance:
                coins = Coins(honest, 0.0 if up else 1 - 1e-9)
                held = curator.read(curator.start(1), 0, reward)
                law[int(curator.release(held, 0, None, coins)[1])] += chance
    return law


def test_an_answer_spends_the_logarithm_of_its_odds():
    curator = RandomisedRewards("3/4")
    laws = {x: answers_law(curator, x) for x in (0, Fraction(1, 4), Fraction(1, 2), 1)}
    assert laws[1][1] == Fraction(3, 4)
    assert laws[Fraction(1, 4)][1] == Fraction(1, 4) + Fraction(1, 2) * Fraction(1, 4)
    worst = max(laws[a][k] / laws[b][k] for a in laws for b in laws for k in (0, 1))
    assert worst == 3
    cost = price(curator, UNIT, PureDP(2)).cost
    assert cost.lo <= math.log(3) <= cost.hi * (1 + 1e-15)
    assert price(curator, UNIT, PureDP("1.0986122886682")).allowed is True
    assert price(curator, UNIT, PureDP("1.0986122886681")).allowed is False, "just below log 3"


def test_an_answer_under_other_budgets_is_randomised_response():
    curator = RandomisedRewards("3/4")
    eps = price(curator, UNIT, PureDP(2)).cost.hi
    like = RandomisedResponse(Fraction(eps))
    assert price(curator, UNIT, ZCDP(1)).cost.hi == like.zcdp(25).hi
    delta = price(curator, UNIT, ApproxDP("1/2", "0.4")).cost
    # (p - e^eps (1 - p)) of the two laws 3/4 and 1/4
    exactly = 0.75 - math.exp(0.5) * 0.25
    assert float(delta.hi) == pytest.approx(exactly, rel=1e-12)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: RandomisedRewards(0.5), "above 0.5"),
        (lambda: RandomisedRewards(0.99999), "at most 0.9999"),
        (lambda: RandomisedRewards(0.7, (1, 1)), "the smaller first"),
        (lambda: NoisyMax(Laplace(1), ("x",)), "There is one candidate"),
        (lambda: NoisyMax(1), "give a Laplace mechanism"),
        (lambda: ExponentialChoice(0), "not positive"),
        (lambda: SparseVector(Laplace(1), 2, 3), "give a Laplace mechanism"),
        (lambda: SparseVector(Laplace(1), Laplace(1), 3, most=0), "most"),
    ],
)
def test_what_is_no_declaration_is_refused_by_a_sentence(make, words):
    with pytest.raises(ValueError, match=words):
        make()
