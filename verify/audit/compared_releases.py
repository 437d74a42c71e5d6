"""Released numbers of plays on neighbours, compared: where the output of a claim is the transcript.

Actions are not all that leaves. A fractional part that integer noise leaves as it is, a count that
is released beside a noisy sum, a coin that says which of two laws a number has: each is an event of
the released numbers, whatever is decided by them. Events are chosen on some plays, and tested on
others, as of actions: Thesis, Section 2.3.7. What is found is a witness whose plays can be made
again. Rewards are plain numbers here, so a curator may do with them what it likes.
"""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory import Enclosure
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.exact import exact
from banditproof.verify.evidence import Grade, fields_as_json
from banditproof.verify.sampling.clopper_pearson import lower_limits, upper_limits
from banditproof.verify.sampling.event_bounds import Counts, claimed, event_bound, losses
from banditproof.verify.sampling.statistical_audit import rounded_down
from .claim import Claim
from .offered_contexts import OfferedContexts
from .report import CheckResult
from .sampled import Effort

RELEASED = "released numbers on neighbours, compared"
CHOOSING, TESTING = 300, (600, 3000)
"""The plays on each input that choose an event, and those that test it, few at first."""
CAREFUL = 0.02
"""The level of the limits by which events are chosen."""
PLACES = (0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98)
"""The quantiles of a number that serve as thresholds."""
OFTEN = 0.05
"""How often a value must be seen to count as one that a number can have exactly."""
NUMBERS = 8
"""How many of the first released numbers are looked at."""
ROUNDS, LONGEST = 12, 300
"""The rounds of a play, and the most if it takes longer until something is released."""
NEAR = 1e-9
Table = NDArray[np.float64]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Event:
    """What a released number is, or two of them; numbers are counted from 1 in words."""

    place: int
    kind: str
    value: float
    beside: "Event | None" = None

    def holds(self, table: Table) -> _Mask:
        """In which plays it happens."""
        column = table[:, self.place]
        result: _Mask
        if self.kind == "is":
            result = np.abs(column - self.value) <= NEAR
        elif self.kind == "has the fractional part":
            result = np.abs(_fractions_of(column) - self.value) <= NEAR
        else:
            result = column <= self.value if self.kind == "is at most" else column > self.value
        return result if self.beside is None else result & self.beside.holds(table)

    def __str__(self) -> str:
        words = f"released number {self.place + 1} {self.kind} {self.value:.6g}"
        return words if self.beside is None else f"{words}, and {self.beside}"


def _fractions_of(column: Table) -> Table:
    """The fractional parts, of which those next to 1 count as 0."""
    parts = column - np.floor(column)
    result: Table = np.where(parts > 1 - NEAR, 0.0, parts)
    return result


def _event_as_json(event: Event) -> list[list[Any]]:
    """The conditions of an event, which all hold: a place from 0 on, what it is, and a number."""
    beside = [] if event.beside is None else _event_as_json(event.beside)
    return [[event.place, event.kind, event.value], *beside]


