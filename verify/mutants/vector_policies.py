"""Policies that release vectors, with plans over arms or contexts: each with one defect.

The reference of most is one short policy of declared parts: it plays each arm in turn, and then
follows the arm whose coordinate looks larger. Concentrated Differential Privacy for Bandits,
Algorithms 2 and 3, and the ways in which they are implemented wrongly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
import numpy as np
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.linear.gope import AdaCGOPE, PrintedAdaCGOPE
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.algorithms.rewards import RewardList
from banditproof.theory import Enclosure
from banditproof.theory.budgets import ZCDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Mechanism
from banditproof.verify.audit.recording import record
from banditproof.verify.evidence import Grade
from banditproof.verify.gaussian_releases import releases_of
from .altered_curators import Result
from .entry import ROUNDING, Engine, Judgement, altered, described, judged
from .whole_audit import audit_entry

CLAIM = ZCDP("1/2")
SIGNED = RewardSpace.of((-1, 1))
AXES = ((1, 0), (0, 1))
DUE = Gaussian.for_zcdp("1/2", sensitivity=2)
"""The noise of each coordinate that rewards in [-1, 1] and vectors of norm 1 need."""
Seen = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class VectorLeader(Policy[Seen]):
    """Plays all arms in turn, and releases; then it follows the arm of the largest coordinate.

    >>> from banditproof.algorithms.engines.per_step import play
    >>> from banditproof.algorithms.randomness import Silent
    >>> play(VectorLeader(), RewardList([-1, 1, 1, 1]), 4, Silent()).actions
    (0, 1, 1, 1)
    """

    curator: Curator = DeclaredVectors(DUE, AXES)  # noqa: RUF009
    size: int = 1
    """How often each arm is played in a plan."""
    turns: int = 1
    """How many plans are played before any arm is followed."""
    noise: Gaussian = DUE

    name = "vector-leader"
    arms = 2
    rewards = SIGNED

    @property
    def budget(self) -> ZCDP:
        """What is claimed, rightly or not."""
        return CLAIM

    @property
    def declared_noise(self) -> Mechanism:
        """The same noise always."""
        return self.noise

    def start(self) -> Seen:
        """Nothing is known."""
        return ()

    def values(self, state: Seen) -> list[float]:
        """By which number each arm leads."""
        return [sum(item[arm] for item in state) for arm in range(2)]

    def decide(self, state: Seen, t: int, randomness: Randomness) -> Pull:
        """The plan, or the arm that leads."""
        if len(state) < self.turns:
            return Pull.plan([(0, self.size), (1, self.size)])
        values = self.values(state)
        return Pull(values.index(max(values)), 1, releases=False)

    def learn(self, state: Seen, pull: Pull, released: Any) -> Seen:
        """Remember what was released."""
        return state if released is None else (*state, released)


def _follows(value: Callable[[Seen], float]) -> type[VectorLeader]:
    """Follows arm 2 if a number is above 0."""
    return altered(VectorLeader, values=lambda policy, state: [0.0, value(state)])


SecondAboveFirst = _follows(lambda state: state[1][0] - state[0][0])
FirstCoordinate = _follows(lambda state: sum(item[0] for item in state))
SecondCoordinate = _follows(lambda state: state[0][1])


@dataclass(frozen=True)
class InContext(VectorLeader):
    """Plays the longest vector of each round, and releases after each third of them."""

    curator: Curator = DeclaredVectors(DUE)  # noqa: RUF009
    dimension: int | None = 2

    def decide_in(self, state: Seen, t: int, context: Context, randomness: Randomness) -> Pull:
        lengths = [sum(x * x for x in row) for row in context]
        return Pull(lengths.index(max(lengths)), 1, releases=t % 3 == 0)

    def learn_in(self, state: Seen, pull: Pull, context: Context, released: Any) -> Seen:
        return state if released is None else (released,)


Sums = tuple[Any, ...]
Finished = Callable[[Held, Sums, Randomness, Gaussian], tuple[Held, Sums]]
"""What is kept and released, from what was kept, the sums of the arms, and the noise."""


@dataclass(frozen=True)
class OwnSums(Curator):
    """The sum of each arm's batch, and something else that is kept, released by own code."""

    finished: Finished
    noise: Gaussian = DUE

    def start(self, arms: int) -> Held:
        return (0.0,) * arms, ()

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        sums, kept = held
        return (*sums[:arm], sums[arm] + reward, *sums[arm + 1 :]), kept

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        sums, kept = held
        kept, released = self.finished(kept, sums, randomness, self.noise)
        return ((0.0,) * len(sums), kept), released


def _noisy(sums: Sums, randomness: Randomness, noise: Gaussian) -> Sums:
    return tuple(item + randomness.noise(noise) for item in sums)


def accumulated(kept: Held, sums: Sums, randomness: Randomness, noise: Gaussian) -> Any:
    """All rewards so far, with noise that is drawn for all of them again."""
    total = tuple(x + y for x, y in zip(kept or (0.0,) * len(sums), sums, strict=True))
    return total, _noisy(total, randomness, noise)


def one_noise(kept: Held, sums: Sums, randomness: Randomness, noise: Gaussian) -> Any:
    """The noise of the first release, kept for all others."""
    kept = kept or _noisy((0.0,) * len(sums), randomness, noise)
    return kept, tuple(x + y for x, y in zip(sums, kept, strict=True))


def with_half_of_the_last(kept: Held, sums: Sums, randomness: Randomness, noise: Gaussian) -> Any:
    """The rewards of a phase, and those of the phase before once more."""
    total = tuple(x + y for x, y in zip(kept or (0.0,) * len(sums), sums, strict=True))
    return sums, _noisy(total, randomness, noise)


