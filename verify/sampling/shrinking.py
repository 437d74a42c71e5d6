"""A witness made smaller: fewer rounds, plainer rewards, a simpler event."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
import numpy as np
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import exact
from .event_bounds import claimed, loss
from .events import AnyEvent, ArmAt, ArmsAt, PulledAtLeast, ScoreAtLeast
from .frontier import excess
from .inputs import AuditInput, Block, QueriedInput
from .neighbourhoods import Pair
from .sampler import Law, Sampler

Judge = Callable[[Pair, AnyEvent], bool]
"""Whether an event on a pair still lies beyond the claim."""
Law_of = Callable[[AuditInput], Law]
CLEAR = 4.0
"""How many standard errors beyond the claim a smaller witness must lie to be kept."""


def shrunk(
    pair: Pair, event: AnyEvent, still_beyond: Judge, plain: float = 0, steps: int = 60
) -> tuple[Pair, AnyEvent]:
    """The smallest pair and event that greedy simplifications reach and the judge accepts.

    Rewards that do not matter become `plain`.

    >>> from .inputs import ListInput
    >>> pair = Pair(ListInput(((1,), (1,), (0,))), ListInput(((0,), (1,), (0,))))
    >>> small, event = shrunk(pair, ArmAt(0, 2), lambda pair, event: True)
    >>> small.left.blocks, small.right.blocks
    (((1,), (0,)), ((0,), (0,)))
    """
    pair = Pair(pair.left.cut(event.rounds), pair.right.cut(event.rounds))
    known: set[tuple[Pair, AnyEvent]] = set()
    changed = True
    while changed:
        changed = False
        for smaller, simpler in _simplifications(pair, event, plain):
            if (smaller, simpler) in known:
                continue
            if len(known) >= steps:
                return pair, event
            known.add((smaller, simpler))
            if still_beyond(smaller, simpler):
                pair, event, changed = smaller, simpler, True
                break
    return pair, event


def _simplifications(pair: Pair, event: AnyEvent, reward: float) -> Iterator[tuple[Pair, AnyEvent]]:
    """Everything that is one step simpler: all the other rewards at once, the event, the rest."""
    t = pair.challenge
    zeros = (reward,) * len(pair.left.blocks[0])
    others = [s for s, block in enumerate(pair.left.blocks, 1) if s != t and block != zeros]
    plain = pair
    for s in others:
        plain = _both(plain, s, zeros, zeros)
    if len(others) > 1:
        yield plain, event
    for simpler in _simpler_events(event):
        # An event that ends before the challenged round cannot depend on it.
        if simpler.rounds > t and simpler.rounds <= event.rounds:
            cut = Pair(pair.left.cut(simpler.rounds), pair.right.cut(simpler.rounds))
            yield cut, simpler
    for s in others:
        yield _both(pair, s, zeros, zeros), event
    yield from ((smaller, event) for smaller in _plainer_challenges(pair, t, reward))
    if isinstance(pair.left, QueriedInput):
        truthful = (tuple(range(len(zeros))),) * len(pair.left.blocks)
        if pair.left.queries != truthful:
            left, right = pair.left, pair.right
            assert isinstance(right, QueriedInput)
            truthful_pair = Pair(replace(left, queries=truthful), replace(right, queries=truthful))
            yield truthful_pair, event


def _both(pair: Pair, s: int, left: Block, right: Block) -> Pair:
    return Pair(pair.left.with_block(s, left), pair.right.with_block(s, right))


def _plainer_challenges(pair: Pair, t: int, plain: float) -> Iterator[Pair]:
    """The challenged round with one entry made plain on both sides."""
    left, right = pair.left.blocks[t - 1], pair.right.blocks[t - 1]
    for i, (a, b) in enumerate(zip(left, right, strict=True)):
        if (a, b) == (plain, plain):
            continue
        first, second = (*left[:i], plain, *left[i + 1 :]), (*right[:i], plain, *right[i + 1 :])
        if first != second:
            yield _both(pair, t, first, second)


def _simpler_events(event: AnyEvent) -> Iterator[AnyEvent]:
    """Events with a shorter description."""
    if isinstance(event, ArmAt):
        return
    rounds, said = event.rounds, event.alphabet
    if isinstance(event, ArmsAt):
        yield ArmAt(event.second, event.t, alphabet=said)
        return
    if isinstance(event, ScoreAtLeast):
        for i in sorted(range(len(event.points)), key=lambda i: -max(event.points[i])):
            arm = int(np.argmax(event.points[i]))
            last = ArmAt(arm, event.since + i, alphabet=said)
            yield last
            if event.given is not None:
                yield ArmsAt(*event.given, last.arm, last.t, alphabet=said)
        return
    if isinstance(event, PulledAtLeast):
        arms = event.arm + 1
        for fewer in range(max(event.count, 2), rounds):
            if fewer >= event.since + event.count - 1:
                yield replace(event, rounds=fewer)
        late = range(max(2, event.since), rounds + 1)
        yield from (ArmAt(arm, t, alphabet=said) for t in late for arm in range(max(arms, 2)))
        return
    arms, members = event.arms, sorted(event.members)
    used = sorted({arm for member in members for arm in member})
    late = range(max(2, event.since), rounds + 1)
    yield from (ArmAt(arm, t, alphabet=said) for t in late for arm in used)
    for length in range(2, event.length):
        shorter = _mostly_inside(members, arms, length)
        if shorter:
            yield replace(event, members=shorter)
    if len(members) > 1:
        yield from (replace(event, members=frozenset({m})) for m in members[:8])
    if 2 < len(members) <= 8:
        yield from (replace(event, members=event.members - {m}) for m in members)


def _mostly_inside(
    members: list[tuple[int, ...]], arms: int, length: int
) -> frozenset[tuple[int, ...]]:
    """The shorter sequences of which at least half of the continuations are members."""
    starts = Counter(member[:length] for member in members)
    continuations = arms ** (len(members[0]) - length)
    if len(members) == 1:
        return frozenset(starts)
    return frozenset(start for start, count in starts.items() if 2 * count >= continuations)


def statistical_judge(
    sampler: Sampler,
    budget: Budget,
    runs: int,
    rng: np.random.Generator,
    deadline: float = math.inf,
    most: int = 10**9,
) -> Judge:
    """Fresh runs for each question; its answers are guesses, to be tested again at the end.

    After the deadline, and after so many runs at `most`, every answer is no.
    """
    left_over = most

    def still_beyond(pair: Pair, event: AnyEvent) -> bool:
        nonlocal left_over
        left_over -= runs
        if time.monotonic() > deadline or left_over < 0:
            return False
        which = rng.integers(0, 2, runs)
        rows = sampler.sample([pair.left, pair.right], which, rng)
        hits, left = event.happened(rows), which[: len(rows)] == 0
        score = excess((hits & left).sum(), left.sum(), (hits & ~left).sum(), (~left).sum(), budget)
        return len(rows) == runs and bool(score > CLEAR)

    return still_beyond


def exact_judge(law: Law_of, budget: Budget, margin: float = 0.0) -> Judge:
    """Compares the probabilities of the event themselves."""
    goal = float(exact(claimed(budget))) + margin

    def probability(source: AuditInput, event: AnyEvent) -> Fraction:
        masses = law(source)
        hits = event.happened(np.array(list(masses)))
        total = sum(m for m, hit in zip(masses.values(), hits.tolist(), strict=True) if hit)
        return min(exact(float(total)), Fraction(1))

    def still_beyond(pair: Pair, event: AnyEvent) -> bool:
        p, q = probability(pair.left, event), probability(pair.right, event)
        return float(loss(p, q, budget)) > goal

    return still_beyond
