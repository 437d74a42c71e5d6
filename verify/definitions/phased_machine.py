"""A policy of the library as a finite machine: its state, what its curator holds, and the batch.

Noise must be discrete. Each release is a statistic plus one fresh noise, clamped to a window that
no datum can move (post-processing, so no privacy is gained or lost by where the window stands), or
plus a noise from a finite law that the caller gives. The machine remembers its own actions and is
fed label-blind: a reward that is shown goes to the arm that it pulled. A policy that stops has one
more round for its end (`exact_laws.stopped_runs`), since its last reward matters.
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple
from banditproof.algorithms.policy import Policy, Pull, may_stop
from banditproof.theory.mechanisms import Mechanism
from banditproof.verify.exact_laws.branching import outcomes
from banditproof.verify.exact_laws.finite_noise import (
    ClampedRelease,
    NotEnumerable,
    integer_noise,
    require_one_arm,
)
from banditproof.verify.exact_laws.stopped_runs import end_of
from .finite_machine import FiniteMachine, State
from .finite_policy import Reward

FiniteNoise = Callable[[Mechanism], Sequence[tuple[int, Fraction]]]
"""The law of the noise of a mechanism as (integer, probability); the probabilities sum to 1."""


class _Place(NamedTuple):
    """Where a run stands: what the policy knows, what the curator holds, and the open pull."""

    state: Hashable
    held: Any
    pull: Pull | None
    played: int
    """How often the open pull has been played."""
    t: int
    """The round that comes next, counted from 1."""
    end: int | None = None
    """The symbol of the end, if the run is over."""


def machine_of(
    policy: Policy[Any],
    horizon: int,
    cut: int = 12,
    noise: FiniteNoise | None = None,
    rewards: tuple[Reward, ...] = (0, 1),
) -> FiniteMachine:
    """The machine of a curator policy with discrete noise, up to a horizon.

    Laplace noise is replaced by geometric noise. A released statistic lies in {low, ..., high},
    the range of sums of up to `horizon` rewards, and its noisy value is clamped to [low - cut,
    high + cut]. With `noise` the given finite law is used as it is, without clamping.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> from .notions import Notion
    >>> from .pure_loss import pure_ratio
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> pure_ratio(machine_of(policy, horizon=4, cut=4), Notion.INTERACTIVE)
    Fraction(2, 1)
    """
    if any(reward != int(reward) for reward in rewards):
        raise NotEnumerable(f"The rewards are {rewards}; discrete noise needs integers.")
    stops = may_stop(policy)
    low = horizon * min(0, *(int(reward) for reward in rewards))
    high = horizon * max(0, *(int(reward) for reward in rewards))

    def released(place: _Place, pull: Pull) -> list[tuple[Fraction, tuple[Any, float | None]]]:
        if not pull.releases:
            return [(Fraction(1), (place.held, None))]
        mechanism = policy.mechanism(place.state, pull)

        def run(law: FiniteNoise) -> list[tuple[Fraction, tuple[Any, float]]]:
            return outcomes(
                lambda chance: policy.curator.release(place.held, pull.arm, mechanism, chance), law
            )

        if noise is not None:
            return [*run(noise)]
        silent = run(lambda drawn: [(0, Fraction(1))])
        base = silent[0][1][1]
        if len(silent) != 1 or base != int(base) or not low <= base <= high:
            raise NotEnumerable(
                f"A released statistic is {base}, not an integer between {low} and {high}."
            )

        def clamped(drawn: Mechanism) -> list[tuple[int, Fraction]]:
            release = ClampedRelease(integer_noise(drawn), low, high, cut)
            if release.slack:
                raise NotEnumerable(
                    f"The masses of {release.noise} are not rational; enclose its law with "
                    "exact_privacy."
                )
            weights = release.weights(int(base))
            return [
                (value - int(base), Fraction(weight, release.total))
                for value, weight in zip(release.window, weights, strict=True)
            ]

        return [*run(clamped)]

    def decided(place: _Place) -> list[tuple[Fraction, _Place]]:
        """The places after a batch was released, if one is complete, and a pull decided."""
        if place.end is not None or (place.pull is not None and place.played < place.pull.count):
            cut = stops and place.end is None and place.t > horizon
            return [(Fraction(1), place._replace(end=2 * policy.arms) if cut else place)]
        ready = [(Fraction(1), place)]
        if place.pull is not None:
            pull = place.pull
            ready = [
                (mass, place._replace(state=policy.learn(place.state, pull, value), held=held))
                for mass, (held, value) in released(place, pull)
            ]
        results = []
        for mass, now in ready:
            end = end_of(policy, now.state, now.t - 1) if stops else None
            if stops and end is None and now.t > horizon:
                end = 2 * policy.arms  # it is still running
            if end is not None:
                results.append((mass, now._replace(pull=None, end=end)))
                continue
            results += [
                (mass * chance, now._replace(pull=pull, played=0))
                for chance, pull in outcomes(
                    lambda chance, now=now: policy.decide(now.state, now.t, chance)  # type: ignore[misc]
                )
            ]
        return results

    @cache
    def act(state: State) -> dict[tuple[int, State], Fraction]:
        law: dict[tuple[int, State], Fraction] = {}
        for mass, place in decided(_place(state)):
            if place.end is not None:
                key = (place.end, place)
                law[key] = law.get(key, Fraction(0)) + mass
                continue
            pull = place.pull
            if pull is not None:
                require_one_arm(pull)
            if pull is None or not 0 <= pull.arm < policy.arms or pull.count < 1:
                raise ValueError(
                    f"The policy decides {pull} with {policy.arms} arms; give an arm that exists "
                    "and at least one pull."
                )
            key = (pull.arm, place)
            law[key] = law.get(key, Fraction(0)) + mass
        return law

    @cache
    def observe(state: State, label: int, reward: Reward) -> State:
        place = _place(state)
        if place.end is not None:
            return place
        if place.pull is None:
            raise ValueError("The machine is shown a reward before it has acted.")
        held = policy.curator.read(place.held, place.pull.arm, int(reward))
        return place._replace(held=held, played=place.played + 1, t=place.t + 1)

    first = _Place(policy.start(), policy.curator.start(policy.arms), None, 0, 1)
    ends = policy.arms + 1 if stops else 0
    return FiniteMachine(
        policy.arms + ends, horizon + stops, {first: Fraction(1)}, act, observe, rewards, ends
    )


def _place(state: State) -> _Place:
    if not isinstance(state, _Place):
        raise ValueError(f"The state {state} is not a place of a run.")
    return state