def first_coordinate(kept: Held, sums: Sums, randomness: Randomness, noise: Gaussian) -> Any:
    """Noise on the first coordinate alone."""
    return kept, (sums[0] + randomness.noise(noise), *sums[1:])


@dataclass(frozen=True)
class SmallEstimate(Curator):
    """The estimate V^-1 sum a r with the noise that V^(-1/2) sum a r needs; vectors of norm 0.1.

    For n plays of each, V^-1 a = 10 / n moves more than |V^(-1/2) a| = 1 / sqrt(n).
    """

    whitened: bool = False

    def start(self, arms: int) -> Held:
        return (0.0,) * arms, 0

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        sums, n = held
        return (*sums[:arm], sums[arm] + reward, *sums[arm + 1 :]), n + 1

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        sums, n = held
        plays = n / len(sums)
        weight = plays**-0.5 if self.whitened else 10 / plays
        noise = Gaussian(sigma_squared=exact(DUE.sigma_squared) / exact(plays))
        return self.start(len(sums)), _noisy(
            tuple(weight * item for item in sums), randomness, noise
        )


def plays_judge(policy: Policy[Any]) -> Judgement:
    """Whether all releases of some plays keep the claim, exactly, for the batches they had."""
    losses = []
    for seed in range(3):
        rewards = RewardList([(-1) ** (t * t // 3 + seed) for t in range(40)])
        losses.append(releases_of(record(policy, rewards, 40, seed)).rho(width=2))
    why = "Exact zCDP of all releases, for the batches of 3 plays of 40 rounds."
    within = max(losses) <= exact(CLAIM.rho) * (1 + ROUNDING)
    return judged(within, Grade.PROVED, Enclosure.of(max(losses)), why)


class Ridge:
    """A black box on two axes that plays the first one, and whitens what it observes by it.

    The regulariser of the second axis is 1/100, so a reward that is booked there counts 10 / g
    times as much as the noise allows. `on_query` books it where the adversary says.
    """

    on_query = True

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.sums = np.zeros(2)
        self.rounds = 0
        self.second = 0

    def select(self) -> int:
        """The first axis for two rounds, then what the second coordinate says."""
        return self.second if self.rounds >= 2 else 0

    def update(self, arm: int, reward: float) -> None:
        """Book the reward; after two rounds the whitened vector is released."""
        self.rounds += 1
        if self.rounds <= 2:
            self.sums[arm if self.on_query else 0] += min(max(reward, -1.0), 1.0)
        if self.rounds == 2:
            root = np.array([2.01**-0.5, 0.01**-0.5])
            sigma = 2 * root[0]  # twice the leverage of the first axis: rho = 1/2
            released = root * self.sums + sigma * self.rng.standard_normal(2)
            self.second = int(released.sum() > 0)


TRIANGLE = ((1, 0), (0, 1), ("0.6", "0.6"))
_linear = partial(described, engine=Engine.LINEAR, claim=CLAIM, judge=plays_judge)
_seen = audit_entry(CLAIM, output="transcript")
PLAIN = DeclaredVectors(DUE, AXES)

ENTRIES = (
    _seen(
        "a vector with the noise of rewards in [0, 1]",
        VectorLeader(DeclaredVectors(Gaussian.for_zcdp("1/2"), AXES, whitened=True), turns=8),
        VectorLeader(DeclaredVectors(DUE, AXES, whitened=True), turns=8),
    ),
    _seen(
        "the noise of a vector shared out among its coordinates",
        VectorLeader(
            DeclaredVectors(Gaussian(sigma_squared=exact(DUE.sigma_squared) / 2), AXES), turns=8
        ),
        VectorLeader(PLAIN, turns=8),
    ),
    audit_entry(CLAIM, output="transcript", contexts="normal")(
        "contexts longer than the noise allows",
        InContext(DeclaredVectors(DUE, norm=3)),
        InContext(DeclaredVectors(DUE)),
    ),
    audit_entry(ZCDP(1), output="transcript")(
        "the printed noise with a design that is not optimal",
        PrintedAdaCGOPE(TRIANGLE, rho=1, delta="0.1", design=0),
        AdaCGOPE(TRIANGLE, rho=1, delta="0.1"),
    ),
    audit_entry(CLAIM, horizon=17, samples=4000)(
        "all episodes released again with each new one",
        FirstCoordinate(OwnSums(accumulated), turns=8),
        FirstCoordinate(PLAIN, turns=8),
    ),
    audit_entry(CLAIM, horizon=5)(
        "one noise kept for all phases",
        SecondAboveFirst(OwnSums(one_noise), turns=2),
        SecondAboveFirst(PLAIN, turns=2),
    ),
    audit_entry(CLAIM, horizon=3)(
        "a coordinate without noise",
        SecondCoordinate(OwnSums(first_coordinate)),
        SecondCoordinate(PLAIN),
    ),
    _linear(
        "rewards of a phase used in the next one again",
        VectorLeader(OwnSums(with_half_of_the_last), turns=9),
        VectorLeader(PLAIN, turns=9),
    ),
    _linear(
        "the estimate with the noise of the whitened vector",
        VectorLeader(SmallEstimate(), size=2, turns=5),
        VectorLeader(SmallEstimate(whitened=True), size=2, turns=5),
    ),
    audit_entry(
        CLAIM,
        notion="interactive",
        rewards=(-1, 1),
        horizon=3,
        expected=("refuted", "not refuted"),
        mend="a Policy of this library with DeclaredVectors, which books rewards on its own arms",
    )("rewards booked on the queried arm", Ridge, altered(Ridge, on_query=False)),
)
