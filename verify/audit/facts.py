"""The facts of an audit: some plays of a policy, recorded once, on which all judges decide.

Plays prove nothing about rounds and rewards that they do not reach. They show what a policy does,
where its parts are not declared, and where the search of a violation should begin.
"""

import math
import pickle
import random
import time
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.algorithms.contexts import Contexts
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.algorithms.rewards import RewardCycles, RewardList, Rewards
from .claim import Claim
from .memory import changed_by_playing
from .offered_contexts import OfferedContexts
from .recording import PlayFacts, decisions, play_facts, record

LONG = 4000
"""The rounds of the long plays, which look for what a policy does only late."""
SHORT, RELEASES = 37, 6
"""The rounds of a short play, which grow until it has so many releases."""


@dataclass(frozen=True)
class Facts:
    """Everything that the judges know of a policy."""

    policy: Policy[Any]
    claim: Claim
    plays: tuple[PlayFacts, ...]
    changed: tuple[str, ...]
    """Places outside of the state that a play changes."""
    repeats: bool
    """Whether plays on the same rewards with the same random numbers were the same."""
    offered: OfferedContexts | None = None
    """The contexts of the plays, for a policy that sees contexts."""
    trusted: bool = False
    """Whether this library made the policy, from its name."""

    @property
    def rewards(self) -> RewardSpace:
        """The rewards of the claim as the engine clips them for the policy.

        >>> from banditproof.algorithms.regret.dp_imed import DPIMED
        >>> from banditproof.theory.budgets import PureDP
        >>> claim = Claim(PureDP(1), rewards=RewardSpace.of("-1:5"))
        >>> str(Facts(DPIMED(2, 1), claim, (), (), True).rewards)
        '[0, 1]'
        """
        return self.claim.counted_by(self.policy.rewards)

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds of each play."""
        return tuple(len(play.record.play.actions) for play in self.plays)

    @property
    def releases(self) -> int:
        """The released numbers of all plays."""
        return sum(len(play.record.play.ledger.releases) for play in self.plays)

    @property
    def words(self) -> str:
        """What was played, in words."""
        rounds = f"{min(self.rounds)} to {max(self.rounds)} rounds"
        shown = "" if self.offered is None else f", in {self.offered.words}"
        return f"{len(self.plays)} plays of {rounds} with {self.releases} releases{shown}"


def _shown(offered: OfferedContexts | None, seed: int) -> Contexts | None:
    return None if offered is None else offered.in_play(seed)


def recorded(
    policy: Policy[Any],
    claim: Claim,
    deadline: float = math.inf,
    offered: OfferedContexts | None = None,
    trusted: bool = False,
) -> Facts:
    """Short plays of a policy on random rewards, with all that the judges need.

    Their horizons differ, so that some cut a batch, and so do their contexts where a policy is
    reported some.
    """
    rng = np.random.default_rng(20)
    space = played_rewards(policy, claim)
    horizon = _first_horizon(policy, space, rng, offered)
    planned: list[tuple[int, Rewards]] = [
        (max(horizon - 5 * seed, 2), _drawn(space, rng, horizon, seed % 3 == 2))
        for seed in range(6 if horizon < 1000 else 1)
    ]
    planned += [(max(horizon, 100), rewards) for rewards in _clear(policy, space)]
    before = _global_chance()
    plays = _played(policy, planned, space, deadline, offered)
    same = before == _global_chance() and all(map(_repeats, plays, planned))
    changed = changed_by_playing(policy, contexts=_shown(offered, 0))
    return Facts(policy, claim, tuple(plays), changed, same, offered, trusted)


def _global_chance() -> bytes:
    """The states of the global generators of Python and NumPy."""
    return pickle.dumps((random.getstate(), np.random.get_state()))  # noqa: NPY002


def _repeats(first: PlayFacts, planned: tuple[int, Rewards]) -> bool:
    """Whether a play on the same rewards with the same random numbers is the same."""
    rounds, rewards = planned
    again = record(first.record.policy, rewards, rounds, rounds, first.record.contexts)
    return decisions(again) == first.decided and again.released == first.record.released


def extended(facts: Facts, deadline: float = math.inf) -> Facts:
    """The same facts with long plays: on the smallest reward, the largest, both, and inner ones.

    They look for what a policy does only late, where short plays show nothing; no later than the
    horizon of the claim. A policy that stops is also played where one arm is clearly the best.
    """
    size = max(LONG, *facts.rounds)
    if facts.claim.horizon is not None:
        size = min(size, facts.claim.horizon)
        if size <= max(facts.rounds):
            return facts
    rng = np.random.default_rng(21)
    space = played_rewards(facts.policy, facts.claim)
    ends = (_number(space.lo), _number(space.hi))
    planned: list[tuple[int, Rewards]] = [
        *((size, RewardList([end] * size)) for end in ends),
        (size, _drawn(space, rng, size, False)),
        (size, _drawn(space, rng, size, True)),
        *((size, rewards) for rewards in _clear(facts.policy, space)),
    ]
    more = _played(facts.policy, planned, space, deadline, facts.offered, both=False)
    return replace(facts, plays=(*facts.plays, *more))


def _clear(policy: Policy[Any], space: RewardSpace) -> list[Rewards]:
    """For a policy that stops: rewards of which the first arm, or the last one, is the best."""
    low, high = _number(space.lo), _number(space.hi)
    best = dict.fromkeys((0, policy.arms - 1)) if may_stop(policy) else ()
    return [RewardCycles([(high if a == k else low,) for a in range(policy.arms)]) for k in best]


def played_rewards(policy: Policy[Any], claim: Claim) -> RewardSpace:
    """The rewards of the plays: those of the claim if they are listed, else those of the policy."""
    return claim.rewards if claim.rewards.values else policy.rewards


def _played(
    policy: Policy[Any],
    planned: list[tuple[int, Rewards]],
    space: RewardSpace,
    deadline: float,
    offered: OfferedContexts | None,
    both: bool = True,
) -> list[PlayFacts]:
    """The planned plays, as far as there is time, but at least one."""
    plays: list[PlayFacts] = []
    ends = (_number(space.lo), _number(space.hi))
    for place, (rounds, rewards) in enumerate(planned):
        if (plays or not both) and time.monotonic() > deadline:
            break
        all_of_one: list[Rewards] = [RewardList([end] * rounds) for end in ends]
        forcing = all_of_one if both else all_of_one[(place + 1) % 2 :][:1]
        plays.append(play_facts(policy, rewards, rounds, forcing, _shown(offered, rounds)))
    return plays


def _number(value: Any) -> float:
    return int(value) if value.denominator == 1 else float(value)


def _first_horizon(
    policy: Policy[Any],
    space: RewardSpace,
    rng: np.random.Generator,
    offered: OfferedContexts | None,
) -> int:
    horizon = SHORT
    while True:
        rewards = _drawn(space, rng, horizon, False)
        played = record(policy, rewards, horizon, 0, _shown(offered, 0))
        if len(played.released) >= (RELEASES if horizon < 1000 else 2) or horizon > 8000:
            return horizon
        horizon *= 3


NEAR = (Fraction(1, 10**3), Fraction(1, 10**6), Fraction(1, 10**9), Fraction(1, 10**12))
"""How close to the ends of a range plays go, as fractions of its width."""


def _drawn(space: RewardSpace, rng: np.random.Generator, rounds: int, interior: bool) -> RewardList:
    """Rewards of both ends, or of the places that are tried and others very close to the ends."""
    places = [space.lo, space.hi]
    if interior:
        close = [] if space.values else [space.width * part for part in NEAR]
        places = [*space.tried, *(space.lo + x for x in close), *(space.hi - x for x in close)]
    values = [_number(value) for value in places]
    return RewardList([values[int(i)] for i in rng.integers(0, len(values), rounds)])
