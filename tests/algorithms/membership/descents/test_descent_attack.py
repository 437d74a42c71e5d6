"""Algorithm 13 in models whose laws are known, and each of its misprints."""

import math
from dataclasses import replace
import numpy as np
import pytest
from scipy.special import chdtr, chndtr
from banditproof.algorithms.membership.descents.batch_schedules import Epochs
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent, constant_rates
from banditproof.algorithms.membership.descents.descent_attack import (
    AS_PRINTED,
    CORRECTED,
    WRONG_RATE,
    WRONG_SIGN,
    DescentAttack,
    FrozenReferences,
    RecomputedReferences,
    TargetRow,
    glir_scores,
)
from banditproof.algorithms.membership.descents.descent_game import DescentGame, attack_scores
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.linear_layers import SoftmaxRegression
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.descents.reference_gradients import GradientGeometry

SCALES = np.array([1.0, 2.0, 0.5])
MEAN = QuadraticLoss(columns=3)
LAW = NormalFeatures(model=MEAN, theta=[0, 0, 0], scales=SCALES, centres=[1, -1, 2])
ROW = LabelledRows([[3.0, 0.0, 1.0]], [0])
TRUE = FrozenReferences(GradientGeometry(np.array([-1.0, 1.0, -2.0]), np.eye(3), SCALES**2))
"""Mean and covariance of the gradients at theta_0 = 0."""
ATTACK = DescentAttack(target=TargetRow(MEAN, ROW), references=TRUE)


def test_one_step_is_the_score_of_the_mean() -> None:
    """(z - mu)^T C^-1 (mean - mu) - ||z - mu||^2 / (2 n), with rows for gradients."""
    rows = LAW.draw(10, 1)
    seen = Descent(model=MEAN, rates=[0.3]).run(rows, rng=1)
    away, inverse = ROW.x[0] - [1, -1, 2], np.diag(1 / SCALES**2)
    mean = rows.x.mean(axis=0) - [1, -1, 2]
    expected = away @ inverse @ mean - away @ inverse @ away / 20
    assert ATTACK(seen) == pytest.approx(expected)
    scalar = replace(ATTACK, score="scalar product")
    assert scalar(seen) == pytest.approx(ROW.x[0] @ rows.x.mean(axis=0))


@pytest.mark.slow
def test_the_mean_score_is_half_the_leakage_in_and_minus_half_of_it_out() -> None:
    """N(-m/2, m) out and N(m/2 - m/n.., m) in: means within 6 deviations over 400 games."""
    game = DescentGame(law=LAW, rows=10, descent=Descent(model=MEAN, rates=[1.0]), target=TARGET)
    scores = attack_scores(game, ATTACK, 800, 2)
    leakage = float((((ROW.x[0] - [1, -1, 2]) / SCALES) ** 2).sum()) / 10
    off = 6 * math.sqrt(leakage / 400)
    assert abs(np.mean(scores.out) + leakage / 2) < off
    assert abs(np.mean(scores.inside) - leakage / 2) < off
    assert off < leakage / 2  # the signs are distinguished
    wrong = attack_scores(game, replace(ATTACK, recovery=WRONG_SIGN), 200, 2)
    assert np.mean(wrong.inside) < np.mean(wrong.out)
    expected = math.erf(math.sqrt(leakage / 8))
    # a false alarm or a power is off by 0.13 anywhere with probability below 1e-5 (DKW)
    assert abs(scores.best_advantage - expected) < 0.26 < expected
    assert wrong.best_advantage < 0.1


TARGET = TargetRow(MEAN, ROW)


def test_steps_of_a_full_descent_are_copies() -> None:
    """With mean and covariance of every step, all scores are equal: T steps leak no more."""
    rows, known = LAW.draw(8, 3), LAW.draw(40, 4)
    seen = Descent(model=MEAN, rates=(0.5, 0.25, 0.1)).run(rows, rng=1)
    fresh = replace(ATTACK, references=RecomputedReferences(MEAN, known))
    scores = fresh.step_scores(seen)
    np.testing.assert_allclose(scores, scores[0], rtol=1e-9)
    assert fresh(seen) == pytest.approx(3 * scores[0])
    # the reference of theta_0 does not fit the later steps
    at_start = FrozenReferences(RecomputedReferences(MEAN, known).at([0, 0, 0]))
    frozen = replace(ATTACK, references=at_start)
    assert np.ptp(frozen.step_scores(seen)) > 0.1


