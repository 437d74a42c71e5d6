"""The bounds of an instance as curves against the budget, and the budgets where privacy costs."""

from __future__ import annotations
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any
from banditproof.theory.bound_words import Privacy, Quantity, Side
from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.logarithmic_grid import evenly_in_logarithms
from banditproof.theory.number_text import number_text
from .bound import BUDGET, SAMPLES, Bound
from .bound_rows import rows_of
from .instance_words import described
from .request import Request
from .strongest import strongest

DIGITS = 6
Rows = tuple[Bound, ...]
HALVINGS = 8
"""How often the interval between two budgets is halved to find where privacy stops to cost."""
MOST_TABLES = 4096
NAMES = {Privacy.PURE: "eps", Privacy.ZCDP: "rho"}
"""The budgets of an axis."""
LEAST_BUDGET = Fraction(1, 10**100)
"""The least budget of an axis, and the inverse of the largest one."""


@dataclass(frozen=True)
class Curve:
    """A bound at each budget, NaN where it has no positive number."""

    name: str
    claim: str
    side: Side
    privacy: Privacy
    values: list[float]


@dataclass
class Panel:
    """The curves of one quantity, of the instance or over one class, against one kind of budget.

    `strongest` is the largest lower bound that holds for the policies of the axis, and `costs` are
    the intervals of budgets where it is proved to be above every bound without privacy.
    """

    quantity: Quantity
    privacy: Privacy
    over: str | None
    budgets: list[float]
    curves: dict[str, Curve] = field(default_factory=dict)
    strongest: list[float] = field(default_factory=list)
    costs: list[tuple[float, float]] = field(default_factory=list)
    compared: bool = False
    note: str = ""

    def of(self, side: Side, privacy: Privacy) -> dict[str, list[float]]:
        """The curves of a side and a kind of privacy that have a number somewhere."""
        return {
            curve.name: curve.values
            for curve in self.curves.values()
            if curve.side == side and curve.privacy == privacy and _known(curve.values)
        }

    def to_json(self) -> dict[str, Any]:
        """The facts of the panel; a missing number is null."""
        return {
            "quantity": self.quantity,
            "privacy": self.privacy,
            "over": self.over,
            "budgets": self.budgets,
            "curves": [
                {
                    "name": curve.name,
                    "claim": curve.claim,
                    "side": curve.side,
                    "privacy": curve.privacy,
                    "values": _nulls(curve.values),
                }
                for curve in self.curves.values()
            ],
            "strongest": _nulls(self.strongest),
            "privacy_costs": (
                [{"low": low, "high": high} for low, high in self.costs] if self.compared else None
            ),
            "note": self.note,
        }


@dataclass(frozen=True)
class BoundCurves:
    """What a figure of bounds shows: the instance in words, the horizon, the risk, the panels."""

    instance: str
    horizon: str
    delta: str
    panels: tuple[Panel, ...]

    def require_curves_for(self, ranges: Collection[Privacy]) -> None:
        """A ValueError if there is no curve for a kind of budget that was asked for.

        >>> from banditproof.theory import BernoulliBandit
        >>> asked = {kind: (Fraction(1, 10), Fraction(1)) for kind in (Privacy.PURE, Privacy.ZCDP)}
        >>> curves_of(Request(BernoulliBandit(("3/4", "1/2"))), asked, 3).require_curves_for(asked)
        Traceback (most recent call last):
        ...
        ValueError: There is no curve for this range of rho; give a horizon too, or leave rho out.
        """
        drawn = {panel.privacy for panel in self.panels}
        for privacy in ranges:
            if privacy not in drawn:
                name = NAMES[privacy]
                hint = "leave" if self.horizon else "give a horizon too, or leave"
                raise ValueError(f"There is no curve for this range of {name}; {hint} {name} out.")


def curves_of(
    request: Request,
    ranges: Mapping[Privacy, tuple[Number, Number] | None],
    points: int = 61,
    advance: Callable[[], None] = lambda: None,
) -> BoundCurves:
    """The curves of a request for ranges of budgets; a kind of privacy without one has no panel.

    `advance` is called after each budget of a range.
    """
    if points < 2:
        raise ValueError(f"points is {points}; give the number of budgets of a curve, >= 2.")
    grids = {
        privacy: evenly_in_logarithms(*_range(privacy, ends), points)
        for privacy, ends in ranges.items()
        if ends is not None
    }
    results = [
        panel
        for privacy, grid in grids.items()
        for panel in panels(request, privacy, grid, advance)
    ]
    if not results:
        raise ValueError(
            "No bound with privacy has a positive number in this range; give another instance or "
            "range, and a horizon with a range of rho."
        )
    return BoundCurves(
        described(request.bandit),
        "" if request.horizon is None else number_text(request.horizon),
        "" if request.delta is None else number_text(request.delta),
        tuple(results),
    )


