"""The steps of the proof of Proposition 4.2: Proof E.3, (28) and (29)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from banditproof.algorithms import DPIMED, DPKLUCB, Policy, RewardList, Sampled, play
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Inequality, Proof, Words, sharpest
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, need, require
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.verify.audit.structure import structure_of
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import peeking, wrong_sums

from .batched_decisions import (
    Given,
    Released,
    actions_alone,
    actions_and_sum,
    last_reward_too,
    law_given,
    neighbouring_lists,
    sum_of_the_batch,
)

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
    rests_on=("textbook.recursion",),
    mutants={
        "one arm for all": {"parse": lambda arms, s, k: batch_starts((0,) * len(arms), s, k)},
        "one batch for each run of an arm": {
            "parse": lambda arms, s, k: [
                t + 1 for t, a in enumerate(arms) if t == 0 or arms[t - 1] != a
            ]
        },
        "the size of the first batch": {"parse": lambda arms, s, k: list(range(1, len(arms) + 1))},
    },
)
def fixed_actions_fix_the_batches(parse: Parse = batch_starts) -> Verdict:
    """Recursion over the batches; no step reads a reward.

    Let batch k begin at round t, with the arms in phases m. Algorithm 1 plays one arm i from t on,
    so i = a_t; the batch has B_{m_i} rounds, the next one begins at t + B_{m_i}, and m_i grows by
    1. So (t, m) of batch k + 1 is a function of (t, m) of batch k and of the actions, and both
    lists start with t = 1 and m = 0. `batch_starts` is that recursion: it is compared with all
    sequences of decisions of twelve rounds, and with plays of the programs.
    """
    source, compared = random.Random(16), 0
    finding = "The batches cannot be read off the actions."
    settings = tuple(product((("2", 1), ("1.5", 2), ("1.1", 3)), (2, 3)))
    for (ratio, first), arms in settings:
        schedule = GeometricSchedule(ratio, first)
        for actions, starts in decided(schedule, arms, horizon=12):
            found = parse(actions, schedule, arms)
            require(found == starts, finding, actions=actions, read=found, begun=starts)
            compared += 1
    for make, ((ratio, first), arms) in product((DPKLUCB, DPIMED), settings):
        schedule = GeometricSchedule(ratio, first)
        policy = make(arms=arms, eps="0.5", schedule=schedule, ties="random")
        rewards = RewardList([source.randrange(2) for _ in range(60)])
        played = play(policy, rewards, 60, Sampled(source.randrange(10**9)))
        starts = [time for time, _, _ in played.pulls]
        found = parse(tuple(played.actions), schedule, arms)
        require(found == starts, finding, actions=played.actions, read=found, played=starts)
    return derived(
        "The batches are a function of the actions; for t* in the same place they are the same.",
        covered="All horizons, schedules and rewards, by the recursion. All "
        f"{compared} sequences of decisions of twelve rounds with three schedules and two or three "
        "arms; 12 plays of the programs of 60 rounds.",
    )


def decided(
    schedule: GeometricSchedule, arms: int, horizon: int
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The actions and the first rounds of the batches, for all decisions after the first ones.

    >>> [actions for actions, _ in decided(GeometricSchedule(2), 2, horizon=3)]
    [(0, 1, 0), (0, 1, 1)]
    """
    unfinished: list[tuple[tuple[int, ...], list[int], tuple[int, ...]]] = [((), [], (0,) * arms)]
    while unfinished:
        actions, starts, phases = unfinished.pop(0)
        if len(actions) >= horizon:
            yield actions[:horizon], starts
            continue
        due = range(arms) if all(phases) else (phases.index(0),)
        for arm in due:
            longer = (*actions, *([arm] * schedule.batch(phases[arm])))
            grown = tuple(m + (i == arm) for i, m in enumerate(phases))
            unfinished.append((longer, [*starts, len(actions) + 1], grown))