def test_references_with_the_second_moment_are_those_of_the_print() -> None:
    known = LAW.draw(40, 4)
    gradients = MEAN.gradients([0, 0, 0], known)
    references = [RecomputedReferences(MEAN, known, centred=flag) for flag in (True, False)]
    centred, printed = (reference.at([0, 0, 0]) for reference in references)
    total = (gradients**2).mean(axis=0).sum()
    assert printed.variances.sum() == pytest.approx(total)
    assert centred.variances.sum() == pytest.approx(total - (gradients.mean(axis=0) ** 2).sum())


def test_recoveries_of_the_batch_means() -> None:
    rates = tuple(0.5 / t for t in range(1, 6))
    seen = Descent(model=MEAN, rates=rates).run(LAW.draw(8, 5), rng=1)
    means = seen.gradients()
    assert np.abs(means).min() > 0.01
    np.testing.assert_allclose(CORRECTED.means(seen), means)
    np.testing.assert_allclose(WRONG_SIGN.means(seen), -means)
    late = np.array([t / (t + 1) for t in range(1, 5)])[:, None]  # eta_{t+1} / eta_t
    np.testing.assert_allclose(WRONG_RATE.means(seen), late * means[1:])
    np.testing.assert_allclose(AS_PRINTED.means(seen), -late * means[1:])
    assert [list(r.steps(seen)) for r in (CORRECTED, AS_PRINTED)] == [[1, 2, 3, 4, 5], [2, 3, 4, 5]]
    constant = Descent(model=MEAN, rates=constant_rates(0.5, 3)).run(LAW.draw(8, 5), rng=1)
    np.testing.assert_allclose(WRONG_RATE.means(constant), constant.gradients()[1:])


def test_the_printed_attack_is_reflected() -> None:
    """Scores in the wrong direction: the area under its curve is 1 - that of the same steps."""
    descent = Descent(model=MEAN, rates=(1e-3, 1e-3))
    game = DescentGame(law=LAW, rows=10, descent=descent, target=TARGET)
    attacks = [replace(ATTACK, recovery=recovery) for recovery in (CORRECTED, AS_PRINTED)]
    right, printed = (attack_scores(game, attack, 200, 6).area for attack in attacks)
    assert right > 0.75
    assert printed == pytest.approx(1 - right, abs=0.01)


def test_the_score_of_dpsgd_knows_clipping_and_noise() -> None:
    noise = ClippedNoise(bound=2, multiplier=0.5)
    descent = Descent(model=MEAN, rates=[1.0], noise=noise)
    rows, known = LAW.draw(8, 7), LAW.draw(60, 8)
    references = FrozenReferences(RecomputedReferences(MEAN, known, noise).at([0, 0, 0]))
    seen = descent.run(rows, rng=9)
    clipped = clip(-known.x, 2)
    matrix = np.cov(clipped.T, bias=True) + 8 * (0.5 * 2) ** 2 * np.eye(3)
    away = clip(-ROW.x, 2)[0] - clipped.mean(axis=0)
    pull = np.linalg.solve(matrix, away)
    expected = pull @ (seen.gradients()[0] - clipped.mean(axis=0)) - pull @ away / 16
    attack = replace(ATTACK, references=references, noise=noise)
    assert attack(seen) == pytest.approx(expected)
    assert attack(seen) != pytest.approx(replace(attack, noise=None)(seen))


def test_no_linear_score_leaks_more_than_that_of_dpsgd() -> None:
    """(w^T D)^2 / (n w^T S w) is largest at w = S^-1 D; C^-1 D loses, the scalar product more."""
    rng = np.random.default_rng(10)
    variances, spread = np.geomspace(1e-3, 10, 30), 0.5
    away = rng.normal(size=30) * np.sqrt(variances)

    def leakage(weights: np.ndarray) -> float:
        return float((weights @ away) ** 2 / (weights**2 @ (variances + spread**2)))

    best = leakage(away / (variances + spread**2))
    assert best == pytest.approx(float((away**2 / (variances + spread**2)).sum()))
    assert leakage(away / variances) < 0.5 * best
    assert leakage(away) < best


def test_glir_counts_the_directions_of_its_matrix() -> None:
    """Rank 1 in three dimensions: one degree of freedom without noise, and three with it."""
    flat = GradientGeometry(np.zeros(3), np.eye(3)[:, :1], np.array([4.0]))
    own, mean = np.zeros((1, 3)), np.array([[1.5, 0.0, 0.0]])
    for metric, freedom, variance in ((flat, 1, 4.0), (flat.with_noise(1.0), 3, 5.0)):
        expected = -math.log(chdtr(freedom, 8 * 1.5**2 / variance))
        assert glir_scores(metric, own, mean, 8)[0] == pytest.approx(expected)


