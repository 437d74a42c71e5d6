"""TTUCB: a Top Two sampling rule, and the likelihood ratio that tells it when to stop.

Counts and means are those strictly before the round. Rewards are sigma-subgaussian around their
means, or normal with the known sigma for the guarantee of the stopping rule.
Privacy-Utility Trade-offs in Sequential Decision-Making, Section 2.2.9.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple
from banditproof.algorithms.policy import Policy, Pull, require_policy
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.exploration import log_inverse, log_with_margin
from banditproof.theory import Number
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.mechanisms import NoNoise
from .stopping_rules import GaussianThreshold, HeuristicThreshold, StoppingRule
from .tracking import tracked_share
from .transportation_costs import TransportationCost

Means = tuple[float, ...]
LIKELIHOOD, CALIBRATED, HEURISTIC = RULES = ("likelihood", "calibrated", "heuristic")


@dataclass(frozen=True)
class TopTwoState:
    """What TTUCB remembers: pulls and reward sums, and how each arm fared as a leader."""

    pulls: tuple[int, ...]
    sums: tuple[float, ...]
    leads: tuple[int, ...]
    """L_a: how many rounds had the leader a; the first pulls of the arms have no leader."""
    led_pulls: tuple[int, ...]
    """N_{a,a}: in how many of them the leader was the arm pulled."""

    @property
    def samples(self) -> int:
        """The number of rounds played."""
        return sum(self.pulls)

    @property
    def means(self) -> Means:
        """The empirical means; every arm has a sample."""
        return tuple(s / n for s, n in zip(self.sums, self.pulls, strict=True))


class Choice(NamedTuple):
    """One round: the arm to pull, and the two candidates; the first pulls have no candidates."""

    arm: int
    leader: int | None = None
    challenger: int | None = None


def gaussian_cost(state: TopTwoState, first: int, second: int, sigma_squared: float = 1.0) -> float:
    """W(a, b) = 1(mean_a > mean_b) (mean_a - mean_b)^2 / (2 sigma^2 (1/N_a + 1/N_b)).

    >>> gaussian_cost(TopTwoState((2, 2), (2.0, 0.0), (0, 0), (0, 0)), 0, 1)
    0.5
    """
    means, pulls = state.means, state.pulls
    cost = TransportationCost(2.0 * sigma_squared)
    return cost(means[first] - means[second], pulls[first], pulls[second])


def empirical_best(state: TopTwoState) -> int:
    """The arm of the largest empirical mean, the first of several: the recommendation.

    >>> empirical_best(TopTwoState((1, 1, 1), (0.0, 3.0, 3.0), (0, 0, 0), (0, 0, 0)))
    1
    """
    return max(range(len(state.pulls)), key=state.means.__getitem__)


def likelihood_ratio(state: TopTwoState, sigma_squared: float = 1.0) -> float:
    """max_a GLR(a) = min over b of W(best, b): the evidence for the empirical best arm.

    >>> likelihood_ratio(TopTwoState((2, 2, 1), (2.0, 0.0, 0.0), (0, 0, 0), (0, 0, 0)))
    0.3333333333333333
    """
    best = empirical_best(state)
    others = (arm for arm in range(len(state.pulls)) if arm != best)
    return min((gaussian_cost(state, best, arm, sigma_squared) for arm in others), default=math.inf)


def gamma_quantile_bound(arms: int, delta: Number) -> float:
    """The x >= K with exp(K - x) (x/K)^K = delta, by Newton's rule on the convex logarithm.

    It is at least the (1 - delta)-quantile of a sum of K exponential variables (Chernoff).

    >>> round(gamma_quantile_bound(2, "0.05"), 6), round(gamma_quantile_bound(5, "0.01"), 6)
    (7.689026, 15.14699)
    """
    risk = exact(delta)
    if arms < 1 or not 0 < risk < 1:
        raise ValueError(
            f"There are {arms} arms and delta is {delta}; give at least 1 arm and 0 < delta < 1."
        )
    # next to one the logarithms of numerator and denominator would cancel
    level = log_inverse(risk) if 2 * risk <= 1 else -math.log1p(-float(1 - risk))
    if level <= 0.0:  # 1 - delta is smaller than any float
        return float(arms)
    # u = x / K - 1 solves u - log(1 + u) = level / K; this start is never below the root
    share = level / arms
    u = share + math.sqrt(2.0 * share)
    for _ in range(100):
        step = (u - math.log1p(u) - share) * (1.0 + u) / u
        u -= step
        if abs(step) <= 1e-15 * (1.0 + u):
            break
    return arms + arms * u


def likelihood_threshold(arms: int, samples: int, delta: Number) -> float:
    """c(n, delta) = K log(n^2 + n) + x, with x from `gamma_quantile_bound`, after n samples.

    Stopping when the likelihood ratio of normal rewards reaches it recommends a wrong arm with
    probability at most delta, whatever the sampling rule.

    >>> round(likelihood_threshold(2, 10, "0.05"), 6)
    17.089987
    """
    if samples < 1:
        raise ValueError(f"There are {samples} samples; give at least one.")
    return arms * math.log(samples * (samples + 1)) + gamma_quantile_bound(arms, delta)


@dataclass(frozen=True)
class TTUCB(Policy[TopTwoState]):
    """Leader: the largest UCB; challenger: the least cost W against it; the leader is tracked.

    The leader b is pulled while N_{b,b} <= beta L_b, where L_b counts this round too; otherwise the
    challenger. So 0 <= N_{b,b} - beta L_b <= 1 after every round. Each arm is pulled once first;
    ties go to the first arm; the bonus of the leader is sigma sqrt(2 log f(t) / N), with
    f(t) = 1 + t log(t)^2 (`margin`) or f(t) = t (`time`).

    With a delta it stops where the least cost W of the empirical best arm reaches a threshold:
    `likelihood_threshold`; the `calibrated` one of (5.10), for the pulls of both arms; or a
    `heuristic` one of public codes, which is not proved.

    >>> policy = TTUCB(arms=2)
    >>> state = policy.start()
    >>> for reward in (1.0, 0.0):
    ...     state = policy.learn(state, policy.choose(state), reward)
    >>> policy.choose(state)
    Choice(arm=0, leader=0, challenger=1)
    """

    arms: int
    beta: Number = Fraction(1, 2)
    sigma: Number = 1
    delta: Number | None = None
    rule: Literal["likelihood", "calibrated", "heuristic"] = "likelihood"
    bonus: Literal["margin", "time"] = "margin"

    name = "ttucb"
    clips_rewards = False
    declared_noise = NoNoise()

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise ValueError(f"The rule is {self.rule!r}; give one of {', '.join(RULES)}.")
        if self.bonus not in ("margin", "time"):
            raise ValueError(f"The bonus is {self.bonus!r}; give 'margin' or 'time'.")
        if self.delta is not None and not 0 < exact(self.delta) < 1:
            raise ValueError(f"delta is {self.delta}; give a probability of error in (0, 1).")
        if self.arms < 2:
            raise ValueError(f"There is no challenger among {self.arms} arm(s); give at least two.")
        tracked_share(self.beta)
        exact_positive("sigma", self.sigma)

    @property
    def sigma_squared(self) -> float:
        """The variance of the rewards."""
        return float(exact(self.sigma) ** 2)

    @property
    def stops(self) -> bool:
        """Whether a delta was given."""
        return self.delta is not None

    @property
    def budget(self) -> PureDP:
        """No guarantee."""
        return PureDP(math.inf)

    def start(self) -> TopTwoState:
        """Nothing pulled."""
        none = (0,) * self.arms
        return TopTwoState(none, (0.0,) * self.arms, none, none)

    def leader(self, state: TopTwoState) -> int:
        """The arm of the largest upper confidence bound."""
        t = state.samples + 1
        log_t = log_with_margin(t) if self.bonus == "margin" else math.log(t)
        level = 2.0 * self.sigma_squared * log_t
        arms = zip(state.means, state.pulls, strict=True)
        bounds = [mean + math.sqrt(level / pulls) for mean, pulls in arms]
        return max(range(self.arms), key=bounds.__getitem__)

    def challenger(self, state: TopTwoState, leader: int) -> int:
        """The arm that is least clearly worse than the leader."""
        others = (arm for arm in range(self.arms) if arm != leader)
        return min(others, key=lambda arm: gaussian_cost(state, leader, arm, self.sigma_squared))

    def choose(self, state: TopTwoState) -> Choice:
        """The next arm, with its two candidates."""
        if 0 in state.pulls:
            return Choice(state.pulls.index(0))
        leader = self.leader(state)
        challenger = self.challenger(state, leader)
        tracked = state.led_pulls[leader] <= tracked_share(self.beta) * (state.leads[leader] + 1)
        return Choice(leader if tracked else challenger, leader, challenger)

    def decide(self, state: TopTwoState, t: int, randomness: Randomness) -> Pull:
        """One pull of the arm that is chosen; its reward is released at once."""
        return Pull(self.choose(state).arm, 1)

    def learn(self, state: TopTwoState, pull: Pull | Choice, released: float) -> TopTwoState:
        """The state after a round, given its choice or its pull, and its reward."""
        choice = pull if isinstance(pull, Choice) else self.choose(state)

        def raised(counts: tuple[int, ...], arm: int | None) -> tuple[int, ...]:
            return tuple(n + (a == arm) for a, n in enumerate(counts))

        led = choice.leader if choice.leader == choice.arm else None
        return TopTwoState(
            raised(state.pulls, choice.arm),
            tuple(s + released * (a == choice.arm) for a, s in enumerate(state.sums)),
            raised(state.leads, choice.leader),
            raised(state.led_pulls, led),
        )

    @property
    def stopping(self) -> StoppingRule | None:
        """The rule that reads the pulls of two arms; None for the one that reads all pulls."""
        if self.delta is None or self.rule == LIKELIHOOD:
            return None
        kind = GaussianThreshold if self.rule == CALIBRATED else HeuristicThreshold
        cost = TransportationCost(2.0 * self.sigma_squared)
        return StoppingRule(cost, kind(self.arms, self.delta))

    def recommendation(self, state: TopTwoState) -> int | None:
        """The empirical best arm, if the evidence suffices; None without a delta."""
        if self.delta is None or 0 in state.pulls:
            return None
        if self.stopping is not None:
            return self.stopping.recommends(state.means, state.pulls)
        level = likelihood_threshold(self.arms, state.samples, self.delta)
        reached = likelihood_ratio(state, self.sigma_squared) >= level
        return empirical_best(state) if reached else None


@dataclass(frozen=True)
class Identification:
    """The end of a run: the arm recommended, None if it did not stop, and the last state."""

    arm: int | None
    state: TopTwoState

    @property
    def stopping_time(self) -> float:
        """tau counts the halting step too: one more than the samples; infinite without a stop."""
        return math.inf if self.arm is None else self.state.samples + 1


def identify(
    policy: TTUCB,
    draw: Callable[[int], float],
    delta: Number,
    longest: int,
    threshold: Callable[[int, int, Number], float] = likelihood_threshold,
) -> Identification:
    """Play until the likelihood ratio reaches the threshold, but at most `longest` samples.

    `draw(arm)` gives the next reward of an arm.

    >>> found = identify(TTUCB(arms=2), lambda arm: 1.0 - arm, "0.05", 1000)
    >>> found.arm, found.state.pulls, found.stopping_time
    (0, (119, 118), 238)
    """
    require_policy(policy)
    state = policy.start()
    while state.samples < longest:
        choice = policy.choose(state)
        state = policy.learn(state, choice, draw(choice.arm))
        if 0 not in state.pulls:
            level = threshold(policy.arms, state.samples, delta)
            if likelihood_ratio(state, policy.sigma_squared) >= level:
                return Identification(empirical_best(state), state)
    return Identification(None, state)


def for_bounded_rewards(arms: int, delta: Number, beta: Number = Fraction(1, 2)) -> TTUCB:
    """TTUCB for rewards in [0, 1], as in the chapter's experiments.

    >>> for_bounded_rewards(arms=2, delta="0.01").rule
    'calibrated'
    """
    return TTUCB(arms, beta, Fraction(1, 2), delta=delta, rule="calibrated", bonus="time")
