"""The event of two samples that lies furthest beyond a claim: what a search looks for.

What is chosen here looked extreme, and its counts prove nothing; it is tested on other runs.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
import numpy as np
from banditproof.algorithms.interfaces.alphabet import Alphabet
from banditproof.theory.budgets import Budget
from .event_bounds import Counts
from .events import AnyEvent, ArmAt, ArmsAt, Prefixes, PulledAtLeast, ScoreAtLeast, codes
from .frontier import excess
from .sampler import Rows

LONGEST_CODE = 60.0
"""Sequences are coded in integers of 63 bits."""
MOST_MEMBERS = 4096
MOST_PAIRED = 6
"""Up to so many symbols, the arm of the challenged round is combined with later arms."""
MOST_POINTS = 9
LONGEST_WINDOW = 5


@dataclass
class _Tally:
    """Counts of events on both sides, in blocks of the same numbers of runs."""

    hits: list[tuple[Any, Any]] = field(default_factory=list)
    runs: list[tuple[int, int, int]] = field(default_factory=list)
    makers: list[tuple[int, Callable[[int], AnyEvent]]] = field(default_factory=list)
    size: int = 0

    def add(self, kl: Any, nl: int, kr: Any, nr: int, maker: Callable[[int], AnyEvent]) -> None:
        """Events with their hits on both sides; `maker` makes the event at a place among them."""
        kl, kr = kl.reshape(-1), kr.reshape(-1)
        if not len(kl):
            return
        self.makers.append((self.size, maker))
        self.hits.append((kl, kr))
        self.runs.append((nl, nr, len(kl)))
        self.size += len(kl)

    def table(self) -> tuple[Any, Any, Any, Any]:
        """The hits and runs on the left, and those on the right, of all events."""
        kl, kr = (np.concatenate(column) for column in zip(*self.hits, strict=True))
        nl, nr, sizes = (np.array(column) for column in zip(*self.runs, strict=True))
        return kl, np.repeat(nl, sizes), kr, np.repeat(nr, sizes)

    def event(self, place: int) -> AnyEvent:
        """The event at a place of the whole tally."""
        start, maker = max((m for m in self.makers if m[0] <= place), key=lambda m: m[0])
        return maker(place - start)


def best_event(
    left: Rows,
    right: Rows,
    arms: int,
    budget: Budget,
    after: int = 0,
    alphabet: Alphabet | None = None,
) -> tuple[AnyEvent, Counts, float, bool]:
    """The event that lies furthest beyond a claim in two samples, and whether sides are swapped.

    Tried are the arm of each round, alone and together with the arm of the challenged round
    `after`; the number of pulls of each arm, in all rounds and in those after it; sequences of
    arms from the start or from that round on, alone and in sets by their likelihood ratio; and
    points for the arm of each later round. Sets and points are made of the first half of each
    sample and counted on the second half. An event must reach beyond the round `after`: no action
    before a reward can depend on it.

    >>> from banditproof.theory.budgets import PureDP
    >>> left, right = np.array([[0, 1]] * 90 + [[0, 0]] * 10), np.array([[0, 1], [0, 0]] * 50)
    >>> event, counts, score, swapped = best_event(left, right, 2, PureDP(1))
    >>> print(event, counts.left_hits, swapped)
    round 2 plays arm 2 90 False
    """
    tally = _Tally()
    samples = _Samples(left, right, arms, after, alphabet)
    for count in (samples.arms_at, samples.arms_together, samples.pulls, samples.sequences):
        count(tally)
    samples.points(tally)
    table = tally.table()
    on_left, on_right = table[:2], table[2:]
    direct = excess(*on_left, *on_right, budget)
    mirrored = excess(*on_right, *on_left, budget)
    swapped = bool(mirrored.max() > direct.max())
    scores = mirrored if swapped else direct
    best = int(np.argmax(scores))
    kl, mine, kr, other = (int(column[best]) for column in table)
    counts = Counts(kr, other, kl, mine) if swapped else Counts(kl, mine, kr, other)
    return tally.event(best), counts, float(scores[best]), swapped


class _Samples:
    """Two samples, and the events that are counted in them."""

    def __init__(
        self, left: Rows, right: Rows, arms: int, after: int, alphabet: Alphabet | None
    ) -> None:
        self.left, self.right, self.arms, self.after = left, right, arms, after
        self.nl, self.nr, self.columns = len(left), len(right), left.shape[1]
        self.alphabet = alphabet
        self.one_hot = [rows[:, after:, None] == np.arange(arms) for rows in (left, right)]

    def arms_at(self, tally: _Tally) -> None:
        """Each arm in each later round."""
        kl, kr = (hot.sum(axis=0) for hot in self.one_hot)
        tally.add(kl, self.nl, kr, self.nr, self._arm_at)

    def _arm_at(self, place: int) -> AnyEvent:
        t, arm = divmod(place, self.arms)
        return ArmAt(arm, self.after + 1 + t, alphabet=self.alphabet)

    def arms_together(self, tally: _Tally) -> None:
        """Each arm in each later round, with an arm in the challenged round."""
        if not self.after or self.arms > MOST_PAIRED:
            return
        for first in range(self.arms):
            kl, kr = (
                hot[rows[:, self.after - 1] == first].sum(axis=0)
                for hot, rows in zip(self.one_hot, (self.left, self.right), strict=True)
            )

            def made(place: int, first: int = first) -> AnyEvent:
                t, arm = divmod(place, self.arms)
                return ArmsAt(first, self.after, arm, self.after + 1 + t, alphabet=self.alphabet)

            tally.add(kl, self.nl, kr, self.nr, made)

    def pulls(self, tally: _Tally) -> None:
        """At least so many pulls of each arm, in all rounds and after the challenged one."""
        for since in sorted({0, self.after}):
            length = self.columns - since
            tails = []
            for rows in (self.left, self.right):
                seen = rows[:, since:]
                pulls = np.stack([(seen == arm).sum(axis=1) for arm in range(self.arms)])
                # One histogram for all arms: arm a counts in the places from a (length + 1) on.
                pulls += (length + 1) * np.arange(self.arms)[:, None]
                histogram = np.bincount(pulls.ravel(), minlength=self.arms * (length + 1))
                table = histogram.reshape(self.arms, length + 1)
                tails.append(table[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:])

            def made(place: int, since: int = since, length: int = length) -> AnyEvent:
                arm, count = divmod(place, length)
                return PulledAtLeast(
                    arm, count + 1, self.columns, since + 1, alphabet=self.alphabet
                )

            tally.add(tails[0], self.nl, tails[1], self.nr, made)

    def sequences(self, tally: _Tally) -> None:
        """Sequences from the start, until almost all differ, and short ones from the challenge."""
        most = int(LONGEST_CODE / math.log2(max(self.arms, 2)))
        for length in range(max(2, self.after + 1), min(self.columns, most) + 1):
            different = self._sequences_of(1, length, tally)
            if different > 0.7 * (self.nl + self.nr):
                break
        if self.after > 1:
            longest = min(self.columns - self.after + 1, most, LONGEST_WINDOW)
            for length in range(2, longest + 1):
                self._sequences_of(self.after, length, tally)

    def _sequences_of(self, since: int, length: int, tally: _Tally) -> int:
        """Tally single sequences and likelihood-ratio sets; how many different ones there are."""
        nl, nr, arms = self.nl, self.nr, self.arms
        seen = [rows[:, since - 1 :] for rows in (self.left, self.right)]
        both = np.concatenate([codes(rows, arms, length) for rows in seen])
        values, where = np.unique(both, return_inverse=True)
        size = len(values)
        at_left, at_right = where[:nl], where[nl:]
        single = np.bincount(at_left, minlength=size), np.bincount(at_right, minlength=size)
        unusual = np.argsort(-np.abs(single[0] / nl - single[1] / nr), kind="stable")[:8]

        def made(chosen: Any) -> AnyEvent:
            members = frozenset(_sequence(int(code), arms, length) for code in chosen)
            return Prefixes(members, arms, since, alphabet=self.alphabet)

        tally.add(
            single[0][unusual], nl, single[1][unusual], nr, lambda i: made(values[[unusual[i]]])
        )
        # Members are chosen on the first half: a ratio that is large by chance does not count
        # itself.
        half_left, half_right = nl // 2, nr // 2
        if not (half_left and half_right) or size < 3:
            return size
        # Half a count more on each side: an unseen sequence has a finite ratio.
        first_left = np.bincount(at_left[:half_left], minlength=size) + 0.5
        first_right = np.bincount(at_right[:half_right], minlength=size) + 0.5
        order = np.argsort(-first_left / first_right, kind="stable")[:MOST_MEMBERS]
        second_left = np.cumsum(np.bincount(at_left[half_left:], minlength=size)[order])
        second_right = np.cumsum(np.bincount(at_right[half_right:], minlength=size)[order])
        cuts = np.unique(np.linspace(0, len(order) - 2, min(len(order) - 1, 60)).astype(int))
        tally.add(
            second_left[cuts],
            nl - half_left,
            second_right[cuts],
            nr - half_right,
            lambda i: made(values[order[: cuts[i] + 1]]),
        )
        return size

    def points(self, tally: _Tally) -> None:
        """Points by the log odds of each arm in each later round, with and without a condition."""
        half_left, half_right = self.nl // 2, self.nr // 2
        if min(half_left, half_right) < 8 or self.columns - self.after < 3:
            return
        conditions: list[int | None] = [None]
        if self.after and self.arms <= MOST_PAIRED:
            conditions += list(range(self.arms))
        for first in conditions:
            self._points_given(first, half_left, half_right, tally)

    def _points_given(
        self, first: int | None, half_left: int, half_right: int, tally: _Tally
    ) -> None:
        halves = []
        for rows, half in ((self.left, half_left), (self.right, half_right)):
            inside = np.ones(len(rows), bool)
            if first is not None:
                inside = rows[:, self.after - 1] == first
            halves.append((inside[:half], inside[half:], half))
        learned = [
            (hot[:half][early].sum(axis=0), int(early.sum()))
            for hot, (early, _, half) in zip(self.one_hot, halves, strict=True)
        ]
        points = _log_odds(*learned[0], *learned[1])
        if not points.any():
            return
        used = int(np.flatnonzero(points.any(axis=1))[-1]) + 1
        points = points[:used]
        totals = [
            np.tensordot(hot[half:, :used][late].astype(np.int64), points, axes=2)
            for hot, (_, late, half) in zip(self.one_hot, halves, strict=True)
        ]
        thresholds = np.unique(np.concatenate(totals))
        if len(thresholds) > 40:
            thresholds = thresholds[np.linspace(0, len(thresholds) - 1, 40).astype(int)]
        kl, kr = ((total[:, None] >= thresholds).sum(axis=0) for total in totals)

        def made(place: int) -> AnyEvent:
            return ScoreAtLeast(
                tuple(map(tuple, points.tolist())),
                int(thresholds[place]),
                self.after + 1,
                None if first is None else (first, self.after),
                alphabet=self.alphabet,
            )

        tally.add(kl, self.nl - half_left, kr, self.nr - half_right, made)


def _log_odds(kl: Any, nl: int, kr: Any, nr: int) -> Any:
    """Quarters of the log odds of an arm on the two sides, in integers; 0 if they are noise."""
    p, q = (kl + 0.5) / (nl + 1), (kr + 0.5) / (nr + 1)
    noise = np.sqrt(1 / (kl + 0.5) + 1 / (kr + 0.5))
    odds = np.log(p / q)
    # Whole numbers, so that the score of an event is exact and prints short.
    points = np.clip(np.rint(4 * odds), -MOST_POINTS, MOST_POINTS)
    return np.where(np.abs(odds) > noise, points, 0).astype(np.int64)


def _sequence(code: int, arms: int, length: int) -> tuple[int, ...]:
    digits = []
    for _ in range(length):
        code, digit = divmod(code, arms)
        digits.append(digit)
    return tuple(reversed(digits))
