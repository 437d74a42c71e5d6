"""How often a phased index policy pulls an arm of two: the law of its play, phase by phase.

After l_1 and l_2 phases the round is known, and the state is the pair of released sums, which are
integers under integer noise. Weights from below are carried from one pair (l_1, l_2) to the next.
"""

from __future__ import annotations
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
import numpy as np
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.mechanisms import Mechanism, NoNoise
from .phased_choices import Known, chances
from .weights_from_below import Line, Plane, binomial_line, joined, noise_line

WIDEST_OF_PAIRS = 6000
"""How many integers the noise may reach where all pairs of sums are followed."""
Masses = dict[int, Fraction]
Node = tuple[int, int]


@dataclass(frozen=True)
class PhasedPlay:
    """A phased index policy on two Bernoulli arms until some horizons, and the tails that are cut.

    The policy does not know the horizon, so that one pass serves all of them.
    """

    policy: PhasedIndexPolicy
    bandit: BernoulliBandit
    horizons: tuple[int, ...]
    tail: float

    def pulls_of(self, arm: int) -> dict[int, Masses]:
        """For each horizon lower bounds of the probabilities of the numbers of pulls of an arm."""
        ends: dict[int, Masses] = {horizon: defaultdict(Fraction) for horizon in self.horizons}
        once = self.policy.schedule.batch(0)
        for horizon in self._within(0, 2 * once):
            first = min(once, horizon)
            ends[horizon][first if arm == 0 else horizon - first] = Fraction(1)
        nodes: dict[Node, list[Plane]] = {(1, 1): [self._start()]}
        while nodes:
            node = min(nodes, key=sum)
            played = sum(self._pulls(node))
            if played >= max(self.horizons):
                del nodes[node]
                continue
            plane = joined(nodes.pop(node)).trimmed(self.tail)
            for pulled, part in self._chosen(node, plane):
                after = (node[0] + (pulled == 0), node[1] + (pulled == 1))
                now = self._within(played, sum(self._pulls(after)))
                mass = part.mass if now else Fraction(0)
                for horizon in now:
                    more = horizon - played if pulled == arm else 0
                    ends[horizon][self._pulls(node)[arm] + more] += mass
                if sum(self._pulls(after)) < max(self.horizons):
                    nodes.setdefault(after, []).append(self._played(part, pulled, node[pulled]))
        return ends

    def _within(self, start: int, end: int) -> list[int]:
        """The horizons at which a phase is cut, or ends, that leads from one round to another."""
        return [horizon for horizon in self.horizons if start < horizon <= end]

    def _start(self) -> Plane:
        """Both arms after their first phase."""
        one, two = self._released(0, 0), self._released(1, 0)
        steps = one.steps + two.steps + 1
        return Plane((one.first, two.first), np.outer(one.weights, two.weights), steps)

    def _pulls(self, node: Node) -> Node:
        """How often each arm was pulled."""
        schedule = self.policy.schedule
        return schedule.pulls(node[0] - 1), schedule.pulls(node[1] - 1)

    def _chosen(self, node: Node, plane: Plane) -> Iterator[tuple[int, Plane]]:
        """Each arm that is pulled next, with the weights of the sums for which it is."""
        if plane.weights.size == 0:
            return
        t = sum(self._pulls(node)) + 1
        for pulled, chance in enumerate(chances(self.policy, self._known(node, plane), t)):
            part = Plane(plane.first, plane.weights * chance, plane.steps).trimmed(self.tail)
            if part.weights.size:
                yield pulled, part

    def _known(self, node: Node, plane: Plane) -> tuple[Known, Known]:
        one, two = (self._one_known(plane, arm, node[arm]) for arm in (0, 1))
        return one, two

    def _one_known(self, plane: Plane, arm: int, phases: int) -> Known:
        schedule = self.policy.schedule
        behind = schedule.batch if self.policy.forgets else schedule.pulls
        totals = plane.first[arm] + np.arange(plane.weights.shape[arm], dtype=float)
        return Known(phases, behind(phases - 1), totals)

    def _played(self, part: Plane, arm: int, phase: int) -> Plane:
        """The weights after one more phase of an arm."""
        if self.policy.forgets:
            return part.replaced(arm, self._released(arm, phase))
        rewards, noise = self._rewards(arm, phase), self._noise
        if noise.falls is None or len(noise.weights) < len(rewards.weights):
            return part.moved(arm, self._released(arm, phase), self.tail)
        return part.moved(arm, rewards, self.tail).moved(arm, noise, self.tail)

    def _released(self, arm: int, phase: int) -> Line:
        """The law of the number that a phase of an arm releases."""
        return self._rewards(arm, phase).convolved(self._noise, self.tail)

    def _rewards(self, arm: int, phase: int) -> Line:
        """The law of the sum of the rewards of a phase of an arm."""
        size, mean = self.policy.schedule.batch(phase), self.bandit.exact_means[arm]
        return binomial_line(size, mean, self.tail)

    @cached_property
    def _noise(self) -> Line:
        noise: Mechanism = self.policy.declared_noise or NoNoise()
        return noise_line(noise, self.tail, WIDEST_OF_PAIRS)
