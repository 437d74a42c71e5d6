"""Choices, comparisons and answers: their prices against the exact laws of their curators.

The noise is two-sided geometric, P(k) = (1 - r)/(1 + r) r^|k|, which is Laplace noise of scale
1/log(1/r) on the integers, and has the one property that the proofs use: its tail falls by r^d when
its end rises by d. So for integer data a price sum c_j / b_j becomes the bound prod r_j^(-c_j) of a
ratio of probabilities, which are computed here by sums over one noise, without the curators, and as
fractions. That the curators have these laws is seen by playing them with all noises of a range.
"""

import math
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
import pytest
from banditproof.algorithms import ExponentialChoice, NoisyMax, RandomisedRewards, SparseVector
from banditproof.algorithms.randomness import Scripted
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import ExponentialMechanism, Laplace, RandomisedResponse
from banditproof.verify.audit.choices_and_comparisons import spent_by_choices, spent_by_comparisons
from banditproof.verify.audit.moves_of_functions import Ends
from banditproof.verify.audit.price import price

FAR = 40
"""Noises of more than this are left out: their probability is below 2^-39."""
LEFT_OUT = Fraction(1, 2**39)


def mass(k, r):
    """P(noise = k)."""
    return (1 - r) / (1 + r) * r ** abs(k)


@cache
def at_least(k, r):
    """P(noise >= k), in closed form."""
    return r**k / (1 + r) if k > 0 else 1 - r ** (1 - k) / (1 + r)


def in_range(r):
    """The noises that are not left out."""
    return range(-FAR, FAR + 1)


@cache
def sparse_law(sums, threshold, first, second, most):
    """The law of the answers to some sums, by a sum over the noise of the threshold."""
    law = {}
    for answers in product((0, 1), repeat=len(sums)):
        if sum(answers[:-1]) >= most and any(
            answers[k] and sum(answers[:k]) >= most for k in range(len(sums))
        ):
            continue
        total = Fraction(0)
        for z in in_range(first):
            term = mass(z, first)
            for k, (total_k, answer) in enumerate(zip(sums, answers, strict=True)):
                if sum(answers[:k]) >= most:  # no look, and the answer 0
                    continue
                above = at_least(threshold + z - total_k, second)
                term *= above if answer else 1 - above
            total += term
        law[answers] = total
    return law


def largest_ratio(one, two):
    """The largest ratio of probabilities, between two bounds."""
    pairs = [(one[key], two[key]) for key in one]
    pairs += [(b, a) for a, b in pairs]
    low = max(a / (b + LEFT_OUT) for a, b in pairs)
    return low, max((a + LEFT_OUT) / b for a, b in pairs)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("threshold", [-3, 0, 2, 6])
def test_a_sparse_vector_loses_at_most_its_price(most, threshold):
    """A reward of the first, the second or the last batch raises all later sums by 1."""
    bound = 1 / HALF * (1 / THIRD) ** most
    worst = 0
    for low in product((0, 1), repeat=3):
        for moved in range(3):
            sums = tuple(sum(low[: k + 1]) for k in range(3))
            raised = tuple(total + (k >= moved) for k, total in enumerate(sums))
            laws = [sparse_law(s, threshold, HALF, THIRD, most) for s in (sums, raised)]
            least, largest = largest_ratio(*laws)
            assert least <= bound
            assert largest <= bound * (1 + Fraction(1, 10**6))
            worst = max(worst, largest)
    scales = Laplace(1), Laplace(1)
    declared = SparseVector(*scales, threshold=threshold, most=most)
    assert spent_by_comparisons(declared, Fraction(1)) == 1 + most  # c_1 = 1, c_2 = most
    assert worst > 1


def test_both_noises_of_a_sparse_vector_are_spent():
    """Answers 0 at sums above the threshold move its noise; answers 1 below it, their own."""
    low, high = (0, 20, 20, 20, 20), (0, 21, 21, 21, 21)
    laws = [sparse_law(sums, 10, HALF, THIRD, 2) for sums in (low, high)]
    answers = (1, 0, 0, 0, 0)
    ratio = laws[0][answers] / laws[1][answers]
    assert 1 / HALF / THIRD * Fraction(9, 10) < ratio <= 1 / HALF / THIRD**2


def test_each_answer_above_the_threshold_is_paid():
    """Two of them: a price for one, 27 * 3, would do, and that of the sums alone is 3 * 3."""
    tight = Fraction(1, 27)
    laws = [sparse_law(sums, 8, tight, THIRD, 2) for sums in ((0, 0), (1, 1))]
    ratio = laws[1][1, 1] / laws[0][1, 1]
    assert THIRD ** (-2) * Fraction(9, 10) < ratio <= THIRD ** (-2)