def test_combinations_of_steps() -> None:
    seen = Descent(model=MEAN, rates=(0.5, 0.25, 0.1)).run(LAW.draw(8, 3), rng=1)
    steps = ATTACK.step_scores(seen)
    assert ATTACK(seen) == pytest.approx(steps.sum())
    assert replace(ATTACK, combination="max")(seen) == steps.max()
    together = replace(ATTACK, combination="log-mean-exp")(seen)
    assert together == pytest.approx(math.log(np.exp(steps).mean()))


@pytest.mark.slow
def test_glir_scores_are_those_of_the_plain_formula() -> None:
    """The mean of the references is not 0, and g* and g are away from it."""
    mean, own, seen = np.array([1.0, -2.0]), np.array([1.5, -1.0]), np.array([1.2, -1.9])
    metric = GradientGeometry(mean, np.eye(2), np.array([4.0, 0.5]))
    for size in (1, 8):
        inverse = np.diag([1 / 4.0, 2.0])
        distance = size * (seen - own) @ inverse @ (seen - own)
        away = size * (own - mean) @ inverse @ (own - mean)
        (result,) = glir_scores(metric, own[None], seen[None], size)
        assert result == pytest.approx(-math.log(chndtr(distance, 2, away)))


def test_glir_is_a_p_value() -> None:
    """Out, e^-score is uniform for normal rows; in, it is small; and it decides as the other."""
    game = DescentGame(law=LAW, rows=10, descent=Descent(model=MEAN, rates=[1.0]), target=TARGET)
    scores = attack_scores(game, replace(ATTACK, score="glir"), 600, 14)
    levels = np.sort(np.exp(-scores.out))
    # a distribution function of 300 games is off by 0.17 with probability below 1e-7 (DKW)
    assert np.abs(levels - np.arange(1, 301) / 300).max() < 0.17
    plain = attack_scores(game, ATTACK, 600, 14)
    assert abs(plain.area - scores.area) < 0.1
    assert scores.area > 0.6


@pytest.mark.slow
def test_in_an_epoch_the_sum_is_beaten() -> None:
    """Target in one of 40 batches, leakage 9 per batch: the sum keeps 9 / 40 of it."""
    law = NormalFeatures(model=QuadraticLoss(columns=20), theta=[0] * 20, scales=1.0)
    row = LabelledRows(np.full((1, 20), math.sqrt(9 * 4 / 20)), [0])
    target = TargetRow(law.model, row)
    descent = Descent(model=law.model, rates=constant_rates(1e-6, 40), batches=Epochs(4))
    game = DescentGame(law=law, rows=160, descent=descent, target=target)
    known = FrozenReferences(GradientGeometry(np.zeros(20), np.eye(20), np.ones(20)))
    areas = {}
    for combination in ("sum", "log-mean-exp", "max"):
        attack = DescentAttack(target=target, references=known, combination=combination)
        areas[combination] = attack_scores(game, attack, 300, 11).area
    # 150 games each: an area is off by 0.1 with probability below 1e-2; the seed is fixed
    exact = 0.5 * (1 + math.erf(math.sqrt(9 / 40) / 2))
    assert areas["sum"] == pytest.approx(exact, abs=0.1)
    assert areas["log-mean-exp"] > areas["sum"] + 0.1
    assert areas["max"] > areas["sum"] + 0.1


def test_softmax_scores_ignore_the_redundant_score() -> None:
    """The pseudo-inverse gives the scores of the model without the redundant parameters."""
    rng = np.random.default_rng(12)
    rows = LabelledRows(rng.normal(size=(60, 3)), rng.integers(3, size=60))
    target, result = rows.take(0), []
    for last_score in (True, False):
        model = SoftmaxRegression(columns=3, classes=3, last_score=last_score)
        seen = Descent(model=model, rates=[0.1]).run(rows.take(np.arange(20)), rng=1)
        geometry = RecomputedReferences(model, rows).at(model.start)
        references = FrozenReferences(geometry)
        attack = DescentAttack(target=TargetRow(model, target), references=references)
        result.append(attack(seen))
    assert result[0] == pytest.approx(result[1], rel=1e-8)
