"""The bounds of private adversarial bandits as rows, and which of them a game has.

`bound_rows.toml` states each bound and names the functions of the game that compute it.
"""

import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.resources import files
from typing import Any
from flint import arb
from banditproof.theory.bound_words import Side, Status
from banditproof.theory.lower_bounds.minimax import bernoulli_logarithmic
from . import barrier_bounds, bound_hypotheses, conversion_bounds, expert_bounds
from .bound_row import Formula, Need, Protection, Row
from .games import PrivateGame

NONE, APPROXIMATE, PURE, LOCAL = Protection


def several(game: PrivateGame) -> int:
    """The arms of a bandit problem inside the game: each of min{K, N} experts plays its own arm."""
    return game.arms if game.experts is None else min(game.arms, game.experts)


def losses_at_random(game: PrivateGame) -> arb:
    """The lower bound of a bandit problem inside the game."""
    inside = PrivateGame(several(game), game.horizon, game.eps)
    return barrier_bounds.bernoulli_minimax(inside)


def losses_at_random_with_privacy(game: PrivateGame) -> arb:
    """The lower bound of private algorithms on a bandit problem inside the game."""
    return bernoulli_logarithmic(several(game), Fraction(game.horizon), game.eps)


def _named(name: str) -> Callable[[PrivateGame], Any]:
    """The function of the game that a row names."""
    for module in (conversion_bounds, expert_bounds, barrier_bounds, bound_hypotheses):
        if hasattr(module, name):
            return getattr(module, name)  # type: ignore[no-any-return]
    return globals()[name]  # type: ignore[no-any-return]


def _needs(row: dict[str, Any]) -> Iterator[Need]:
    yield from map(_named, row.get("needs", ()))
    if "gamma" in row:
        yield bound_hypotheses.probability("gamma", _named(row["gamma"]))


def _formula(row: dict[str, Any]) -> Formula:
    formula = _named(row["formula"])
    if row.get("experts_as_arms"):
        return lambda game: formula(game.experts_as_arms)
    return formula


def _row(side: Side, row: dict[str, Any]) -> Row:
    words = {
        name: row[name] for name in ("name", "claim", "words", "note", "of_class") if name in row
    }
    protection, status = Protection(row.get("protection", PURE)), Status(row["status"])
    return Row(
        side=side,
        protection=protection,
        status=status,
        formula=_formula(row),
        needs=tuple(_needs(row)),
        **words,
    )


def _rows(table: str) -> tuple[Row, ...]:
    text = files("banditproof.theory.adversarial").joinpath("bound_rows.toml").read_text("utf-8")
    side = Side.LOWER if table == "lower" else Side.UPPER
    return tuple(_row(side, row) for row in tomllib.loads(text)[table])


BANDIT_ROWS, CONVERTED_ROWS, LOCAL_ROWS, BATCHED_ROWS, LOWER_ROWS = map(
    _rows, ("bandit", "converted", "local", "batched", "lower")
)
"""The upper bounds without experts, three kinds of upper bounds with them, and the lower bounds."""


def lower_rows(game: PrivateGame) -> tuple[Row, ...]:
    """The lower bounds; fewer experts than arms are N arms, in the words too.

    >>> lower_rows(PrivateGame.of(10, 10**6, 1, experts=2))[0].words
    'close to 0.0758 sqrt(T (N-1)) for long horizons'
    """
    if several(game) == game.arms:
        return LOWER_ROWS
    return tuple(row._replace(words=row.words.replace("K", "N")) for row in LOWER_ROWS)


def rows_of(game: PrivateGame) -> tuple[Row, ...]:
    """The rows that a game is asked for, in the order of the paper."""
    if game.experts is None:
        return (*BANDIT_ROWS, *lower_rows(game))
    batched = () if game.delta is None else BATCHED_ROWS
    return (*CONVERTED_ROWS, *LOCAL_ROWS, *batched, *lower_rows(game))
