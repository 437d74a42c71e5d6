"""The law of the actions of two-armed index policies with continuous noise, as enclosures.

Each noise is split into its cell on a lattice, whose mass is known, and its place inside the cell.
The totals of both arms then lie in a box, and the states with equal boxes merge. Where the border
of a decision misses the box, the decision is known; where it crosses the box, the law inside the
box bounds its probability while no earlier border crossed it, and [0, 1] does otherwise. So the
error is of second order in the step. All sums are of nonnegative numbers, with a rounding bound.
A policy that stops is asked after each batch: two more borders split off the runs that end.
"""

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.policy import Policy, Pull, may_stop
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.theory import Enclosure
from banditproof.theory.enclosure import ZERO
from banditproof.theory.exact import exact_count
from banditproof.theory.mechanisms import Mechanism, NoNoise
from .box_measures import BoxMeasures
from .convex_divergences import Bounds
from .decision_border import (
    MARGIN,
    Border,
    Pair,
    border,
    checked_monotone,
    is_bordered,
    possible_arms,
    possible_ends,
    stopping_border,
)
from .finite_noise import NotEnumerable, require_one_arm
from .list_law import Floats, Integers, ListLaw, PathBounds
from .noise_cells import NoiseCells, is_discrete, spread
from .stopped_runs import padded

Borders = tuple[Border, Border]
INSIDE_SLACK = 1e-12
"""More than the rounding of a probability inside a box."""
MOST_PLACES = 4096
"""The largest lattice, in places of one total: its square is held in memory three times."""


class Batch(NamedTuple):
    """A closed batch: its arm, its first round from 0, and its size."""

    arm: int
    first: int
    size: int


@dataclass(frozen=True)
class Node:
    """A prefix of actions with one choice of all batch sums."""

    actions: tuple[int, ...]
    batches: tuple[Batch, ...]
    sums: tuple[int, ...]
    measures: BoxMeasures

    @property
    def phases(self) -> tuple[int, int]:
        """The closed batches of both arms."""
        second = sum(batch.arm for batch in self.batches)
        return len(self.batches) - second, second

    def records(self, forgets: bool) -> tuple[tuple[int, int], tuple[int, int]]:
        """The pulls behind the totals of both arms, and how many noises are in them."""
        pulls, noises = [0, 0], [0, 0]
        for batch in self.batches:
            keep = 0 if forgets else 1
            pulls[batch.arm] = keep * pulls[batch.arm] + batch.size
            noises[batch.arm] = keep * noises[batch.arm] + 1
        return (pulls[0], pulls[1]), (noises[0], noises[1])


def _code_of(batches: tuple[Batch, ...], sums: tuple[int, ...]) -> int:
    """The sums of batches as one number, in mixed radix."""
    code = 0
    for batch, value in zip(batches, sums, strict=True):
        code = code * (batch.size + 1) + value
    return code


def _tails(masses: Floats) -> Floats:
    """Pr[place >= k] for k = 0, 1, ..."""
    return np.ascontiguousarray(masses[::-1].cumsum()[::-1])


