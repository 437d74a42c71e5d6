"""Which change of one reward moves the first numbers of a curator of unknown code the most.

A curator may square, sort or round its rewards. Then nothing says where its function of a reward is
largest; but without noise its numbers can be looked at, for one reward after the other.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.mechanisms import Mechanism, NoNoise
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.noise_densities import is_none
from banditproof.verify.witnesses.scripted_plays import World
from .worst_changes import Change, moved_in_scales, worst_pairs

Player = Callable[[Inputs], World | None]
"""Plays a list of rewards without noise; None if that cannot be followed."""


def measured_changes(play: Player, base: Inputs, space: RewardSpace, most: int = 3) -> list[Change]:
    """Some changes of the first reward of the first numbers, those that move them the most first.

    From one end of the rewards to the other, if the numbers are sums of multiples of rewards.
    """
    places = space.values or (space.lo, space.hi)
    world = play(base)
    first = world.releases[0] if world is not None and world.releases else None
    if world is None or first is None or None not in first.rewards.values():
        return [(space.lo, space.hi)]
    t, until = min(first.rewards), first.time
    laws: list[Mechanism | None] = []
    weights: list[float] = []
    for entry in world.releases:
        if entry.time == until:
            used = [k for k in entry.noises if not is_none(world.laws[k])]
            laws.append(world.laws[used[0]] if used else NoNoise())
            weights.append(float(abs(entry.noises[used[0]])) if used else 1.0)
    known: dict[Fraction, list[float]] = {}

    def numbers(x: Fraction) -> list[float]:
        if x not in known:
            rewards = (*base.left[: t - 1], x, *base.left[t:until])
            inputs = replace(base, left=rewards, right=rewards, contexts=base.contexts[:until])
            played = play(inputs)
            entries = [] if played is None else played.releases
            known[x] = [float(entry.value) for entry in entries if entry.time == until]
        return known[x]

    def size(change: Change) -> float:
        one, other = map(numbers, change)
        if not len(one) == len(other) == len(laws):
            return 0.0
        moved = [(b - a) / c for a, b, c in zip(one, other, weights, strict=True)]
        return moved_in_scales(moved, laws)

    return worst_pairs(size, space, places, most)
