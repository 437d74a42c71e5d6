"""The open-loop theorem: against a kernel, constant queries are the worst, for pure and Renyi loss.

A kernel remembers the labels and rewards that it was shown and nothing else, so what can still
happen after a query does not depend on the action that came before it. By backward induction the
best query does not either:

    sup_B D_alpha = max_{q, r ~ r'} sum_t D_alpha(pi_t(. | q, r), pi_t(. | q, r')),  q in [K]^(T-1),

and likewise for the pure loss (alpha = inf). It fails for (eps, delta) with delta > 0, and for
machines, which do remember their actions. Thesis, Definition 3.5 (derived).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Generic, TypeVar

from .finite_policy import FinitePolicy, History

KernelLaw = tuple[Fraction, ...]
Value = TypeVar("Value")


@dataclass(frozen=True)
class OpenLoop(Generic[Value]):
    """The largest combined gain, and the two histories along which it is collected."""

    value: Value
    left: History
    right: History


def challenged_histories(policy: FinitePolicy) -> Iterator[tuple[History, History]]:
    """All pairs of histories that differ, in the reward of their last round, for the first time."""
    for history in policy.kernel:
        if history and len(history) < policy.horizon:
            label, shown = history[-1]
            for reward in policy.rewards:
                if reward != shown:
                    yield history, (*history[:-1], (label, reward))


def largest_sum(
    policy: FinitePolicy,
    gain: Callable[[KernelLaw, KernelLaw], Value],
    combine: Callable[[Value, Value], Value],
    larger: Callable[[Value, Value], Value],
    key: Callable[[Value], Any],
) -> OpenLoop[Value] | None:
    """The largest combination of the rounds' gains over all constant queries and lists r ~ r'.

    `key` orders values only to say which histories are the best; the value itself is made by
    `larger`, which for balls encloses the maximum. None if the horizon is one round or there is
    one reward, so that nothing can differ.

    >>> copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0] == (1, 1) else (1, 0))
    >>> gain = lambda p, q: sum((abs(x - y) for x, y in zip(p, q)), Fraction(0)) / 2
    >>> largest_sum(copy, gain, lambda x, y: x + y, max, lambda x: x)  # total variation
    OpenLoop(value=Fraction(1, 1), left=((1, 0),), right=((1, 1),))
    """

    numbers: dict[KernelLaw, int] = {}  # a law is hashed once, and a number at each visit
    number = {h: numbers.setdefault(law, len(numbers)) for h, law in policy.kernel.items()}
    laws = list(numbers)

    @cache
    def of_laws(left: int, right: int) -> Value:
        return gain(laws[left], laws[right])

    def best(found: OpenLoop[Value] | None, new: OpenLoop[Value]) -> OpenLoop[Value]:
        if found is None:
            return new
        better = new if key(new.value) > key(found.value) else found
        return OpenLoop(larger(found.value, new.value), better.left, better.right)

    def after(left: History, right: History) -> OpenLoop[Value]:
        value = of_laws(number[left], number[right])
        further: OpenLoop[Value] | None = None
        if len(left) + 1 < policy.horizon:
            for label in range(policy.arms):
                for reward in policy.rewards:
                    step = ((label, reward),)
                    further = best(further, after(left + step, right + step))
        if further is None:
            return OpenLoop(value, left, right)
        return OpenLoop(combine(value, further.value), further.left, further.right)

    found: OpenLoop[Value] | None = None
    for left, right in challenged_histories(policy):
        found = best(found, after(left, right))
    return found
