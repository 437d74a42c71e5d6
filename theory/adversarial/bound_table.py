"""All bounds of a private adversarial game: their numbers, the best, where they are below T."""

from __future__ import annotations
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, asked_digits
from banditproof.theory.parameter_names import accepts_epsilon
from .bound_row import Hypothesis, Row
from .bound_rows import rows_of
from .games import MOST, PrivateGame

OFFERS = {
    Privacy.NONE: (),
    Privacy.APPROXIMATE: (Privacy.APPROXIMATE, Privacy.PURE, Privacy.LOCAL),
    Privacy.PURE: (Privacy.PURE, Privacy.LOCAL),
    Privacy.LOCAL: (Privacy.LOCAL,),
}
"""The notions of privacy that algorithms may have for each one that is asked for."""
ROUGH = 4
"""The digits with which a bound is compared with T."""
REFINED = 1000
"""The horizon from which a bound is below T is found up to one part in so many."""


@dataclass(frozen=True)
class GameBound:
    """A bound of the regret at T: an upper bound of a named algorithm, or a lower bound.

    A bound that does not apply has no number. `vacuous` says that an upper bound is not below T,
    which is the regret of every algorithm, and `useful_from` is a horizon near which it first is,
    where the other parameters stay; None if it never is, or has no number.
    """

    name: str
    claim: str
    side: Side
    privacy: Privacy
    status: Status
    formula: str
    enclosure: Enclosure | None
    hypotheses: tuple[Hypothesis, ...]
    note: str
    of_class: str | None
    vacuous: bool | None
    useful_from: int | None

    @property
    def applies(self) -> bool:
        """Whether all hypotheses are satisfied."""
        return self.enclosure is not None


@dataclass(frozen=True)
class GameBounds:
    """The bounds of a game.

    >>> table = adversarial_bounds(10, 10**7, "0.1")
    >>> best = table.best_upper()
    >>> best.name, float(best.enclosure)
    ('batched HTINF, rates that fit the noise', 429222.9426049956)
    >>> float(table.best_lower().enclosure)
    719.2498446690931
    """

    game: PrivateGame
    rows: tuple[GameBound, ...]

    def upper(self) -> tuple[GameBound, ...]:
        """The upper bounds from the best to the worst; those that do not apply come last."""
        results = [row for row in self.rows if row.side == Side.UPPER]
        return tuple(sorted(results, key=lambda row: (not row.applies, _low(row))))

    def lower(self) -> tuple[GameBound, ...]:
        """The lower bounds from the strongest to the weakest, those of a class last."""
        results = [row for row in self.rows if row.side == Side.LOWER]
        return tuple(sorted(results, key=lambda row: (row.of_class is not None, -_low(row))))

    def best_upper(self, privacy: Privacy = Privacy.PURE) -> GameBound | None:
        """The least upper bound below T of algorithms of a notion; None if T is as good."""
        offers = OFFERS[_known(privacy)]
        for row in self.upper():
            if row.applies and not row.vacuous and row.privacy in offers:
                return row
        return None

    def best_lower(self, privacy: Privacy = Privacy.PURE) -> GameBound | None:
        """The largest lower bound that holds for every algorithm of a notion."""
        _known(privacy)
        for row in self.lower():
            whom = row.privacy == Privacy.NONE or privacy in OFFERS[row.privacy]
            if row.applies and row.of_class is None and whom:
                return row
        return None

    @cached_property
    def notions(self) -> tuple[Privacy, ...]:
        """The notions of privacy of the upper bounds: pure and local, and with a delta the third.

        Pure privacy is (eps, delta)-DP for every delta, so the third needs no separate bound.
        """
        asked = {row.privacy for row in self.upper()}
        if self.game.delta is not None:
            asked.add(Privacy.APPROXIMATE)
        every = (Privacy.PURE, Privacy.LOCAL, Privacy.APPROXIMATE)
        return tuple(kind for kind in every if kind in asked)


@accepts_epsilon
def adversarial_bounds(
    arms: Number,
    horizon: Number,
    eps: Number,
    experts: Number | None = None,
    delta: Number | None = None,
    digits: int = 15,
) -> GameBounds:
    """All bounds of the regret of private adversarial bandits, with or without experts.

    With experts the regret is that beside the best expert. `delta` asks for (eps, delta)-DP too,
    of which there are separate bounds with experts; without them those of pure privacy are the
    best known. Nothing is learnt from one arm or one expert, which is refused.

    >>> adversarial_bounds(1, 100, 1)
    Traceback (most recent call last):
    ...
    ValueError: There is one arm, and its regret is 0; give arms >= 2.
    """
    game = PrivateGame.of(arms, horizon, eps, experts, delta)
    if game.arms < 2:
        raise ValueError("There is one arm, and its regret is 0; give arms >= 2.")
    if game.experts == 1:
        raise ValueError(
            "There is one expert, and to follow it has the regret 0; give experts >= 2."
        )
    shown = asked_digits(digits)
    return GameBounds(game, tuple(_bound(row, game, shown) for row in rows_of(game)))


def _known(privacy: Privacy) -> Privacy:
    """A notion of privacy of which a game has bounds."""
    if privacy not in OFFERS:
        raise ValueError(f"A game has no bounds of {privacy} privacy; give {', '.join(OFFERS)}.")
    return privacy


def _bound(row: Row, game: PrivateGame, digits: int) -> GameBound:
    hypotheses = tuple(need(game) for need in row.needs)
    applies = all(satisfied for _, satisfied in hypotheses)
    number = row.number(game, digits) if applies else None
    is_upper = row.side == Side.UPPER
    return GameBound(
        row.name,
        row.claim,
        row.side,
        row.privacy,
        row.status,
        row.words,
        number,
        hypotheses,
        row.note,
        row.of_class,
        None if number is None or not is_upper else not bool(number < game.horizon),
        useful_from(row, game) if is_upper else None,
    )


def useful_from(row: Row, game: PrivateGame) -> int | None:
    """A horizon near which an upper bound first is below the horizon; None if it never is.

    Horizons are doubled until the bound is below, and then the step is refined to one part in
    1000, rounded up to three digits.

    >>> from .bound_rows import BANDIT_ROWS
    >>> useful_from(BANDIT_ROWS[0], PrivateGame.of(10, 10**6, "0.1"))
    4330000
    """
    low, high = 0, next((h for h in _doubled() if _says_something(row, game, h)), 0)
    if not high:
        return None
    low = high // 2
    while (high - low) * REFINED > high and high - low > 1:
        middle = (low + high) // 2
        if _says_something(row, game, middle):
            high = middle
        else:
            low = middle
    unit = int(10 ** max(0, len(str(high)) - 3))
    return -(-high // unit) * unit


def _doubled() -> Iterator[int]:
    horizon = 1
    while horizon < MOST:
        yield horizon
        horizon *= 2


def _says_something(row: Row, game: PrivateGame, horizon: int) -> bool:
    """Whether a bound applies at a horizon and is below it."""
    other = replace(game, horizon=horizon)
    if not all(satisfied for _, satisfied in (need(other) for need in row.needs)):
        return False
    return bool(row.number(other, ROUGH) < horizon)


def _low(row: GameBound) -> Fraction | float:
    return math.inf if row.enclosure is None else row.enclosure.lo
