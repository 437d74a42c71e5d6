"""Plays that are recorded completely, and replayed from their releases alone.

A record holds what a ledger does not: the law of each noise that was drawn, and the random numbers
behind each decision. With it a fresh copy of the policy decides again, from released numbers only.
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms.contexts import Contexts
from banditproof.algorithms.engines.per_step import Play, play, starts_of
from banditproof.algorithms.policy import Policy, checked_pull, checked_recommendation
from banditproof.algorithms.randomness import Randomness, Sampled
from banditproof.algorithms.rewards import Rewards
from banditproof.theory.mechanisms import Mechanism
from .watched_policy import Origin, Repeating, Watched

COARSE_BITS = 30
"""Released numbers rounded to multiples of 2^-30 should lead to the same decisions."""


@dataclass(frozen=True)
class Record:
    """A play with what its ledger does not hold: the laws of the noises, and all randomness.

    `drawn[k]` is the law of the noise with serial number k.
    """

    policy: Policy[Any]
    play: Play
    horizon: int
    drawn: tuple[Mechanism, ...]
    answers: tuple[float, ...]
    origins: tuple[Origin, ...] = ()
    """What each statistic that the policy learned is made of."""
    released: tuple[Any, ...] = ()
    """What the policy learned, in order: a number for each release, or a tuple of numbers."""
    rewards: tuple[float, ...] = ()
    """The reward of each round, as the curator read it."""
    contexts: Contexts | None = None
    """What the rounds offered, for a policy that sees contexts."""


def record(
    policy: Policy[Any], rewards: Rewards, horizon: int, seed: int, contexts: Contexts | None = None
) -> Record:
    """Play a policy and record everything that the structural checks need."""
    noise_rng, decision_rng = np.random.default_rng(seed).spawn(2)
    watched = Watched(policy, Sampled(decision_rng))
    return _recorded(policy, watched, rewards, horizon, Sampled(noise_rng), contexts)


def _recorded(
    policy: Policy[Any],
    watched: Watched,
    rewards: Rewards,
    horizon: int,
    chance: Randomness,
    contexts: Contexts | None,
) -> Record:
    played = play(watched, rewards, horizon, chance, contexts)
    curator, answers = watched.curator, tuple(watched.noting.answers)
    return Record(
        policy,
        played,
        horizon,
        tuple(curator.drawn),
        answers,
        tuple(curator.origins),
        tuple(curator.learned),
        tuple(curator.rewards),
        contexts,
    )


@dataclass(frozen=True)
class Decisions:
    """What a policy decided in a play: its pulls, the mechanism of each release, and the end.

    The last pull tells the stopping time of a policy that stopped, which `recommended` an arm.
    """

    pulls: tuple[tuple[int, int, int], ...]
    mechanisms: tuple[Mechanism, ...]
    recommended: int | None = None


def decisions(recorded: Record) -> Decisions:
    """The decisions of a recorded play."""
    seen: dict[int, Mechanism] = {}
    for release in recorded.play.ledger.releases:
        if release.count > 0:  # several numbers of one pull have one declared mechanism
            seen.setdefault(release.time, release.mechanism)
    return Decisions(recorded.play.pulls, tuple(seen.values()), recorded.play.recommended)


def replayed_decisions(recorded: Record, bits: int | None = None) -> Decisions:
    """What a fresh copy of the policy decides from the released numbers alone.

    With `bits`, the numbers are rounded to multiples of 2^-bits first.
    """
    policy, chance = deepcopy(recorded.policy), Repeating(recorded.answers)
    numbers = (
        recorded.released
        if bits is None
        else [_rounded(number, bits) for number in recorded.released]
    )
    state, released = policy.start(), iter(numbers)
    pulls: list[tuple[int, int, int]] = []
    mechanisms: list[Mechanism] = []
    t = 1
    while True:
        answer = checked_recommendation(policy.recommendation(state), policy.arms, t)
        if answer is not None or t > recorded.horizon:
            return Decisions(tuple(pulls), tuple(mechanisms), answer)
        context = () if recorded.contexts is None else recorded.contexts.at(t)
        pull = checked_pull(policy.decide_in(state, t, context, chance), policy.arms, t)
        pulls += starts_of(t, pull)
        t += pull.plays
        value = next(released, None) if pull.releases else None
        if t > recorded.horizon + 1 or (pull.releases and value is None):
            # the horizon cuts it, or other decisions than in the play, which had fewer releases
            return Decisions(tuple(pulls), tuple(mechanisms))
        if pull.releases:
            mechanisms.append(policy.mechanism(state, pull))
        state = policy.learn_in(state, pull, context, value)


def _rounded(number: Any, bits: int) -> Any:
    if isinstance(number, tuple):
        return tuple(_rounded(part, bits) for part in number)
    return number if isinstance(number, int) else round(number * 2.0**bits) / 2.0**bits


def forced_record(recorded: Record, rewards: Rewards, seed: int) -> Record:
    """A play on other rewards and noises, in which the same numbers are released nevertheless."""
    watched = Watched(recorded.policy, Repeating(recorded.answers), forced=recorded.released)
    chance = Sampled(seed)
    return _recorded(recorded.policy, watched, rewards, recorded.horizon, chance, recorded.contexts)


@dataclass(frozen=True)
class PlayFacts:
    """One play, what a copy decides from its released numbers, and what other rewards do to it.

    Where a copy cannot replay the play, the reason stands in place of the decisions.
    """

    record: Record
    decided: Decisions
    replayed: Decisions | str
    coarse: Decisions | str
    """Replayed from rounded numbers."""
    forced: tuple[Record, ...]
    """Plays on other rewards and noises, in which the same numbers are released."""
    unforced: str = ""
    """Why no further such play could be made."""


def play_facts(
    policy: Policy[Any],
    rewards: Rewards,
    horizon: int,
    others: list[Rewards],
    contexts: Contexts | None = None,
) -> PlayFacts:
    """One play with its replays; `others` are the rewards of the forced plays."""
    recorded = record(policy, rewards, horizon, horizon, contexts)
    decided = decisions(recorded)
    forced: list[Record] = []
    reason = ""
    try:
        for seed, forcing in enumerate(others):
            forced.append(forced_record(recorded, forcing, seed))
            if decisions(forced[-1]) != decided:
                break
    except ValueError as failure:
        reason = str(failure)
    return PlayFacts(
        recorded,
        decided,
        _replay(recorded, None),
        _replay(recorded, COARSE_BITS),
        tuple(forced),
        reason,
    )


def _replay(recorded: Record, bits: int | None) -> Decisions | str:
    try:
        return replayed_decisions(recorded, bits)
    except ValueError as failure:
        return str(failure)
