"""A minimax bound that grows without limit as the budget vanishes: no class of means saves it (D6).

Over all means it is empty, as the minimax regret is infinite; with means in [0, 1] a policy that
uses no reward has less regret.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banditproof.paper_checks.models.minimax_classes import (
    Formula,
    Point,
    blind_regrets,
    impossible,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.verify.evidence import Grade


def empty_or_false(
    formula: Formula, witnesses: Sequence[Point], grade: Grade, summary: str
) -> Verdict:
    """The verdict on the bound for an unnamed class: both readings, with their witnesses."""
    fault = impossible(formula, witnesses)
    if fault is None:
        return holds(
            Grade.CERTIFIED, "It holds with means in [0, 1].", covered="-", not_covered="-"
        )
    infinite = blind_regrets((Fraction(1, 2), Fraction(1, 2)), Fraction(10**6))
    return holds_with_repair(
        grade,
        summary,
        witness=f"{fault} Over all means: at (10^6, 0) and (0, 10^6) the regrets of the first "
        f"pull sum to {infinite} for every policy.",
        covered="Both readings of the class, each in a claim of its own.",
    )


def false_on_the_unit_interval(
    formula: Formula, witnesses: Sequence[Point], budget: str, summary: str
) -> Verdict:
    """The verdict on the bound for means in [0, 1]: false if each witness contradicts it."""
    faults = [impossible(formula, [point]) for point in witnesses]
    if not all(faults):
        return holds(Grade.CERTIFIED, "No witness.", covered="-", not_covered="-")
    return fails(
        Grade.CERTIFIED,
        summary,
        witness=" ".join(str(fault) for fault in faults),
        covered=f"Two points; by monotonicity all smaller {budget}.",
    )
