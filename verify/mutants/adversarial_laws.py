"""Wrong laws of learners for adversarial losses: another listing, or numbers that are no law."""

import math
from functools import partial
import numpy as np
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.htinf import HTINF, HTINFState
from banditproof.algorithms.adversarial.learner import Law
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, held, refuted

ROUNDING = 1e-9


class SkipsWeightedLosses(HTINF):
    """Skips a loss if its importance-weighted form is above the threshold."""

    def threshold(self, state: HTINFState, probability: float) -> float:
        return super().threshold(state, probability) * probability


class StopsTheClock(HTINF):
    """Does not count the rounds whose loss is skipped."""

    def update(
        self, state: HTINFState, arm: int, loss: float, rng: np.random.Generator | None = None
    ) -> HTINFState:
        after = super().update(state, arm, loss, rng)
        return after if after.estimates != state.estimates else state


TRACE = ((0, 0.8), (1, -0.3), (2, 0.2), (0, 0.5), (1, 1.5), (0, -0.9))
AFTER_TRACE = (0.269499110262, 0.417586280521, 0.312914609217)
"""The law of HTINF (K = 3, sigma^2 = 6) after the trace, from another program (adv.golden)."""


def trace_judge(learner: HTINF) -> Judgement:
    """Whether the law after six observed losses, of which three are skipped, is the known one."""
    state, rng = learner.start(3), np.random.default_rng(0)
    for arm, loss in TRACE:
        state = learner.update(state, arm, loss, rng)
    off = max(abs(p - q) for p, q in zip(learner.law(state), AFTER_TRACE, strict=True))
    if off <= 1e-11:
        return held(Grade.POINTS, None, "The law after six rounds is the known one.")
    return refuted(Grade.POINTS, None, f"The law after six rounds is off by {off:.4g}.")


class GammaAboveOne(EXP3):
    """Takes the printed gamma = 4 eta K log(eps K T) also where it is above 1."""

    def __post_init__(self) -> None:
        pass


class PlainWeights(EXP3):
    """Keeps the weights themselves, which underflow."""

    def law(self, state: tuple[float, ...]) -> Law:
        weights = [math.exp(w) if w > -745.2 else 0.0 for w in state]
        total, gamma = sum(weights), self._rates[1]
        plain = [w / total if total else math.nan for w in weights]
        return tuple((1 - gamma) * p + gamma / len(state) for p in plain)


def law_judge(learner: EXP3) -> Judgement:
    """Whether what is played is a law, also after many large losses of all arms."""
    state, rng = learner.start(10), np.random.default_rng(0)
    for t in range(200):
        law = learner.law(state)
        if not (min(law) >= 0.0 and abs(sum(law) - 1) <= ROUNDING):
            return refuted(
                Grade.POINTS, None, f"Round {t + 1} has the probabilities {law[:2]}, ..."
            )
        state = learner.update(state, t % 10, 200.0 + 400.0 * (t % 2), rng)
    return held(Grade.POINTS, None, "Two hundred rounds of large losses: always a law.")


_entry = partial(described, engine=Engine.ESTIMATES)
_htinf = partial(_entry, claim="the listing of HTINF", reference=HTINF(), judge=trace_judge)
_law = partial(_entry, claim="what is played is a law", judge=law_judge)

ENTRIES = (
    _htinf("skip test on the weighted loss", SkipsWeightedLosses()),
    _htinf("clock that stops at skipped rounds", StopsTheClock()),
    _law("mixing share above one", GammaAboveOne("0.1", "1.294"), EXP3("0.1", 1)),
    _law("weights that underflow", PlainWeights("0.5", "0.2"), EXP3("0.5", "0.2")),
)