@claim(
    "bern.prop4.2.same_law",
    r"(28): given the actions up to $t^\star$ and one value $s$ of the noisy partial sum of the "
    r"batch of $t^\star$, the later actions have the same law under both lists.",
    recorded="holds",
    stated=True,
    reading="ties are decided without reading rewards",
    kind="proof step",
    place="E (28)",
    title="a reward acts through its noisy sum only",
    rests_on=(
        "bern.prop4.2.same_phase",
        "textbook.ionescu-tulcea",
        "textbook.elementary-probability",
    ),
    mutants={
        "ties that peek": {"make": peeking.PeekingTies},
        "decision that peeks": {"make": peeking.Peeking},
        "running mean of every round": {"make": wrong_sums.RunningMean},
        "the last reward is released again": {"released": last_reward_too},
        "sharper: given the actions alone": {"given": actions_alone},
    },
)
def later_actions_have_one_law(
    make: PolicyMaker = DPIMED,
    released: Released = sum_of_the_batch,
    given: Given = actions_and_sum,
) -> Verdict:
    """Under both lists the law of arms and noisy sums is a product, with one factor changed.

    By definition Algorithm 1 draws in turn an arm from a kernel of the earlier noisy sums (the
    index, and a tie rule that reads no data), and, at the end of a batch, its noisy sum from a
    kernel of the rewards of the batch, by fresh noise. So the law of all arms and noisy sums is the
    product of these kernels. Along given actions the batches are the same (same_phase), and their
    rewards too, except in the batch of t*: only the kernel of its noisy sum is another one. At the
    value s this factor is a number, and it does not contain the other noisy sums. Both sides of
    (28) are quotients of two sums (integrals) of the product over the other noisy sums: the factor
    cancels. A batch cut at T has no noisy sum, and no action follows.
    """
    for policy in (make(arms=2, eps="1"), DPKLUCB(arms=2, eps="1")):
        for part, fault in structure_of(policy, "1").seen.items():
            finding = f"The programs do not have the structure: {part}."
            require(not fault, finding, Grade.PROVED, policy=type(policy).__name__, fault=fault)
    compared = 0
    for rewards, changed in neighbouring_lists(70, random.Random(18)):
        one, other = (law_given(released, given, data, changed) for data in rewards)
        for condition in one.keys() & other.keys():
            same, finding = one[condition] == other[condition], "The later actions have two laws."
            case: dict[str, Any] = {"rewards": rewards, "t*": changed + 1, "given": condition}
            require(same, finding, Grade.PROVED, **case)
            compared += len(one[condition]) > 1
    need(compared > 100, "Too few conditions leave the later actions open.", common=compared)
    return derived(
        "The later actions are a random function of the releases, which contain the reward of t* "
        "in one sum only.",
        covered="All horizons, schedules, indexes and tie rules that read no data, by the product "
        f"of kernels. {compared} conditional laws of seven rounds with random kernels for the arms "
        "and noise on three points, exactly; the structure of the programs on random plays.",
        beyond="Tie rules that read data.",
    )


ONE_SUM = Proof(
    "bern.prop4.2.one_sum",
    where="a in (-inf,inf), b in (-inf,inf), s in (-inf,inf), eps in (0,inf)",
    steps=(
        Words(
            1,
            "The batch of t* is the same under both lists, which differ in one reward of [0, 1]: "
            "its sums a and b differ by at most 1.",
            "abs(a-b) <= 1",
            why="bern.prop4.2.same_phase says that the batches are the same, not what is in them",
        ),
        Inequality(
            2,
            "The noise is fresh, so the densities of the noisy sum at s are those of Lap(1/eps) at "
            "s - a and s - b.",
            "eps/2*exp(-eps*abs(s-a)) <= exp(eps)*(eps/2*exp(-eps*abs(s-b)))",
            uses=(1,),
        ),
    ),
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
    mutants={
        "half the scale": {
            "proof": ONE_SUM.changed(
                2, formula="exp(-2*eps*abs(s-a)) <= exp(eps)*exp(-2*eps*abs(s-b))"
            )
        },
        "sharper: without the factor": {
            "proof": ONE_SUM.changed(2, formula="exp(-eps*abs(s-a)) <= exp(-eps*abs(s-b))")
        },
    },
)
def density_of_one_sum(proof: Proof = ONE_SUM) -> Verdict:
    """The log-ratio over eps is a difference of two distances."""
    return proof.verdict(
        "The ratio is at most e^eps, and it is e^eps beyond both sums.",
        sharpness=sharpest(
            "exp(-eps*abs(s-a)) <= exp(eps)*exp(-eps*abs(s-b))",
            {"a": 0, "b": "999/1000", "s": -1, "eps": 1},
        ),
    )
