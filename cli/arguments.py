"""How the words of a command become exact numbers, with one sentence for each mistake."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from banditproof.theory import BernoulliBandit, exact

Means = Annotated[
    str, typer.Option(help="Means of the arms, between 0 and 1, separated by commas: 0.8,0.6,0.5")
]
Epsilon = Annotated[
    str, typer.Option("--epsilon", help="Privacy budget, a number > 0; read as an exact decimal.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the same facts as JSON.")]


def bandit(means: str) -> BernoulliBandit:
    """The Bernoulli bandit of a list such as 0.8,0.6; each mean is an exact decimal."""
    words = [word.strip() for word in means.split(",")]
    if words == [""]:
        raise ValueError("The list of means is empty; give --means 0.8,0.6 for example.")
    return BernoulliBandit(tuple(exact(word) for word in words))


def budget(epsilon: str) -> Fraction:
    """A privacy budget > 0."""
    if epsilon.strip().lstrip("+-").lower() in ("inf", "infinity"):
        raise ValueError("epsilon is infinite, which is no privacy; give a finite number > 0.")
    eps = exact(epsilon.strip())
    if eps <= 0:
        raise ValueError(f"epsilon is {epsilon}; give a number > 0 (at 0 nothing can be learnt).")
    return eps


def whole(name: str, word: str, least: int) -> int:
    """A whole number such as 1000000 or 1e6, not below the least one."""
    number = exact(word.strip())
    if number.denominator != 1 or number < least:
        raise ValueError(f"{name} is {word}; give a whole number >= {least}, such as 1e6.")
    return int(number)
