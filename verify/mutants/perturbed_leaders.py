"""Wrong perturbed leaders: another resampling counter, or noise of another scale."""

import math
from functools import partial
import numpy as np
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLZeroCounter
from banditproof.verify.adversarial.exact_expectations import resampling_mean, sampled_resampling
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, not_refuted, refuted

LEVEL = 1e-7
"""The probability of a false alarm of each judge, by the inequality of Hoeffding."""


class CounterOffByOne(FTPL):
    """Draws M + 1 times before it gives up."""

    def resampled(self, state: tuple[float, ...], arm: int, rng: np.random.Generator) -> int:
        return FTPL(self.eta, self.limit + 1).resampled(state, arm, rng)


def counter_judge(learner: FTPL) -> Judgement:
    """Whether the counter of an arm with P(I) = 0.195 has the mean (1 - (1 - p)^M) / p."""
    state, arm = (0.0, 1.5 / learner.rate), 1
    chance = learner.law(state)[arm]
    wanted = float(resampling_mean(chance, learner.limit))
    mean, distance = sampled_resampling(
        lambda rng: learner.resampled(state, arm, rng), learner.limit, 6000, LEVEL, 5
    )
    why = f"The counter of an arm with P = {chance:.4f} has the mean {mean:.3f}, and "
    why += f"{wanted:.3f} is right; they are {distance:.3f} apart by chance at most."
    if abs(mean - wanted) > distance:
        return refuted(Grade.STATISTICAL, None, why)
    return not_refuted(Grade.STATISTICAL, why)


class RateForScale(FTPL):
    """Perturbs with noise of scale eta, and not 1 / eta."""

    def _perturbed(
        self, state: tuple[float, ...], rng: np.random.Generator
    ) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.asarray(state) + rng.laplace(0.0, self.rate, len(state))


def acts_judge(learner: FTPL) -> Judgement:
    """Whether the arm with the least estimate is played as often as 1 - e^-d (2 + d) / 4 says."""
    draws, wanted = 4000, 1 - math.exp(-1.5) * 3.5 / 4
    rng, state = np.random.default_rng(3), (0.0, 1.5 / learner.rate)
    share = sum(learner.act(state, rng) == 0 for _ in range(draws)) / draws
    distance = math.sqrt(math.log(2 / LEVEL) / (2 * draws))
    why = f"The better arm is played in {share:.3f} of {draws} rounds, and {wanted:.3f} is right."
    if abs(share - wanted) > distance:
        return refuted(Grade.STATISTICAL, None, why)
    return not_refuted(Grade.STATISTICAL, why)


_PROOF = "a proof that the code draws what its closed form says; draws cannot prove it"
_entry = partial(
    described, engine=Engine.ESTIMATES, expected=("refuted", "not refuted"), mend=_PROOF
)
_counter = partial(
    _entry,
    claim="the mean of the resampling counter",
    reference=FTPL("0.5", 4),
    judge=counter_judge,
)

ENTRIES = (
    _counter("counter that starts at zero", FTPLZeroCounter("0.5", 4)),
    _counter("resampling cap off by one", CounterOffByOne("0.5", 4)),
    _entry(
        "rate for scale in a perturbation",
        RateForScale("0.25", 4),
        FTPL("0.25", 4),
        claim="the law of the perturbed leader",
        judge=acts_judge,
    ),
)
