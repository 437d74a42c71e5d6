"""The cells of the table as plain facts, for JSON and for pages."""

from __future__ import annotations
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated
from .cells import STATES, Cell
from .rows import QUANTITIES, Bound


@dataclass(frozen=True)
class FieldBound:
    """A bound in a cell."""

    side: Annotated[str, "lower or upper."]
    quantity: Annotated[
        str,
        "What is bounded: the minimax regret, the regret of an instance at T or as T grows, or the "
        "sample complexity.",
    ]
    order: Annotated[str, "How it grows, without constants."]
    says: Annotated[str, "The bound with its constants; empty where the order is all."]
    needs: Annotated[str, "What the claim supposes besides the setting."]
    claim: Annotated[str, "The ID of the claim that states it."]
    verdict: Annotated[str, "The recorded verdict of the claim."]
    grade: Annotated[str, "The recorded grade; empty if nothing was judged."]
    judged: Annotated[bool, "Whether the claim was judged here and holds; else it is quoted only."]
    carried: Annotated[
        tuple[str, ...], "The inclusions that carry it here; none if the claim is about this cell."
    ]


@dataclass(frozen=True)
class FieldCell:
    """What is known of a setting under a notion of privacy."""

    setting: Annotated[str, "The setting."]
    notion: Annotated[str, "The notion of privacy."]
    state: Annotated[str, "What is known: closed, open, without, lower, upper, quoted or nothing."]
    gap: Annotated[
        str | None,
        "The largest quotient of the best minimax bounds as a power of T, logarithms left out; "
        "null if a side is missing.",
    ]
    at: Annotated[
        Mapping[str, str],
        "Where it is attained: exponents of T in K, d, N and in the private scale E, which is "
        "1/eps, 1/sqrt(rho) or sqrt(alpha/eps).",
    ]
    bounds: Annotated[tuple[FieldBound, ...], "The bounds, the stated ones of each kind first."]


def facts_of(cell: Cell) -> FieldCell:
    """The facts of a cell.

    >>> from .cells import cell
    >>> facts = facts_of(cell("cube", "zcdp"))
    >>> facts.state, facts.gap, facts.at["d"], facts.bounds[0].claim
    ('open', '1/6', '1/3', 'zcdp.fix.thm9.cube')
    """
    gap = cell.gap
    return FieldCell(
        cell.setting,
        cell.notion,
        cell.state,
        None if gap is None else str(gap.power),
        {} if gap is None else {name: str(power) for name, power in gap.at.items()},
        tuple(_facts_of_bound(one) for one in in_reading_order(cell.bounds)),
    )


def in_reading_order(bounds: Iterable[Bound]) -> list[Bound]:
    """Minimax bounds first, lower before upper, judged before quoted, stated before carried."""
    return sorted(
        bounds,
        key=lambda one: (
            QUANTITIES.index(one.quantity), one.side, not one.judged, len(one.carried),
        ),
    )  # fmt: skip


def _facts_of_bound(one: Bound) -> FieldBound:
    return FieldBound(
        one.side, one.quantity, one.growth, one.says, one.needs, one.claim, one.verdict, one.grade,
        one.judged, one.carried,
    )  # fmt: skip


def state_in_words(cell: Cell) -> str:
    """What is known of a cell, in a sentence's part."""
    return STATES[cell.state]
