"""The exact law of action sequences on all reward lists at once, by forward merging of states.

For a fixed sequence of actions the batches are fixed, so a reward list matters only through what
the curator holds: lists that leave the same held values form a *class*. A state of the policy
depends on released values only, so all classes share the same states and differ in the weights.
The weights of a state over all classes are packed into one Python integer, and a release becomes
one big multiplication for each outcome. Everything is exact: integers over a common denominator.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeVar
from banditproof.algorithms.policy import Policy, Pull, may_stop
from banditproof.algorithms.randomness import Silent
from banditproof.theory.mechanisms import Mechanism
from .branching import outcomes
from .finite_noise import (
    ClampedRelease,
    IntegerNoise,
    NotEnumerable,
    integer_noise,
    require_one_arm,
)
from .merged_nodes import History, MergedNode, Pair, PathLaw
from .stopped_runs import end_of


@dataclass(frozen=True)
class MergedLaw:
    """An enumeration of the law of a policy's actions on all lists of the given rewards.

    `choices[t-1]` are the rewards that round t may pay; a single one at each round gives the law
    on one list. `cut` is how far noise may carry a sum outside the range of its values before it
    is clamped. A run of a policy that stops ends with a symbol for its end (`stopped_runs`).
    """

    policy: Policy[Any]
    choices: tuple[tuple[int, ...], ...]
    cut: int = 40
    on_integers: Callable[[Mechanism], IntegerNoise] = integer_noise
    limit: int = 3_000_000
    """The largest number of learning steps at one release."""

    @property
    def horizon(self) -> int:
        """The number of rounds."""
        return len(self.choices)

    def paths(self) -> Iterator[PathLaw]:
        """The law of each action sequence that has a positive weight."""
        held = self.policy.curator.start(self.policy.arms)
        root = MergedNode((), [self.policy.start()], [1], 2, 1, [0], [(0, held)], [()], {})
        yield from self._explore(root)

    @property
    def stops(self) -> bool:
        """Whether the policy may stop, so that the last reward matters."""
        return may_stop(self.policy)

    def _explore(self, node: MergedNode) -> Iterator[PathLaw]:
        if self.stops:
            ended, node = self._ended(node)
            yield from ended
        if not node.states:
            return
        if len(node.actions) == self.horizon:
            yield node.path()
            return
        for pull, child in self._decided(node):
            played = self._played(child, pull)
            if len(node.actions) + pull.plays > self.horizon:  # the horizon cuts it
                yield played.path()
            else:
                yield from self._explore(played)

    def _ended(self, node: MergedNode) -> tuple[list[PathLaw], MergedNode]:
        """The law of each end in the states where the policy stops, and the node of the others."""
        split: dict[int | None, tuple[list[Hashable], list[int]]] = {None: ([], [])}
        for state, packed in zip(node.states, node.weights, strict=True):
            end = end_of(self.policy, state, len(node.actions))
            states, weights = split.setdefault(end, ([], []))
            states.append(state)
            weights.append(packed)
        going = replace(node, states=split[None][0], weights=split.pop(None)[1])
        waits = [[c] for c in range(len(node.classes))]  # rewards after the end matter no more
        rest = tuple(
            [places * len(self.choices[t]) for places in waits]
            for t in range(len(node.actions), self.horizon)
        )
        ended = [
            replace(
                node,
                actions=(*node.actions, end),
                states=states,
                weights=weights,
                steps=(*node.steps, *rest),
            ).path()
            for end, (states, weights) in split.items()
            if end is not None
        ]
        return ended, going

    def _decided(self, node: MergedNode) -> list[tuple[Pull, MergedNode]]:
        """The node split by the next pull, which must be the same for all states of an arm."""
        t = len(node.actions) + 1
        split: dict[Pull, tuple[list[Hashable], list[int]]] = {}
        laws = [self._decisions(state, t) for state in node.states]
        scale = math.lcm(*{p.denominator for law in laws for p in law.values()})
        total = node.total * scale
        # A field holds at most the common total, so fields side by side never carry into each
        # other.
        bits = max(node.bits, total.bit_length() + 1)
        for state, wide, law in zip(node.states, node.widened(bits), laws, strict=True):
            for pull, p in law.items():
                states, weights = split.setdefault(pull, ([], []))
                states.append(state)
                # One product scales the weights of all rows at once.
                weights.append(wide * int(p * scale))
        if len({pull.arm for pull in split}) < len(split):
            raise NotEnumerable("After equal actions the next batch has different sizes.")
        moved = [moved * scale for moved in node.moved]
        return [
            (pull, replace(node, states=s, weights=w, bits=bits, total=total, moved=moved))
            for pull, (s, w) in split.items()
        ]

    def _decisions(self, state: Hashable, t: int) -> dict[Pull, Fraction]:
        """The law of the next pull in a state."""
        law: dict[Pull, Fraction] = {}
        for p, pull in outcomes(lambda chance: self.policy.decide(state, t, chance)):
            require_one_arm(pull)
            if not 0 <= pull.arm < self.policy.arms or pull.count < 1:
                raise ValueError(
                    f"The policy decides {pull} with {self.policy.arms} arms; "
                    "give an arm that exists and at least one pull."
                )
            law[pull] = law.get(pull, Fraction(0)) + p
        return law

    def _played(self, node: MergedNode, pull: Pull) -> MergedNode:
        """The node after the rewards of a pull were read and, if it is complete, released."""
        first = len(node.actions)
        played = min(pull.count, self.horizon - first)
        for t in range(first, first + played):
            node = self._read(node, pull.arm, self.choices[t])
        if len(node.actions) == self.horizon and (played < pull.count or not self.stops):
            # what is released after the last decision changes no action
            return replace(node, releases=node.releases + (played == pull.count and pull.releases))
        if pull.releases:
            return self._released(node, pull)
        learned: dict[Hashable, int] = {}
        for state, packed in zip(node.states, node.weights, strict=True):
            after = self.policy.learn(state, pull, None)
            learned[after] = learned.get(after, 0) + packed
        return replace(node, states=list(learned), weights=list(learned.values()))

    def _read(self, node: MergedNode, arm: int, rewards: Sequence[int]) -> MergedNode:
        """The node after one reward: classes split by the reward and merge by what is held."""
        index: dict[tuple[int, Any], int] = {}
        examples: list[History] = []
        after: list[list[int]] = []
        parents: list[int] = []
        for parent, ((row, held), example) in enumerate(
            zip(node.classes, node.examples, strict=True)
        ):
            after.append([])
            for reward in rewards:
                key = (row, self.policy.curator.read(held, arm, reward))
                if key not in index:
                    index[key] = len(index)
                    examples.append((*example, reward))
                    parents.append(parent)
                after[-1].append(index[key])
        pairs: dict[Pair, tuple[History, History]] = {}

        def add(c: int, d: int, left: History, right: History) -> None:
            if c != d:
                pairs.setdefault((min(c, d), max(c, d)), (left, right) if c < d else (right, left))

        for (c, d), (left, right) in node.pairs.items():
            for k, reward in enumerate(rewards):
                add(after[c][k], after[d][k], (*left, reward), (*right, reward))
        for c, example in enumerate(node.examples):
            for k, j in combinations(range(len(rewards)), 2):
                add(after[c][k], after[c][j], (*example, rewards[k]), (*example, rewards[j]))
        return replace(
            node,
            actions=(*node.actions, arm),
            classes=list(index),
            examples=examples,
            pairs=pairs,
            bases=[node.bases[parents[c]] for c in range(len(index))],
            steps=(*node.steps, after),
        )

    def _released(self, node: MergedNode, pull: Pull) -> MergedNode:
        """The node after a release: every outcome of the noise, for all rows at once."""
        mechanisms = {self.policy.mechanism(state, pull) for state in node.states}
        if len(mechanisms) > 1:
            raise NotEnumerable("After equal actions the noise has different scales.")
        declared = mechanisms.pop()
        rows = [_probed_row(self.policy, held, pull.arm, declared) for _, held in node.classes]
        drawn = {mechanism for _, _, mechanism in rows}
        if len(drawn) > 1:
            raise NotEnumerable("The noise of a release depends on what the curator holds.")
        bases = sorted({base for _, base, _ in rows})
        clamped = ClampedRelease(self.on_integers(drawn.pop()), bases[0], bases[-1], self.cut)
        if len(node.states) * len(clamped.window) > self.limit:
            raise NotEnumerable(
                f"The release of round {len(node.actions)} has {len(node.states)} states and "
                f"{len(clamped.window)} outcomes, more than {self.limit} steps."
            )
        total = node.total * clamped.total
        bits = max(node.bits, total.bit_length() + 1)
        laws = [clamped.weights(base) for base in bases]
        learned: dict[Hashable, int] = {}
        sums: list[list[int]] = [[] for _ in bases]
        mass, learn = node.mass(), self.policy.learn
        for state, wide in zip(node.states, node.widened(bits), strict=True):
            for k, value in enumerate(clamped.window):
                # States with equal releases have equal futures: they merge, and their weights add
                # up.
                place = learned.setdefault(learn(state, pull, value), len(learned))
                if place == len(sums[0]):
                    for column in sums:
                        column.append(0)
                for law, column in zip(laws, sums, strict=True):
                    if law[k]:
                        column[place] += wide * law[k]
        shift = node.rows * bits
        # Row and base together make the new row: each base gets its own block of fields.
        weights = [
            sum(w << (b * shift) for b, w in enumerate(column))
            for column in zip(*sums, strict=True)
        ]
        # What clamping touched before is scaled along; what it touches now is counted once.
        moved = [
            node.moved[row] * clamped.total + mass[row] * clamped.moved(base)
            for base in bases
            for row in range(node.rows)
        ]
        classes = [
            (bases.index(base) * node.rows + row, held)
            for (row, _), (held, base, _) in zip(node.classes, rows, strict=True)
        ]
        return replace(
            node,
            states=list(learned),
            weights=weights,
            bits=bits,
            total=total,
            moved=moved,
            classes=classes,
            bases=[(*old, base) for old, (_, base, _) in zip(node.bases, rows, strict=True)],
            noises=(*node.noises, clamped.noise),
            slack=(1 + node.slack) * (1 + clamped.slack) - 1,
            releases=node.releases + 1,
        )


def action_law(
    policy: Policy[Any],
    rewards: Sequence[int],
    cut: int = 40,
    on_integers: Callable[[Mechanism], IntegerNoise] = integer_noise,
) -> dict[tuple[int, ...], Fraction]:
    """The exact law of the actions on one reward list, with clamped geometric noise.

    A run that stops is written with its end (`stopped_runs`).

    With discrete Gaussian noise, whose masses are not rational, it is a lower bound of the law
    within the factor 1 + 2^-50.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> action_law(policy, [1, 0, 1])
    {(0, 1, 0): Fraction(8, 9), (0, 1, 1): Fraction(1, 9)}
    """
    merged = MergedLaw(policy, tuple((reward,) for reward in rewards), cut, on_integers)
    return {path.actions: Fraction(path.weights[0], path.total) for path in merged.paths()}


Option = TypeVar("Option")


class _Probe(Silent):
    """Randomness that answers each noise with a chosen number and counts the draws."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.asked: list[Mechanism] = []

    def noise(self, mechanism: Mechanism) -> int:
        self.asked.append(mechanism)
        return self.value

    def choice(self, options: Sequence[Option]) -> Option:
        raise NotEnumerable("The curator draws more than noise.")

    def beta(self, a: float, b: float) -> float:
        raise NotEnumerable("The curator draws more than noise.")

    def uniform(self) -> float:
        raise NotEnumerable("The curator draws more than noise.")


def _probed_row(
    policy: Policy[Any], held: Any, arm: int, mechanism: Mechanism
) -> tuple[Any, int, Mechanism]:
    """What is still held after a release, its noiseless integer value, and the noise drawn."""
    # Noise 0 and noise 1 must differ by 1 in the value and by nothing in what is held: then the
    # release is a statistic plus this noise.
    probes = [_Probe(0), _Probe(1)]
    (held_0, value_0), (held_1, value_1) = (
        policy.curator.release(held, arm, mechanism, probe) for probe in probes
    )
    if isinstance(value_0, tuple):
        raise NotEnumerable("A pull releases several numbers.")
    if len(probes[0].asked) != 1 or held_0 != held_1 or value_1 - value_0 != 1:
        raise NotEnumerable(
            "A release is not a statistic plus one fresh noise that is then forgotten."
        )
    if value_0 != int(value_0):
        raise NotEnumerable(
            "A released statistic is not an integer, so its noise has no form on the integers."
        )
    return held_0, int(value_0), probes[0].asked[0]
