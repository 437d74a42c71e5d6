"""The open-loop theorem: against a kernel, constant queries are the worst, for pure and Renyi loss.

A kernel remembers the labels and rewards that it was shown and nothing else, so what can still
happen after a query does not depend on the action that came before it. By backward induction the
best query does not either:

    sup_B D_alpha = max_{q, r ~ r'} sum_t D_alpha(pi_t(. | q, r), pi_t(. | q, r')),  q in [K]^(T-1),

and likewise for the pure loss (alpha = inf). It fails for (eps, delta) with delta > 0, and for
machines, which do remember their actions. Thesis, Definition 3.5 (derived).
"""

from __future__ import annotations
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
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


@dataclass(frozen=True)
class OpenLoopTree:
    """Who may follow whom below all pairs of first challenged histories, each like part once."""

    policy: FinitePolicy
    pairs: tuple[tuple[KernelLaw, KernelLaw], ...]
    """The pairs of laws of a round, each once."""
    nodes: tuple[tuple[int, tuple[int, ...]], ...]
    """The number of the pair of a round and the nodes of the next one, which stand before it."""
    roots: tuple[tuple[History, History, int], ...]
    """The challenged histories, and the node of each two."""

    @classmethod
    def of(cls, policy: FinitePolicy) -> OpenLoopTree:
        """The tree of a policy."""
        # a law is hashed once, and a number at each visit
        laws: dict[KernelLaw, int] = {}
        number = {h: laws.setdefault(law, len(laws)) for h, law in policy.kernel.items()}
        pairs: dict[tuple[int, int], int] = {}
        nodes: dict[tuple[int, tuple[int, ...]], int] = {}
        steps = _steps(policy)

        def below(left: History, right: History) -> int:
            pair = pairs.setdefault((number[left], number[right]), len(pairs))
            last = len(left) + 1 >= policy.horizon
            children = () if last else tuple(below(left + step, right + step) for step in steps)
            return nodes.setdefault((pair, children), len(nodes))

        roots = tuple((*both, below(*both)) for both in challenged_histories(policy))
        listed = list(laws)
        return cls(policy, tuple((listed[i], listed[j]) for i, j in pairs), tuple(nodes), roots)

    def largest(
        self,
        gains: Sequence[Value],
        combine: Callable[[Value, Value], Value],
        larger: Callable[[Value, Value], Value],
        key: Callable[[Value], Any],
    ) -> OpenLoop[Value] | None:
        """The largest combination of the gains of the pairs along a way down."""
        values: list[Value] = []
        choices: list[int] = []
        for pair, children in self.nodes:
            value, choice = gains[pair], 0
            if children:
                further, choice = _best([values[child] for child in children], larger, key)
                value = combine(value, further)
            values.append(value)
            choices.append(choice)
        if not self.roots:
            return None
        value, place = _best([values[node] for *_, node in self.roots], larger, key)
        left, right, node = self.roots[place]
        steps = _steps(self.policy)
        while children := self.nodes[node][1]:
            step, node = steps[choices[node]], children[choices[node]]
            left, right = left + step, right + step
        return OpenLoop(value, left, right)


def _steps(policy: FinitePolicy) -> list[History]:
    """What may be shown in one round."""
    return [((label, reward),) for label in range(policy.arms) for reward in policy.rewards]


def _best(
    values: Sequence[Value], larger: Callable[[Value, Value], Value], key: Callable[[Value], Any]
) -> tuple[Value, int]:
    """The maximum, and the place of the first value that is the best by its key."""
    best, place = values[0], 0
    for new, value in enumerate(values[1:], 1):
        if key(value) > key(best):
            place = new
        best = larger(best, value)
    return best, place


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
    tree = OpenLoopTree.of(policy)
    return tree.largest([gain(*pair) for pair in tree.pairs], combine, larger, key)
