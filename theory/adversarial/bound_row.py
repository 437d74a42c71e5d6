"""One bound of private adversarial bandits: its claim, status, formula and hypotheses."""

from collections.abc import Callable
from typing import NamedTuple
from flint import arb
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import Enclosure
from .games import PrivateGame

Formula = Callable[[PrivateGame], arb]
Number = Callable[[PrivateGame, int], Enclosure]
"""The number of a bound at a game, with so many digits."""
Hypothesis = tuple[str, bool]
Need = Callable[[PrivateGame], Hypothesis]


class Row(NamedTuple):
    """A bound: its name, claim, status and formula, in words and as a number of each game."""

    name: str
    claim: str
    side: Side
    privacy: Privacy
    status: Status
    words: str
    number: Number
    needs: tuple[Need, ...] = ()
    note: str = ""
    of_class: str | None = None
