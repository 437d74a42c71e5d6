"""The plays of games in two worlds, shared and compressed, to be valued by any homogeneous leaf.

An end of play has a mass l in the left world and r in the right world. The value of a game is the
sum over the policy's actions, and the maximum over the adversary's choices, of leaf(l, r). Since
the leaves of interest (hockey-stick, moments) are homogeneous of degree 1, positions whose masses
are proportional have proportional values, and are one node here.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar
from banditproof.verify.exact_laws.enumeration import Actions
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from .games import Choice, Game, Options
from .unfolding import Masses, Unfolding

Value = TypeVar("Value", int, Any)
Weighted = tuple[int, int]
"""(multiplier, number of a node or of a leaf)."""
Way = tuple[int, Choice | None, int]
"""An action, the choice after it (None if the play ends), and the next node."""
MOST_NODES = 800_000


@dataclass(frozen=True)
class Node:
    """A position before the policy acts: actions that end the play, and those that go on."""

    ends: tuple[tuple[int, Weighted], ...]
    goes: tuple[tuple[int, tuple[tuple[Choice, Weighted], ...]], ...]
    """(arm, the choices after it with what they lead to)."""


@dataclass
class PlayGraph:
    """The positions of many games of one policy; nodes stand after the nodes that they lead to."""

    policy: Unfolding
    nodes: list[Node] = field(default_factory=list)
    leaves: list[tuple[int, int]] = field(default_factory=list)
    _leaf: dict[tuple[int, int], int] = field(default_factory=dict)
    _node: dict[tuple[int, Masses, Masses], int] = field(default_factory=dict)
    _suffix: dict[tuple[int, Options], int] = field(default_factory=dict)
    _way: list[Way] = field(default_factory=list)

    def root(self, game: Game) -> Weighted:
        """The multiplier and the node of a game's first position."""
        rounds = self.policy.horizon
        suffixes = [
            self._suffix.setdefault((t, game.options[t:]), len(self._suffix)) for t in range(rounds)
        ]
        return self._position(0, game.options, suffixes, self.policy.start, self.policy.start)

    def _end(self, left: int, right: int) -> Weighted:
        common = math.gcd(left, right)
        pair = (left // common, right // common)
        if pair not in self._leaf:
            self._leaf[pair] = len(self.leaves)
            self.leaves.append(pair)
        return common, self._leaf[pair]

    def _position(
        self, t: int, options: Options, suffixes: list[int], left: Masses, right: Masses
    ) -> Weighted:
        # Divided by their greatest common divisor, proportional positions are equal, and valued
        # once.
        common = math.gcd(*(m for _, m in left), *(m for _, m in right))
        if common > 1:
            same = right is left
            left = tuple((s, m // common) for s, m in left)
            right = left if same else tuple((s, m // common) for s, m in right)
        key = (suffixes[t], left, right)
        if key not in self._node:
            self._node[key] = self._built(t, options, suffixes, left, right)
        return common, self._node[key]

    def _built(
        self, t: int, options: Options, suffixes: list[int], left: Masses, right: Masses
    ) -> int:
        last = t + 1 == self.policy.horizon
        ends: list[tuple[int, Weighted]] = []
        goes: list[tuple[int, tuple[tuple[Choice, Weighted], ...]]] = []
        for arm in range(self.policy.arms):
            first = self._acted(t, left, arm)
            second = first if right is left else self._acted(t, right, arm)
            mass, mirror = sum(m for _, m in first), sum(m for _, m in second)
            if mass == 0:
                continue  # what is impossible on the left has no value
            if last or mirror == 0:  # impossible on the right: all that follows counts in full
                rest = self.policy.remaining[t + 1]
                ends.append((arm, self._end(mass * rest, mirror * rest)))
                continue
            results = []
            for choice in options[t][arm]:
                label, x, y = choice
                seen = self._observed(t, first, label, x)
                beside = seen if second is first and x == y else self._observed(t, second, label, y)
                results.append((choice, self._position(t + 1, options, suffixes, seen, beside)))
            goes.append((arm, tuple(results)))
        self.nodes.append(Node(tuple(ends), tuple(goes)))
        if len(self.nodes) > MOST_NODES:
            raise NotEnumerable(
                f"The games have more than {MOST_NODES} positions; give a shorter horizon, fewer "
                "arms or fewer rewards."
            )
        return len(self.nodes) - 1

    def _acted(self, t: int, masses: Masses, arm: int) -> Masses:
        results: dict[int, int] = {}
        for state, mass in masses:
            for after, chance in self.policy.act[t][state][arm]:
                results[after] = results.get(after, 0) + mass * chance
        return tuple(sorted(results.items()))

    def _observed(self, t: int, masses: Masses, label: int, letter: int) -> Masses:
        results: dict[int, int] = {}
        for state, mass in masses:
            after = self.policy.observe[t][state][label][letter]
            results[after] = results.get(after, 0) + mass
        return tuple(sorted(results.items()))

    def values(
        self,
        leaf: Callable[[int, int], Value],
        larger: Callable[[Value, Value], Value],
        zero: Value,
    ) -> list[Value]:
        """The value of each node: sums over actions of the largest over choices."""
        ends = [leaf(left, right) for left, right in self.leaves]
        results: list[Value] = []
        for node in self.nodes:
            total = zero
            for _, (multiplier, number) in node.ends:
                total += multiplier * ends[number]
            for _, choices in node.goes:
                best: Value | None = None
                for _, (multiplier, number) in choices:
                    value = multiplier * results[number]
                    best = value if best is None else larger(best, value)
                total += zero if best is None else best
            results.append(total)
        return results

    def largest(self, leaf: Callable[[int, int], Value]) -> list[Value]:
        """For each node the largest leaf (of degree 0) that any play from it can reach."""
        ends = [leaf(left, right) for left, right in self.leaves]
        results: list[Value] = []
        self._way = []
        for node in self.nodes:
            reached: list[tuple[Value, Way]] = []
            reached += [(ends[number], (arm, None, 0)) for arm, (_, number) in node.ends]
            for arm, choices in node.goes:
                reached += [(results[n], (arm, choice, n)) for choice, (_, n) in choices]
            value, way = max(reached, key=lambda pair: pair[0])
            results.append(value)
            self._way.append(way)
        return results

    def best_path(self, number: int) -> tuple[Actions, list[Choice]]:
        """The actions and choices that reach the largest leaf, after `largest` was called."""
        actions: Actions = ()
        shown: list[Choice] = []
        while True:
            arm, choice, after = self._way[number]
            actions = (*actions, arm)
            if choice is None:
                return actions, shown
            shown.append(choice)
            number = after

    def best_choices(self, root: Weighted, values: list[Any]) -> Iterator[tuple[Actions, Choice]]:
        """An adversary that attains the value of a game: its choice after each prefix."""
        stack: list[tuple[Actions, int]] = [((), root[1])]
        while stack:
            position = stack.pop()
            before: Actions = position[0]
            number: int = position[1]
            for arm, choices in self.nodes[number].goes:
                worth = [multiplier * values[after] for _, (multiplier, after) in choices]
                choice, (_, after) = choices[worth.index(max(worth))]
                prefix: Actions = (*before, arm)
                yield prefix, choice
                stack.append((prefix, after))
