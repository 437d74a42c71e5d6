"""The bounds of private adversarial bandits as rows, and which of them a game has.

`bound_rows.toml` states each bound and names the functions of the game that compute it. A bound of
sizes and budgets alone is a row of `known_bounds`, with its formula.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.table_rows import read_tables, reading
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.known_bounds.carried import for_tables, of_notions
from banditproof.theory.known_bounds.rows import KnownBound
from . import barrier_bounds, bound_hypotheses, conversion_bounds, expert_bounds
from .bound_row import Formula, Need, Number, Row
from .games import PrivateGame

FILE = Path(__file__).with_name("bound_rows.toml")
NAMED: dict[str, Any] = {
    **vars(bound_hypotheses),
    **vars(barrier_bounds),
    **vars(expert_bounds),
    **vars(conversion_bounds),
}
"""The functions of the game that rows name."""


def _named(name: str) -> Any:
    """The function of a name."""
    if name not in NAMED:
        raise ValueError(
            f"There is no function {name!r}; give one of bound_hypotheses.py, barrier_bounds.py, "
            "expert_bounds.py or conversion_bounds.py."
        )
    return NAMED[name]


def _needs(row: dict[str, Any]) -> Iterator[Need]:
    yield from map(_named, row.get("needs", ()))
    if "gamma" in row:
        yield bound_hypotheses.probability("gamma", _named(row["gamma"]))


def _number(row: dict[str, Any]) -> Number:
    formula: Formula = _named(row["formula"])
    if row.get("experts_as_arms"):
        return lambda game, digits: game.experts_as_arms.value(formula, digits)
    return lambda game, digits: game.value(formula, digits)


def _row(side: Side, privacy: str, row: dict[str, Any]) -> Row:
    words = {
        name: row[name] for name in ("name", "claim", "words", "note", "of_class") if name in row
    }
    return Row(
        side=side,
        privacy=Privacy(row.get("privacy", privacy)),
        status=Status(row["status"]),
        number=_number(row),
        needs=tuple(_needs(row)),
        **words,
    )


def _rows(table: str) -> tuple[Row, ...]:
    tables, side = read_tables(FILE), Side.LOWER if table == "lower" else Side.UPPER
    privacy = tables["privacy"].get(table, Privacy.PURE)
    rows = []
    for row in tables[table]:
        with reading(FILE, f"the bound {row.get('name')!r}"):
            rows.append(_row(side, privacy, row))
    return tuple(rows)


def _known(row: KnownBound) -> Row:
    """A row of known bounds, which hold for two arms or more, as a game has them."""

    def number(game: PrivateGame, digits: int) -> Enclosure:
        sizes = {"K": game.arms, "T": game.horizon, "N": game.experts, "delta": game.delta}
        point = {name: Fraction(size) for name, size in sizes.items() if size is not None}
        found = row.value_at({**point, "eps": game.eps}, digits)
        if found.value is None:
            raise ValueError(f"{row.name} cannot be enclosed; give less extreme numbers.")
        return found.value

    return Row(
        name=row.name.removeprefix("minimax lower bound, "),
        claim=row.claim,
        side=row.side,
        privacy=row.notion,
        status=row.status,
        words=row.note.removeprefix("any losses in [0, 1]: ") or row.says,
        number=number,
    )


BANDIT_ROWS, CONVERTED_ROWS, LOCAL_ROWS, BATCHED_ROWS, LOWER_ROWS = map(
    _rows, ("bandit", "converted", "local", "batched", "lower")
)
"""The upper bounds without experts, three kinds of upper bounds with them, and the lower bounds."""


KNOWN_ROWS = tuple(
    _known(row)
    for notion in (Privacy.PURE, Privacy.LOCAL)
    for row in for_tables("adversarial", notion, Side.UPPER)
    if not row.carried
)
"""Upper bounds of bandit algorithms without experts, by their formulas."""


@cache
def _known_lower(setting: str, notion: Privacy) -> tuple[Row, ...]:
    """Lower bounds by their formulas, besides those that have functions of the game.

    Those of local privacy are the ones of channels alone; those of pure privacy have their place.
    """
    named = {row.claim for row in LOWER_ROWS}
    return tuple(
        _known(row)
        for row in for_tables(setting, notion, Side.LOWER)
        if row.rewards in ("coins", "bounded")
        and row.claim not in named
        and not (notion == Privacy.LOCAL and any(map(of_notions, row.carried)))
    )


def lower_rows(game: PrivateGame) -> tuple[Row, ...]:
    """The lower bounds; fewer experts than arms are N arms, in the words too.

    >>> lower_rows(PrivateGame.of(10, 10**6, 1, experts=2))[0].words
    'close to 0.0758 sqrt(T (N-1)) for long horizons'
    """
    setting = "adversarial" if game.experts is None else "experts"
    notions = [Privacy.PURE, Privacy.LOCAL]
    if game.delta is not None:
        notions.append(Privacy.APPROXIMATE)
    known = tuple(row for notion in notions for row in _known_lower(setting, notion))
    all_rows = (*LOWER_ROWS, *known)
    if barrier_bounds.several(game) == game.arms:
        return all_rows
    return tuple(row._replace(words=row.words.replace("K", "N")) for row in all_rows)


def rows_of(game: PrivateGame) -> tuple[Row, ...]:
    """The rows that a game is asked for, in the order of the paper."""
    if game.experts is None:
        return (*BANDIT_ROWS, *KNOWN_ROWS, *lower_rows(game))
    batched = () if game.delta is None else BATCHED_ROWS
    return (*CONVERTED_ROWS, *LOCAL_ROWS, *batched, *lower_rows(game))
