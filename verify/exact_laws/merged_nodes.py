"""A position of the forward merging of states: its states, packed weights and classes of lists."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from .finite_noise import IntegerNoise

Pair = tuple[int, int]
History = tuple[int, ...]


@dataclass(frozen=True)
class PathLaw:
    """The probability of one action sequence under every class of reward lists.

    Class c has the probability weights[c] / total with clamped releases, or up to 1 + slack times
    as much; without clamping the probability differs by at most moved[c] / total.
    """

    actions: tuple[int, ...]
    total: int
    weights: list[int]
    moved: list[int]
    examples: list[History]
    pairs: dict[Pair, tuple[History, History]]
    releases: int
    """How many releases the sequence has, including one after its last decision."""
    bases: list[tuple[int, ...]]
    """For each class the noiseless values of all releases before the last decision."""
    noises: tuple[IntegerNoise, ...]
    """The noise of each of these releases."""
    steps: tuple[list[list[int]], ...]
    """For each round, class before and reward, the class after the round."""
    slack: Fraction = Fraction(0)
    """The probability is at most (1 + slack) weights[c] / total; 0 if the noise is rational."""


@dataclass
class MergedNode:
    """All that is alive after a prefix of actions, at the end of a batch."""

    actions: tuple[int, ...]
    states: list[Hashable]
    weights: list[int]
    """For each state the weights of all rows, packed into fields of `bits` bits."""
    bits: int
    total: int
    moved: list[int]
    """For each row how much of its weight, at most, clamping has touched so far."""
    classes: list[tuple[int, Any]]
    """For each class of reward lists its row and what the curator holds."""
    examples: list[History]
    """One reward list of each class."""
    pairs: dict[Pair, tuple[History, History]]
    """The pairs of classes with neighbouring lists, each with an example."""
    bases: list[tuple[int, ...]] = field(default_factory=lambda: [()])
    """For each class the noiseless values of all releases so far."""
    noises: tuple[IntegerNoise, ...] = ()
    """The noise of each release so far."""
    steps: tuple[list[list[int]], ...] = ()
    """For each round, class before and reward, the class after the round."""
    slack: Fraction = Fraction(0)
    """By which factor, at most, minus 1, the true weights are larger."""
    releases: int = 0

    @property
    def rows(self) -> int:
        """How many different laws there are."""
        return len(self.moved)

    def mass(self) -> list[int]:
        """For each row the weight of all states."""
        # all states together have at most the common total, so their fields do not carry either
        packed, mask = sum(self.weights), (1 << self.bits) - 1
        return [(packed >> (row * self.bits)) & mask for row in range(self.rows)]

    def widened(self, bits: int) -> list[int]:
        """The weights of the states in fields of so many bits."""
        if bits == self.bits:
            return self.weights
        mask = (1 << self.bits) - 1
        return [
            sum(((w >> (row * self.bits)) & mask) << (row * bits) for row in range(self.rows))
            for w in self.weights
        ]

    def path(self) -> PathLaw:
        """The law of the actions so far under every class of reward lists."""
        mass = self.mass()
        return PathLaw(
            self.actions,
            self.total,
            [mass[row] for row, _ in self.classes],
            [self.moved[row] for row, _ in self.classes],
            self.examples,
            self.pairs,
            self.releases,
            self.bases,
            self.noises,
            self.steps,
            self.slack,
        )
