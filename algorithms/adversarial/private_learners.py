"""The learners for adversarial losses by the names of the command line, private and not."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any
from banditproof.algorithms.catalogue_text import names_of, policy_texts
from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .batched_exp4 import BatchedEXP4
from .batched_releases import BatchedReleases
from .exp3 import EXP3
from .exp4 import EXP4
from .experts_as_arms import ExpertsAsArms
from .ftpl import FTPL, FTPLPrinted
from .htinf import HTINF
from .learner import Learner
from .locally_private_exp4 import LocallyPrivateExperts

Making = Callable[..., Policy[Any]]


@dataclass(frozen=True)
class LearnerEntry:
    """What a policy for adversarial losses is called, and which numbers make it.

    `options` names those of "eps", "delta", "horizon" and "experts" that it needs; a policy with
    "experts" sees advice in each round.
    """

    title: str
    options: frozenset[str]
    build: Making

    @property
    def private(self) -> bool:
        """Whether it has a budget.

        >>> LEARNERS["batched-htinf"].private, LEARNERS["htinf"].private
        (True, False)
        """
        return "eps" in self.options


def _htinf(arms: int, rounds: Number) -> Learner[Any]:
    return HTINF()


MAKERS: dict[str, Callable[[int, Number], Learner[Any]]] = {
    "htinf": _htinf,
    "exp3": EXP3.tuned,
    "ftpl": FTPL.tuned,
    "ftpl-printed": FTPLPrinted.tuned,
}
"""How the learners with bandit feedback are made for arms and rounds."""
REPAIRED = tuple(maker for maker in MAKERS if not maker.endswith("-printed"))
"""The learners that are offered on experts too."""


@accepts_epsilon
def batched(maker: str, arms: int, eps: Number, horizon: Number) -> BatchedReleases:
    """A learner in batches of ceil(1/eps) rounds, tuned for min(1, eps) T rounds of noise 1.

    >>> batched("exp3", arms=10, eps="0.1", horizon=1e6).learner == EXP3.tuned(10, 1e5)
    True
    """
    budget = exact_positive("eps", eps)
    rounds = min(budget, Fraction(1)) * exact_count("horizon", horizon, least=1)
    return BatchedReleases(MAKERS[maker](arms, rounds), arms, eps)


def _alone(maker: str, arms: int, horizon: Number) -> BatchedReleases:
    """A learner without privacy, tuned for as many rounds, and as if there was noise 1."""
    rounds = exact_count("horizon", horizon, least=1)
    return BatchedReleases(MAKERS[maker](arms, rounds), arms, math.inf)


def _of_experts(maker: str, arms: int, experts: int, eps: Number, horizon: Number) -> ExpertsAsArms:
    return ExpertsAsArms(batched(maker, experts, eps, horizon), arms)


@accepts_epsilon
def fitted_htinf(arms: int, eps: Number) -> BatchedReleases:
    """HTINF in batches of ceil(sqrt(2)/eps) rounds, with the rates that fit their noise.

    A loss that is told has a second moment of at most s^2 = 1 + 2/(tau eps)^2; sigma = 2s and
    theta = 1/2 give 8 sqrt((2 sqrt(2)/eps + 1/2) K T) + sqrt(2)/eps + 1 for eps <= 1. Claim
    `field.pure.htinf`.

    >>> policy = fitted_htinf(arms=10, eps="0.1")
    >>> policy.tau, policy.learner.sigma_squared
    (15, Fraction(68, 9))
    """
    # sqrt(2)/eps is no whole number, since eps is a fraction
    return _fitted(arms, eps, isqrt(int(2 / exact_positive("eps", eps) ** 2)) + 1)


@accepts_epsilon
def local_htinf(arms: int, eps: Number) -> BatchedReleases:
    """HTINF that is told each loss with noise, with the rates that fit it.

    Its regret is at most 8 sqrt((1 + 2/eps^2) K T) + 1. Claim `field.local.htinf`.

    >>> policy = local_htinf(arms=10, eps=1)
    >>> policy.tau, policy.learner.sigma_squared
    (1, Fraction(12, 1))
    """
    return _fitted(arms, eps, 1)


def _fitted(arms: int, eps: Number, tau: int) -> BatchedReleases:
    second = 1 + 2 / (tau * exact_positive("eps", eps)) ** 2
    # 2 sigma + second / sigma (2 / (1 - theta) + 2 / theta) is least here
    return BatchedReleases(HTINF(4 * second, theta=Fraction(1, 2)), arms, eps, tau)


def _local_exp4(arms: int, experts: int, eps: Number, horizon: Number) -> LocallyPrivateExperts:
    learner = EXP4.tuned(arms, experts, exact_count("horizon", horizon, least=1), eps)
    return LocallyPrivateExperts(learner, arms, experts, eps)


BUILDERS: dict[str, Making] = {
    **{f"batched-{maker}": partial(batched, maker) for maker in MAKERS},
    **{f"batched-{maker}-experts": partial(_of_experts, maker) for maker in REPAIRED},
    "fitted-htinf": fitted_htinf,
    "local-htinf": local_htinf,
    "local-exp4": _local_exp4,
    "batched-exp4": partial(BatchedEXP4.tuned, mixing="repaired"),
    "batched-exp4-printed": partial(BatchedEXP4.tuned, mixing="printed"),
    **{maker: partial(_alone, maker) for maker in MAKERS},
}
"""How the policies for adversarial losses are made."""

LEARNERS = {
    name: LearnerEntry(policy_texts()[name].title, policy_texts()[name].options, BUILDERS[name])
    for name in names_of("losses")
}
"""The policies for adversarial losses, by name."""


@accepts_epsilon
def make_learner(
    name: str,
    arms: Number,
    eps: Number | None = None,
    horizon: Number | None = None,
    experts: Number | None = None,
    delta: Number | None = None,
) -> Policy[Any]:
    """The policy for adversarial losses of a name, with the parameters that the paper prescribes.

    A number that the policy does not need is left aside, but experts are for those with advice.

    >>> make_learner("batched-htinf", arms=10, eps="0.1", horizon=1000).tau
    10
    >>> make_learner("batched-exp4", arms=2, eps=1, horizon=1000, experts=3)
    Traceback (most recent call last):
    ...
    ValueError: The policy batched-exp4 needs a delta; give a number in (0, 1).
    """
    entry = LEARNERS.get(name)
    if entry is None:
        near = get_close_matches(name, LEARNERS, n=3, cutoff=0.4)
        hint = f"the nearest names are {', '.join(near)}" if near else f"give one of {ALL_NAMES}"
        raise ValueError(f"There is no policy {name!r} for adversarial losses; {hint}.")
    numbers = {"eps": eps, "horizon": horizon, "experts": experts, "delta": delta}
    for option, what in NEEDED.items():
        if option in entry.options and numbers[option] is None:
            raise ValueError(f"The policy {name} needs {what}.")
    if experts is not None and "experts" not in entry.options:
        raise ValueError(f"The policy {name} has no experts; leave their number out.")
    if "eps" in entry.options and exact(numbers["eps"] or 0) <= 0:
        raise ValueError(f"eps is {eps}; give a number > 0.")
    chosen = {option: value for option, value in numbers.items() if option in entry.options}
    if experts is not None:
        chosen["experts"] = exact_count("the number of experts", experts, least=1)
    return entry.build(arms=exact_count("the number of arms", arms, least=1), **chosen)


NEEDED = {
    "eps": "a budget eps; give a number > 0",
    "horizon": "its horizon; give a number of rounds",
    "experts": "experts; give their number",
    "delta": "a delta; give a number in (0, 1)",
}
"""What a policy may need, in words."""
ALL_NAMES = ", ".join(LEARNERS)
