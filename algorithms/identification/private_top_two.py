"""AdaP-TT and AdaP-TT*: a Top Two rule on private means of episodes that double, and forget.

Privacy-Utility Trade-offs in Sequential Decision-Making, Algorithm 10.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from banditproof.algorithms.policy import Policy, Pull, claimed_budget
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Number
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism
from banditproof.theory.parameter_names import accepts_epsilon
from .stopping_rules import (
    HeuristicThreshold,
    PrivateThreshold,
    StoppingRule,
    Threshold,
    TruncatedThreshold,
)
from .tracking import tracked_share
from .transportation_costs import HALF, TransportationCost

BONUSES = ("phases", "time")
Bonus = Literal["phases", "time"]


@accepts_epsilon
@dataclass(frozen=True)
class LeaderBonus:
    """An optimistic width for the private mean of n samples, with a budget eps.

    `phases`: sqrt(k/n) + k/(eps n), where k counts the private means of the arm so far. It does not
    grow with time, so nothing forces an arm that looks bad to be pulled again: with tied arms the
    algorithm may stall (claim `thesis.rem.stall`). `time`: sqrt(log t/(2n)) + log t/(eps n), which
    grows, as in public codes. Privacy-Utility Trade-offs in Sequential Decision-Making, Algorithm
    10, line 16, has the first one.

    >>> LeaderBonus(eps=1)(phases=4, samples=4, t=100)
    2.0
    """

    eps: float
    kind: Bonus = "phases"

    def __post_init__(self) -> None:
        exact_positive("eps", self.eps)
        if self.kind not in BONUSES:
            raise ValueError(f"The bonus is {self.kind!r}; give one of {', '.join(BONUSES)}.")

    def __call__(self, phases: int, samples: int, t: int) -> float:
        """The width in round t."""
        budget = self.eps
        if self.kind == "time":
            level = math.log(t)
            return math.sqrt(level / (2.0 * samples)) + level / (budget * samples)
        return math.sqrt(phases / samples) + phases / (budget * samples)


THRESHOLDS = ("proved", "printed", "heuristic")
Thresholds = Literal["proved", "printed", "heuristic"]


class ArmState(NamedTuple):
    """An arm: its pulls, its private means so far and the last of them, and its time as leader."""

    pulls: int = 0
    phases: int = 0
    """k: how many private means were released."""
    mean: float = 0.0
    leads: int = 0
    """L: how many rounds it led."""
    led_pulls: int = 0
    """In how many of them it was pulled."""

    @property
    def samples(self) -> int:
        """How many rewards are behind the private mean: 1, and then half of 2, 4, 8, ... pulls."""
        return samples_of(self.phases)


class TopTwoRecord(NamedTuple):
    """The arms, and the arm that is recommended since the last release; None to go on."""

    arms: tuple[ArmState, ...]
    answer: int | None = None

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return sum(arm.pulls for arm in self.arms)


def samples_of(phases: int) -> int:
    """How many rewards are behind the private mean number 1, 2, 3, ... of an arm.

    >>> [samples_of(phases) for phases in range(1, 7)]
    [1, 1, 2, 4, 8, 16]
    """
    return 1 if phases < 2 else 1 << (phases - 2)


@accepts_epsilon
@dataclass(frozen=True)
class PrivateTopTwo(Policy[TopTwoRecord]):
    """Private means of the last episode of each arm decide on everything: pulls, stop and answer.

    Each arm is pulled once, and its reward released. From then on an arm's open rewards are
    released whenever its pulls have doubled, as a sum with Laplace noise of scale 1/eps; the mean
    of these alone is kept. The leader b has the largest mean plus `bonus`. The challenger has the
    least cost W(b, .), with all pulls as its samples. The leader is pulled while its pulls as the
    leader are at most beta times its rounds as the leader, this one included; the challenger
    otherwise. The run stops when the cost of the best mean against every other one, with the
    samples behind the means, reaches the threshold; ties go to the first arm.

    The print releases no first mean, and then no leader is defined. Means, stop and answer are
    functions of what was released. `clipped` moves private means into [0, 1]. `threshold` may be
    the `heuristic` one of public codes, which is not proved, or for AdaP-TT* the `printed` one,
    which is smaller than (5.14) with the exponent s, and delta-correct too.
    """

    arms: int
    delta: Number
    eps: Number = 1.0
    beta: Number = HALF
    s: Number = 2
    sigma: Number = HALF
    bonus: Bonus = "phases"
    clipped: bool = False
    threshold: Thresholds = "proved"
    noise: Mechanism | None = None
    stopping: StoppingRule = field(init=False, repr=False, compare=False)
    """The costs and the thresholds that stop a run."""
    leader_bonus: LeaderBonus = field(init=False, repr=False, compare=False)
    """What is added to the means when the leader is chosen."""

    def __post_init__(self) -> None:
        exact_positive("eps", self.eps)
        tracked_share(self.beta)
        if not exact(self.s) > 1:
            raise ValueError(
                f"The exponent s is {self.s}; give a number > 1, so that the sum of k^-s is finite."
            )
        if self.threshold not in THRESHOLDS:
            raise ValueError(
                f"The threshold is {self.threshold!r}; give one of {', '.join(THRESHOLDS)}."
            )
        object.__setattr__(self, "stopping", self._stopping())
        object.__setattr__(self, "leader_bonus", LeaderBonus(float(exact(self.eps)), self.bonus))

    @abstractmethod
    def _stopping(self) -> StoppingRule:
        """The costs and the thresholds that stop a run."""

    @property
    def budget(self) -> PureDP | ZCDP:
        """eps-DP: every reward enters one sum, of sensitivity 1; zCDP with Gaussian noise."""
        return claimed_budget(self.eps, self.noise)

    @property
    def declared_noise(self) -> Mechanism:
        """Laplace noise of scale 1/eps on each sum, unless another noise was given."""
        return Laplace(1 / exact(self.eps)) if self.noise is None else self.noise

    def start(self) -> TopTwoRecord:
        """Nothing pulled."""
        return TopTwoRecord((ArmState(),) * self.arms)

    def leader(self, state: TopTwoRecord) -> int:
        """The arm of the largest upper confidence bound, the first of several."""
        t, bonus = state.rounds + 1, self.leader_bonus
        bounds = [arm.mean + bonus(arm.phases, arm.samples, t) for arm in state.arms]
        return bounds.index(max(bounds))

    def challenger(self, state: TopTwoRecord, leader: int) -> int:
        """The arm that is least clearly worse than the leader, the first of several."""
        best, cost = state.arms[leader], self.stopping.cost
        costs = [
            cost(best.mean - arm.mean, best.pulls, arm.pulls) if place != leader else float("inf")
            for place, arm in enumerate(state.arms)
        ]
        return costs.index(min(costs))

    def choose(self, state: TopTwoRecord) -> tuple[int, int | None]:
        """The arm of the next round, and the leader; the first pulls have no leader."""
        for place, arm in enumerate(state.arms):
            if not arm.phases:
                return place, None
        leader = self.leader(state)
        led, share = state.arms[leader], tracked_share(self.beta)
        if led.led_pulls * share.denominator <= share.numerator * (led.leads + 1):
            return leader, leader
        return self.challenger(state, leader), leader

    def decide(self, state: TopTwoRecord, t: int, randomness: Randomness) -> Pull:
        """One pull; it releases the open rewards of its arm if the pulls of the arm double."""
        place, _ = self.choose(state)
        arm = state.arms[place]
        return Pull(place, 1, releases=arm.pulls + 1 == 1 << arm.phases)

    def learn(self, state: TopTwoRecord, pull: Pull, released: float | None) -> TopTwoRecord:
        """Count the round; note a private mean, and whether the evidence now suffices."""
        place, leader = self.choose(state)
        arms = list(state.arms)
        if leader is not None:
            led = arms[leader]
            arms[leader] = led._replace(
                leads=led.leads + 1, led_pulls=led.led_pulls + (leader == place)
            )
        arm = arms[place]
        arms[place] = arm = arm._replace(pulls=arm.pulls + 1)
        if released is None:
            return TopTwoRecord(tuple(arms), state.answer)
        mean = released / samples_of(arm.phases + 1)
        if self.clipped:
            mean = min(max(mean, 0.0), 1.0)
        arms[place] = arm._replace(phases=arm.phases + 1, mean=mean)
        return TopTwoRecord(tuple(arms), self._answer(arms))

    def _answer(self, arms: list[ArmState]) -> int | None:
        if not all(arm.phases for arm in arms):
            return None
        return self.stopping.recommends([arm.mean for arm in arms], [arm.samples for arm in arms])

    def recommendation(self, state: TopTwoRecord) -> int | None:
        """The arm of the largest private mean, if the evidence for it sufficed at its release."""
        return state.answer


@accepts_epsilon
@dataclass(frozen=True)
class AdaPTT(PrivateTopTwo):
    """AdaP-TT: Algorithm 10 with the Gaussian costs (5.9) and the thresholds (5.11).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AdaPTT(arms=2, delta="0.05", eps="0.05")
    >>> result = play(policy, RewardCycles([(0.8,), (0.3,)]), 10_000, Silent())
    >>> result.recommended, result.counts(2)
    (0, (4095, 4096))
    """

    name = "adap-tt"

    def _stopping(self) -> StoppingRule:
        """(5.9) and (5.11)."""
        if self.threshold == "printed":
            raise ValueError("The printed threshold of AdaP-TT is the proved one; give proved.")
        result: Threshold = HeuristicThreshold(self.arms, self.delta, eps=self.eps)
        if self.threshold == "proved":
            result = PrivateThreshold(self.arms, self.delta, self.eps, self.s, self.sigma)
        return StoppingRule(TransportationCost.of(self.sigma), result)


@accepts_epsilon
@dataclass(frozen=True)
class AdaPTTStar(PrivateTopTwo):
    """AdaP-TT*: Algorithm 10 with the truncated costs (5.12) and the thresholds (5.14).

    The threshold jumps where the gap of two private means is 3 eps. Gaps of floats are compared
    with the exact 3 eps. But released sums lie on a grid of powers of two: where two means differ
    by 3 eps = 0.3 without noise, their private means differ by a little more or less. So a play
    without noise may stop elsewhere than one in rational numbers (claim `thesis.alg10.trace`).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AdaPTTStar(arms=2, delta="0.05", eps="0.05")
    >>> result = play(policy, RewardCycles([(0.8,), (0.3,)]), 20_000, Silent())
    >>> result.recommended, result.counts(2)
    (0, (8192, 8192))
    """

    name = "adap-tt-star"

    def _stopping(self) -> StoppingRule:
        """(5.12) and (5.14), with the exponent s in both cases unless `printed`."""
        result: Threshold = HeuristicThreshold(self.arms, self.delta, eps=self.eps)
        if self.threshold != "heuristic":
            printed = self.threshold == "printed"
            result = TruncatedThreshold(
                self.arms, self.delta, self.eps, self.s, self.sigma, printed
            )
        return StoppingRule(TransportationCost.of(self.sigma, 3 * exact(self.eps)), result)


class _Uniform(PrivateTopTwo):
    """The arms in turn, in place of a Top Two rule."""

    def choose(self, state: TopTwoRecord) -> tuple[int, int | None]:
        """The arm with the fewest pulls, the first of several; nobody leads."""
        pulls = [arm.pulls for arm in state.arms]
        return pulls.index(min(pulls)), None


@accepts_epsilon
@dataclass(frozen=True)
class UniformTT(_Uniform, AdaPTT):
    """The private means and the stopping rule of AdaP-TT, with the arms pulled in turn.

    >>> UniformTT(arms=2, delta="0.1").name
    'uniform-tt'
    """

    name = "uniform-tt"


@accepts_epsilon
@dataclass(frozen=True)
class UniformTTStar(_Uniform, AdaPTTStar):
    """The private means and the stopping rule of AdaP-TT*, with the arms pulled in turn.

    >>> UniformTTStar(arms=2, delta="0.1").name
    'uniform-tt-star'
    """

    name = "uniform-tt-star"
