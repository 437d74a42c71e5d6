"""The search for a pair of inputs and an event on which a policy looks least private.

Everything here is exploration: what it finds is a guess, chosen because it looked extreme, and
its counts prove nothing. A guess is tested on runs that were made after it was chosen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from banditproof.theory.budgets import Budget
from banditproof.verify.definitions.notions import Notion

from .event_bounds import Counts
from .events import AnyEvent, ArmAt, Prefixes, PulledAtLeast, codes
from .frontier import excess
from .inputs import AuditInput
from .neighbourhoods import Pair, bases, neighbours, varied
from .sampler import Rows, Sampler

LONGEST_CODE = 60.0
"""Prefixes are coded in integers of 63 bits."""
MOST_MEMBERS = 4096
MOST_ROWS = 40_000


@dataclass(frozen=True)
class Guess:
    """A pair, an event that seems likelier on the left input, and the counts behind the choice."""

    pair: Pair
    event: AnyEvent
    counts: Counts
    score: float
    """By how many standard errors the counts lie beyond the claim."""


@dataclass
class _Tally:
    """Events with their counts on both sides, on which their scores are computed at once."""

    events: list[tuple[Any, ...]] = field(default_factory=list)
    counts: list[tuple[int, int, int, int]] = field(default_factory=list)

    def add(self, event: tuple[Any, ...], kl: int, nl: int, kr: int, nr: int) -> None:
        self.events.append(event)
        self.counts.append((kl, nl, kr, nr))


def best_event(
    left: Rows, right: Rows, arms: int, budget: Budget, after: int = 0
) -> tuple[AnyEvent, Counts, float, bool]:
    """The event that lies furthest beyond a claim in two samples, and whether sides are swapped.

    Tried are the arm of each round, the number of pulls of each arm, each prefix, and for each
    length the sets of prefixes by their likelihood ratio, ordered on the first half of each
    sample and cut where the second half is most extreme. An event must reach beyond the round
    `after`: no action before a reward can depend on it.

    >>> from banditproof.theory.budgets import PureDP
    >>> left, right = np.array([[0, 1]] * 90 + [[0, 0]] * 10), np.array([[0, 1], [0, 0]] * 50)
    >>> event, counts, score, swapped = best_event(left, right, 2, PureDP(1))
    >>> print(event, counts.left_hits, swapped)
    round 2 plays arm 2 90 False
    """
    tally = _Tally()
    nl, nr = len(left), len(right)
    rounds = left.shape[1]
    for arm in range(arms):
        hits_left, hits_right = left == arm, right == arm
        by_round = zip(hits_left.sum(axis=0).tolist(), hits_right.sum(axis=0).tolist(), strict=True)
        for t, (kl, kr) in enumerate(by_round, 1):
            if t > after:
                tally.add(("arm", arm, t), kl, nl, kr, nr)
        pulls_left, pulls_right = hits_left.sum(axis=1), hits_right.sum(axis=1)
        for count in range(1, rounds + 1):
            kl, kr = int((pulls_left >= count).sum()), int((pulls_right >= count).sum())
            if 0 < kl + kr < nl + nr:
                tally.add(("pulls", arm, count), kl, nl, kr, nr)
    sets: dict[int, tuple[Any, Any]] = {}
    longest = min(rounds, int(LONGEST_CODE / math.log2(max(arms, 2))))
    for length in range(max(2, after + 1), longest + 1):
        sets[length] = _prefix_sets(left, right, arms, length, tally)
    table = np.array(tally.counts)
    direct = excess(table[:, 0], table[:, 1], table[:, 2], table[:, 3], budget)
    mirrored = excess(table[:, 2], table[:, 3], table[:, 0], table[:, 1], budget)
    swapped = bool(mirrored.max() > direct.max())
    scores = mirrored if swapped else direct
    best = int(np.argmax(scores))
    kl, mine, kr, other = (int(v) for v in table[best])
    counts = Counts(kr, other, kl, mine) if swapped else Counts(kl, mine, kr, other)
    return _event(tally.events[best], sets, arms, rounds), counts, float(scores[best]), swapped


def _prefix_sets(left: Rows, right: Rows, arms: int, length: int, tally: _Tally) -> tuple[Any, Any]:
    """Tally single prefixes and likelihood-ratio sets of one length; the order of the latter."""
    nl, nr = len(left), len(right)
    both = np.concatenate([codes(left, arms, length), codes(right, arms, length)])
    values, where = np.unique(both, return_inverse=True)
    size = len(values)
    at_left, at_right = where[:nl], where[nl:]
    single = np.bincount(at_left, minlength=size), np.bincount(at_right, minlength=size)
    unusual = np.argsort(-np.abs(single[0] / nl - single[1] / nr), kind="stable")[:8]
    for i in unusual.tolist():
        tally.add(("one", length, i), int(single[0][i]), nl, int(single[1][i]), nr)
    half_left, half_right = nl // 2, nr // 2
    if not (half_left and half_right) or size < 3:
        return values, np.arange(size)
    first_left = np.bincount(at_left[:half_left], minlength=size) + 0.5
    first_right = np.bincount(at_right[:half_right], minlength=size) + 0.5
    order = np.argsort(-first_left / first_right, kind="stable")[:MOST_MEMBERS]
    second_left = np.cumsum(np.bincount(at_left[half_left:], minlength=size)[order])
    second_right = np.cumsum(np.bincount(at_right[half_right:], minlength=size)[order])
    cuts = np.unique(np.linspace(0, len(order) - 2, min(len(order) - 1, 60)).astype(int))
    for cut in cuts.tolist():
        kl, kr = int(second_left[cut]), int(second_right[cut])
        tally.add(("set", length, cut), kl, nl - half_left, kr, nr - half_right)
    return values, order


def _event(
    found: tuple[Any, ...], sets: dict[int, tuple[Any, Any]], arms: int, rounds: int
) -> AnyEvent:
    kind, first, second = found
    if kind == "arm":
        return ArmAt(first, second)
    if kind == "pulls":
        return PulledAtLeast(first, second, rounds)
    values, order = sets[first]
    members = values[[second]] if kind == "one" else values[order[: second + 1]]
    return Prefixes(frozenset(_sequence(int(code), arms, first) for code in members), arms)


def _sequence(code: int, arms: int, length: int) -> tuple[int, ...]:
    digits = []
    for _ in range(length):
        code, digit = divmod(code, arms)
        digits.append(digit)
    return tuple(reversed(digits))


@dataclass
class Search:
    """Keeps all exploratory runs, and the pairs that looked least private in them.

    >>> from banditproof.theory.budgets import PureDP
    >>> from .sampler import LawSampler
    >>> leak = LawSampler(lambda source: {(0, source.blocks[0][0]): 1.0}, arms=2, horizon=2)
    >>> search = Search(leak, Notion.TABLE, PureDP(1), np.random.default_rng(1))
    >>> print(search.explore(400).event)
    round 2 plays arm 1
    """

    sampler: Sampler
    notion: Notion
    budget: Budget
    rng: np.random.Generator
    runs: int = 0
    kept: dict[AuditInput, Rows] = field(default_factory=dict)
    best: list[Guess] = field(default_factory=list)
    tried: set[Pair] = field(default_factory=set)

    def __post_init__(self) -> None:
        found = bases(self.notion, self.sampler.arms, self.sampler.horizon, self.rng)
        # the first few are tried first; the others in an order without meaning
        tail = [found[2 + int(i)] for i in self.rng.permutation(len(found) - 2)]
        self._bases = [*found[:2], *tail]
        self._next = 0

    def explore(self, runs: int) -> Guess | None:
        """Spend some runs by halving: many pairs with few runs, then the best with more.

        None if time ended before anything could be compared.
        """
        pool = self._pool(max(runs // 3, 1))
        need = 32
        spent = self.runs
        guess: Guess | None = None
        while pool and self.runs - spent < runs:
            inputs = list(dict.fromkeys(s for pair in pool for s in (pair.left, pair.right)))
            left = runs - (self.runs - spent)
            need = min(max(need, left // (3 * len(inputs))), MOST_ROWS)
            if len(pool) == 1:
                need = min(max(need, left // 2), MOST_ROWS)
            self._top_up(inputs, need)
            scored = [g for g in map(self._scored, pool) if g is not None]
            scored.sort(key=lambda g: -g.score)
            self._remember(scored)
            if not scored:
                return guess
            guess = scored[0]
            if len(pool) == 1:
                break
            pool = [g.pair for g in scored[: max(1, len(scored) // 4)]]
            need *= 4
        return guess

    def _pool(self, runs: int) -> list[Pair]:
        """Fresh neighbourhoods, and variations of the best pairs, for so many runs."""
        pool: dict[Pair, None] = {g.pair: None for g in self.best[:2]}
        room = max(runs // 32, 4)
        for guess in self.best[:4]:
            for _ in range(max(room // 12, 1)):
                pool[varied(guess.pair, self.rng)] = None
        while len(pool) < room:
            lap, place = divmod(self._next, len(self._bases))
            pairs = neighbours(self._bases[place], most=lap + 1)[:room]
            fresh = [pair for pair in pairs if pair not in self.tried]
            pool |= dict.fromkeys(fresh)
            self._next += 1
            if lap > 3:
                break
        self.tried |= set(pool)
        return list(pool)

    def _top_up(self, inputs: list[AuditInput], need: int) -> None:
        have = [len(self.kept.get(source, ())) for source in inputs]
        which = np.repeat(np.arange(len(inputs)), [max(need - h, 0) for h in have])
        self.rng.shuffle(which)  # if the time ends early, every input has lost some
        rows = self.sampler.sample(inputs, which, self.rng)
        self.runs += len(rows)
        self.add(inputs, which[: len(rows)], rows)

    def add(self, inputs: list[AuditInput], which: Any, rows: Rows) -> None:
        """Keep runs for later choices."""
        for i, source in enumerate(inputs):
            mine = rows[which == i]
            if len(mine):
                known = self.kept.get(source)
                joined = mine if known is None else np.concatenate([known, mine])
                self.kept[source] = joined[-MOST_ROWS:]

    def _scored(self, pair: Pair) -> Guess | None:
        left, right = self.kept.get(pair.left), self.kept.get(pair.right)
        if left is None or right is None or min(len(left), len(right)) < 4:
            return None
        event, counts, score, swapped = best_event(
            left, right, self.sampler.arms, self.budget, pair.challenge
        )
        return Guess(pair.swapped if swapped else pair, event, counts, score)

    def _remember(self, scored: list[Guess]) -> None:
        known = {frozenset((g.pair.left, g.pair.right)): g for g in self.best}
        known |= {frozenset((g.pair.left, g.pair.right)): g for g in reversed(scored)}
        self.best = sorted(known.values(), key=lambda g: -g.score)[:12]
        wanted = {s for g in self.best for s in (g.pair.left, g.pair.right)}
        if len(self.kept) > 400:  # rows of pairs that look private are not needed again
            self.kept = {s: rows for s, rows in self.kept.items() if s in wanted}
