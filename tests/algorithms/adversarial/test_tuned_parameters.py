"""The parameters that make the bounds of the paper: always allowed, and those of its theorems."""

import math
from fractions import Fraction
from itertools import product
import pytest
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.ftpl import FTPL


@pytest.mark.parametrize(
    ("arms", "rounds", "noise"), [*product((1, 2, 10), (Fraction(1, 10), 1, 7, 10**6), (0, 1, 3))]
)
def test_tuned_parameters_are_always_allowed(arms, rounds, noise):
    assert 0 <= float(EXP3.tuned(arms, rounds).gamma) <= 1
    assert 0 <= float(EXP4.tuned(arms, 5, rounds, eps=Fraction(1, 3)).gamma) <= 1
    learner = FTPL.tuned(arms, rounds, noise)
    assert learner.limit >= math.sqrt(arms * rounds) > learner.limit - 1 or learner.limit == 1
    assert 0 < learner.rate <= 1


@pytest.mark.parametrize("arms", [2, 5, 10, 100])
@pytest.mark.parametrize("rounds", [2, 40, 300, 5000, 10**6, 10**7])
def test_tuned_parameters_are_those_of_the_paper(arms, rounds):
    """Where gamma is below 1 it is not cut, and each of the two rates of FTPL is used somewhere."""
    level = math.log(arms * rounds)
    learner = EXP3.tuned(arms, rounds)
    eta = math.sqrt(math.log(arms) / (22 * arms * rounds)) / level
    gamma = 4 * eta * arms * level
    expected = (eta, gamma) if gamma < 1 else (0, 1)
    assert (float(learner.eta), float(learner.gamma)) == pytest.approx(expected)
    for eps, experts in product((0.1, 0.5, 1.0), (7, 100)):
        eta = 3 * rounds * arms * (1 + 10 * (level / eps) ** 2)
        eta = math.sqrt(math.log(experts) / eta)
        tuned = EXP4.tuned(arms, experts, rounds, eps)
        rates = (eta, min(1, 4 * eta * arms * level / eps))
        assert (float(tuned.eta), float(tuned.gamma)) == pytest.approx(rates)
    assert FTPL.tuned(arms, rounds) == FTPL.tuned(arms, rounds, noise=1)
    for noise in (0, 1, 2):
        result = FTPL.tuned(arms, rounds, noise)
        first = math.log(arms) / (arms * rounds * (1 + 10 * (noise * level) ** 2))
        second = 1 / (result.limit * (1 + 4 * noise * math.log(rounds)))
        assert result.limit == math.ceil(math.sqrt(arms * rounds))
        assert result.rate == pytest.approx(min(math.sqrt(first), second))


def test_gamma_between_one_half_and_one_is_kept():
    results = [float(EXP3.tuned(10, n).gamma) for n in range(5, 60)]
    assert any(0.5 < gamma < 1 for gamma in results)
    assert results == sorted(results, reverse=True)
