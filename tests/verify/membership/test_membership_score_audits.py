"""Audits of played games: within the account of a right mechanism, and beyond a wrong one."""

from dataclasses import replace
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.descent_attack import DescentAttack, TargetGradient
from banditproof.algorithms.membership.descents.descent_game import DescentGame
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.engine.many_games import simulate_scores
from banditproof.algorithms.membership.engine.score_sample import ScoreSample
from banditproof.algorithms.membership.games.crafters import AverageTarget, FixedTarget
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.mean_privacy import MeanPrivacy
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import SubsampledMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.covariance_score import CovarianceScore
from banditproof.algorithms.membership.scores.reference_sets import KnownMoments
from banditproof.verify.membership.error_limits import ExactLimits, GameAudit
from banditproof.verify.membership.score_audits import (
    audit_descent,
    audit_mean_game,
    audit_scores,
    best_threshold,
)

SURE = GameAudit(ExactLimits(1e-7))
"""Wrong with probability 1e-7 in each test below."""
LAW = BernoulliColumns(("1/20",) * 6)


def crafted(mechanism, average=False):
    if average:
        return AverageTarget(mechanism, LAW, 5)
    return FixedTarget(mechanism, LAW, 5, np.ones(6))


@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("mechanism", [NoisyMean("1/2"), SubsampledMean(2), ExactMean()])
def test_right_accounts_are_not_refuted(mechanism, average):
    score = CovarianceScore(5, KnownMoments(LAW))
    for delta in ("1/20", "1/2"):
        result = audit_mean_game(
            crafted(mechanism, average), score, 2000, 3, sides=[1] * 6, delta=delta, audit=SURE
        )
        assert not result.refutes
        assert result.tested.rounds == 1000
        assert result.level == 1e-7
    if not average:
        assert audit_mean_game(
            crafted(mechanism), score, 2000, 3, sides=[1] * 6, delta="1/20", audit=SURE
        ).bound > (0.5 if mechanism != SubsampledMean(2) else 0)


def test_an_account_of_the_wrong_noise_is_refuted():
    """The account of gamma = 4, and the noise of gamma = 1/2."""
    score, crafter = CovarianceScore(5, KnownMoments(LAW)), crafted(NoisyMean("1/2"))
    first, second = (simulate_scores(crafter, score, 1000, seed) for seed in (1, 2))
    wrong = NoisyMean(4).privacy(5, [1] * 6)
    result = audit_scores(first, second, wrong, delta="1/20", audit=SURE)
    assert result.refutes
    assert result.words.endswith("This refutes what was certified.")
    right = NoisyMean("1/2").privacy(5, [1] * 6)
    assert not audit_scores(first, second, right, delta="1/20", audit=SURE).refutes


def test_the_threshold_comes_from_other_rounds_than_the_bound():
    bits = np.arange(200) % 2 == 0
    good, blind = ScoreSample(bits, bits * 1.0, "rows"), ScoreSample(bits, 1.0 * (bits < 2), "rows")
    certified = MeanPrivacy(shown=1)
    assert audit_scores(good, good, certified).bound > 2
    assert audit_scores(good, blind, certified).bound == 0


def test_the_best_threshold_is_not_the_one_without_false_alarms():
    out = np.repeat([0.0, 5.0], [990, 10])
    inside = np.repeat([0.0, 3.0, 9.0], [500, 490, 10])
    assert best_threshold(SampledROC(out, inside)) == 0.0
    assert best_threshold(SampledROC([0.0] * 50, [1.0] * 50)) == 0.0


@pytest.mark.parametrize("multiplier", [0.25, 2.0])
def test_a_noisy_descent_keeps_its_account(multiplier):
    model = QuadraticLoss(columns=3)
    noise = ClippedNoise(bound=1, multiplier=multiplier, on="sum")
    game = DescentGame(
        law=NormalFeatures(model=model, theta=np.zeros(3), scales=0.1),
        rows=6,
        descent=Descent(model=model, rates=(0.1, 0.1), noise=noise),
        target=TargetGradient([1.0, 0.0, 0.0]),
    )
    attack = DescentAttack(target=game.target, score="scalar product", noise=noise)
    result = audit_descent(game, attack, 300, 2, delta="1/20", audit=SURE)
    assert not result.refutes
    assert (result.bound > 0.5) == (multiplier < 1)
    assert result.certified.hi < float("inf")
    wrong = replace(game.privacy, mu_squared=game.privacy.mu_squared / 400).epsilon("1/20")
    assert (result.bound > wrong.hi) == (multiplier < 1)


def test_a_descent_without_noise_has_no_account():
    model = QuadraticLoss(columns=1)
    game = DescentGame(
        law=NormalFeatures(model=model, theta=np.zeros(1), scales=0.1),
        rows=3,
        descent=Descent(model=model, rates=(0.1,)),
        target=TargetGradient([1.0]),
    )
    attack = DescentAttack(target=game.target, score="scalar product")
    result = audit_descent(game, attack, 200, 2, delta="1/20")
    assert not result.refutes
    assert result.bound > 1
    assert "certified: eps <= infinite" in result.words
