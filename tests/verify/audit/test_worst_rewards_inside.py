"""Functions of a reward that are largest inside its range: refuted exactly, and correct twins."""

import json
from fractions import Fraction
import pytest
from curved_curators import (
    Cubic,
    Distance,
    Median,
    Rounded,
    Square,
    ThinnedSquares,
    TwoMoments,
    Variance,
)
from releasing_policies import TakesTurns
from banditproof.algorithms import NamedRelease, NamedReleases, NoisyMax, RewardSpace
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.audit import audit, worst_changes
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.facts import Facts
from banditproof.verify.audit.transcript_witnesses import release_witness
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses import Witness, scripted_plays
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.scripted_plays import PlainRewards

SIGNED, WIDE = RewardSpace.of("-1:1"), RewardSpace.of("0:2")
THINNED = ApproxDP(1, "2.08e-4")


def moments(noise, squares):
    """x and x^2, declared, each with its noise."""
    return NamedReleases((NamedRelease("x", "x", noise), NamedRelease("xx", "x**2", squares)))


def normal(variance):
    return Gaussian(sigma_squared=variance)


PAIRS = {
    "x and x^2": (
        moments(Laplace(2), Laplace(2)),
        moments(Laplace(3), Laplace(3)),
        PureDP(1),
        SIGNED,
    ),
    "x and x^2, normal": (
        moments(normal(4), normal("1/2")),
        moments(normal(6), normal("3/4")),
        ZCDP("1.1"),
        SIGNED,
    ),
    "the larger one of x and x^2": (
        NoisyMax(Laplace("1/2"), ("x", "x**2")),
        NoisyMax(Laplace(20), ("x", "x**2")),
        PureDP("1/8"),
        UNIT,
    ),
    "code: x (1 - x)": (Variance("1/5"), Variance("1/4"), PureDP(1), UNIT),
    "code: x (1 - x), zCDP": (Variance("1/8"), Variance("1/2"), ZCDP("1/2"), UNIT),
    "code: x (1 - x), with delta": (Variance("1/8"), Variance("1/2"), ApproxDP(1, "1/100"), UNIT),
    "code: the distance from 1/2": (Distance("1/3"), Distance("1/2"), PureDP(1), UNIT),
    "code: x^2 (1 - x)": (Cubic("1/7"), Cubic("4/27"), PureDP("1.00001"), UNIT),
    "code: x^2": (Square(2), Square(4), PureDP(1), WIDE),
    "code: four classes": (Rounded(2), Rounded(3), PureDP(1), UNIT),
    "code: x and x^2": (TwoMoments(2, 2), TwoMoments("9/4", "9/4"), PureDP(1), SIGNED),
    "code: the median": (Median("1/2"), Median(1), PureDP(1), UNIT),
    "code: squares kept by coins": (ThinnedSquares(1), ThinnedSquares(16), THINNED, WIDE),
}
"""What breaks the claim, and the same with noise that is enough."""


def audited(curator, budget, space):
    """The audit of the released numbers, with hardly any runs."""
    made = TakesTurns(curator, rewards=space)
    return made, audit(made, budget, output="transcript", rewards=space, samples=20, arms=2)


@pytest.mark.parametrize("name", PAIRS)
def test_too_little_noise_is_refuted_exactly(name):
    broken, _, budget, space = PAIRS[name]
    made, report = audited(broken, budget, space)
    (*_, check) = report.checks
    assert (check.verdict, check.grade) == ("fails", Grade.PROVED), check.note
    shown = Witness.read(json.loads(json.dumps(check.witness)), made).checked()
    assert shown.shown.lo > shown.allowed


def searched(curator, budget, space):
    """The witness of an audit, without its other stations."""
    made = TakesTurns(curator, rewards=space)
    claim = Claim(budget, output="transcript", rewards=space, arms=2)
    facts = Facts(made, claim, (), (), True)
    return release_witness(DeclaredPolicy(None, {}, budget, made), facts)


@pytest.mark.parametrize("name", PAIRS)
def test_its_correct_twin_is_not(name):
    _, correct, budget, space = PAIRS[name]
    if isinstance(correct, NoisyMax):  # whose answers are many, and whose price is enough
        assert audited(correct, budget, space)[1].verdict == "holds"
    else:
        assert searched(correct, budget, space) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["code: x (1 - x)", "code: squares kept by coins"])
def test_no_other_station_refutes_it_either(name):
    _, correct, budget, space = PAIRS[name]
    _, report = audited(correct, budget, space)
    assert report.verdict == "not refuted", report.checks[-1].note


@pytest.mark.slow
def test_without_inner_rewards_neighbours_at_the_ends_show_too_little(monkeypatch):
    """The grid is what finds them: without it, half of the pairs are not refuted."""
    monkeypatch.setattr(worst_changes, "BETTER", float("inf"))
    inside = ("x and x^2", "code: x (1 - x)", "code: the distance from 1/2")
    for name in inside:
        broken, _, budget, space = PAIRS[name]
        assert searched(broken, budget, space) is None, name


@pytest.mark.slow
def test_plain_rewards_are_what_lets_code_be_followed(monkeypatch):
    """A curator whose rewards were all read as 0 shows nothing, whatever it does with them."""
    monkeypatch.setattr(PlainRewards, "_noted", lambda self, arm, reward: 0.0)
    broken, _, budget, space = PAIRS["code: x^2"]
    assert searched(broken, budget, space) is None
    assert scripted_plays.PlainRewards is PlainRewards


def test_the_worst_change_of_two_moments_is_where_the_derivative_is_0():
    """|c + 1|/b + |1 - c^2|/d is largest at c = d/(2 b)."""
    for one, other in ((2, 2), (2, "5/4"), (1, "1/4")):
        policy = TakesTurns(moments(Laplace(one), Laplace(other)), rewards=SIGNED)
        (best, *_) = worst_changes.worst_changes(policy, SIGNED)
        c = Fraction(other) / (2 * Fraction(one))
        assert best[0] == -1
        assert abs(best[1] - c) < Fraction(1, 1000)
