"""Answers of a declared curator that break a claim: which rewards, and which answers to them.

Some answers come first that are the same in both worlds, and so show nothing: they pin what is
hidden, as the noise of a threshold. Then one reward differs, and of the answers to what follows
those are kept that the two worlds tell apart the most, one release after the other.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, product
import numpy as np
from flint import arb
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.exact import exact
from banditproof.verify.witnesses.answer_events import AnswersEvent
from banditproof.verify.witnesses.answering_curators import KINDS, Answer, answering
from banditproof.verify.witnesses.budget_breaks import require_break
from banditproof.verify.witnesses.laplace_products import Factor
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.scripted_draws import Noises
from banditproof.verify.witnesses.scripted_plays import world_of
from banditproof.verify.witnesses.witness import Witness
from .chosen_noises import Search
from .law_witnesses import orders
from .witnessed import stated

PINNED = (0, 3, 20, 8, 1)
"""How many answers come before the reward that differs."""
WAITS = 40
"""In how many rounds the next release is looked for."""
DEPTH, WIDTH = 8, 3
"""How many answers follow, and how many of the best beginnings are kept in either direction."""
SLOW, GROWTH = 2, 1.02
"""After how many answers the loss must have grown by which factor."""
MOST_WAYS = 81
"""How many sequences of answers are added up where a claim is not pure."""
POINTS = 4001
"""At how many places an integral is summed up in the search."""


@dataclass(frozen=True)
class Way:
    """Some answers, the rounds until the last one, and their probabilities in both worlds."""

    answers: tuple[Answer, ...]
    rounds: int
    left: float = 1.0
    right: float = 1.0

    @property
    def gain(self) -> float:
        """log P/Q, 0 if neither is positive."""
        if self.left <= 0 or self.right <= 0:
            return math.inf * ((self.left > 0) - (self.right > 0)) if self.left != self.right else 0
        return math.log(self.left / self.right)


@dataclass(frozen=True)
class _Base:
    """The rewards of both worlds: one reward before a round, one after it, and two in it."""

    before: Fraction
    after: Fraction
    change: tuple[Fraction, Fraction]
    changed: int

    def inputs(self, rounds: int) -> Inputs:
        """The lists of so many rounds."""
        left, right = (
            tuple(
                self.before if t < self.changed else self.after if t > self.changed else one
                for t in range(1, rounds + 1)
            )
            for one in self.change
        )
        return Inputs(left, right)


def answer_witnesses(search: Search) -> Iterator[Witness]:
    """Proposals with a loss above the claim, those with few answers first."""
    curator = search.facts.policy.curator
    if type(curator) not in KINDS or search.facts.offered is not None:
        return
    possible = answering(curator, ()).possible(search.claim.arms)
    pure = isinstance(search.claim.budget, PureDP)
    for pinned in PINNED:
        for first in possible if pinned else possible[:1]:
            way = _repeated(search, first, pinned)
            if way is None:
                continue
            for base in _bases(search, way.rounds + 1):
                if search.over():
                    return
                yield from (_largest if pure else _together)(search, base, way, possible)


def _bases(search: Search, changed: int) -> Iterator[_Base]:
    ends = (search.claim.rewards.lo, search.claim.rewards.hi)
    for change in search.changes:
        for before, after in product(ends, ends) if changed > 1 else zip(ends, ends, strict=True):
            yield _Base(before, after, change, changed)


def _repeated(search: Search, answer: Answer, times: int) -> Way | None:
    """The same answer so many times, and the rounds that it takes; rewards do not matter there."""
    lowest = search.claim.rewards.lo
    base = _Base(lowest, lowest, (lowest, lowest), 0)
    way: Way | None = Way((), 0)
    for _ in range(times):
        way = None if way is None else _next(search, base, way, [answer])[0]
    return way


def _next(search: Search, base: _Base, way: Way, possible: Sequence[Answer]) -> list[Way | None]:
    """The ways that begin so and have one more answer, None for one that cannot be."""
    most = search.claim.horizon or math.inf
    rounds = way.rounds
    for rounds in range(way.rounds + 1, int(min(way.rounds + WAITS, most)) + 1):
        if _chances(search, base, (*way.answers, possible[0]), rounds) is not None:
            break
    found: list[Way | None] = []
    for answer in possible:
        answers = (*way.answers, answer)
        chances = _chances(search, base, answers, rounds)
        found.append(None if chances is None else Way(answers, rounds, *chances))
    return found


def _chances(
    search: Search, base: _Base, answers: tuple[Answer, ...], rounds: int
) -> tuple[float, float] | None:
    """The probabilities in both worlds; None if there are not so many releases."""
    inputs, chances = base.inputs(rounds), []
    for world in (0, 1):
        try:
            own = answering(search.facts.policy.curator, answers, roughly)
            world_of(search.subject, inputs, world, Noises(()), (), curator=own)
        except Refused:
            return None
        if own.waiting:
            return None
        chances.append(float(own.probability.mid()))
    return chances[0], chances[1]


def roughly(factors: Sequence[Factor], until: Fraction | None) -> arb:
    """The integral of a product of Laplace factors, by a sum: for a search it is good enough.

    >>> one = Factor("density", Fraction(0), Fraction(2))
    >>> abs(float(roughly([one, Factor("above", Fraction(0), Fraction(1))], None)) - 0.5) < 1e-3
    True
    """
    (around,) = (factor for factor in factors if factor.kind == "density")
    center, scale = float(around.place), float(around.scale)
    low, high = center - 40 * scale, center + 40 * scale
    z = np.linspace(low, high if until is None else min(high, max(float(until), low)), POINTS)
    product = np.ones(POINTS)
    for factor in factors:
        x = (z - float(factor.place)) / float(factor.scale)
        tail = np.exp(-np.abs(x)) / 2
        if factor.kind == "density":
            product *= tail / float(factor.scale)
        else:
            product *= np.where((x >= 0) == (factor.kind == "below"), 1 - tail, tail)
    return arb(float(product.sum() * (z[1] - z[0])))


def _largest(
    search: Search, base: _Base, start: Way, possible: Sequence[Answer]
) -> Iterator[Witness]:
    """The first answers whose probabilities are further apart than e^eps allows."""
    eps = float(exact(search.claim.budget.eps))  # type: ignore[union-attr]
    for longer in chain(_kept(search, base, start, possible), _same(search, base, start, possible)):
        if search.over():
            return
        for best, turned in ((max(longer, key=_gain), False), (min(longer, key=_gain), True)):
            if abs(best.gain) > eps * (1 + 1e-9):
                yield _witness(search, base, [best], turned)
                return


def _gain(way: Way) -> float:
    return way.gain


def _kept(
    search: Search, base: _Base, start: Way, possible: Sequence[Answer]
) -> Iterator[list[Way]]:
    """Longer and longer ways, of which the best in either direction are followed."""
    ways, grown = [start], [0.0]
    for _ in range(DEPTH):
        longer = [
            one for way in ways for one in _next(search, base, way, possible) if one is not None
        ]
        if not longer:
            return
        yield longer
        longer.sort(key=_gain)
        grown.append(max(abs(longer[0].gain), abs(longer[-1].gain)))
        if len(grown) > SLOW and grown[-1] < grown[-1 - SLOW] * GROWTH:
            return
        ways = list(dict.fromkeys((*longer[:WIDTH], *longer[-WIDTH:])))


def _same(
    search: Search, base: _Base, start: Way, possible: Sequence[Answer]
) -> Iterator[list[Way]]:
    """The same answer several times, and then any one: what it hides may show only at the end."""
    for answer in possible:
        way: Way | None = start
        for _ in range(DEPTH):
            several = [] if way is None else _next(search, base, way, possible)
            known = [one for one in several if one is not None]
            if not known:
                break
            yield known
            way = several[possible.index(answer)]


def _together(
    search: Search, base: _Base, start: Way, possible: Sequence[Answer]
) -> Iterator[Witness]:
    """All answers together, as far as they are few."""
    budget, ways = search.claim.budget, [start]
    while len(ways) * len(possible) <= MOST_WAYS:
        ways = [
            one for way in ways for one in _next(search, base, way, possible) if one is not None
        ]
        if not ways or search.over():
            return
        for turned in (False, True):
            witness = _witness(search, base, ways, turned)
            cells = [(arb(way.left), arb(way.right)) for way in ways]
            cells = [(q, p) for p, q in cells] if turned else cells
            for order in orders(budget) if isinstance(budget, ZCDP) else [None]:
                with suppress(Refused):
                    require_break(cells, budget, order)
                    event = AnswersEvent(tuple(way.answers for way in ways), order)
                    yield replace(witness, event=event)
                    break


def _witness(search: Search, base: _Base, ways: Sequence[Way], turned: bool) -> Witness:
    inputs = base.inputs(max(way.rounds for way in ways))
    if turned:
        inputs = replace(inputs, left=inputs.right, right=inputs.left)
    event = AnswersEvent(tuple(way.answers for way in ways))
    return Witness(stated(search.claim), search.subject, inputs, event)
