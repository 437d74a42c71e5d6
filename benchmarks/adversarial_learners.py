"""How many rounds per second learners for adversarial losses play, on one core."""

from collections.abc import Iterator
import numpy as np
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_families import linear_losses
from banditproof.algorithms.adversarial.rounds import play_learner, play_with_advice
from banditproof.algorithms.engines.adversarial_engine import (
    kernel_learner,
    simulate_experts,
    simulate_learner,
)
from banditproof.algorithms.engines.learner_kernels import resampled
from .measurement import Measurement, best_seconds

ARMS = 10
PLAIN = "plain Python"


def learners() -> Iterator[Measurement]:
    """EXP3 and HTINF with ten arms, against their specifications."""
    rounds, few = 10**6, 2000
    losses, short = linear_losses(ARMS, rounds), linear_losses(ARMS, few)
    cases = ((EXP3.tuned(ARMS, rounds), 3e6, "rounds/s"), (HTINF(), 1e6, "updates/s"))
    for learner, demand, unit in cases:
        fast = rounds / best_seconds(lambda item=learner: simulate_learner(item, losses, 1, 1))
        plain = few / best_seconds(lambda item=learner: play_learner(item, short, 1), repeats=2)
        what = f"{learner.name}, K {ARMS}"
        yield Measurement(what, fast, unit, demand, baseline=PLAIN, baseline_value=plain)
    yield _experts()
    yield _perturbations()


def _experts() -> Measurement:
    """EXP4 with a hundred experts, whose advice changes from round to round."""
    experts, rounds, few = 100, 10**5, 200
    losses, short = linear_losses(ARMS, rounds), linear_losses(ARMS, few)
    advice, learner = drawn_advice(experts, ARMS, rng=1), EXP4.tuned(ARMS, experts, rounds)
    fast = rounds / best_seconds(lambda: simulate_experts(learner, losses, advice, 1, 1))
    plain = few / best_seconds(lambda: play_with_advice(learner, short, advice, 1), repeats=2)
    what = f"exp4, K {ARMS}, N {experts}"
    return Measurement(what, fast, "rounds/s", 3e5, baseline=PLAIN, baseline_value=plain)


def _perturbations() -> Measurement:
    """The draws of FTPL in the resampling of an arm that none of them meets."""
    draws, few, rng = 10**5, 2000, np.random.default_rng(1)
    far = (1e9,) + (0.0,) * (ARMS - 1)
    learner = FTPL(eta=1, limit=draws)
    parameters, memory = kernel_learner(learner, ARMS).parameters, np.array(far)
    fast = best_seconds(lambda: resampled(parameters, memory, ARMS, 0, rng)) / draws
    short = FTPL(eta=1, limit=few)
    plain = best_seconds(lambda: short.resampled(far, 0, rng), repeats=2) / few
    row = Measurement(f"ftpl, K {ARMS}, a perturbed draw", 1e6 * fast, "us", 2, at_most=True)
    return row.beside(PLAIN, 1e6 * plain)
