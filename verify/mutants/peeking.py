"""Mutants that decide by a raw reward, which their curator exposes."""

from dataclasses import dataclass, field
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.phased_index import Records


@dataclass
class Spy(Curator):
    """A curator that keeps the last raw reward of each arm where a decision can find it."""

    seen: dict[int, float] = field(default_factory=dict)

    def read(self, held: Held, arm: int, reward: float) -> Held:
        self.seen[arm] = float(getattr(reward, "value", reward))
        return super().read(held, arm, reward)


@dataclass(frozen=True)
class SpiedPolicy(DPIMED):
    """DP-IMED with such a curator."""

    spy: Spy = field(default_factory=Spy)

    @property
    def curator(self) -> Curator:  # type: ignore[override]
        return self.spy


class Peeking(SpiedPolicy):
    """Repeats an arm whose last raw reward was 1, whatever the index says."""

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        pull = super().decide(state, t, randomness)
        happy = [arm for arm, reward in self.spy.seen.items() if reward == 1]
        if len(self.spy.seen) < self.arms or not happy or pull.arm in happy:
            return pull
        return Pull(happy[0], self.schedule.batch(state[happy[0]].phases))


class PeekingTies(SpiedPolicy):
    """Breaks ties by the last raw rewards."""

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        if any(record.phases == 0 for record in state):
            return super().decide(state, t, randomness)
        scores = self.scores(state, t)
        tied = [arm for arm, score in enumerate(scores) if score == max(scores)]
        arm = max(tied, key=lambda a: self.spy.seen.get(a, 0))
        return Pull(arm, self.schedule.batch(state[arm].phases))
