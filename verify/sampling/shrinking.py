"""A witness made smaller: fewer rounds, plainer rewards, a simpler event."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import exact
from banditproof.verify.exact_laws.enumeration import Enumeration
from banditproof.verify.exact_laws.finite_noise import NotEnumerable

from .event_bounds import claimed, loss
from .events import AnyEvent, ArmAt, Prefixes, PulledAtLeast
from .frontier import excess
from .inputs import AuditInput, QueriedInput
from .neighbourhoods import Pair
from .sampler import BlackBoxSampler, Law, LawSampler, Sampler

Judge = Callable[[Pair, AnyEvent], bool]
"""Whether an event on a pair still lies beyond the claim."""
Law_of = Callable[[AuditInput], Law]
CLEAR = 4.0
"""How many standard errors beyond the claim a smaller witness must lie to be kept."""
LONGEST_EXACT = 6


def shrunk(
    pair: Pair, event: AnyEvent, still_beyond: Judge, steps: int = 60
) -> tuple[Pair, AnyEvent]:
    """The smallest pair and event that greedy simplifications reach and the judge accepts.

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
        for smaller, simpler in _simplifications(pair, event):
            if (smaller, simpler) in known:
                continue
            if len(known) >= steps:
                return pair, event
            known.add((smaller, simpler))
            if still_beyond(smaller, simpler):
                pair, event, changed = smaller, simpler, True
                break
    return pair, event


def _simplifications(pair: Pair, event: AnyEvent) -> Iterator[tuple[Pair, AnyEvent]]:
    """Everything that is one step simpler: all the other rewards at once, the event, the rest."""
    t = pair.challenge
    zeros = (0,) * len(pair.left.blocks[0])
    others = [s for s, block in enumerate(pair.left.blocks, 1) if s != t and block != zeros]
    plain = pair
    for s in others:
        plain = _both(plain, s, zeros, zeros)
    if len(others) > 1:
        yield plain, event
    for simpler in _simpler_events(event):
        if simpler.rounds > t:
            cut = Pair(pair.left.cut(simpler.rounds), pair.right.cut(simpler.rounds))
            yield cut, simpler
    for s in others:
        yield _both(pair, s, zeros, zeros), event
    yield from ((smaller, event) for smaller in _plainer_challenges(pair, t))
    if isinstance(pair.left, QueriedInput):
        truthful = (tuple(range(len(zeros))),) * len(pair.left.blocks)
        if pair.left.queries != truthful:
            yield (
                Pair(
                    QueriedInput(pair.left.blocks, truthful),
                    QueriedInput(pair.right.blocks, truthful),
                ),
                event,
            )


def _both(pair: Pair, s: int, left: tuple[int, ...], right: tuple[int, ...]) -> Pair:
    return Pair(pair.left.with_block(s, left), pair.right.with_block(s, right))


def _plainer_challenges(pair: Pair, t: int) -> Iterator[Pair]:
    """The challenged round with one entry less that differs, or one shared 1 less."""
    left, right = pair.left.blocks[t - 1], pair.right.blocks[t - 1]
    for i, (a, b) in enumerate(zip(left, right, strict=True)):
        if (a, b) == (0, 0):
            continue
        one, two = (*left[:i], 0, *left[i + 1 :]), (*right[:i], 0, *right[i + 1 :])
        if one != two:
            yield _both(pair, t, one, two)


def _simpler_events(event: AnyEvent) -> Iterator[AnyEvent]:
    """Events with a shorter description."""
    if isinstance(event, ArmAt):
        return
    rounds = event.rounds
    if isinstance(event, Prefixes):
        arms, members = event.arms, sorted(event.members)
        yield from (ArmAt(arm, t) for t in range(2, rounds + 1) for arm in range(arms))
        for length in range(2, rounds):
            shorter = _mostly_inside(members, arms, length)
            if shorter:
                yield Prefixes(shorter, arms)
        if len(members) > 1:
            yield from (Prefixes(frozenset({m}), arms) for m in members[:8])
        if 2 < len(members) <= 8:
            yield from (Prefixes(event.members - {m}, arms) for m in members)
    else:
        arms = event.arm + 1
        for fewer in range(max(event.count, 2), rounds):
            yield PulledAtLeast(event.arm, event.count, fewer)
        yield from (ArmAt(arm, t) for t in range(2, rounds + 1) for arm in range(max(arms, 2)))


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
) -> Judge:
    """Fresh runs for each question; its answers are guesses, to be tested again at the end.

    After the deadline every answer is no.
    """

    def still_beyond(pair: Pair, event: AnyEvent) -> bool:
        if time.monotonic() > deadline:
            return False
        which = rng.integers(0, 2, runs)
        rows = sampler.sample([pair.left, pair.right], which, rng)
        hits, left = event.happened(rows), which[: len(rows)] == 0
        score = excess((hits & left).sum(), left.sum(), (hits & ~left).sum(), (~left).sum(), budget)
        return len(rows) == runs and bool(score > CLEAR)

    return still_beyond


def exact_law(sampler: Sampler, rounds: int) -> Law_of | None:
    """The exact law of the first actions on an input, if the policy can be enumerated.

    For a policy of this library it is the law with discrete noise in place of Laplace noise, so
    its answers guide the shrinking and are tested on runs of the policy itself at the end.
    """
    if isinstance(sampler, LawSampler):
        known = sampler.law
        return known if rounds == sampler.horizon else None
    policy = sampler.runs.made_from if isinstance(sampler, BlackBoxSampler) else None
    if not isinstance(policy, Policy) or rounds > LONGEST_EXACT:
        return None
    enumeration = Enumeration(policy, rounds)

    def law(source: AuditInput) -> Law:
        if isinstance(source, QueriedInput):
            raise NotEnumerable("Rewards under another arm's label are not enumerated.")
        found = enumeration.law(lambda actions: source.answer(actions)[1])
        return {actions: float(mass) for actions, mass in found.masses.items()}

    return law


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
