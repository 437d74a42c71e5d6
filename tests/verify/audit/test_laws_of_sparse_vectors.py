"""Sparse vectors: their prices against the exact laws of their answers.

The laws are computed by sums over the noise of the threshold, without the curator, and as
fractions. That the curator has these laws is seen by playing it with all noises of a range.
"""

import math
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
import pytest
from geometric_noise import HALF, THIRD, at_least, in_range, largest_ratio, mass
from banditproof.algorithms import SparseVector
from banditproof.algorithms.prices.choices_and_comparisons import spent_by_comparisons
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace


@cache
def sparse_law(steps, threshold, first, second, most, restarts=False, renews=False):
    """The law of the answers after each step of the sum, by sums over noises of thresholds."""
    law = {}
    for answers in product((0, 1), repeat=len(steps)):
        runs, total, looks = [[]], 0, 0
        for step, answer in zip(steps, answers, strict=True):
            total += step
            if most is not None and looks >= most:  # no look, and the answer 0
                if answer:
                    break
                continue
            runs[-1].append((total, answer))
            looks += answer
            if answer:
                total = 0 if restarts else total
                runs += [[]] if renews else []
        else:
            law[answers] = math.prod(run_law(tuple(run), threshold, first, second) for run in runs)
    return law


@cache
def run_law(run, threshold, first, second):
    """The probability of some answers to sums that share one noise of the threshold."""
    if not run:
        return Fraction(1)
    total = Fraction(0)
    for z in in_range(first):
        term = mass(z, first)
        for one, answer in run:
            above = at_least(threshold + z - one, second)
            term *= above if answer else 1 - above
        total += term
    return total


@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("threshold", [-3, 0, 2, 6])
def test_a_sparse_vector_loses_at_most_its_price(most, threshold):
    """A reward of the first, the second or the last batch raises all later sums by 1."""
    bound = 1 / HALF * (1 / THIRD) ** most
    worst = 0
    for low in product((0, 1), repeat=3):
        for moved in range(3):
            high = tuple(step + (k == moved) for k, step in enumerate(low))
            laws = [sparse_law(s, threshold, HALF, THIRD, most) for s in (low, high)]
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
    low, high = (0, 20, 0, 0, 0), (0, 21, 0, 0, 0)
    laws = [sparse_law(steps, 10, HALF, THIRD, 2) for steps in (low, high)]
    answers = (1, 0, 0, 0, 0)
    ratio = laws[0][answers] / laws[1][answers]
    assert 1 / HALF / THIRD * Fraction(9, 10) < ratio <= 1 / HALF / THIRD**2


def test_each_answer_above_the_threshold_is_paid():
    """Two of them: a price for one, 27 * 3, would do, and that of the sums alone is 3 * 3."""
    tight = Fraction(1, 27)
    laws = [sparse_law(steps, 8, tight, THIRD, 2) for steps in ((0, 0), (1, 0))]
    ratio = laws[1][1, 1] / laws[0][1, 1]
    assert THIRD ** (-2) * Fraction(9, 10) < ratio <= THIRD ** (-2)


FORMS = [
    {"most": 1},
    {"most": 2},
    {"most": 2, "renews": True},
    {"most": 2, "restarts": True},
    {"most": None, "restarts": True, "renews": True},
]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_each_form_loses_at_most_its_price(form):
    """The data are steps of 0, 1 and 4, and the reward of one of three batches is raised by 1."""
    scales = {"threshold": Fraction(7), "sums": Fraction(1)}  # the two parts of the price
    declared = SparseVector(Laplace(scales["threshold"]), Laplace(scales["sums"]), 2, **form)
    spent = spent_by_comparisons(declared, Fraction(1))
    runs, times = next((a, b) for a in range(4) for b in range(4) if Fraction(a, 7) + b == spent)
    bound = HALF ** (-runs) * THIRD ** (-times)
    worst = 0
    for low in product((0, 1, 4), repeat=3):
        for moved in range(3):
            high = tuple(step + (k == moved) for k, step in enumerate(low))
            laws = [sparse_law(steps, 2, HALF, THIRD, **with_all(form)) for steps in (low, high)]
            worst = max(worst, largest_ratio(*laws)[1])
    assert 1 < worst <= bound * (1 + Fraction(1, 10**6))


def with_all(form):
    """A form with all of its options."""
    return {"restarts": False, "renews": False, **form}


def test_noise_that_is_shared_by_all_runs_has_no_price_without_a_limit():
    """Runs far below the threshold that are answered 1 pin its noise; then each answer 0 pays."""

    def ratio(below, runs):
        answers = (0,) * below + (1,) * runs
        low, high = (
            run_law(tuple(zip((10 + extra,) * below + (-10,) * runs, answers, strict=True)), 2, *R)
            for extra in (0, 1)
        )
        return low / high

    R = (THIRD, HALF)
    assert ratio(4, 0) <= 1 / THIRD  # a shift of the threshold alone
    assert ratio(4, 12) > 1 / THIRD / HALF  # more than where the noise is renewed
    assert ratio(6, 24) > 5 * ratio(4, 0)


class Branching:
    """Noises that are tried one after the other: a script, which asks for more where it ends."""

    def __init__(self, script):
        self.script, self.laws = iter(script), []

    def noise(self, mechanism):
        self.laws.append(mechanism)
        return next(self.script)


def sparse_code(curator, steps, ratios, size):
    """The law of the answers of the curator, played with all noises of a range."""
    law, open_scripts = defaultdict(Fraction), [((), Fraction(1))]
    while open_scripts:
        script, weight = open_scripts.pop()
        chance, held, answers = Branching(script), curator.start(1), []
        try:
            for step in steps:
                held = curator.read(held, 0, step)
                held, answer = curator.release(held, 0, None, chance)
                answers.append(int(answer))
        except StopIteration:
            r = ratios[chance.laws[-1]]
            for k in range(-size, size + 1):
                open_scripts.append(((*script, k), weight * mass(k, r)))
            continue
        law[tuple(answers)] += weight
    return law


FINE, FINER = Fraction(1, 8), Fraction(1, 10)
RATIOS = {Laplace(1): FINE, Laplace(2): FINER}


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_curator_has_the_law_of_each_form(form):
    curator = SparseVector(Laplace(1), Laplace(2), threshold=2, **form)
    played = sparse_code(curator, (1, 1), RATIOS, size=4)
    law = sparse_law((1, 1), 2, FINE, FINER, **with_all(form))
    cut = 4 * 2 * at_least(5, FINE)
    assert set(played) == set(law)
    for answers, probability in law.items():
        assert 0 <= probability - played[answers] <= cut


def test_noise_of_the_threshold_that_is_drawn_for_each_sum_is_noticed():
    class Renewed(SparseVector):
        def release(self, held, arm, mechanism, randomness):
            held = (*held[:arm], held[arm]._replace(noise=None), *held[arm + 1 :])
            return super().release(held, arm, mechanism, randomness)

    played = sparse_code(Renewed(Laplace(1), Laplace(2), 2), (1, 1), RATIOS, size=3)
    law = sparse_law((1, 1), 2, FINE, FINER, 1)
    assert max(abs(law[key] - played[key]) for key in law) > 30 * at_least(4, FINE)


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