@dataclass
class ContinuousLaw:
    """An enclosure of the law of the actions on all lists of binary rewards, at a lattice step.

    `scales` is how far the lattice reaches, in scales (standard deviations) of the noise.
    """

    policy: PhasedIndexPolicy
    horizon: int
    steps: int = 512
    scales: int = 16
    _borders: dict[Any, Borders] = field(default_factory=dict)
    _laws: dict[tuple[int, ...], tuple[tuple[Batch, ...], dict[tuple[int, ...], Bounds]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        checked_monotone(self.policy)
        self.stops = may_stop(self.policy)
        exact_count("the horizon", self.horizon, least=2)
        if exact_count("the number of steps", self.steps, least=8) > MOST_PLACES // 4:
            raise ValueError(f"There are {self.steps} steps; give at most {MOST_PLACES // 4}.")
        law = self.mechanism
        if isinstance(law, NoNoise):
            raise NotEnumerable("The releases have no noise, so their law has no cells.")
        reach = self.scales * spread(law)
        if is_discrete(law):
            self.step, self.fine = Fraction(1), 1
        else:
            # A power of two of at most 1: sums of rewards are whole places, and floats hold it
            # exactly.
            wanted = (2 * reach + self.horizon) / self.steps
            self.step = min(Fraction(2) ** math.floor(math.log2(wanted)), Fraction(1))
            self.fine = max(8, min(128, 65536 // self.steps))
            if not is_bordered(self.policy):
                self.fine = 4  # its scores are asked one at a time
        self.below = math.ceil(reach / self.step)
        self.places = 2 * self.below + int(self.horizon / self.step) + 1
        if self.places > MOST_PLACES:
            reached = f"The noise {law} reaches over {self.places} places"
            raise NotEnumerable(f"{reached}, more than {MOST_PLACES}.")
        self.cells = NoiseCells(law, self.step, self.places)

    @property
    def mechanism(self) -> Mechanism:
        """The noise of each release."""
        return self.policy.mechanism(self.policy.start(), Pull(0, 1))

    def law(self) -> ListLaw:
        """The bounds of each action sequence on each list."""
        if not self._laws:
            for node, bounds in self._explore(self._root()):
                path = self._laws.setdefault(node.actions, (node.batches, {}))
                path[1][node.sums] = bounds
        paths = tuple(self._path(actions) for actions in self._laws)
        where = "on the real line" if self.cells.width else "on all integers"
        return ListLaw(2, self.horizon, paths, f"{self.mechanism} {where}", self.stops)

    @property
    def rounds(self) -> int:
        """The rounds whose rewards matter: all but the last, and that one too if it stops."""
        return self.horizon if self.stops else self.horizon - 1

    def _whole(self, actions: tuple[int, ...]) -> tuple[int, ...]:
        return padded(actions, 2, self.horizon) if self.stops else actions

    def probability(self, actions: tuple[int, ...], rewards: tuple[int, ...]) -> Enclosure:
        """The probability of a sequence on a list of rewards; a stopped run has its end."""
        code = sum(reward << t for t, reward in enumerate(rewards[: self.rounds]))
        for path in self.law().paths:
            if path.actions == self._whole(actions):
                return Enclosure(*path.probabilities[path.classes[code]])
        return ZERO

    def _root(self) -> Node:
        # Before any noise both totals are exactly 0, at the place `below` of each.
        start, zero = np.zeros((2, self.places, self.places))
        start[self.below, self.below] = 1.0
        return Node((), (), (), BoxMeasures(start, zero, zero))

    def _explore(self, node: Node) -> Iterator[tuple[Node, Bounds]]:
        if self.stops:
            ended, node = self._ended(node)
            yield from ended
            if len(node.actions) == self.horizon:
                yield node, node.measures.total()
                return
        for pull, measures in self._decided(node):
            require_one_arm(pull)
            first = len(node.actions)
            played = min(pull.count, self.horizon - first)
            actions = (*node.actions, *(pull.arm,) * played)
            if len(actions) == self.horizon and (played < pull.count or not self.stops):
                yield replace(node, actions=actions), measures.total()
                continue
            batches = (*node.batches, Batch(pull.arm, first, pull.count))
            noisy = self._released(measures, pull.arm)
            for value in range(pull.count + 1):
                moved = noisy.shifted(pull.arm, int(value / self.step))
                yield from self._explore(Node(actions, batches, (*node.sums, value), moved))

    def _ended(self, node: Node) -> tuple[list[tuple[Node, Bounds]], Node]:
        """The ends after a node with their bounds, and the node of the runs that go on."""
        pulls, noises = node.records(self.policy.forgets)
        phases = node.phases
        ended = []
        for end, possible in enumerate(possible_ends(self.policy, phases, pulls)):
            if possible:
                borders = self._stopping_border(end, phases, pulls, noises)
                over, rest = self._split(node.measures, borders, noises)
                if end == 1:  # this border is the one from where on arm 2 is not recommended
                    over, rest = rest, over
                run = replace(node, actions=(*node.actions, 2 + end), measures=over)
                ended.append((run, over.total()))
                node = replace(node, measures=rest)
        return ended, node

    def _decided(self, node: Node) -> list[tuple[Pull, BoxMeasures]]:
        phases = node.phases
        batches = [self.policy.schedule.batch(k) for k in phases]
        for arm in (0, 1):
            if phases[arm] == 0:
                return [(Pull(arm, batches[arm]), node.measures)]
        pulls, noises = node.records(self.policy.forgets)
        t = len(node.actions) + 1
        parts = self._split(node.measures, self._border(pulls, noises, t), noises)
        pulls_after = []
        # an arm is left out if it cannot be pulled, and not because its mass is lost or vanished
        possible = possible_arms(self.policy, pulls, t)
        for arm, after in enumerate(parts):
            if possible[arm] or after.known.any() or after.most.any():
                pulls_after.append((Pull(arm, batches[arm]), after))
        return pulls_after

    def _split(
        self, old: BoxMeasures, borders: Borders, noises: Pair
    ) -> tuple[BoxMeasures, BoxMeasures]:
        """The measures beyond a border, and before it."""
        from .lattice_kernels import decide

        late, early = borders
        widths = [self.cells.width * count for count in noises]
        inside = [
            self.cells.inside(self.fine, width, largest)
            for width in widths
            for largest in (False, True)
        ]
        parts = decide(
            old.known,
            old.least,
            old.most,
            np.array([late.first, late.second]),
            np.array([early.first, early.second]),
            self.fine,
            np.array(widths),
            _tails(inside[0]),
            _tails(inside[1]),
            inside[2],
            inside[3],
            INSIDE_SLACK,
        )
        first, second = (
            BoxMeasures(*split, old.lost, old.roundings + 6) for split in (parts[:3], parts[3:])
        )
        return first, second

    def _lattice(self, noises: Pair) -> tuple[Fraction, Fraction, Pair]:
        """The step of the border's lattice, its first place, and its places for each arm."""
        first, second = ((self.places + self.cells.width * k) * self.fine + 1 for k in noises)
        return self.step / self.fine, -self.below * self.step, (first, second)

    def _stopping_border(self, end: int, phases: Pair, pulls: Pair, noises: Pair) -> Borders:
        at = partial(stopping_border, self.policy, end, phases, pulls, *self._lattice(noises))
        return self._late_and_early((end, phases, pulls, noises), at)

    def _border(self, pulls: Pair, noises: Pair, t: int) -> Borders:
        at = partial(border, self.policy, pulls, t, *self._lattice(noises))
        return self._late_and_early((pulls, noises, t), at)

    def _late_and_early(self, key: Hashable, border_at: Callable[[float], Border]) -> Borders:
        """A border as late as it may be, and as early, with a margin for rounded scores."""
        if key not in self._borders:
            margin = MARGIN * self.cells.width
            # Totals moved against arm 1 make its border later, moved for it earlier: the true one
            # is between.
            self._borders[key] = border_at(-margin), border_at(margin)
        return self._borders[key]

    def _released(self, measures: BoxMeasures, arm: int) -> BoxMeasures:
        """The measures after fresh noise on the total of an arm, before the sum is added."""
        known, least, most = (
            self._with_noise(part, arm) for part in (measures.known, measures.least, measures.most)
        )
        # A new mass is a sum over at most `places` old ones: a few roundings for each, relative to
        # the result, as no number is negative.
        roundings = measures.roundings + 6 * self.places + 16
        return BoxMeasures(known, least, most, 0.0, roundings).left(measures)

    def _with_noise(self, measure: Floats, arm: int) -> Floats:
        from .lattice_kernels import add_laplace

        if not measure.any():
            return measure
        turned = measure if arm == 0 else measure.T
        if self.policy.forgets:
            forgotten = np.zeros_like(turned)
            # A total that is forgotten starts again at 0, whatever it was before.
            forgotten[self.below] = turned.sum(axis=0)
            turned = forgotten
        if self.cells.geometric is not None:
            result = add_laplace(np.ascontiguousarray(turned), *self.cells.geometric)
        else:
            result = self._transition @ np.ascontiguousarray(turned)
        return np.ascontiguousarray(result if arm == 0 else result.T)

    @cached_property
    def _transition(self) -> Floats:
        """transition[i, j]: the mass of a noise that carries place j to place i."""
        middle = self.cells.reach
        i, j = np.indices((self.places, self.places))
        matrix: Floats = self.cells.masses[middle + i - j]
        return matrix

    def _path(self, actions: tuple[int, ...]) -> PathBounds:
        """The bounds of one sequence, with its classes of lists by their batch sums."""
        batches, bounds = self._laws[actions]
        lists = np.arange(1 << self.rounds)
        codes: Integers = np.zeros(1 << self.rounds, np.int64)
        for batch in batches:
            total = sum(((lists >> t) & 1) for t in range(batch.first, batch.first + batch.size))
            # Lists with equal batch sums have equal laws: one class each, named by its sums in
            # mixed radix.
            codes = codes * (batch.size + 1) + total
        order = sorted(bounds)
        places = {_code_of(batches, sums): k for k, sums in enumerate(order)}
        classes = np.array([places[code] for code in codes.tolist()], np.int64)
        ratios: dict[Pair, Fraction] = {}
        for c, sums in enumerate(order):
            for b in range(len(sums)):
                next_sums = (*sums[:b], sums[b] + 1, *sums[b + 1 :])
                ratio = self.cells.ratio(1)
                if next_sums in bounds and ratio is not None:
                    ratios[c, order.index(next_sums)] = ratio
        probabilities = [bounds[sums] for sums in order]
        return PathBounds(self._whole(actions), probabilities, classes, ratios)


def continuous_law(
    policy: Policy[Any], horizon: int, steps: int = 512, scales: int = 16
) -> ContinuousLaw:
    """The law of the actions of a monotone index policy with its own continuous noise.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> law = continuous_law(DPIMED(arms=2, eps=1, ties="first"), horizon=3)
    >>> found = law.probability((0, 1, 0), (0, 1, 0))
    >>> round(float(found), 3), float(found.width) < 2e-3
    (0.368, True)
    """
    return ContinuousLaw(checked_monotone(policy), horizon, steps, scales)
