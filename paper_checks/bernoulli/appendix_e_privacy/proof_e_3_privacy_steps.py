"""The steps of the proof of Proposition 4.2: Proof E.3, (28) and (29)."""

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from banditproof.algorithms import DPIMED, DPKLUCB, Policy, RewardList, Sampled, play
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant, sharpest
from banditproof.paper_checks.models.seen_structure import faults_by_part
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import peeking, wrong_sums
from .batched_decisions import Given as Condition
from .batched_decisions import (
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


@checks("bern.prop4.2.same_phase")
@mutant("one arm for all", parse=lambda arms, s, k: batch_starts((0,) * len(arms), s, k))
@mutant(
    "one batch for each run of an arm",
    parse=lambda arms, s, k: [t + 1 for t, a in enumerate(arms) if t == 0 or arms[t - 1] != a],
)
@mutant("the size of the first batch", parse=lambda arms, s, k: list(range(1, len(arms) + 1)))
def fixed_actions_fix_the_batches(parse: Parse = batch_starts, proof: Proof = WRITTEN) -> Verdict:
    """The recursion, compared with decisions of twelve rounds and with plays of the programs."""
    source, compared = random.Random(16), 0
    finding = "The batches cannot be read off the actions."
    settings = tuple(product((("2", 1), ("1.5", 2), ("1.1", 3)), (2, 3)))
    for (ratio, first), arms in settings:
        schedule = GeometricSchedule(ratio, first)
        for actions, starts in decided(schedule, arms, horizon=12):
            result = parse(actions, schedule, arms)
            require(result == starts, finding, actions=actions, read=result, begun=starts)
            compared += 1
    for make, ((ratio, first), arms) in product((DPKLUCB, DPIMED), settings):
        schedule = GeometricSchedule(ratio, first)
        policy = make(arms=arms, eps="0.5", schedule=schedule, ties="random")
        rewards = RewardList([source.randrange(2) for _ in range(60)])
        played = play(policy, rewards, 60, Sampled(source.randrange(10**9)))
        starts = [time for time, _, _ in played.pulls]
        result = parse(tuple(played.actions), schedule, arms)
        require(result == starts, finding, actions=played.actions, read=result, played=starts)
    return proof.verdict(
        instances=f"All {compared} sequences of decisions of twelve rounds with three schedules "
        "and two or three arms; 12 plays of the programs of 60 rounds."
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
        expected = range(arms) if all(phases) else (phases.index(0),)
        for arm in expected:
            longer = (*actions, *([arm] * schedule.batch(phases[arm])))
            grown = tuple(m + (i == arm) for i, m in enumerate(phases))
            unfinished.append((longer, [*starts, len(actions) + 1], grown))


@checks("bern.prop4.2.same_law")
@mutant("ties that peek", make=peeking.PeekingTies)
@mutant("decision that peeks", make=peeking.Peeking)
@mutant("running mean of every round", make=wrong_sums.RunningMean)
@mutant("the last reward is released again", released=last_reward_too)
@mutant("sharper: given the actions alone", given=actions_alone)
def later_actions_have_one_law(
    make: PolicyMaker = DPIMED,
    released: Released = sum_of_the_batch,
    given: Condition = actions_and_sum,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The structure of the programs, and conditional laws of seven rounds, exactly."""
    for policy in (make(arms=2, eps="1"), DPKLUCB(arms=2, eps="1")):
        for part, fault in faults_by_part(policy, "1").items():
            finding = f"The programs do not have the structure: {part}."
            require(not fault, finding, Grade.PROVED, policy=type(policy).__name__, fault=fault)
    compared = 0
    for rewards, changed in neighbouring_lists(70, random.Random(18)):
        first, second = (law_given(released, given, data, changed) for data in rewards)
        for condition in first.keys() & second.keys():
            same, finding = (
                first[condition] == second[condition],
                "The later actions have two laws.",
            )
            case: dict[str, Any] = {"rewards": rewards, "t*": changed + 1, "given": condition}
            require(same, finding, Grade.PROVED, **case)
            compared += len(first[condition]) > 1
    need(compared > 100, "Too few conditions leave the later actions open.", common=compared)
    return proof.verdict(
        instances=f"{compared} conditional laws of seven rounds with random kernels for the arms "
        "and noise on three points, exactly; the structure of the programs on random plays."
    )


@checks("bern.prop4.2.one_sum")
def density_of_one_sum(proof: Proof = WRITTEN) -> Verdict:
    """The log-ratio over eps is a difference of two distances."""
    return proof.verdict(
        sharpness=sharpest(
            "exp(-eps*abs(s-a)) <= exp(eps)*exp(-eps*abs(s-b))",
            {"a": 0, "b": "999/1000", "s": -1, "eps": 1},
        )
    )
