"""Games on descents: reproducible, and with the leakage that closed forms and privacy allow."""

import math
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.batch_schedules import DrawnRows, Epochs
from banditproof.algorithms.membership.descents.canaries import input_canary
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent, constant_rates
from banditproof.algorithms.membership.descents.descent_attack import (
    DescentAttack,
    FrozenReferences,
    RecomputedReferences,
    TargetGradient,
    TargetRow,
)
from banditproof.algorithms.membership.descents.descent_game import DescentGame, attack_scores
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.linear_layers import (
    LogisticRegression,
    SoftmaxRegression,
)
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.descents.reference_gradients import GradientGeometry

MEAN = QuadraticLoss(columns=4)
LAW = NormalFeatures(model=MEAN, theta=[0] * 4, scales=[1, 2, 3, 4])
ROW = LabelledRows([[3.0, 0.0, -6.0, 8.0]], [0])
"""Its distance from the mean has the square 9 + 4 + 4 = 17."""
KNOWN = FrozenReferences(GradientGeometry(np.zeros(4), np.eye(4), np.array([1.0, 4.0, 9.0, 16.0])))


def game(**changes: object) -> DescentGame:
    settings = {"descent": Descent(model=MEAN, rates=[0.1]), "target": TargetRow(MEAN, ROW)}
    return DescentGame(**({"law": LAW, "rows": 5} | settings | changes))  # type: ignore[arg-type]


ATTACK = DescentAttack(target=TargetRow(MEAN, ROW), references=KNOWN)


@pytest.mark.parametrize(("neighbours", "first"), [("replace", 0), ("send", 1)])
def test_the_target_is_in_only_if_it_is_a_member(neighbours: str, first: int) -> None:
    """A row, or a gradient canary, which is sent as it is."""
    rows, canary = LAW.draw(5, 3).x, np.array([0.0, 0.0, 0.0, 50.0])
    for target, sent in ((TargetRow(MEAN, ROW), -ROW.x[0]), (TargetGradient(canary), canary)):
        one = game(target=target, neighbours=neighbours)
        member, out = (one.play(flag, 3).gradients()[0] for flag in (True, False))
        np.testing.assert_allclose(member, (sent - rows[1:].sum(axis=0)) / 5, atol=1e-12)
        np.testing.assert_allclose(out, -rows[first:].mean(axis=0), atol=1e-12)


def test_one_seed_one_result_and_more_games_change_none() -> None:
    few, more = (attack_scores(game(), ATTACK, games, 7) for games in (6, 12))
    again = attack_scores(game(), ATTACK, 6, np.random.SeedSequence(7))
    np.testing.assert_array_equal(few.out, again.out)
    assert set(np.asarray(few.inside)) < set(np.asarray(more.inside))
    assert set(np.asarray(few.out)) < set(np.asarray(more.out))


@pytest.mark.parametrize("neighbours", ["replace", "send"])
def test_the_advantage_is_that_of_normal_laws(neighbours: str) -> None:
    """17 / 5 is the leakage score: an advantage of 0.643 (0.66 at n = 5), here with 500 games."""
    scores = attack_scores(game(neighbours=neighbours), ATTACK, 1000, 8)
    expected = math.erf(math.sqrt(17 / 5 / 8))
    # each distribution function is off by 0.13 with probability below 1e-7 (DKW)
    assert expected - 0.26 < scores.advantage(0.0) <= scores.best_advantage < expected + 0.26
    assert scores.advantage(0.0) > scores.best_advantage - 0.15


@pytest.mark.slow
def test_no_attack_beats_the_privacy_of_the_descent() -> None:
    """Worst canary and known mean: the best advantage reaches delta(0), and does not exceed it."""
    noise = ClippedNoise(bound=1, multiplier=0.5)
    worst = NormalFeatures(model=MEAN, theta=[0] * 4, scales=0.0, centres=[100, 0, 0, 0])
    descent = Descent(model=MEAN, rates=(0.01,) * 2, noise=noise)
    canary = TargetGradient([100.0, 0.0, 0.0, 0.0])
    one = game(law=worst, rows=4, descent=descent, target=canary)
    attack = DescentAttack(target=one.target, score="scalar product", noise=noise)
    scores = attack_scores(one, attack, 800, 9)
    allowed = float(one.privacy.delta(0))
    assert one.privacy.mu_squared == 2
    # 400 games each: off by 0.15 with probability below 1e-7 (DKW)
    assert abs(scores.best_advantage - allowed) < 0.3 < allowed


@pytest.mark.slow
def test_the_canary_with_the_largest_score_is_easier_than_that_with_the_smallest() -> None:
    model = SoftmaxRegression(columns=8, classes=4)
    rng = np.random.default_rng(10)
    law = NormalFeatures(model=model, theta=rng.normal(size=36), scales=np.geomspace(0.2, 3, 8))
    references, candidates = law.draw(800, 11), law.draw(200, 12)
    chosen = input_canary(model, references, candidates)
    descent = Descent(model=model, rates=constant_rates(1e-2, 8), batches=Epochs(8))
    known = FrozenReferences(RecomputedReferences(model, references).at(model.start))
    areas = []
    for index in (chosen.index, int(np.argmin(chosen.scores))):
        target = TargetRow(model, candidates.take(index))
        one = DescentGame(law=law, rows=64, descent=descent, target=target)
        attack = DescentAttack(target=target, references=known, combination="log-mean-exp")
        areas.append(attack_scores(one, attack, 600, 13).area)
    assert areas[0] > 0.9 > 0.7 > areas[1]


@pytest.mark.slow
def test_a_private_audit_of_logistic_regression_keeps_its_bound() -> None:
    model = LogisticRegression(columns=20)
    rng = np.random.default_rng(14)
    law = NormalFeatures(model=model, theta=rng.normal(size=21), scales=np.geomspace(0.2, 3, 20))
    noise = ClippedNoise(bound=2, multiplier=4.0, on="sum")
    rates = constant_rates(0.05, 20)
    descent = Descent(model=model, rates=rates, batches=DrawnRows(25), noise=noise)
    references = law.draw(500, 15)
    target = TargetRow(model, law.draw(1, 16))
    one = DescentGame(law=law, rows=50, descent=descent, target=target, neighbours="send")
    frozen = RecomputedReferences(model, references, noise).at(model.start)
    attack = DescentAttack(target=target, references=FrozenReferences(frozen), noise=noise)
    scores = attack_scores(one, attack, 600, 17)
    assert scores.best_advantage <= float(one.privacy.delta(0)) + 0.3
