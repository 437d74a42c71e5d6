"""The bounds of private adversarial bandits as rows, and which of them a game has.

`bound_rows.toml` states each bound and names the functions of the game that compute it.
"""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any
from banditproof.theory.bound_words import Side, Status
from . import barrier_bounds, bound_hypotheses, conversion_bounds, expert_bounds
from .bound_row import Formula, Need, Protection, Row
from .games import PrivateGame

NAMED: dict[str, Any] = {
    **vars(bound_hypotheses),
    **vars(barrier_bounds),
    **vars(expert_bounds),
    **vars(conversion_bounds),
}
"""The functions of the game that rows name."""


def _needs(row: dict[str, Any]) -> Iterator[Need]:
    yield from (NAMED[name] for name in row.get("needs", ()))
    if "gamma" in row:
        yield bound_hypotheses.probability("gamma", NAMED[row["gamma"]])


def _formula(row: dict[str, Any]) -> Formula:
    formula: Formula = NAMED[row["formula"]]
    if row.get("experts_as_arms"):
        return lambda game: formula(game.experts_as_arms)
    return formula


def _row(side: Side, protection: str, row: dict[str, Any]) -> Row:
    words = {
        name: row[name] for name in ("name", "claim", "words", "note", "of_class") if name in row
    }
    return Row(
        side=side,
        protection=Protection(row.get("protection", protection)),
        status=Status(row["status"]),
        formula=_formula(row),
        needs=tuple(_needs(row)),
        **words,
    )


def _rows(table: str) -> tuple[Row, ...]:
    text = files("banditproof.theory.adversarial").joinpath("bound_rows.toml").read_text("utf-8")
    tables, side = tomllib.loads(text), Side.LOWER if table == "lower" else Side.UPPER
    protection = tables["protection"].get(table, Protection.PURE)
    return tuple(_row(side, protection, row) for row in tables[table])


BANDIT_ROWS, CONVERTED_ROWS, LOCAL_ROWS, BATCHED_ROWS, LOWER_ROWS = map(
    _rows, ("bandit", "converted", "local", "batched", "lower")
)
"""The upper bounds without experts, three kinds of upper bounds with them, and the lower bounds."""


def lower_rows(game: PrivateGame) -> tuple[Row, ...]:
    """The lower bounds; fewer experts than arms are N arms, in the words too.

    >>> lower_rows(PrivateGame.of(10, 10**6, 1, experts=2))[0].words
    'close to 0.0758 sqrt(T (N-1)) for long horizons'
    """
    if barrier_bounds.several(game) == game.arms:
        return LOWER_ROWS
    return tuple(row._replace(words=row.words.replace("K", "N")) for row in LOWER_ROWS)


def rows_of(game: PrivateGame) -> tuple[Row, ...]:
    """The rows that a game is asked for, in the order of the paper."""
    if game.experts is None:
        return (*BANDIT_ROWS, *lower_rows(game))
    batched = () if game.delta is None else BATCHED_ROWS
    return (*CONVERTED_ROWS, *LOCAL_ROWS, *batched, *lower_rows(game))
