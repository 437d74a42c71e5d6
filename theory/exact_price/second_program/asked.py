"""What a price file asks, read anew."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

Word = tuple[int, ...]
LONGEST, MOST_ARMS, MOST_SEQUENCES = 24, 8, 2 * 10**7
"""What can be walked through: actions, arms, and sequences of actions and rewards."""
RATIO = re.compile(r"-?[0-9]{1,4300}(/[0-9]{1,4300})?")
"""A number of a file: as many digits as Python reads."""


class Asked:
    """The problem of a file."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.arms, self.goal, self.model = facts["arms"], facts["goal"], facts["model"]
        if self.goal not in ("regret", "simple-regret", "error"):
            raise ValueError(f"The goal of the file is {self.goal!r}, which is none.")
        if self.model not in ("view", "table"):
            raise ValueError(f"The model of the file is {self.model!r}, which is none.")
        if any(type(count) is not int or count < 1 for count in (self.arms, facts["horizon"])):
            raise ValueError("The arms and the horizon of the file are no whole numbers >= 1.")
        self.length = facts["horizon"] + (self.goal != "regret")
        if (
            self.length > LONGEST
            or self.arms > MOST_ARMS
            or (2 * self.arms) ** self.length > MOST_SEQUENCES
        ):
            raise ValueError("The file has more arms or rounds than a program can walk through.")
        self.delta = ratio(facts["delta"])
        self.instances = [tuple(map(ratio, means)) for means in facts["instances"]]
        if not 0 <= self.delta < 1 or any(
            len(means) != self.arms or min(means) < 0 or max(means) > 1 for means in self.instances
        ):
            raise ValueError("The file has a delta outside [0, 1), or an instance that is none.")
        prior = facts["prior"]
        self.prior = None if prior is None else [ratio(weight) for weight in prior]
        if self.prior is not None and len(self.prior) != len(self.instances):
            raise ValueError("The prior of the file has not one weight for each instance.")

    def gaps(self, means: tuple[Fraction, ...]) -> list[Fraction]:
        """What an action that is paid for costs."""
        best = max(means)
        gaps = [best - mean for mean in means]
        return [Fraction(gap > 0) for gap in gaps] if self.goal == "error" else gaps

    def paid(self, actions: Word) -> Word:
        """The actions that are paid for."""
        return actions if self.goal == "regret" else actions[-1:]


def ratio(word: Any) -> Fraction:
    """The number of a file, a whole number or a ratio as text; a TypeError for anything else.

    >>> ratio("2/3")
    Fraction(2, 3)
    """
    if type(word) is not str or not RATIO.fullmatch(word):
        raise TypeError(f"{str(word)[:40]!r}, which is no ratio")
    return Fraction(word)


def groups(asked: Asked, actions: Word, rewards: Word) -> Iterator[int]:
    """The numbers of the lists, or of the tables, on which the actions are shown the rewards."""
    if asked.model == "view":
        yield number(rewards)
        return
    shown = len(rewards)
    for columns in product(product((0, 1), repeat=shown), repeat=asked.arms):
        if all(columns[actions[t]][t] == rewards[t] for t in range(shown)):
            yield number(tuple(bit for column in columns for bit in column))


def number(bits: Word) -> int:
    """The number of a list of bits, the first of them the highest."""
    result = 0
    for bit in bits:
        result = 2 * result + bit
    return result
