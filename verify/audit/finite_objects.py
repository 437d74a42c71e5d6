"""A finite kernel or machine: its exact constant against the claimed budget, by enumeration."""

from __future__ import annotations

from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import exact
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.exact_constants import decided, exact_constant
from banditproof.verify.definitions.finite_machine import Finite, FiniteMachine
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.privacy_loss import log_enclosure

from .claim import Claim
from .plain_code import not_plain
from .report import CheckResult

ENUMERATION = "exact loss of the finite policy"


def finite_object(given: Finite | FiniteIdentification, claim: Claim) -> CheckResult:
    """Whether the budget holds for all inputs and adversaries of the object, decided exactly.

    A strategy that stops is decided as its machine.
    """
    policy = given.machine() if isinstance(given, FiniteIdentification) else given
    budget, notion = claim.budget, claim.notion
    decision = decided(policy, budget, notion)
    if decision.answer == "open":
        return CheckResult(
            ENUMERATION,
            "not refuted",
            note=decision.reason,
            tried=f"an enumeration that could not decide: {decision.reason}",
        )
    functions: list[object] = []
    if isinstance(given, FiniteMachine):
        functions = [given.act, given.observe]
    elif isinstance(given, FiniteIdentification):
        functions = [given.sample, given.recommend]
    arms, rounds = policy.arms - policy.ends, policy.horizon - bool(policy.ends)
    hidden = not_plain(functions, memory=False)
    if hidden:
        why = f"its functions may do more than compute with their arguments: {hidden[0]}"
        return CheckResult(
            ENUMERATION,
            "not refuted",
            note=f"Not enumerated: {why}.",
            tried=f"nothing, since {why}",
        )
    loss, witness, covers = _loss(policy, budget, notion)
    size = f"{arms} arms and {rounds} rounds, which is the whole object"
    note = f"Enumerated: {covers}, {size}."
    if decision.answer == "fails" and witness is not None:
        note = f"{witness}. {note}"
    return CheckResult(ENUMERATION, decision.answer, Grade.PROVED, loss, note)


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
