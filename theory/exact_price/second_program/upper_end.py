"""The upper end: the privacy and the cost of the policy, by its masses."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from .asked import Asked, Word, groups, ratio

Leaf = tuple[Word, Word]
"""The actions, and the rewards that were shown between them."""


def proved_upper(asked: Asked, facts: dict[str, Any]) -> Fraction:
    """The cost of the policy, once its privacy is checked."""
    masses = dict(_masses(asked, facts["policy"]))
    if facts["factor"] is not None:
        _check_privacy(asked, masses, ratio(facts["factor"]))
    kinds: dict[tuple[Any, ...], Fraction] = {}
    for (actions, rewards), mass in masses.items():
        counts = [[0, 0, 0] for _ in range(asked.arms)]
        for arm, reward in zip(actions, rewards, strict=False):
            counts[arm][1 - reward] += 1
        for arm in asked.paid(actions):
            counts[arm][2] += 1
        key = tuple(map(tuple, counts))
        kinds[key] = kinds.get(key, Fraction(0)) + mass
    costs = [_cost(asked, kinds, means) for means in asked.instances]
    if asked.prior is None:
        return max(costs)
    return sum((w * c for w, c in zip(asked.prior, costs, strict=True)), Fraction(0))


def _cost(asked: Asked, kinds: dict[Any, Fraction], means: tuple[Fraction, ...]) -> Fraction:
    """The cost in an instance, from the masses of what was won, lost and paid for by each arm."""
    total, gaps = Fraction(0), asked.gaps(means)
    for counts, mass in kinds.items():
        chance = mass
        for (wins, losses, _), mean in zip(counts, means, strict=True):
            chance = chance * mean**wins * (1 - mean) ** losses
        if chance:
            total += chance * sum(n * gap for (_, _, n), gap in zip(counts, gaps, strict=True))
    return total


def _masses(asked: Asked, table: dict[str, list[int]]) -> Iterator[tuple[Leaf, Fraction]]:
    """The probability of each sequence of actions on each list of rewards."""
    waiting: list[tuple[str, Word, Word, Fraction]] = [("", (), (), Fraction(1))]
    while waiting:
        history, actions, rewards, mass = waiting.pop()
        weights = table[history]
        total = sum(weights)
        if (
            len(weights) != asked.arms
            or any(type(w) is not int or w < 0 for w in weights)
            or not total
        ):
            raise ValueError(f"After the history {history!r} the policy has no law of its arms.")
        for arm, weight in enumerate(weights):
            played, share = (*actions, arm), mass * Fraction(weight, total)
            if len(played) == asked.length:
                yield (played, rewards), share
                continue
            for reward, sign in enumerate("-+"):
                after = f"{history}{arm + 1}{sign}"
                waiting.append((after, played, (*rewards, reward), share))


def _check_privacy(asked: Asked, masses: dict[Leaf, Fraction], factor: Fraction) -> None:
    """P(actions | list) <= factor P(actions | neighbour), up to sums of at most delta."""
    shown = asked.length - 1
    excess: dict[tuple[int, int], Fraction] = {}
    for (actions, rewards), mass in masses.items():
        for place in range(shown):
            other = (*rewards[:place], 1 - rewards[place], *rewards[place + 1 :])
            over = mass - factor * masses[actions, other]
            if over <= 0:
                continue
            if not asked.delta:
                one, two = ("".join(map(str, word)) for word in (rewards, other))
                names = "".join(str(arm + 1) for arm in actions)
                raise ValueError(
                    f"The policy is not private: of the actions {names} on the rewards {one} and "
                    f"{two}."
                )
            for group in groups(asked, actions, rewards):
                excess[place, group] = excess.get((place, group), Fraction(0)) + over
    if max(excess.values(), default=Fraction(0)) > asked.delta:
        raise ValueError(f"The policy is not private: its delta is {max(excess.values())}.")
