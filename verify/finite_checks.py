"""The check of a finite kernel or machine: its exact constant against the claimed budget."""

from __future__ import annotations

from collections.abc import Iterator

from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import exact

from .audit_report import CheckResult
from .definitions.concentrated import renyi_constant
from .definitions.exact_constants import decided, exact_constant
from .definitions.finite_machine import Finite
from .definitions.notions import Notion
from .evidence import Grade
from .exact_laws.privacy_loss import log_enclosure

ENUMERATION = "exact loss of the finite policy"


def finite_checks(policy: Finite, budget: Budget, notion: Notion) -> Iterator[CheckResult]:
    """One row: whether the budget holds for all inputs and adversaries, decided exactly."""
    decision = decided(policy, budget, notion)
    if decision.answer == "open":
        yield CheckResult(ENUMERATION, "open", note=decision.reason)
        return
    loss, witness, covers = _loss(policy, budget, notion)
    note = f"Enumerated: {covers}."
    if decision.answer == "fails" and witness is not None:
        note = f"{witness}. {note}"
    # kernels and machines are the whole object: nothing of the claim is left out
    yield CheckResult(ENUMERATION, decision.answer, Grade.PROVED, loss, note)


def _loss(policy: Finite, budget: Budget, notion: Notion) -> tuple[Enclosure, object, str]:
    if isinstance(budget, RenyiDP):
        value = renyi_constant(policy, notion, budget.alpha)
        return value, None, f"all inputs and adversaries of the {notion} model at this order"
    if isinstance(budget, ApproxDP):
        with working_precision(128):
            factor = ball(exact(budget.eps)).exp()
            ends = lower(factor), upper(factor)
        high = exact_constant(policy, notion, "approx", ends[0])
        low = exact_constant(policy, notion, "approx", ends[1])
        return Enclosure.of(low.value, high.value), high.witness, high.covers
    found = exact_constant(policy, notion, "pure" if isinstance(budget, PureDP) else "zcdp")
    value = found.value if isinstance(found.value, Enclosure) else log_enclosure(found.value)
    return value, found.witness, found.covers