def _event_of(conditions: Sequence[Sequence[Any]]) -> Event:
    (place, kind, value), *others = conditions
    return Event(int(place), str(kind), float(value), _event_of(others) if others else None)


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
class _ReleasedPlays:
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
        plays = _ReleasedPlays(policy, offered, np.random.default_rng(0), math.inf)
        lists = (self.pair.left, self.pair.right)
        for list_, count, seed in zip(lists, runs, self.seeds, strict=True):
            hits.append(int(self.event.holds(plays.on(list_, count, seed)).sum()))
        return Counts(hits[0], runs[0], hits[1], runs[1])

    def to_json(self) -> dict[str, Any]:
        """The facts of the witness in plain JSON types."""
        return {
            "event": str(self.event),
            "numbers": _event_as_json(self.event),
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
        return ReleasedWitness(_event_of(facts["numbers"]), pair, counts, seeds, facts["bound"])


def compared_releases(
    policy: Policy[Any],
    claim: Claim,
    effort: Effort,
    deadline: float,
    offered: OfferedContexts | None = None,
) -> CheckResult | None:
    """`fails` at the level of the effort if released numbers show it; None for a claim of actions.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.budgets import PureDP
    >>> claim = Claim(PureDP("0.1"), output="transcript")
    >>> compared_releases(DPIMED(2, eps=3), claim, Effort(samples=9000), math.inf).verdict
    'fails'
    """
    if claim.output != "transcript":
        return None
    until = deadline if effort.seconds is None else time.monotonic() + effort.seconds
    plays = _ReleasedPlays(policy, offered, np.random.default_rng(effort.rng), min(deadline, until))
    rounds = plays.rounds(claim.rewards, claim.horizon)
    if rounds is None:
        return None
    allowed, pairs, tests = exact(claimed(claim.budget)), 0, 0
    for pair in _pairs(claim.rewards, rounds):
        if plays.made >= effort.samples:
            break
        pairs += 1
        chosen = min(CHOOSING, effort.samples)
        first = [plays.on(list_, chosen) for list_ in (pair.left, pair.right)]
        if min(map(len, first)) < chosen:
            break
        event, seen, turned = _best(first[0], first[1], claim)
        if event is None or seen < allowed / 2:
            continue
        left, right = (pair.right, pair.left) if turned else (pair.left, pair.right)
        for runs in TESTING:
            tests += 1
            seeds = [int(plays.rng.integers(2**32)) for _ in range(2)]
            lists = zip((left, right), seeds, strict=True)
            tables = [plays.on(list_, runs, seed) for list_, seed in lists]
            if min(map(len, tables)) < runs:
                break
            hits = [int(event.holds(table).sum()) for table in tables]
            counts = Counts(hits[0], runs, hits[1], runs)
            bound = event_bound(counts, claim.budget, exact(effort.level) / (tests * (tests + 1)))
            if bound > allowed:
                found = ReleasedWitness(event, ListPair(left, right), counts, tuple(seeds), bound)
                return _refuted(found, effort)
    tried = (
        f"{plays.made} plays of {rounds} rounds, whose released numbers were compared on {pairs} "
    )
    tried += f"pair{'s' * (pairs != 1)} of neighbouring lists"
    note = f"No event of released numbers was found that breaks the claim, in {tried}."
    return CheckResult(RELEASED, "nothing found", Grade.STATISTICAL, note=note, tried=tried)


def _refuted(found: ReleasedWitness, effort: Effort) -> CheckResult:
    pair, counts, bound = found.pair, found.counts, found.bound
    left, right = (f"({', '.join(f'{x:g}' for x in list_)})" for list_ in (pair.left, pair.right))
    note = (
        f"Event: {found.event}. It happened in {counts.left_hits} of {counts.left_runs} plays on "
        f"the rewards {left}, and in {counts.right_hits} of {counts.right_runs} on {right}, which "
        f"is wrong with probability at most {float(exact(effort.level)):g}."
    )
    loss = Enclosure.of(bound, INFINITE) if bound != math.inf else INFINITE
    return CheckResult(RELEASED, "fails", Grade.STATISTICAL, loss, note, found.to_json())


def _pairs(space: RewardSpace, rounds: int) -> Iterator[ListPair]:
    """Lists of one end of the range, one reward of which is changed to other values."""
    inner = [value for value in space.values if space.lo < value < space.hi]
    middle = inner[len(inner) // 2] if inner else (space.lo + space.hi) / 2
    others = [] if space.values and not inner else [middle]
    for changed in (1, 2):
        for base, end in ((space.lo, space.hi), (space.hi, space.lo)):
            for value in (end, *others):
                if changed <= rounds:
                    left = [float(base)] * rounds
                    right = [*left[: changed - 1], float(value), *left[changed:]]
                    yield ListPair(tuple(left), tuple(right))


def _best(left: Table, right: Table, claim: Claim) -> tuple[Event | None, float, bool]:
    """The event by which two samples differ most beyond chance, its loss, and which is likelier."""
    events = [*_events(left, right)]
    if not events:
        return None, 0.0, False
    hits = [np.array([event.holds(table).sum() for event in events]) for table in (left, right)]
    n, best = len(left), (0.0, 0, False)
    for turned in (False, True):
        more, less = hits[::-1] if turned else hits
        low, high = lower_limits(more, n, CAREFUL), upper_limits(less, n, CAREFUL)
        found = losses(np.asarray(low), np.asarray(high), claim.budget)
        place = int(np.argmax(found))
        best = max(best, (float(found[place]), place, turned))
    return events[best[1]], best[0], best[2]


def _events(left: Table, right: Table) -> Iterator[Event]:
    """Values that numbers have exactly, their fractional parts, thresholds, and two of these."""
    both = np.concatenate([left, right])
    exactly: list[Event] = []
    apart: list[Event] = []
    for place in range(NUMBERS):
        column = both[:, place]
        known = column[~np.isnan(column)]
        if len(known) < len(column) / 2:
            break
        exactly += [Event(place, "is", value) for value in _common(known)]
        parts = _common(_fractions_of(known))
        exactly += [Event(place, "has the fractional part", value) for value in parts]
        for value in np.unique(np.quantile(known, PLACES)).tolist():
            apart += [Event(place, kind, value) for kind in ("is at most", "is more than")]
    yield from exactly
    yield from apart
    for one in exactly[:6]:
        for other in apart:
            if one.place != other.place:
                yield Event(other.place, other.kind, other.value, one)


def _common(values: Table) -> list[float]:
    """The values that are seen often."""
    known, counts = np.unique(np.round(values, 9), return_counts=True)
    return [float(v) for v in known[counts >= OFTEN * len(values)].tolist()][:3]
