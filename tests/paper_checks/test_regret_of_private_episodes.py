"""Second routes to the refutations of Appendix C.2 and Section 5.2 of the thesis."""

import math
import random
from fractions import Fraction

import pytest

from banditproof.algorithms import AdaPUCB, RewardCycles, Silent, play
from banditproof.paper_checks.models.fooled_index import fooled_pulls
from banditproof.paper_checks.models.pure_regret_bounds import pulls_of_the_worse_arm
from banditproof.paper_checks.statements.registry import find
from banditproof.theory.balls import working_precision


def fooled_play(horizon, beta, source):
    """Algorithm 7 with the index of the counterexample, round by round."""
    pulls, last, t, value = [1, 1], [1, 1], 3, source.random()
    while t <= horizon:
        first = -10 if value <= 1.5 * t**-beta else 10
        second = 0.5 if last[1] < 2 else 20
        arm = 0 if first >= second else 1
        size = pulls[arm]
        if arm == 0:
            value = source.random()
        last[arm] = size
        pulls[arm] += min(size, horizon - t + 1)
        t += size
    return pulls[1]


def test_pulls_of_the_fooled_index_by_simulation():
    """4000 plays within 6 standard errors of the recursion: a false alarm below 1e-8."""
    source, runs = random.Random(4), 4000
    found = [fooled_play(1000, 3.5, source) for _ in range(runs)]
    mean = sum(found) / runs
    error = math.sqrt(sum((x - mean) ** 2 for x in found) / runs**2)
    with working_precision(80):
        exact = float(fooled_pulls(1000, Fraction(7, 2)).mid())
    assert abs(mean - exact) < 6 * error
    assert exact > 9  # the bound of Theorem C.4 with l = 0


def test_c_12_in_floats():
    gap, eps, beta, log = 0.8856, 1.7928, 3.1, math.log(10**7)
    size = 2 ** math.ceil(math.log2(4 * beta * log / (gap * min(eps, 2 * gap))))
    gamma = gap - 2 * math.sqrt(beta * log / (2 * size)) - 2 * beta * log / (eps * size)
    assert size == 128
    assert gamma == pytest.approx(-0.489 * gap, abs=1e-3)


def test_index_at_mean_one_is_never_above_it():
    """By the definition of U_n, for coins that all show 1 and any noise."""
    source = random.Random(1)
    for _ in range(200):
        noise = source.expovariate(1) - source.expovariate(1)
        shifted = min(1.0, max(0.0, 1 + noise / 4 + math.log(100) / 4))
        level = math.log(100) / 4
        grid = [q / 1000 for q in range(1001) if divergence(shifted, q / 1000) <= level]
        assert max(grid) <= 1


def divergence(p, q):
    if q in (0, 1):
        return 0.0 if p == q else math.inf
    first = p * math.log(p / q) if p else 0.0
    return first + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0)


def test_ties_at_ones_by_simulation():
    """With no noise and all rewards 1 one of the two arms has half of the rounds."""
    for horizon in (10, 100, 1000):
        ties = random.Random(horizon)
        pulls, t = [1, 1], 3
        while t <= horizon:
            arm = ties.randrange(2)
            size = min(pulls[arm], horizon - t + 1)
            pulls[arm] += size
            t += size
        assert max(pulls) >= horizon / 2
        assert sum(pulls) == horizon


def test_sum_of_the_private_bonuses():
    for horizon in (10**3, 10**5):
        total = sum(2 * math.log(t) / t for t in range(2, horizon + 1))
        assert math.log(horizon) ** 2 - 1 <= total <= math.log(horizon) ** 2 + 1


def test_play_on_constant_rewards_by_the_library():
    policy = AdaPUCB(2, eps=10**10, beta=6, ties="first")
    played = play(policy, RewardCycles([(1,), (0,)]), 300, Silent())
    assert played.counts(2)[1] == pulls_of_the_worse_arm(300, 6)


@pytest.mark.parametrize(
    "id", ["thesis.thmC.4", "thesis.lemC.3.claim2", "thesis.thm5.3.C12", "thesis.thm5.4.pulls"]
)
def test_refutations_have_exact_witnesses(id):
    verdict = find(id).check()
    assert verdict.outcome == "fails"
    assert verdict.evidence.grade == "proved"
    assert verdict.evidence.witness