def sparse_code(curator, sums, size):
    """The law of the answers of the curator to some sums, played with all noises."""
    law = defaultdict(Fraction)
    steps = [b - a for a, b in zip([0, *sums], sums, strict=False)]
    for noises in product(range(-size, size + 1), repeat=len(sums) + 1):
        weight = mass(noises[0], HALF) * math.prod(mass(k, THIRD) for k in noises[1:])
        script, held, answers = Scripted(noises=noises), curator.start(1), []
        for step in steps:
            held = curator.read(held, 0, step)
            held, answer = curator.release(held, 0, None, script)
            answers.append(int(answer))
        law[tuple(answers)] += weight
    return law


@pytest.mark.parametrize("most", [1, 2])
def test_the_curator_has_the_law_of_a_sparse_vector(most):
    size, sums = 7, (1, 2)
    curator = SparseVector(Laplace(1), Laplace(1), threshold=2, most=most)
    played, law = sparse_code(curator, sums, size), sparse_law(sums, 2, HALF, THIRD, most)
    cut = 2 * at_least(size + 1, HALF) + 4 * at_least(size + 1, THIRD)
    assert set(played) == set(law)
    for answers, probability in law.items():
        assert 0 <= probability - played[answers] <= cut


def test_a_wrong_threshold_noise_is_noticed():
    """Noise that is drawn again for each sum has another law."""

    class Renewed(SparseVector):
        def release(self, held, arm, mechanism, randomness):
            held = (*held[:arm], held[arm]._replace(noise=None), *held[arm + 1 :])
            return super().release(held, arm, mechanism, randomness)

    curator, law = Renewed(Laplace(1), Laplace(1), 2), sparse_law((1, 2), 2, HALF, THIRD, 1)
    played = defaultdict(Fraction)
    for noises in product(range(-6, 7), repeat=4):
        weight = math.prod(mass(k, r) for k, r in zip(noises, (HALF, THIRD) * 2, strict=True))
        script, held, answers = Scripted(noises=noises), curator.start(1), []
        for step in (1, 1):
            held, answer = curator.release(curator.read(held, 0, step), 0, None, script)
            answers.append(int(answer))
        played[tuple(answers)] += weight
    assert max(abs(law[key] - played[key]) for key in law) > Fraction(3, 100)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"most": 3}, 1 + Fraction(3, 2)),
        ({"most": 3, "renews": True}, 3 + Fraction(3, 2)),
        ({"most": 3, "restarts": True}, 1 + Fraction(3, 2)),
        ({"most": 3, "restarts": True, "renews": True}, 1 + Fraction(1, 2)),
        ({"most": None, "restarts": True, "renews": True}, 1 + Fraction(1, 2)),
        ({"most": None, "restarts": True}, None),
        ({"most": None, "renews": True}, None),
        ({"most": 1, "tells_value": True}, None),
        ({"most": 2, "value_noise": Laplace(4)}, 1 + 1 + Fraction(2, 4)),
        ({"most": 2, "restarts": True, "value_noise": Laplace(4)}, 1 + 1 + Fraction(1, 4)),
    ],
)
def test_the_price_of_each_form_of_a_sparse_vector(more, expected):
    curator = SparseVector(Laplace(1), Laplace(2), threshold=3, **more)
    assert spent_by_comparisons(curator, Fraction(1)) == expected
    cost = price(curator, UNIT, PureDP(10)).cost.hi
    assert cost == (math.inf if expected is None else expected)


def test_a_compared_number_that_is_told_shows_the_reward():
    """It is at least the noisy threshold, so that the answers 0 before it are not hidden."""

    def joint(total, below, value=0):
        # some answers 0 to sums with this total, then an answer 1 with the value
        return sum(
            mass(z, HALF) * (1 - at_least(z - total, HALF)) ** below * mass(value - total, HALF)
            for z in in_range(HALF)
            if value >= z
        )

    ratios = [joint(0, below) / joint(1, below) for below in (1, 2, 4, 8, 16)]
    assert all(ratio > HALF ** (-below) for ratio, below in zip(ratios, (1, 2, 4, 8), strict=False))


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
    assert price(curator, UNIT, PureDP("1.0986122886681")).allowed is True
    assert price(curator, UNIT, PureDP("1.09")).allowed is False


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
