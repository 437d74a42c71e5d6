"""The law of the stopping time and the recommendation, exactly, on tiny Bernoulli instances.

States with the same released numbers, held rewards and round are merged. Noise on the integers is
cut at |y| <= cut, and the mass beyond is stated. The error under the worst sampling rule of all,
which sees every state, is found by backward induction.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any
from banditproof.algorithms.policy import Policy, Pull, checked_pull, checked_recommendation
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory import Enclosure
from banditproof.theory.exact import exact_count
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.mechanisms import DiscreteLaplace, Mechanism, NoNoise
from banditproof.verify.exact_laws.branching import outcomes
from banditproof.verify.exact_laws.enumeration import truncated_noise
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from .sampling_rules import with_sampling

Masses = dict[Any, Fraction]


@dataclass(frozen=True)
class StoppedLaw:
    """The probability of each (stopping time, recommendation) up to a horizon.

    Each is in [masses[end], masses[end] + lost]; `running` is the mass of runs without an end.
    """

    masses: Mapping[tuple[int, int], Fraction]
    running: Fraction
    lost: Fraction

    def error(self, best: int) -> Enclosure:
        """The probability to have stopped with another arm than `best`."""
        wrong = sum((m for (_, arm), m in self.masses.items() if arm != best), Fraction(0))
        return Enclosure(wrong, wrong + self.lost)

    def stopped(self) -> Enclosure:
        """The probability to have stopped."""
        result = sum(self.masses.values(), Fraction(0))
        return Enclosure(result, result + self.lost)


def best_arm(bandit: BernoulliBandit, best: int | None = None) -> int:
    """The arm that is right: that of the largest mean, which `best` may name among tied ones.

    >>> best_arm(BernoulliBandit(("0.5", "0.5")), best=1)
    1
    """
    means = bandit.exact_means
    largest = max(means)
    top = [arm for arm, mean in enumerate(means) if mean == largest]
    if best is None and len(top) == 1:
        return top[0]
    if best in top:
        return int(best)
    tied = " and ".join(str(arm) for arm in top)
    raise ValueError(
        f"The best arm is {best!r}, and the largest mean is that of {tied}; give best= one of "
        "them: it is the limit of instances in which that arm is better by very little."
    )


@dataclass(frozen=True)
class _Steps:
    """The steps of a policy on a bandit, each with all its outcomes."""

    policy: Policy[Any]
    bandit: BernoulliBandit
    horizon: int
    cut: int
    releases: dict[Any, list[tuple[Fraction, Any]]] = field(default_factory=dict)

    @cached_property
    def rewards(self) -> tuple[Any, Any]:
        """What the curator reads for the rewards 0 and 1."""
        space = self.policy.rewards
        if not self.policy.clips_rewards or space == UNIT:
            return 0, 1
        return space.clipped(0), space.clipped(1)

    def end(self, state: Any, t: int) -> int | None:
        """The recommendation before round t."""
        return checked_recommendation(self.policy.recommendation(state), self.policy.arms, t)

    def after(self, state: Any, held: Any, t: int) -> list[tuple[Fraction, Any]]:
        """(probability, (state, held, round)) after the next pull; None where the horizon cuts."""
        results: list[tuple[Fraction, Any]] = []
        for chance, decided in outcomes(lambda draw: self.policy.decide(state, t, draw)):
            pull = checked_pull(decided, self.policy.arms, t)
            if t + pull.plays > self.horizon + 1:
                results.append((chance, None))
                continue
            for after, mass in self._read(held, pull).items():
                weight = chance * mass
                for share, (kept, value) in self._released(state, after, pull):
                    learned = self.policy.learn(state, pull, value)
                    results.append((weight * share, (_merged(learned), kept, t + pull.plays)))
        return results

    def _read(self, held: Any, pull: Pull) -> Masses:
        masses: Masses = {held: Fraction(1)}
        for arm in pull.steps():
            mean, longer = self.bandit.exact_means[arm], defaultdict[Any, Fraction](Fraction)
            for old, mass in masses.items():
                for reward, share in zip(self.rewards, (1 - mean, mean), strict=True):
                    if share:
                        longer[self.policy.curator.read(old, arm, reward)] += mass * share
            masses = longer
        return masses

    def _released(self, state: Any, held: Any, pull: Pull) -> list[tuple[Fraction, Any]]:
        if not pull.releases:
            return [(Fraction(1), (held, None))]
        mechanism = self.policy.mechanism(state, pull)
        key = held, pull.arm, mechanism
        if key not in self.releases:
            self.releases[key] = [
                *outcomes(
                    lambda draw: self.policy.curator.release(held, pull.arm, mechanism, draw),
                    self._noise,
                )
            ]
        return self.releases[key]

    def _noise(self, drawn: Mechanism) -> tuple[tuple[int, Fraction], ...]:
        if not isinstance(drawn, DiscreteLaplace | NoNoise):
            raise NotEnumerable(
                f"The noise is {drawn}; give the policy noise=DiscreteLaplace(...), or make runs."
            )
        return truncated_noise(drawn, self.cut)


def _merged(state: Any) -> Any:
    """The state, if it can be decided whether two are equal."""
    try:
        hash(state)
    except TypeError:
        raise NotEnumerable("A state is not hashable, so equal ones cannot be merged.") from None
    return state


def _steps(policy: Policy[Any], bandit: BernoulliBandit, horizon: int, cut: int) -> _Steps:
    if policy.arms != bandit.arms:
        raise ValueError(
            f"The policy has {policy.arms} arms and the bandit {bandit.arms}; give both the same "
            "number."
        )
    rounds = exact_count("the horizon", horizon, least=1)
    return _Steps(policy, bandit, rounds, exact_count("cut", cut, least=0))


def stopped_law(
    policy: Policy[Any], bandit: BernoulliBandit, horizon: int, cut: int = 12
) -> StoppedLaw:
    """The law of the stopping time and the recommendation, for rewards of a Bernoulli bandit.

    >>> from banditproof.algorithms.identification.private_elimination import DPSEIdentification
    >>> from banditproof.theory.mechanisms import NoNoise
    >>> policy = DPSEIdentification(arms=2, beta="0.9", eps=1, noise=NoNoise())
    >>> law = stopped_law(policy, BernoulliBandit((1, 0)), 2 * policy.pulls_per_arm(1, 2))
    >>> law.error(best=0).hi, law.stopped().lo
    (Fraction(0, 1), Fraction(1, 1))
    """
    steps = _steps(policy, bandit, horizon, cut)
    masses: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    running = Fraction(0)
    start = (_merged(policy.start()), policy.curator.start(policy.arms))
    waiting: dict[int, Masses] = {1: {start: Fraction(1)}}
    while waiting:
        # In the order of time: all mass of a round has arrived before its states are taken further.
        t = min(waiting)
        for (state, held), mass in waiting.pop(t).items():
            answer = steps.end(state, t)
            if answer is not None:
                masses[t - 1, answer] += mass
            elif t > horizon:
                running += mass
            else:
                for share, new in steps.after(state, held, t):
                    if new is None:
                        running += mass * share
                    else:
                        after = waiting.setdefault(new[2], defaultdict(Fraction))
                        after[new[:2]] += mass * share
    lost = 1 - running - sum(masses.values(), Fraction(0))
    return StoppedLaw(dict(masses), running, lost)


def worst_error(
    policy: Policy[Any],
    bandit: BernoulliBandit,
    horizon: int,
    cut: int = 12,
    best: int | None = None,
) -> Enclosure:
    """The largest probability to stop by a horizon with a wrong arm, over all sampling rules.

    A rule may look at everything so far: rewards, noises and states. The policy must say in
    `choose(state)` which arm comes next; that choice is exchanged, and nothing else.
    """
    right = best_arm(bandit, best)
    arms = [
        _steps(with_sampling(policy, lambda state, k=k: k), bandit, horizon, cut)  # type: ignore[misc]
        for k in range(policy.arms)
    ]

    @cache
    def worst(state: Any, held: Any, t: int) -> tuple[Fraction, Fraction]:
        answer = arms[0].end(state, t)
        if answer is not None or t > horizon:
            value = Fraction(answer is not None and answer != right)
            return value, value
        ways = []
        for steps in arms:
            low, high, known = Fraction(0), Fraction(0), Fraction(0)
            for share, new in steps.after(state, held, t):
                known += share
                if new is not None:
                    least, most = worst(*new)
                    low, high = low + share * least, high + share * most
            # What the cut of the noise has lost may all end wrong.
            ways.append((low, high + 1 - known))
        return max(low for low, _ in ways), max(high for _, high in ways)

    return Enclosure(*worst(_merged(policy.start()), policy.curator.start(policy.arms), 1))
