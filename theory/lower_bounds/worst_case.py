"""Tables of worst-case bounds of the regret at T, and how a line of a table becomes a bound."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import Enclosure
from .bound import BUDGET, REGRET, Bound, Hypothesis
from .request import Request, beside_free, side_of

Need = Callable[[Request], Hypothesis]


class Row(NamedTuple):
    """A lower bound: its name, its claim, and its formula of the facts and the budget.

    `family` is the class of its worst case, if it is not that of the other rows.
    """

    name: str
    claim: str
    status: Status
    formula: Callable[..., arb]
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
    """Classes of instances, each in words, and the facts that the formulas of their rows take.

    A row of a family that `families` does not describe is left out. Formulas are multiplied by
    `scale`.
    """

    request: Request
    facts: tuple[Any, ...]
    families: Mapping[str | None, str]
    needs: tuple[Need, ...]
    border_needs: tuple[Need, ...]
    scale: Fraction = Fraction(1)

    def bounds(self, free: Table, tables: Sequence[tuple[Table, Fraction | None]]) -> list[Bound]:
        """The bounds without privacy, and those of each table whose budget is given."""
        results = [self._bound(free, row, (), None) for row in self._rows(free)]
        best = self._strongest(results)
        for table, budget in tables:
            if budget is not None:
                results += [
                    self._bound(table, row, (budget,), best.get(self.families[row.family]))
                    for row in self._rows(table)
                ]
                results += [self._border(table, table.border, budget)] if table.border else []
        return results

    def _rows(self, table: Table) -> list[Row]:
        return [row for row in table.rows if row.family in self.families]

    @staticmethod
    def _strongest(free: Sequence[Bound]) -> dict[str | None, Enclosure]:
        """The largest bound without privacy of each class."""
        best: dict[str | None, Enclosure] = {}
        for bound in free:
            if bound.enclosure is not None:
                known = best.get(bound.over, bound.enclosure)
                best[bound.over] = max(known, bound.enclosure, key=lambda number: number.lo)
        return best

    def _bound(
        self, table: Table, row: Row, budget: tuple[Fraction, ...], free: Enclosure | None
    ) -> Bound:
        def value() -> arb:
            return ball(self.scale) * row.formula(*self.facts, *budget)

        return self.request.stated(
            f"{table.name}{row.name}",
            row.claim,
            Side.LOWER,
            REGRET,
            lambda: enclose(value, self.request.digits),
            hypotheses=tuple(need(self.request) for need in (*self.needs, *row.needs)),
            note=table.note,
            privacy=table.privacy,
            status=row.status,
            regime=lambda number: None if free is None else beside_free(number, free),
            over=self.families[row.family],
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
