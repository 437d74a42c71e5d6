"""Exact laws of the arms that a finite policy plays on Bernoulli arms."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from banditproof.verify.decompositions.visible_laws import answers_of
from banditproof.verify.definitions.finite_policy import History
from .policy_protocols import Kernel, library_policy

Plays = tuple[int, ...]
ActionLaw = Mapping[Plays, Fraction]
HistoryLaw = Mapping[History, Fraction]


def history_law(kernel: Kernel, means: Sequence[Fraction], horizon: int) -> HistoryLaw:
    """The law of (arm, reward) histories on Bernoulli arms with the given means."""
    policy = library_policy(kernel, horizon, len(means))
    answers = answers_of(policy, tuple((1 - mean, mean) for mean in means))
    return {past: mass for _, past, mass in policy.runs(answers, horizon)}


def action_law(histories: HistoryLaw) -> ActionLaw:
    """The law of the sequence of arms."""
    law: dict[Plays, Fraction] = {}
    for seen, mass in histories.items():
        plays = tuple(arm for arm, _ in seen)
        law[plays] = law.get(plays, Fraction(0)) + mass
    return law


def expected_pulls(law: ActionLaw, arm: int) -> Fraction:
    """E[N_arm(T)]."""
    return sum((mass * plays.count(arm) for plays, mass in law.items()), Fraction(0))


def regret(law: ActionLaw, means: Sequence[Fraction]) -> Fraction:
    """The expected sum of gaps."""
    best = max(means)
    return sum(
        (mass * sum(best - means[arm] for arm in plays) for plays, mass in law.items()), Fraction(0)
    )


def probability(law: ActionLaw, arm: int, at_most: Fraction) -> Fraction:
    """P(N_arm(T) <= at_most)."""
    return sum((m for plays, m in law.items() if plays.count(arm) <= at_most), Fraction(0))
