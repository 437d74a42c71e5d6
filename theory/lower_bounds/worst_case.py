"""Tables of worst-case bounds of the regret at T, and how a line of a table becomes a bound."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb

from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import Enclosure

from .bound import BUDGET, REGRET, Bound, Hypothesis, Request, side_of

Need = Callable[[Request], Hypothesis]


class Row(NamedTuple):
    """A lower bound: its name, its claim, and its formula of the facts and the budget.

    `against` is the place of the bound without privacy that it is compared with. `family` is the
    class of its worst case, if it is not that of the other rows.
    """

    name: str
    claim: str
    status: Status
    formula: Callable[..., arb]
    against: int | None = None
    needs: tuple[Need, ...] = ()
    family: str | None = None


class Border(NamedTuple):
    """The budget below which a printed private bound is larger than the one without privacy."""

    name: str
    claim: str
    status: Status
    formula: Callable[..., arb]
    closed_form: str


class Table(NamedTuple):
    """The rows of a kind of privacy; `note` is about all of them."""

    privacy: Privacy
    budget: str
    name: str
    rows: tuple[Row, ...]
    border: Border | None = None
    note: str = ""


def whole(request: Request) -> Hypothesis:
    """A whole number of rounds."""
    return ("a whole number T", request.time.denominator == 1)


def small_rho(request: Request) -> Hypothesis:
    """rho <= 1."""
    return ("rho <= 1", request.rho is not None and request.rho <= 1)


@dataclass(frozen=True)
class WorstCase:
    """Classes of instances: the facts that formulas take, and the words that rows are told in.

    A row of a family that `families` does not describe is left out.
    `larger`, `smaller` and `between` compare a row with the bound without privacy; {} in them is
    the name of the budget. Formulas are multiplied by `scale`.
    """

    request: Request
    facts: tuple[Any, ...]
    families: Mapping[str | None, str]
    needs: tuple[Need, ...]
    border_needs: tuple[Need, ...]
    larger: str
    smaller: str
    between: str
    scale: Fraction = Fraction(1)

    def bounds(self, free: Table, tables: Sequence[tuple[Table, Fraction | None]]) -> list[Bound]:
        """The bounds without privacy, and those of each table whose budget is given."""
        found = self._rows(free, (), ())
        known = [bound.enclosure for bound in found]
        for table, budget in tables:
            if budget is not None:
                found += self._rows(table, (budget,), known)
                found += [self._border(table, table.border, budget)] if table.border else []
        return found

    def _rows(
        self, table: Table, budget: tuple[Fraction, ...], known: Sequence[Enclosure | None]
    ) -> list[Bound]:
        rows = [row for row in table.rows if row.family in self.families]
        against = [None if row.against is None else known[row.against] for row in rows]
        return [
            self._bound(table, row, budget, free) for row, free in zip(rows, against, strict=True)
        ]

    def _bound(
        self, table: Table, row: Row, budget: tuple[Fraction, ...], against: Enclosure | None
    ) -> Bound:
        def regime(number: Enclosure) -> str | None:
            if against is None:
                return None
            above, below = number.lo > against.hi, number.hi < against.lo
            words = self.larger if above else self.smaller if below else self.between
            return words.format(table.budget)

        def value() -> arb:
            return ball(self.scale) * row.formula(*self.facts, *budget)

        return self.request.stated(
            f"{table.name}{row.name}",
            row.claim,
            Side.LOWER,
            REGRET,
            lambda: enclose(value, self.request.digits),
            hypotheses=tuple(need(self.request) for need in (*self.needs, *row.needs)),
            note=self.families[row.family] + table.note,
            privacy=table.privacy,
            status=row.status,
            regime=regime,
        )

    def _border(self, table: Table, border: Border, budget: Fraction) -> Bound:
        return self.request.stated(
            f"{table.budget} below which {border.name}",
            border.claim,
            Side.THRESHOLD,
            BUDGET,
            lambda: enclose(lambda: border.formula(*self.facts), self.request.digits),
            hypotheses=tuple(need(self.request) for need in self.border_needs),
            note=f"of the printed constants: {border.closed_form}",
            privacy=table.privacy,
            status=border.status,
            regime=lambda number: side_of(table.budget, budget, number),
        )
