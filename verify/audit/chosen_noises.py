"""Plays with noises that are chosen, and not drawn, on plain lists of rewards of a claim.

No noise, or noise that is far out for one arm, leads to plays whose ledgers say what each released
number is made of.
"""

from __future__ import annotations
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import get_args
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.noise_densities import scale_of
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.scripted_draws import Noises
from banditproof.verify.witnesses.scripted_plays import World, world_of
from .claim import Claim
from .facts import Facts
from .worst_changes import Change, measured_changes, worst_changes

ROUNDS = (12, 100, 400, 1100)
"""The rounds of the plays, the short ones first."""
FAR = 40
"""How many scales a noise is from 0 where it is far out."""


class Pushed(Noises):
    """Noises of `far` scales for one arm, and as far in the other direction for the others."""

    def __init__(self, arm: int, far: float) -> None:
        super().__init__(())
        self.pushed, self.far = arm, far

    def value_of(self, mechanism: Mechanism) -> float:
        size = round(self.far * scale_of(mechanism) * 2**10) / 2**10
        value = size if self.arm == self.pushed else -size
        return value if type(mechanism) in (Laplace, Gaussian) else round(value)


@dataclass(frozen=True)
class Search:
    """A policy and its claim, with what the plays need."""

    subject: DeclaredPolicy
    claim: Claim
    facts: Facts
    deadline: float
    spent: float = math.inf
    """The processor time of this process at which the search ends."""
    made: list[ChosenPlay] = field(default_factory=list, repr=False, compare=False)
    """The plays that were made so far, at which several searches look."""

    def bases(self, rounds: int) -> Iterator[Inputs]:
        """Lists of the least reward, of the largest, and of both in turn, in given contexts."""
        low, high = self.claim.rewards.lo, self.claim.rewards.hi
        plays, offered = self.facts.plays, self.facts.offered
        recorded = plays[0].record.contexts if plays else offered and offered.in_play(rounds)
        shown = tuple(map(recorded.at, range(1, rounds + 1))) if recorded else ()
        for ends in ((low, low), (high, high), (low, high)):
            rewards = tuple(ends[t % 2] for t in range(rounds))
            yield Inputs(rewards, rewards, contexts=shown)

    @cached_property
    def following(self) -> Iterator[ChosenPlay]:
        """The plays that were not made yet."""
        return _new_plays(self)

    @cached_property
    def changes(self) -> list[Change]:
        """The changes of one reward that are tried, of which any other one is a part, or nearly."""
        policy, space = self.facts.policy, self.claim.rewards
        if type(policy.curator) in (Curator, *get_args(Declaring)):
            return worst_changes(policy, space)
        base = next(self.bases(min(ROUNDS[0], self.claim.horizon or ROUNDS[0])))
        return measured_changes(lambda one: played_in(self, one, Noises(())), base, space)

    def changed(self, inputs: Inputs, t: int, until: int) -> Iterator[Inputs]:
        """Both lists up to a round, with two rewards in round t: the left one stays if it can."""
        for change in self.changes:
            kept = inputs.left[t - 1] in change
            one = inputs.left[t - 1] if kept else change[0]
            other = change[0] if one == change[1] else change[1]
            left = (*inputs.left[: t - 1], one, *inputs.left[t:until])
            right = (*left[: t - 1], other, *left[t:])
            yield replace(inputs, left=left, right=right, contexts=inputs.contexts[:until])

    def over(self) -> bool:
        return time.monotonic() > self.deadline or time.process_time() > self.spent


@dataclass(frozen=True)
class ChosenPlay:
    """A play with chosen noises, on a list of rewards."""

    inputs: Inputs
    world: World
    in_the_dark: bool
    """Whether all noise is 0."""

    @cached_property
    def moves(self) -> tuple[dict[int, int], dict[int, list[Move]]]:
        """The last round at which each reward leaves, and what it moves."""
        return moves_of(self.world)


def chosen_plays(search: Search) -> Iterator[ChosenPlay]:
    """Plays until the time is over, the short ones first; each is made once for all who ask."""
    place = 0
    while not search.over():
        if place == len(search.made):
            play = next(search.following, None)
            if play is None:
                return
            search.made.append(play)
        yield search.made[place]
        place += 1


def _new_plays(search: Search) -> Iterator[ChosenPlay]:
    for rounds in _rounds(search):
        for inputs in search.bases(rounds):
            for arm, far in [(0, 0), *((a, FAR) for a in range(search.claim.arms))]:
                if search.over():
                    return
                world = played_in(search, inputs, Pushed(arm, far))
                if world is not None:
                    yield ChosenPlay(inputs, world, not far)


def _rounds(search: Search) -> list[int]:
    """The rounds of the plays: also those in which other plays of the audit released numbers."""
    most, facts = search.claim.horizon or math.inf, search.facts
    first = (play.record.play.ledger.releases[:1] for play in facts.plays)
    times = (release.time for releases in first for release in releases)
    longest = [max(facts.rounds)] if facts.plays else []
    return sorted({int(min(t, most)) for t in (*ROUNDS, *times, *longest)})


def played_in(search: Search, inputs: Inputs, noises: Noises, world: int = 0) -> World | None:
    try:
        return world_of(search.subject, inputs, world, noises, ())
    except Refused:
        return None


@dataclass(frozen=True)
class Move:
    """By how many scales of its new noise one reward moves a number, for rewards of width 1.

    Infinite where that is not known, so that the worlds themselves are compared.
    """

    law: Mechanism | None
    """The law of the new noise; None if the number has none."""
    scales: float
    drawn: float = field(compare=False)
    """How many scales from 0 the noise is in the play."""


def moves_of(world: World) -> tuple[dict[int, int], dict[int, list[Move]]]:
    """The last round at which each reward leaves, and what it moves."""
    last: dict[int, int] = {}
    moves: dict[int, list[Move]] = {}
    for entry, fresh in world.new_noises():
        law, size, drawn = None, 1.0, 0.0
        if fresh:
            law = world.laws[fresh[0]]
            size = abs(float(entry.noises[fresh[0]])) * scale_of(law)
            drawn = abs(float(world.noises[fresh[0]])) / scale_of(law)
        known: dict[float, Move] = {}  # nearly all rewards of a number have one coefficient
        for t, c in entry.rewards.items():
            last[t] = entry.time
            scales = math.inf if c is None else abs(c.numerator / c.denominator) / size
            move = known.get(scales)
            if move is None:
                move = known[scales] = Move(law, scales, drawn)
            moves.setdefault(t, []).append(move)
    return last, moves
