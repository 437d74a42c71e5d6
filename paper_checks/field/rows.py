"""The rows of the field: a bound, the claim that states it, and how that claim stands."""

from __future__ import annotations
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal
from ..statements.recorded_verdicts import standing
from .bound_formulas import Formula
from .orders import Order

HERE = Path(__file__).parent
SETTINGS = {
    "arms": "finite arms",
    "linear": "linear, K actions",
    "cube": "linear, cube",
    "contextual": "linear contexts",
    "contextual-adversarial": "  by an adversary",
    "contextual-private": "  that are private",
    "adversarial": "adversarial arms",
    "adaptive": "  adaptive",
    "experts": "N experts",
    "experts-full": "  all losses seen",
    "best-arm": "best arm",
}
"""The settings, in the order of the table; a part of the one before is indented."""
NOTIONS = {
    "none": "none",
    "pure": "pure",
    "approximate": "approx.",
    "zcdp": "zCDP",
    "view-zcdp": "View",
    "renyi": "Renyi",
    "local": "local",
    "shuffle": "shuffle",
    "joint": "joint",
}
"""The notions of privacy; zCDP is that of tables and interactive adversaries."""
QUANTITIES = ("minimax", "at T", "as T grows", "sample complexity")
"""What is bounded: the regret of the worst instance, of one at T or as T grows, or a time."""


@dataclass(frozen=True)
class Bound:
    """A bound in one cell of the table, stated there or carried there."""

    claim: str
    setting: str
    notion: str
    side: Literal["lower", "upper"]
    quantity: str
    order: Order | None
    """How a minimax bound grows; None where that depends on the instance."""
    shape: str
    """The same in words, where it does."""
    says: str = ""
    """The bound with its constants, in words."""
    formula: Formula | None = None
    """The same as a term, where its claim states it as one of sizes and budgets."""
    rewards: str = ""
    """The instances about which the formula is, as in `REWARDS`."""
    chance: str = ""
    """With which probability it holds; empty for one of the expected regret."""
    needs: str = ""
    """What the claim supposes besides the setting."""
    carried: tuple[str, ...] = ()
    """The inclusions by which it came here, as "pure to zcdp"."""

    @property
    def growth(self) -> str:
        """The order in print."""
        return self.shape if self.order is None else str(self.order)

    @cached_property
    def verdict(self) -> str:
        """How the claim stands."""
        return str(standing(self.claim).outcome)

    @cached_property
    def grade(self) -> str:
        """How strong the evidence of the claim is; empty where nothing was judged."""
        grade = standing(self.claim).grade
        return "" if grade is None else str(grade)

    @property
    def judged(self) -> bool:
        """Whether the claim was judged here, and holds; else the bound is quoted only."""
        return self.verdict == "holds" and self.grade != "cited"


@cache
def stated() -> tuple[Bound, ...]:
    """The bounds that claims state, in the order of the file.

    >>> len(stated()), stated()[0].growth, stated()[0].judged
    (90, 'sqrt(K T)', True)
    """
    return tuple(_bounds(tomllib.loads((HERE / "bounds.toml").read_text("utf-8"))["bound"]))


def _bounds(rows: list[Mapping[str, Any]]) -> Iterator[Bound]:
    for row in rows:
        order = Order.of(row["order"]) if "order" in row else None
        parts = {key: row[key] for key in ("let", "when", "tuned") if key in row}
        formula = Formula.of(row["formula"], **parts) if "formula" in row else None
        rest = {key: value for key, value in row.items() if key not in parts}
        yield Bound(**{"shape": "", **rest, "order": order, "formula": formula})
