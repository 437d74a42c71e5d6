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


def budget(word: str, name: str = "epsilon") -> Fraction:
    """A privacy budget > 0."""
    if word.strip().lstrip("+-").lower() in ("inf", "infinity"):
        raise ValueError(f"{name} is infinite, which is no privacy; give a finite number > 0.")
    number = exact(word.strip())
    if number <= 0:
        raise ValueError(f"{name} is {word}; give a number > 0 (at 0 nothing can be learnt).")
    return number


SECONDS = {"ms": Fraction(1, 1000), "s": Fraction(1), "m": Fraction(60), "h": Fraction(3600)}


def seconds(word: str) -> float:
    """A duration such as 60s, 1.5m, 2h, 500ms or 60 (seconds)."""
    text = word.strip()
    unit = next((u for u in SECONDS if text.endswith(u)), "")
    try:
        number = exact(text.removesuffix(unit).strip()) * SECONDS.get(unit, Fraction(1))
    except ValueError:
        number = Fraction(0)
    if not 0 < number <= 10**7:
        raise ValueError(f"The time budget is {word!r}; give a duration such as 60s or 2m.")
    return float(number)


def whole(name: str, word: str, least: int) -> int:
    """A whole number such as 1000000 or 1e6, not below the least one."""
    number = exact(word.strip())
    if number.denominator != 1 or number < least:
        raise ValueError(f"{name} is {word}; give a whole number >= {least}, such as 1e6.")
    return int(number)
