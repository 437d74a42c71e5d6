"""The lower end: the least relaxed cost over all policies, backwards from the last action."""

from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any
from .asked import Asked, Word, groups, number, ratio


def proved_lower(asked: Asked, facts: dict[str, Any]) -> Fraction:
    """The least relaxed cost over all policies, minus what delta allows."""
    weights = _weights(asked, facts)
    factor = None if facts["factor"] is None else ratio(facts["factor"])
    grain = facts["grain"]
    if type(grain) is not int or grain < 1:
        raise ValueError(f"The grain of the certificate is {grain!r}, and no whole number >= 1.")
    z = Multipliers(asked, facts)
    unit = lcm(*(mean.denominator for means in weights for mean in means))
    common = lcm(*(weight.denominator for weight in weights.values()))
    above, below = (1, 1) if factor is None else (factor.numerator, factor.denominator)
    share = grain * below
    each = [
        (
            [int(mean * unit) for mean in means],
            [int(gap * unit) for gap in asked.gaps(means)],
            int(weight * common) * share,
        )
        for means, weight in weights.items()
    ]
    scale = unit**asked.length * common

    def cost(actions: Word, chances: list[int], rewards: Word) -> int:
        paid = asked.paid(actions)
        total = sum(
            chance * sum(gaps[arm] for arm in paid)
            for chance, (_, gaps, _) in zip(chances, each, strict=True)
        )
        if factor is None:
            return total
        rows = z.of(actions)
        for place in range(len(rewards)):
            other = (*rewards[:place], 1 - rewards[place], *rewards[place + 1 :])
            here, there = rows[place][number(rewards)], rows[place][number(other)]
            total += (below * here - above * there) * scale
        return total

    def least(actions: Word, chances: list[int], rewards: Word) -> int:
        """The least relaxed cost of what follows a past, over all policies."""
        values = []
        for arm in range(asked.arms):
            played = (*actions, arm)
            if len(played) == asked.length:
                values.append(cost(played, chances, rewards))
                continue
            lost = [c * (unit - m[arm]) for c, (m, _, _) in zip(chances, each, strict=True)]
            won = [c * m[arm] for c, (m, _, _) in zip(chances, each, strict=True)]
            values.append(least(played, lost, (*rewards, 0)) + least(played, won, (*rewards, 1)))
        return min(values)

    value = Fraction(least((), [weight for _, _, weight in each], ()), scale * share)
    return value - asked.delta * Fraction(z.allowance(), grain)


def _weights(asked: Asked, facts: dict[str, Any]) -> dict[tuple[Fraction, ...], Fraction]:
    """The weights of the instances, shared evenly among relabellings where they stand for these."""
    result: dict[tuple[Fraction, ...], Fraction] = {}
    for entry in facts["weights"]:
        means, weight = entry[0], ratio(entry[1])
        whole = tuple(map(ratio, means))
        kind = _orderings(whole) if facts["relabelled"] and whole in asked.instances else [whole]
        for member in kind:
            result[member] = result.get(member, Fraction(0)) + weight / len(kind)
    if (
        min(result.values()) < 0
        or sum(result.values()) != 1
        or not set(result) <= {*asked.instances}
    ):
        raise ValueError("The weights of the certificate are no law on the instances of the file.")
    if asked.prior is not None:
        given: dict[tuple[Fraction, ...], Fraction] = {}
        for means, weight in zip(asked.instances, asked.prior, strict=True):
            given[means] = given.get(means, Fraction(0)) + weight
        if any(result.get(means, 0) != weight for means, weight in given.items()):
            raise ValueError("The weights of the certificate are not the prior of the file.")
    return result


def _orderings(means: tuple[Fraction, ...]) -> list[tuple[Fraction, ...]]:
    """All different orders of some means."""
    if not means:
        return [()]
    return [
        (first, *rest)
        for first in sorted(set(means))
        for rest in _orderings(_without(means, first))
    ]


def _without(means: tuple[Fraction, ...], mean: Fraction) -> tuple[Fraction, ...]:
    """The means without one that has this value."""
    place = means.index(mean)
    return (*means[:place], *means[place + 1 :])


class Multipliers:
    """The multipliers of the privacy rows, which are checked when they are read.

    None is negative, and none is larger than the sums with delta allow.
    """

    def __init__(self, asked: Asked, facts: dict[str, Any]) -> None:
        self.relabelled = bool(facts["relabelled"])
        self.rows: dict[str, list[list[int]]] = facts["multipliers"]
        self.sums: list[int] = facts["sums"]
        numbers = [z for row in self.rows.values() for part in row for z in part] + self.sums
        if any(type(z) is not int or z < 0 for z in numbers):
            raise ValueError("A multiplier of the certificate is negative, or no whole number.")
        if asked.delta and facts["factor"] is not None:
            for actions in product(range(asked.arms), repeat=asked.length):
                self._check(asked, actions)

    def of(self, actions: Word) -> list[list[int]]:
        """The multipliers of a sequence of actions: place by place, for each list of rewards."""
        if self.relabelled:
            names: dict[int, int] = {}
            actions = tuple(names.setdefault(arm, len(names)) for arm in actions)
        return self.rows["".join(str(arm + 1) for arm in actions)]

    def allowance(self) -> int:
        """What delta is multiplied by."""
        return sum(self.sums)

    def _check(self, asked: Asked, actions: Word) -> None:
        """Each is at most the sum of those of the inequalities with delta that it takes part in."""
        shown = asked.length - 1
        for place, part in enumerate(self.of(actions)):
            for rewards in product((0, 1), repeat=shown):
                size = 2 ** (shown * (1 if asked.model == "view" else asked.arms))
                which = groups(asked, actions, rewards)
                if part[number(rewards)] > sum(self.sums[place * size + g] for g in which):
                    raise ValueError("A multiplier is larger than the sums with delta allow.")
