"""Prescribed paths against the specification engine, and the certified constants."""

import math
from fractions import Fraction
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, RewardCycles, Silent, play
from banditproof.paper_checks.bernoulli.appendix_f_regret.indexed_paths import (
    best_arm,
    exponential,
    imed_scores,
    klucb_scores,
    logarithm,
    path,
)
from banditproof.theory import Enclosure
from banditproof.theory.batch_schedule import GeometricSchedule

CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))


def cycle_mean(arm: int, schedule: GeometricSchedule):
    def mean(phase: int) -> Fraction:
        pulls = schedule.pulls(phase)
        return Fraction(sum(CYCLES[arm][k % 4] for k in range(pulls)), pulls)

    return mean


@pytest.mark.parametrize("eps", ["1", "0.25"])
@pytest.mark.parametrize(
    ("policy", "score"), [(DPIMED, imed_scores), (DPKLUCB, klucb_scores)], ids=["imed", "klucb"]
)
def test_a_path_makes_the_pulls_of_the_specification_engine(policy, score, eps: str) -> None:
    schedule, horizon = GeometricSchedule(2), 200
    means = [cycle_mean(arm, schedule) for arm in (0, 1)]
    decisions, played = path(means, schedule, Fraction(eps), horizon, score)
    traced = play(policy(arms=2, eps=eps, ties="first"), RewardCycles(CYCLES), horizon, Silent())
    assert [(d.t, d.chosen) for d in decisions] == [(t, a) for t, a, _ in traced.pulls[2:]]
    assert played == traced.counts(2)


@pytest.mark.parametrize("power", ["-7/3", "0", "1/1000", "12"])
def test_exponentials_are_enclosed(power: str) -> None:
    value = exponential(Fraction(power))
    assert float(value) == pytest.approx(math.exp(float(Fraction(power))), rel=1e-14)
    assert value.width <= abs(Fraction(value.mid)) / 10**14


def test_logarithms_are_enclosed() -> None:
    assert float(logarithm(10**6)) == pytest.approx(6 * math.log(10), rel=1e-15)
    assert logarithm(1) == Enclosure(Fraction(0), Fraction(0))


def test_scores_that_overlap_are_not_compared_by_luck() -> None:
    wide = Enclosure(Fraction(0), Fraction(1))
    with pytest.raises(ArithmeticError, match="not separated"):
        best_arm([wide, Enclosure(Fraction(1, 2), Fraction(3, 4))])
    assert best_arm([wide, wide, Enclosure(Fraction(-2), Fraction(-1))]) == 0
