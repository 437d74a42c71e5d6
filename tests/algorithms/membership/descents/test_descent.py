"""Descents against plain loops, the noise of DP-SGD, and clients who send something else."""

import numpy as np
import pytest
from banditproof.algorithms.membership.descents.batch_schedules import (
    DrawnRows,
    Epochs,
    FullBatch,
    Schedule,
)
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent, Trajectory
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.linear_layers import LogisticRegression
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss

MODEL = LogisticRegression(columns=3)
ROWS = NormalFeatures(model=MODEL, theta=[1, 0, -1, 0], scales=[1, 2, 3]).draw(12, 7)
RATES = tuple(1 / t for t in range(1, 5))


@pytest.mark.parametrize("batches", [FullBatch(), Epochs(4), DrawnRows(5), DrawnRows(1)], ids=repr)
@pytest.mark.parametrize("noise", [None, ClippedNoise(bound=1, multiplier=0.5)], ids=repr)
def test_a_descent_is_the_plain_loop(batches: Schedule, noise: ClippedNoise | None) -> None:
    descent = Descent(model=MODEL, rates=RATES, batches=batches, noise=noise)
    seen = descent.run(ROWS, start=[0.1, 0.2, 0.3, 0.4], rng=5)
    source = np.random.default_rng(5)
    theta, expected = np.array([0.1, 0.2, 0.3, 0.4]), []
    for rate, batch in zip(RATES, batches.draw(12, 4, source), strict=True):
        gradients = MODEL.gradients(theta, ROWS.take(batch))
        if noise is None:
            mean = gradients.mean(axis=0)
        else:
            mean = clip(gradients, 1).mean(axis=0) + 0.5 * source.standard_normal(4)
        theta = theta - rate * mean
        expected.append((mean, theta))
    np.testing.assert_allclose(seen.iterates[1:], [theta for _, theta in expected], atol=1e-12)
    np.testing.assert_allclose(seen.gradients(), [mean for mean, _ in expected], atol=1e-11)
    assert seen.batch_size == batches.batch_size(12)


NOISES = [("mean", FullBatch(), 6.0), ("sum", FullBatch(), 0.5), ("mean", Epochs(4), 6.0)]
NOISES += [("sum", Epochs(4), 1.5), ("sum", DrawnRows(3), 2.0)]


@pytest.mark.parametrize(("on", "batches", "deviation"), NOISES)
def test_the_noise_has_its_deviation(on: str, batches: Schedule, deviation: float) -> None:
    """On a sum it is divided by the rows of the batch, and not by those of the data."""
    noise = ClippedNoise(bound=2, multiplier=3, on=on)  # type: ignore[arg-type]
    descent = Descent(model=QuadraticLoss(columns=2000), rates=[1.0], batches=batches, noise=noise)
    rows = LabelledRows(np.zeros((12, 2000)), np.zeros(12))
    (mean,) = descent.run(rows, rng=8).gradients()
    # 2000 coordinates: the sample deviation is off by more than 10 % with probability below 1e-9
    assert abs(mean.std() / deviation - 1) < 0.1
    assert abs(mean.mean()) < 6 * deviation / np.sqrt(2000)


def test_a_client_who_sends_nothing_is_no_row_at_all() -> None:
    descent = Descent(model=MODEL, rates=RATES)
    silent = descent.run(ROWS, rng=1, first_sends=False)
    others = descent.run(ROWS.take(np.arange(1, 12)), rng=1)
    np.testing.assert_allclose(silent.iterates, others.iterates, atol=1e-13)


def test_a_client_who_sends_the_own_gradient_changes_nothing() -> None:
    """And another vector moves a mean by its difference over the batch size, once in an epoch."""
    descent = Descent(model=QuadraticLoss(columns=3), rates=(1e-9,) * 3, batches=Epochs(4))
    plain = descent.run(ROWS, rng=2).gradients()
    own = descent.run(ROWS, rng=2, first_gradient=-ROWS.x[0]).gradients()
    np.testing.assert_allclose(plain, own, atol=1e-5)
    other = descent.run(ROWS, rng=2, first_gradient=4.0 - ROWS.x[0]).gradients()
    moved = np.abs(other - plain).max(axis=1)
    assert sorted(np.round(moved, 3).tolist()) == [0.0, 0.0, 1.0]


def test_what_a_client_sends_is_clipped() -> None:
    noise = ClippedNoise(bound=1, multiplier=0)
    descent = Descent(model=MODEL, rates=[1.0], noise=noise)
    sent = [descent.run(ROWS, rng=3, first_gradient=[size, 0, 0, 0]) for size in (1.0, 100.0)]
    np.testing.assert_allclose(sent[0].iterates, sent[1].iterates)


def test_a_batch_of_the_silent_client_alone_gives_no_step() -> None:
    rows = ROWS.take([0, 1])
    descent = Descent(model=MODEL, rates=[1.0, 1.0], batches=Epochs(1))
    seen = descent.run(rows, rng=4, first_sends=False)
    moved = np.abs(seen.gradients()).max(axis=1) > 0
    assert sorted(moved.tolist()) == [False, True]


def test_a_trajectory_does_not_tell_the_batches() -> None:
    assert set(Trajectory.__dataclass_fields__) == {"iterates", "rates", "batch_size"}
