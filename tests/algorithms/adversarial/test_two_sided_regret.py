"""Regret that is known from both sides, each within 6 standard errors or the stated window.

The mean of so many runs is nearly normal, so a false alarm has a probability below 1e-8 per test.
"""

import math
from fractions import Fraction
import pytest
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLPrinted, FTPLZeroCounter
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_families import lower_bound_losses, small_gap_losses
from banditproof.algorithms.adversarial.loss_sequences import constant_losses
from banditproof.algorithms.engines.adversarial_engine import simulate_learner

pytestmark = pytest.mark.slow

EXPECTED_LARGEST = {2: 3 / 4, 3: 9 / 8}
"""The mean of the largest of K independent numbers of the law Lap(1)."""


@pytest.mark.parametrize(("arms", "window"), [(2, 0.02), (3, 0.04)])
def test_ftpl_has_the_regret_of_its_perturbations(arms, window):
    """On (0, 1, ..., 1) the regret approaches e_K / eta; another scale or eta leaves the window."""
    learner = FTPL.tuned(arms, 10**6, noise=1)
    losses = constant_losses([0] + [1] * (arms - 1), 10**6)
    result = simulate_learner(learner, losses, 8 if arms == 2 else 4, 1)
    predicted = EXPECTED_LARGEST[arms] / learner.rate
    assert abs(result.mean - predicted) <= window * predicted
    assert 6 * result.standard_error <= window * predicted
    other = FTPL(learner.rate * (1 + 3 * window), learner.limit)
    wrong = simulate_learner(other, losses, 4, 1)
    assert abs(wrong.mean - predicted) > window * predicted


def test_ftpl_without_noise_has_the_regret_of_independent_programs():
    """T = 2e4, losses (0.1, 0.9): 196.7 +- 1.2, a counter from 0 has 227.4 +- 1.3, the box 4075."""
    losses = constant_losses(("0.1", "0.9"), 20_000)
    references = {FTPL: (196.7, 1.2), FTPLZeroCounter: (227.4, 1.3), FTPLPrinted: (4075, 3)}
    runs = {
        kind: simulate_learner(kind.tuned(2, 20_000, noise=0), losses, 100, 5)
        for kind in references
    }
    for kind, (reference, error) in references.items():
        spread = math.hypot(runs[kind].standard_error, error)
        near = [k for k in runs if abs(runs[k].mean - reference) <= 6 * spread]
        assert near == [kind]


def test_exp3_has_the_regret_of_its_mean_field():
    """On (1/2, 1): gamma T / 4 + log(2) / eta to 5%; the log-odds move by eta / 2 in a round."""
    eta, rounds = 0.01, 10**5
    losses = lower_bound_losses(rounds)

    def simulated(learner):
        return simulate_learner(learner, losses, 60, 3)

    predicted = eta * rounds / 4 + math.log(2) / eta
    result = simulated(EXP3(eta=eta, gamma=eta))
    assert abs(result.mean - predicted) <= 0.05 * predicted
    assert 6 * result.standard_error <= 0.05 * predicted
    for wrong in (EXP3(eta=eta, gamma=eta / 2), EXP3(eta=2 * eta, gamma=eta)):
        assert abs(simulated(wrong).mean - predicted) > 0.05 * predicted


def test_htinf_grows_like_the_square_root():
    """Regret over sqrt(K T) stays between 1/4 and 1 on the small gap that shrinks with T."""
    for rounds in (10_000, 100_000):
        losses = small_gap_losses(2, rounds)
        result = simulate_learner(HTINF(), losses, 40, 7)
        assert 0.25 <= result.mean / math.sqrt(2 * rounds) <= 1.0
    uniform = 100_000 * float(Fraction(1, 2) - losses.rows[0][0]) / 2
    assert result.mean < uniform
