"""The search for a pair of inputs and an event on which a policy looks least private.

Everything here is exploration: what it finds is a guess, chosen because it looked extreme, and
its counts prove nothing. A guess is tested on runs that were made after it was chosen.
"""

import math
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
import numpy as np
from banditproof.algorithms.interfaces.alphabet import Alphabet
from banditproof.theory.budgets import Budget
from banditproof.verify.definitions.notions import Notion
from .best_event import best_event
from .event_bounds import Counts
from .events import AnyEvent
from .fed_rewards import ENDS, FedRewards
from .inputs import AuditInput
from .neighbourhoods import LONG, Pair, bases, inner_neighbours, neighbours, varied
from .sampler import Rows, Sampler
from .screening import random_inputs, suspected_pairs, suspects

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
class Search:
    """Keeps all exploratory runs, and the pairs that looked least private in them.

    >>> from banditproof.theory.budgets import PureDP
    >>> from .sampler import LawSampler
    >>> leak = LawSampler(lambda source: {(0, source.blocks[0][0]): 1.0}, arms=2, horizon=2)
    >>> search = Search(leak, Notion.TABLE, PureDP(1), np.random.default_rng(1))
    >>> print(search.explore(400).event)
    round 2 plays arm 2
    """

    sampler: Sampler
    notion: Notion
    budget: Budget
    rng: np.random.Generator
    fed: FedRewards = ENDS
    pairs: Sequence[Pair] = ()
    """Pairs that the caller suggests; they are explored first."""
    deadline: float = math.inf
    runs: int = 0
    kept: dict[AuditInput, Rows] = field(default_factory=dict)
    best: list[Guess] = field(default_factory=list)
    tried: set[Pair] = field(default_factory=set)

    def __post_init__(self) -> None:
        horizon, publics = self.sampler.horizon, self.sampler.publics
        result = bases(
            self.notion, self.sampler.arms, horizon, self.rng, fed=self.fed, publics=publics
        )
        # the first few are tried first; the others in an order without meaning
        tail = [result[2 + int(i)] for i in self.rng.permutation(len(result) - 2)]
        self._bases = [*result[:2], *tail]
        self._last = horizon if self.sampler.alphabet.stops else horizon - 1
        self._suggested = deque(dict.fromkeys(self.pairs))
        self._ends: deque[Pair] = deque()
        self._inner: deque[Pair] = deque()
        self._laps = {True: 0, False: 0}

    def explore(self, runs: int) -> Guess | None:
        """Spend some runs by halving: many pairs with few runs, then the best with more.

        None if time ended before anything could be compared.
        """
        spent = self.runs
        if self.sampler.horizon > LONG:
            self._screen(runs // 5)
        pool = self._pool(max(runs // 3, 1))
        need = 32
        guess: Guess | None = None
        while pool and self.runs - spent < runs:
            inputs = list(dict.fromkeys(s for pair in pool for s in (pair.left, pair.right)))
            left = runs - (self.runs - spent)
            need = min(max(need, left // (3 * len(inputs))), MOST_ROWS)
            if len(pool) == 1:
                need = min(max(need, left // 2), MOST_ROWS)
            self._top_up(inputs, need, left)
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

    def _screen(self, runs: int) -> None:
        """Suggest pairs by the rewards that seem to change later actions in random runs."""
        sampler = self.sampler
        if sampler.alphabet.slate > 1 or runs < 40:
            return
        inputs = random_inputs(
            self.notion, sampler.arms, sampler.horizon, runs, self.fed, self.rng, sampler.publics
        )
        rows = sampler.sample(inputs, np.arange(runs), self.rng)
        self.runs += len(rows)
        if not len(rows):  # the time was over before the first run
            return
        actions = sampler.alphabet.actions
        paid = [
            [
                source.answer(row[:t])[1] if row[t - 1] < actions else math.nan
                for t in range(1, len(source.blocks) + 1)
            ]
            for source, row in zip(inputs, rows.tolist(), strict=False)
        ]
        result = suspects(rows, np.array(paid).reshape(len(rows), -1), actions, self.fed)
        suggested = suspected_pairs(result, [*self._bases[:2], *inputs[:2]], sampler.arms, self.fed)
        self._suggested.extend(pair for pair in suggested if pair not in self.tried)

    def _pool(self, runs: int) -> list[Pair]:
        """Suggested pairs, variations of the best ones, and fresh ones, for so many runs."""
        pool: dict[Pair, None] = {g.pair: None for g in self.best[:2]}
        room = max(runs // 32, 4)
        while self._suggested and len(pool) < max(room // 2, 1):
            pool[self._suggested.popleft()] = None
        for guess in self.best[:4]:
            for _ in range(max(room // 12, 1)):
                pool[varied(guess.pair, self.rng, self.fed, self._last)] = None
        wanted = room + room // 3 if self.fed.inner else room
        while len(pool) < wanted:
            inner = bool(self.fed.inner) and len(pool) % 3 == 2
            pair = self._fresh(inner)
            if pair is None:
                break
            if pair not in self.tried:
                pool[pair] = None
        self.tried |= set(pool)
        return list(pool)

    def _fresh(self, inner: bool) -> Pair | None:
        """The next pair of one kind: with rewards inside the range in one round, or with ends."""
        waiting = self._inner if inner else self._ends
        while not waiting:
            lap, place = divmod(self._laps[inner], len(self._bases))
            if lap > 3:
                return None
            self._laps[inner] += 1
            base = self._bases[place]
            if inner:
                pairs = inner_neighbours(base, self.fed, self._last, self.rng)
                waiting.extend(pairs[int(i)] for i in self.rng.permutation(len(pairs)))
            else:
                waiting.extend(neighbours(base, lap + 1, self.fed, self._last, self.rng))
        return waiting.popleft()

    def _top_up(self, inputs: list[AuditInput], need: int, most: int) -> None:
        have = [len(self.kept.get(source, ())) for source in inputs]
        which = np.repeat(np.arange(len(inputs)), [max(need - h, 0) for h in have])
        self.rng.shuffle(which)  # if the time ends early, every input has lost some
        which = which[:most]
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
        if time.monotonic() > self.deadline:
            return None
        alphabet = self.sampler.alphabet
        spoken = None if alphabet == Alphabet(self.sampler.arms) else alphabet
        event, counts, score, swapped = best_event(
            left, right, alphabet.size, self.budget, pair.challenge, spoken
        )
        return Guess(pair.swapped if swapped else pair, event, counts, score)

    def _remember(self, scored: list[Guess]) -> None:
        known = {frozenset((g.pair.left, g.pair.right)): g for g in self.best}
        known |= {frozenset((g.pair.left, g.pair.right)): g for g in reversed(scored)}
        self.best = sorted(known.values(), key=lambda g: -g.score)[:12]
        wanted = {s for g in self.best for s in (g.pair.left, g.pair.right)}
        if len(self.kept) > 400:  # rows of pairs that look private are not needed again
            self.kept = {s: rows for s, rows in self.kept.items() if s in wanted}
