"""The stated sensitivity is reached, and the accountant is fed with it."""

from fractions import Fraction
from typing import Literal
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.batch_schedules import (
    DrawnRows,
    Epochs,
    FullBatch,
    Schedule,
)
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.privacy_of_descents import descent_privacy
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.theory.budgets import ZCDP
from banditproof.theory.mechanisms import Gaussian

MEAN = QuadraticLoss(columns=1)


@pytest.mark.parametrize("on", ["mean", "sum"])
@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize("batches", [FullBatch(), Epochs(4)], ids=repr)
def test_neighbours_reach_the_stated_loss(
    batches: Schedule, silent: bool, on: Literal["mean", "sum"]
) -> None:
    """Gradients C of one row against -C of all others: mu^2 is the sum over the steps."""
    noise = ClippedNoise(bound=2, multiplier=0.5, on=on)
    # so small rates that theta does not move; without noise, to see the means
    quiet = ClippedNoise(bound=2, multiplier=0, on=on)
    descents = [
        Descent(model=MEAN, rates=(1e-9,) * 3, batches=batches, noise=n) for n in (quiet, noise)
    ]
    others = LabelledRows(np.full((8, 1), 9.0), np.zeros(8))
    target = others.with_first(LabelledRows([[-9.0]], [0]))
    with_target = descents[0].run(target, rng=1).gradients()
    without = descents[0].run(others, rng=1, first_sends=not silent).gradients()
    shift = np.abs(with_target - without)[:, 0] / noise.deviation(batches.batch_size(8))
    stated = descent_privacy(descents[1], 8)
    assert stated.mu_squared is not None
    per_visit = float(stated.mu_squared) / stated.visits
    assert (shift**2).max() == pytest.approx(per_visit, rel=1e-5)
    assert (shift**2).sum() <= float(stated.mu_squared) * (1 + 1e-5)
    if batches == FullBatch():
        assert (shift**2).sum() == pytest.approx(float(stated.mu_squared), rel=1e-5)


def test_the_parameters_of_known_cases() -> None:
    """mu = 2 / (gamma |B|) for a step with noise on the mean, 2 / gamma with noise on the sum."""
    for on, square in (("mean", Fraction(1, 4)), ("sum", Fraction(16))):
        noise = ClippedNoise(bound=7, multiplier=0.5, on=on)  # type: ignore[arg-type]
        descent = Descent(model=MEAN, rates=[0.1] * 5, batches=Epochs(8), noise=noise)
        one = descent_privacy(descent, 64)
        assert (one.mu_squared, one.visits) == (square, 1)
        assert one.zcdp == ZCDP(square / 2)
        ours, known = one.delta(1), Gaussian(sigma_squared=1 / square).delta(1)
        assert ours.lo <= known.hi
        assert known.lo <= ours.hi
        assert descent_privacy(descent, 16).mu_squared == 3 * square
        free = Descent(model=MEAN, rates=[0.1] * 5, batches=DrawnRows(8), noise=noise)
        assert descent_privacy(free, 64).mu_squared == 5 * square


@pytest.mark.parametrize("noise", [None, ClippedNoise(bound=1, multiplier=0)])
def test_no_noise_is_no_privacy(noise: ClippedNoise | None) -> None:
    result = descent_privacy(Descent(model=MEAN, rates=[0.1], noise=noise), 10)
    assert result.mu_squared is None
    assert result.zcdp == ZCDP(float("inf"))
    assert result.delta(10).lo == 1
    assert "no differential privacy" in result.words
