"""The results of `bounds` and `plot`: a table of bounds, its answer, and its curves."""

from __future__ import annotations
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from .results import NumberFacts

if TYPE_CHECKING:
    from banditproof.theory.lower_bounds import BoundTable
    from banditproof.theory.lower_bounds.bound_curves import BoundCurves


@dataclass(frozen=True)
class HypothesisFacts:
    """What a theorem assumes."""

    hypothesis: str
    satisfied: bool


@dataclass(frozen=True)
class FactorFacts(NumberFacts):
    """A factor of a bound."""

    formula: str


@dataclass(frozen=True)
class BoundFacts:
    """A bound of an instance; it has no number if a hypothesis is not satisfied."""

    name: str
    claim: str
    side: Literal["lower", "upper", "threshold"]
    quantity: Literal["coefficient of log T", "regret at T", "samples", "budget"]
    value: float | None
    lo: str | None
    hi: str | None
    applies: bool
    note: str
    over: str | None
    privacy: Literal["none", "pure", "zcdp"]
    status: Literal["printed", "ours", "repaired", "older", "refuted"]
    regime: str | None
    factors: tuple[FactorFacts, ...]
    hypotheses: tuple[HypothesisFacts, ...]


@dataclass(frozen=True)
class RowFacts(BoundFacts):
    """A bound as a row of the table."""

    strongest_for: tuple[Literal["none", "pure", "zcdp"], ...]


@dataclass(frozen=True)
class AnswerFacts:
    """The strongest valid lower bounds of an instance for policies of one kind of privacy."""

    privacy: Literal["none", "pure", "zcdp"]
    budget: str | None
    regret: BoundFacts | None
    regret_in_words: str
    samples: BoundFacts | None
    samples_in_words: str


@dataclass(frozen=True)
class ReliableFacts:
    """A bound for policies that rarely miss an arm that became the best one."""

    missed_with_probability: str
    neighbour: str
    regret: float


@dataclass(frozen=True)
class BesideFacts:
    """The simulated regret of a policy, beside the bound here or on a neighbour."""

    policy: str
    runs: int
    mean: float
    standard_error: float
    times_the_bound: float | None
    shuffled: bool = False


@dataclass(frozen=True)
class HorizonFacts:
    """What every policy must pay on this instance, or on a neighbour, at one horizon."""

    horizon: int
    eps: str | None
    rho: str | None
    arms_of_neighbours: tuple[int, ...]
    neighbour: str | None
    regret_here_or_on_a_neighbour: float | None
    reliable: tuple[ReliableFacts, ...]
    mean_regret_of_all_orders: float | None

    @classmethod
    def of(cls, found: dict[str, Any]) -> HorizonFacts:
        """The facts of bounds at a horizon as JSON."""
        reliable = tuple(ReliableFacts(**bound) for bound in found["reliable"])
        arms = tuple(found["arms_of_neighbours"])
        return cls(**found | {"reliable": reliable, "arms_of_neighbours": arms})


@dataclass(frozen=True)
class BoundsFacts:
    """All bounds that are known for an instance, and the strongest ones."""

    at_horizon: HorizonFacts | None
    at_horizons: tuple[HorizonFacts, ...]
    beside: BesideFacts | None
    best: tuple[AnswerFacts, ...]
    bounds: tuple[RowFacts, ...]

    @classmethod
    def of(cls, table: BoundTable, beside: BesideFacts | None = None) -> BoundsFacts:
        """The facts of a table of bounds, and of a policy beside it."""
        result = table.to_json()
        horizon = result["at_horizon"]
        horizon = None if horizon is None else HorizonFacts.of(horizon)
        answers = tuple(
            AnswerFacts(
                **found_for
                | {
                    name: found_for[name] and BoundFacts(**found_for[name])
                    for name in ("regret", "samples")
                }
            )
            for found_for in result["best"]
        )
        rows = tuple(RowFacts(**row) for row in result["bounds"])
        horizons = tuple(HorizonFacts.of(found) for found in result["at_horizons"])
        return cls(horizon, horizons, beside, answers, rows)


@dataclass(frozen=True)
class CurveFacts:
    """A bound at each budget of an axis."""

    name: str
    claim: str
    side: Literal["lower", "upper"]
    privacy: Literal["none", "pure", "zcdp"]
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class StretchFacts:
    """An interval of budgets."""

    low: float
    high: float


@dataclass(frozen=True)
class PanelFacts:
    """The curves of one quantity against one kind of budget."""

    quantity: Literal["coefficient of log T", "regret at T", "samples"]
    privacy: Literal["pure", "zcdp"]
    over: str | None
    budgets: tuple[float, ...]
    curves: tuple[CurveFacts, ...]
    strongest: tuple[float | None, ...]
    privacy_costs: tuple[StretchFacts, ...] | None
    note: str


@dataclass(frozen=True)
class PlotFacts:
    """The curves of the bounds of an instance against the budget."""

    file: str | None
    instance: str
    horizon: str | None
    delta: str | None
    panels: tuple[PanelFacts, ...]

    @classmethod
    def of(cls, curves: BoundCurves, file: Path | None) -> PlotFacts:
        """The facts of the curves, and of the file that shows them."""
        panels = []
        for panel in curves.panels:
            result = panel.to_json()
            result["curves"] = tuple(CurveFacts(**curve) for curve in result["curves"])
            stretches = result["privacy_costs"]
            if stretches is not None:
                result["privacy_costs"] = tuple(StretchFacts(**ends) for ends in stretches)
            panels.append(PanelFacts(**result))
        name = None if file is None else str(file)
        given = (curves.horizon or None, curves.delta or None)
        return cls(name, curves.instance, *given, tuple(panels))