def _range(privacy: Privacy, ends: tuple[Number, Number]) -> tuple[Fraction, Fraction]:
    name = NAMES[privacy]
    pair: Any = ends
    if isinstance(pair, str | bytes) or not isinstance(pair, Iterable) or len(both := [*pair]) != 2:
        raise ValueError(
            f"The range of {name} is {ends!r}; give the first and the last budget, such as "
            "(0.001, 10)."
        )
    low, high = (exact_positive(name, end) for end in both)
    if low >= high:
        raise ValueError(f"The range of {name} is {ends}; give the lower budget first.")
    if low < LEAST_BUDGET or high > 1 / LEAST_BUDGET:
        raise ValueError(
            f"The range of {name} goes from {number_text(low)} to {number_text(high)}; give "
            "budgets from 1e-100 to 1e100."
        )
    return low, high


def panels(
    request: Request,
    privacy: Privacy,
    budgets: Sequence[Fraction],
    advance: Callable[[], None] = lambda: None,
) -> list[Panel]:
    """The panels of one kind of budget; a quantity without a private curve has none."""
    option = "eps" if privacy == Privacy.PURE else "rho"
    without = replace(request, eps=None, rho=None, digits=DIGITS)

    @lru_cache(MOST_TABLES)
    def table_at(budget: Fraction) -> Rows:
        given: dict[str, Any] = {option: budget}
        return rows_of(replace(without, **given), upper_at_horizon=False)

    results: dict[tuple[Quantity, str | None], Panel] = {}
    axis = [float(budget) for budget in budgets]
    for place, budget in enumerate(budgets):
        for bound in table_at(budget):
            if bound.quantity != BUDGET:
                key = (bound.quantity, bound.over)
                panel = results.setdefault(key, Panel(bound.quantity, privacy, bound.over, axis))
                _place(panel, bound, place)
        advance()
    drawn = [panel for panel in results.values() if panel.of(Side.LOWER, privacy)]
    for panel in drawn:
        best = (_best(table_at(budget), panel, privacy) for budget in budgets)
        panel.strongest = [_positive(bound) for bound in best]
        last = table_at(budgets[-1])
        panel.compared = _best(last, panel, Privacy.NONE) is not None
        panel.costs = list(_stretches(budgets, partial(_costs_at, table_at, panel)))
        panel.note = _why_below(panel, last) if panel.quantity == SAMPLES else ""
    return drawn


def _place(panel: Panel, bound: Bound, place: int) -> None:
    curve = panel.curves.get(bound.name)
    if curve is None:
        values = [math.nan] * len(panel.budgets)
        curve = Curve(bound.name, bound.claim, bound.side, bound.privacy, values)
        panel.curves[bound.name] = curve
    curve.values[place] = _positive(bound)


def _positive(bound: Bound | None) -> float:
    """The number of a bound where an axis with a logarithm has a place for it, else NaN."""
    value = math.nan if bound is None or bound.enclosure is None else float(bound.enclosure)
    return value if value > 0 and math.isfinite(value) else math.nan


def _best(table: Rows, panel: Panel, privacy: Privacy) -> Bound | None:
    return strongest(table, panel.quantity, privacy, panel.over)


def _costs_at(table_at: Callable[[Fraction], Rows], panel: Panel, budget: Fraction) -> bool:
    """Whether the strongest bound is proved to be above every bound without privacy."""
    table = table_at(budget)
    best, free = (_best(table, panel, kind) for kind in (panel.privacy, Privacy.NONE))
    if best is None or free is None or best.enclosure is None or free.enclosure is None:
        return False
    return best.enclosure.lo > free.enclosure.hi


def _stretches(
    budgets: Sequence[Fraction], costs: Callable[[Fraction], bool]
) -> Iterator[tuple[float, float]]:
    """The intervals of budgets where privacy costs; an end between two budgets is searched for."""
    start = float(budgets[0]) if costs(budgets[0]) else None
    for low, high in pairwise(budgets):
        if costs(low) == costs(high):
            continue
        border = _border(low, high, costs)
        if start is None:
            start = border
        else:
            yield start, border
            start = None
    if start is not None:
        yield start, float(budgets[-1])


def _border(low: Fraction, high: Fraction, costs: Callable[[Fraction], bool]) -> float:
    """The budget between two others where privacy begins or stops to cost, by halving."""
    at_low = costs(low)
    for _ in range(HALVINGS):
        middle = Fraction(math.exp((math.log(low) + math.log(high)) / 2))
        if not low < middle < high:
            break
        low, high = (middle, high) if costs(middle) == at_low else (low, middle)
    return float(low if at_low else high)


def _why_below(panel: Panel, table: Rows) -> str:
    """Why a private bound of the samples is below the one without privacy, if it is."""
    free = _best(table, panel, Privacy.NONE)
    private = strongest(
        (row for row in table if row.privacy == panel.privacy), SAMPLES, panel.privacy
    )
    if free is None or private is None or not free.factors or not private.factors:
        return ""
    mine, its = private.factors[-1], free.factors[-1]
    if not mine.enclosure < its.enclosure:
        return ""
    first, second = (f"{factor.formula} = {float(factor.enclosure):.3g}" for factor in (mine, its))
    return (
        f"A private curve is below the one without privacy only because its constant {first} is "
        f"smaller than {second}."
    )


def _known(values: Sequence[float]) -> bool:
    return any(value == value for value in values)


def _nulls(values: Sequence[float]) -> list[float | None]:
    return [value if value == value else None for value in values]
