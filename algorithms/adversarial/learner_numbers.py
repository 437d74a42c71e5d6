"""The numbers of a policy for adversarial losses, and what a reader of its runs must know."""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import exact
from .batched_exp4 import BatchedEXP4
from .batched_releases import BatchedReleases
from .exp3 import EXP3
from .exp4 import EXP4
from .experts_as_arms import ExpertsAsArms
from .ftpl import FTPL
from .htinf import HTINF
from .locally_private_exp4 import LocallyPrivateExperts

LARGE_DELTA = exact("0.98")
"""The largest delta for which batched EXP4 is proved to be private at every eps <= 1."""


@dataclass(frozen=True)
class LearnerNumbers:
    """The rounds of a batch, the scale of the noise of its mean, and the learner's parameters.

    >>> LearnerNumbers(tau=10, noise=1.0, parameters={"eta": 0.0, "gamma": 1.0}).remarks(5)[0][:57]
    'T = 5 is shorter than one batch of 10 rounds, so nothing '
    """

    tau: int
    noise: float
    parameters: dict[str, float]
    delta: float | None = None
    wrong: bool = False
    """Whether it is a box that is known to be wrong."""

    def remarks(self, horizon: int) -> list[str]:
        """What a reader of runs up to a horizon must know."""
        results = []
        if horizon < self.tau:
            results.append(
                f"T = {horizon} is shorter than one batch of {self.tau} rounds, so nothing is "
                "released, and nothing is learnt."
            )
        if self.parameters.get("gamma", 0.0) >= 1.0:
            results.append(
                "The gamma that the paper prescribes is not below 1 here: the learner plays "
                "uniformly, and the bound of the paper is above T, so it says nothing."
            )
        if self.delta is not None and self.delta > LARGE_DELTA:
            results.append(
                "The proof of privacy is for a smaller delta; banditproof audit computes what one "
                "loss costs."
            )
        if self.wrong:
            results.append(
                "Warning: this is the box as it is printed, whose resampling asks for the arg max; "
                "its regret is linear."
            )
        return results


def numbers_of(policy: Policy[Any]) -> LearnerNumbers:
    """The numbers of a policy for adversarial losses.

    >>> found = numbers_of(BatchedReleases(HTINF(), arms=2, eps="0.3"))
    >>> found.tau, round(found.noise, 6), round(found.parameters["sigma"], 6)
    (4, 0.833333, 2.44949)
    """
    if isinstance(policy, ExpertsAsArms):
        return numbers_of(policy.policy)
    if isinstance(policy, BatchedEXP4):
        eta, gamma = policy.rates
        scale = float(exact(policy.curator.noise.scale)) / policy.tau
        delta = float(exact(policy.delta))
        return LearnerNumbers(policy.tau, scale, {"eta": eta, "gamma": gamma}, delta)
    if isinstance(policy, LocallyPrivateExperts):
        return LearnerNumbers(1, float(1 / exact(policy.eps)), parameters_of(policy.learner))
    if not isinstance(policy, BatchedReleases):
        raise ValueError(f"The policy {policy.name} is not made of a learner; give one that is.")
    learner = policy.learner
    wrong = isinstance(learner, FTPL) and learner.resamples_largest
    parameters = parameters_of(learner)
    return LearnerNumbers(policy.tau, float(policy.scale), parameters, wrong=wrong)


def parameters_of(learner: Any) -> dict[str, float]:
    """The parameters of a learner of this library, by name; of another one, none.

    >>> parameters_of(EXP3(eta="0.5", gamma="0.25"))
    {'eta': 0.5, 'gamma': 0.25}
    """
    match learner:
        case EXP3() | EXP4():
            return {"eta": float(exact(learner.eta)), "gamma": float(exact(learner.gamma))}
        case HTINF():
            return {"sigma": learner.scale, "theta": learner.share}
        case FTPL():
            return {"eta": learner.rate, "M": float(learner.limit)}
    return {}
