"""Plays whose released numbers are kept, and the witness that they make, which can be replayed."""

import math
import time
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.verify.evidence import fields_as_json
from banditproof.verify.sampling.event_bounds import Counts
from banditproof.verify.sampling.statistical_audit import rounded_down
from .offered_contexts import OfferedContexts
from .released_events import Event, Table, event_as_json, event_of

NUMBERS = 8
"""How many of the first released numbers are looked at."""
ROUNDS, LONGEST = 12, 300
"""The rounds of a play, and the most if it takes longer until something is released."""


@dataclass(frozen=True)
class ListPair:
    """Two lists of rewards that differ in one round."""

    left: tuple[float, ...]
    right: tuple[float, ...]


class _Recording:
    """A curator that notes what it releases."""

    def __init__(self, curator: Any, numbers: list[float]) -> None:
        self._curator, self._numbers = curator, numbers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._curator, name)

    def release(self, held: Any, arm: int, mechanism: Any, randomness: Any) -> Any:
        held, left = self._curator.release(held, arm, mechanism, randomness)
        several = left if isinstance(left, tuple) else (left,)
        self._numbers += [math.nan if number is None else float(number) for number in several]
        return held, left


class _Heard:
    """A policy whose curator notes what it releases."""

    def __init__(self, policy: Policy[Any], numbers: list[float]) -> None:
        self._policy, self.curator = policy, _Recording(policy.curator, numbers)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._policy, name)


@dataclass
class ReleasedPlays:
    """Plays of fresh copies of a policy, of which the first released numbers are kept."""

    policy: Policy[Any]
    offered: OfferedContexts | None
    rng: np.random.Generator
    deadline: float
    made: int = 0

    def on(self, rewards: tuple[float, ...], plays: int, seed: int | None = None) -> Table:
        """The released numbers of plays on a list of rewards, in rows; fewer if it is late.

        With a seed they are the same each time, if the policy draws from its generator alone.
        """
        rng = self.rng if seed is None else np.random.default_rng(seed)
        rows = []
        for _ in range(plays):
            if time.monotonic() > self.deadline:
                break
            numbers = self._numbers(rewards, rng)[:NUMBERS]
            rows.append(numbers + [math.nan] * (NUMBERS - len(numbers)))
            self.made += 1
        return np.array(rows).reshape(-1, NUMBERS)

    def _numbers(self, rewards: tuple[float, ...], rng: np.random.Generator) -> list[float]:
        numbers: list[float] = []
        box = LibraryBox(_Heard(deepcopy(self.policy), numbers), rng)  # type: ignore[arg-type]
        contexts = None if self.offered is None else self.offered.in_play(0)
        for t, reward in enumerate(rewards, 1):
            if contexts is not None:
                box.show(contexts.at(t))
            arm = box.select()
            if arm is None:
                break
            box.update(arm, reward)
        return numbers

    def rounds(self, rewards: RewardSpace, most: int | None) -> int | None:
        """The rounds in which some numbers are released; None if it takes too long."""
        rounds = ROUNDS
        while rounds <= LONGEST:
            asked = min(rounds, most or rounds)
            if self._numbers((float(rewards.lo),) * asked, self.rng):
                return asked
            if asked < rounds:
                return None
            rounds *= 3
        return None


@dataclass(frozen=True)
class ReleasedWitness:
    """An event of released numbers that is too much likelier on the left list, and its counts.

    The plays on each list were made with a seed of their own, after the event was chosen.
    """

    event: Event
    pair: ListPair
    counts: Counts
    seeds: tuple[int, ...]
    bound: Fraction | float
    """The eps or rho that these counts force, at the level of their test."""

    def replay(self, policy: Policy[Any], offered: OfferedContexts | None = None) -> Counts:
        """The counts of the same plays, made again."""
        hits: list[int] = []
        runs = (self.counts.left_runs, self.counts.right_runs)
        plays = ReleasedPlays(policy, offered, np.random.default_rng(0), math.inf)
        lists = (self.pair.left, self.pair.right)
        for list_, count, seed in zip(lists, runs, self.seeds, strict=True):
            hits.append(int(self.event.holds(plays.on(list_, count, seed)).sum()))
        return Counts(hits[0], runs[0], hits[1], runs[1])

    def to_json(self) -> dict[str, Any]:
        """The facts of the witness in plain JSON types."""
        return {
            "event": str(self.event),
            "numbers": event_as_json(self.event),
            "left": list(self.pair.left),
            "right": list(self.pair.right),
            **fields_as_json(self.counts),
            "seeds": list(self.seeds),
            "bound": rounded_down(self.bound),
        }

    @staticmethod
    def read(facts: Mapping[str, Any]) -> "ReleasedWitness":
        """The witness of a JSON object, whose plays can be made again."""
        counts = Counts(*(int(facts[field.name]) for field in fields(Counts)))
        pair = ListPair(tuple(map(float, facts["left"])), tuple(map(float, facts["right"])))
        seeds = tuple(map(int, facts["seeds"]))
        return ReleasedWitness(event_of(facts["numbers"]), pair, counts, seeds, facts["bound"])
