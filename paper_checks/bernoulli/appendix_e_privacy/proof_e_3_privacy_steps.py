"""The steps of the proof of Proposition 4.2: Proof E.3, (28) and (29)."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.algorithms import DPIMED, DPKLUCB, Policy, RewardList, Sampled, play
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, require
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import peeking, wrong_sums
from banditproof.verify.structure import inspected

PolicyMaker = Callable[..., Policy[Any]]
Parse = Callable[[tuple[int, ...], GeometricSchedule, int], list[int]]
"""The first rounds of the batches, from the arms of the rounds, the schedule and the arms."""


def batch_starts(arms: tuple[int, ...], schedule: GeometricSchedule, number: int) -> list[int]:
    """From the first round on: the arm of a round tells the batch that begins there, and its end.

    >>> batch_starts((0, 1, 0, 0, 1), GeometricSchedule(2), 2)
    [1, 2, 3, 5]
    """
    starts, phases, t = [], [0] * number, 1
    while t <= len(arms):
        starts.append(t)
        arm = arms[t - 1]
        t += schedule.batch(phases[arm])
        phases[arm] += 1
    return starts


@claim(
    "bern.prop4.2.same_phase",
    r"Proof E.3, Step 1: if the actions $(a_1,\dots,a_T)$ are fixed and two lists of rewards agree "
    r"before $t^\star$, then $t_{k_\star}=t'_{k'_\star}$ and $k_\star=k'_\star$: the batch of "
    r"$t^\star$ begins at the same round and has the same number.",
    recorded="holds",
    stated=True,
    kind="proof step",
    place="E Proof E.3",
    title="fixed actions fix the batches",
    rests_on=("textbook.elementary-probability",),
    mutants={
        "one arm for all": {"parse": lambda arms, s, k: batch_starts((0,) * len(arms), s, k)},
        "one batch for each run of an arm": {
            "parse": lambda arms, s, k: [
                t + 1 for t, a in enumerate(arms) if t == 0 or arms[t - 1] != a
            ]
        },
    },
)
def fixed_actions_fix_the_batches(parse: Parse = batch_starts) -> Verdict:
    """Induction over the batches: the arm of its first round and the earlier batches fix its end.

    So the batches are a function of the actions, whatever the rewards are; compared with plays.
    """
    source, plays = random.Random(16), 0
    for make, (ratio, first), arms in product(
        (DPKLUCB, DPIMED), (("2", 1), ("1.5", 2), ("1.1", 3)), (2, 3)
    ):
        schedule = GeometricSchedule(ratio, first)
        policy = make(arms=arms, eps="0.5", schedule=schedule, ties="random")
        rewards = RewardList([source.randrange(2) for _ in range(60)])
        played = play(policy, rewards, 60, Sampled(source.randrange(10**9)))
        starts = [time for time, _, _ in played.pulls]
        finding = "The batches cannot be read off the actions."
        found = parse(tuple(played.actions), schedule, arms)
        require(found == starts, finding, actions=played.actions, read=found, played=starts)
        plays += 1
    return derived(
        "The batches are a function of the actions; for t* in the same place they are the same.",
        covered=f"All horizons by induction over the batches; {plays} plays of 60 rounds.",
    )


@claim(
    "bern.prop4.2.same_law",
    r"(28): given the actions up to $t^\star$ and one value $s$ of the noisy partial sum of the "
    r"batch of $t^\star$, the later actions have the same law under both lists.",
    recorded="holds",
    stated=True,
    kind="proof step",
    place="E (28)",
    title="a reward acts through its noisy sum only",
    rests_on=("bern.prop4.2.same_phase", "textbook.post-processing"),
    mutants={
        "ties that peek": {"make": peeking.PeekingTies},
        "decision that peeks": {"make": peeking.Peeking},
        "running mean of every round": {"make": wrong_sums.RunningMean},
    },
)
def later_actions_have_one_law(make: PolicyMaker = DPIMED) -> Verdict:
    """The later sums contain equal rewards, and the actions are a function of the noisy sums.

    In Algorithm 1 a decision reads the noisy sums, the counts and the round, nothing else; the
    programs are compared with that on plays.
    """
    for policy in (make(arms=2, eps="1"), DPKLUCB(arms=2, eps="1")):
        for part, fault in inspected(policy, "1")[0].items():
            finding = f"The programs do not have the structure: {part}."
            require(not fault, finding, Grade.PROVED, policy=type(policy).__name__, fault=fault)
    return derived(
        "The later actions are a random function of the releases, which contain the reward of t* "
        "in one sum only.",
        covered="All horizons, by the form of the indexes (12) and (13) and of the sums; the "
        "programs on random plays. A batch cut at T releases nothing, and no action follows.",
    )


@claim(
    "bern.prop4.2.one_sum",
    r"(29): for rewards in $[0,1]$ the density of the noisy partial sum of the batch of $t^\star$ "
    r"at $s$ is, given the actions up to $t^\star$, under one list at most $e^\epsilon$ times that "
    r"under the other.",
    recorded="holds",
    stated=True,
    kind="proof step",
    place="E (29)",
    title="one noisy sum",
    rests_on=("bern.prop4.2.same_phase", "textbook.laplace-mechanism"),
    mutants={
        "half the scale": {"scale": Fraction(1, 2)},
        "sharper: 0.99 eps": {"allowed": Fraction(99, 100)},
    },
)
def density_of_one_sum(scale: Fraction = Fraction(1), allowed: Fraction = Fraction(1)) -> Verdict:
    """One sum changes by at most 1; the log-ratio over eps is a difference of two distances."""
    sides, grid = Sides(), [Fraction(k, 4) for k in range(-8, 17)]
    for one, other, s in product(grid, grid, grid):
        if abs(one - other) <= 1:
            loss = (abs(s - other) - abs(s - one)) / scale
            finding = "The ratio of the densities is above e^eps."
            sides.at_most(max(loss, Fraction(0)), allowed, finding, sum=one, other=other, s=s)
    return derived(
        "The Laplace mechanism with sensitivity 1; the ratio is attained.",
        covered=f"All sums that differ by at most 1; {sides.cases} exact log-ratios.",
        sharpness=sides.sharpness,
    )
