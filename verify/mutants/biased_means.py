"""A policy that forgets its sums but not its counts, so that its means sink from phase to phase."""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Silent
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.theory.mechanisms import Laplace, Mechanism
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, not_refuted, refuted
from .wrong_sums import SumReplaced

REWARDS = (0.75, 0.5)
HORIZON = 500


@dataclass(frozen=True)
class ResetAndDivided(SumReplaced, AdaPKLUCB):
    """The released sum of the last phase is divided by the pulls of all phases."""


def judge(subject: Policy[Any]) -> Judgement:
    """Whether each mean is the arm's reward when that is constant, and noise has its mean, 0.

    Means are linear in rewards and noises, so this is the expectation of the mean in each phase.
    """
    state, chance, t = subject.start(), Silent(), 1
    while t <= HORIZON:
        pull = subject.decide(state, t, chance)
        mechanism: Mechanism = subject.mechanism(state, pull)
        assert isinstance(mechanism, Laplace)
        state = subject.learn(state, pull, pull.count * REWARDS[pull.arm] + chance.noise(mechanism))
        mean = state[pull.arm].mean
        if mean != REWARDS[pull.arm]:
            why = (
                f"In round {t} the mean of rewards that are all {REWARDS[pull.arm]} is {mean:.4g}."
            )
            return refuted(Grade.PROVED, None, why)
        t += pull.count
    return not_refuted(Grade.SAMPLED, f"All means within {HORIZON} rounds are unbiased.")


ENTRIES = (
    described(
        "values reset, counts kept",
        ResetAndDivided(arms=2, eps=1, ties="first"),
        AdaPKLUCB(arms=2, eps=1, ties="first"),
        engine=Engine.CONFORMANCE,
        claim="unbiased means in every phase",
        judge=judge,
        expected=("refuted", "not refuted"),
    ),
)
