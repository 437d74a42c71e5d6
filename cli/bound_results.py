"""The results of `bounds` and `plot`: a table of bounds, its answer, and its curves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from .results import Facts, NumberFacts

if TYPE_CHECKING:
    from banditproof.theory.lower_bounds import BoundTable
    from banditproof.theory.lower_bounds.bound_curves import BoundCurves


@dataclass(frozen=True)
class HypothesisFacts(Facts):
    """What a theorem assumes."""

    hypothesis: Annotated[str, "The hypothesis in words."]
    satisfied: Annotated[bool, "Whether the instance and the budgets satisfy it."]


@dataclass(frozen=True)
class FactorFacts(NumberFacts):
    """A factor of a bound."""

    formula: Annotated[str, "What the number is."]


@dataclass(frozen=True)
class BoundFacts(Facts):
    """A bound of an instance; it has no number if a hypothesis is not satisfied."""

    name: Annotated[str, "The name of the bound."]
    claim: Annotated[str, "The ID of the claim that it rests on."]
    side: Annotated[Literal["lower", "upper", "threshold"], "Which kind of bound it is."]
    quantity: Annotated[
        Literal["coefficient of log T", "regret at T", "samples", "budget"], "What is bounded."
    ]
    value: Annotated[float | None, "The bound as a float; null if it has none or is infinite."]
    lo: Annotated[str | None, "A decimal that is at most the bound."]
    hi: Annotated[str | None, "A decimal that is at least the bound."]
    applies: Annotated[bool, "Whether all hypotheses are satisfied."]
    note: Annotated[str, "What the number is about, or why there is none."]
    over: Annotated[
        str | None,
        "The class of a minimax bound, which is about its worst instance; null if the bound is "
        "about the given instance.",
    ]
    privacy: Annotated[Literal["none", "pure", "zcdp"], "The privacy that the bound is about."]
    status: Annotated[
        Literal["printed", "proved", "repaired", "older", "refuted"],
        "Whether the number is printed, a better one that is proved, that of a repaired "
        "statement, an older bound, or that of a theorem that is false as printed.",
    ]
    regime: Annotated[str | None, "The regime of the budget, where there are several."]
    factors: Annotated[tuple[FactorFacts, ...], "The factors of a bound that is a product."]
    hypotheses: Annotated[tuple[HypothesisFacts, ...], "What the theorem assumes."]


@dataclass(frozen=True)
class RowFacts(BoundFacts):
    """A bound as a row of the table."""

    strongest_for: Annotated[
        tuple[Literal["none", "pure", "zcdp"], ...],
        "The kinds of privacy that were asked about for which it is the strongest lower bound: of "
        "the instance, or over its class.",
    ]


@dataclass(frozen=True)
class AnswerFacts(Facts):
    """The strongest valid lower bounds of an instance for policies of one kind of privacy."""

    privacy: Annotated[Literal["none", "pure", "zcdp"], "The privacy that the policies have."]
    budget: Annotated[str | None, "The exact budget, eps or rho; null without privacy."]
    regret: Annotated[BoundFacts | None, "The strongest coefficient of log T; null if none is."]
    regret_in_words: Annotated[str, "What it says and for whom, or why there is none."]
    samples: Annotated[BoundFacts | None, "The strongest bound of the samples; null if none is."]
    samples_in_words: Annotated[str, "What it says and for whom, or why there is none."]


@dataclass(frozen=True)
class BoundsFacts(Facts):
    """All bounds that are known for an instance, and the strongest ones."""

    best: Annotated[tuple[AnswerFacts, ...], "The answer for each budget that was given."]
    bounds: Annotated[tuple[RowFacts, ...], "The bounds, in the order of the table."]

    @classmethod
    def of(cls, table: BoundTable) -> BoundsFacts:
        """The facts of a table of bounds."""
        found = table.to_json()
        answers = tuple(
            AnswerFacts(
                **found_for
                | {
                    name: found_for[name] and BoundFacts(**found_for[name])
                    for name in ("regret", "samples")
                }
            )
            for found_for in found["best"]
        )
        return cls(answers, tuple(RowFacts(**row) for row in found["bounds"]))


@dataclass(frozen=True)
class CurveFacts(Facts):
    """A bound at each budget of an axis."""

    name: Annotated[str, "The name of the bound."]
    claim: Annotated[str, "The ID of the claim that it rests on."]
    side: Annotated[Literal["lower", "upper"], "Which kind of bound it is."]
    privacy: Annotated[Literal["none", "pure", "zcdp"], "The privacy that the bound is about."]
    values: Annotated[
        tuple[float | None, ...],
        "The bound to six digits at each budget; null where it has no positive finite number.",
    ]


@dataclass(frozen=True)
class StretchFacts(Facts):
    """An interval of budgets."""

    low: Annotated[float, "Its first budget."]
    high: Annotated[float, "Its last budget."]


@dataclass(frozen=True)
class PanelFacts(Facts):
    """The curves of one quantity against one kind of budget."""

    quantity: Annotated[
        Literal["coefficient of log T", "regret at T", "samples"], "What is bounded."
    ]
    privacy: Annotated[Literal["pure", "zcdp"], "The kind of budget on the axis."]
    over: Annotated[str | None, "The class of minimax bounds; null for bounds of the instance."]
    budgets: Annotated[tuple[float, ...], "The budgets."]
    curves: Annotated[tuple[CurveFacts, ...], "The bounds."]
    strongest: Annotated[
        tuple[float | None, ...],
        "The strongest lower bound at each budget for the policies of the axis.",
    ]
    privacy_costs: Annotated[
        tuple[StretchFacts, ...] | None,
        "The intervals of budgets where it is proved to be above every bound without privacy; null "
        "if there is no such bound.",
    ]
    note: Annotated[str, "Why a private curve is below the one without privacy, if it is."]


@dataclass(frozen=True)
class PlotFacts(Facts):
    """The curves of the bounds of an instance against the budget."""

    file: Annotated[str | None, "The file that was written; null if none was asked for."]
    instance: Annotated[str, "The instance in words."]
    horizon: Annotated[str | None, "The number of rounds, if it was given."]
    delta: Annotated[str | None, "The probability of error, if it was given."]
    panels: Annotated[tuple[PanelFacts, ...], "The panels, from the top to the bottom."]

    @classmethod
    def of(cls, curves: BoundCurves, file: Path | None) -> PlotFacts:
        """The facts of the curves, and of the file that shows them."""
        panels = []
        for panel in curves.panels:
            found = panel.to_json()
            found["curves"] = tuple(CurveFacts(**curve) for curve in found["curves"])
            stretches = found["privacy_costs"]
            if stretches is not None:
                found["privacy_costs"] = tuple(StretchFacts(**ends) for ends in stretches)
            panels.append(PanelFacts(**found))
        name = None if file is None else str(file)
        given = (curves.horizon or None, curves.delta or None)
        return cls(name, curves.instance, *given, tuple(panels))
