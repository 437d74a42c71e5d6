"""The exact verdict about a finite kernel, machine or strategy: what is judged is its table."""

import math
import time
from typing import NamedTuple
from banditproof.algorithms.apart.fresh_answers import NoTable
from banditproof.algorithms.apart.plain_states import NotPlain
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import exact
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.exact_constants import decided, exact_constant
from banditproof.verify.definitions.finite_machine import Finite
from banditproof.verify.definitions.finite_policy import FinitePolicy, visible_histories
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.privacy_loss import log_enclosure
from .claim import Claim
from .finite_witnesses import finite_witness
from .machine_tables import SECONDS, table_of
from .report import CheckResult
from .witnessed import stated, witnessed

ENUMERATION = "exact loss of the finite policy"
OF_THE_TABLE = (
    "The verdict is about the table of act and observe; code that keeps anything outside of its "
    "state is not this machine"
)


class Judged(NamedTuple):
    """A finite policy made of plain numbers alone, and what the verdict is about."""

    policy: Finite
    words: str


def finite_object(
    finite: Finite | FiniteIdentification, claim: Claim, deadline: float = math.inf
) -> CheckResult:
    """Whether the budget holds for all inputs and adversaries of the object, decided exactly.

    A strategy that stops is decided as its machine, and a machine as its table.
    """
    try:
        policy, words = _judged(finite, deadline)
    except (NoTable, NotPlain) as reason:
        why = str(reason).rstrip(".")
        note = f"Not enumerated: {why}."
        return CheckResult(ENUMERATION, "not refuted", note=note, tried=f"nothing, since {why}")
    return decided_check(policy, claim, words)


def decided_check(policy: Finite, claim: Claim, words: str) -> CheckResult:
    """The check of a finite policy made of plain numbers; one that holds has the policy with it."""
    budget, notion = claim.budget, claim.notion
    decision = decided(policy, budget, notion)
    if decision.answer == "open":
        tried = f"an enumeration that could not decide: {decision.reason}"
        return CheckResult(ENUMERATION, "not refuted", note=decision.reason, tried=tried)
    loss, witness, covers = _loss(policy, budget, notion)
    arms, rounds = policy.arms - policy.ends, policy.horizon - bool(policy.ends)
    note = f"Enumerated: {covers}, {arms} arms and {rounds} rounds, which is the whole object."
    note += words and f" {words}."
    if decision.answer == "holds":
        return CheckResult(ENUMERATION, "holds", Grade.PROVED, loss, note, found=policy)
    shown = f"{witness}. {note}" if witness is not None else note
    failure = CheckResult(ENUMERATION, "fails", Grade.PROVED, loss, shown)
    return witnessed(failure, finite_witness(policy, stated(claim)))


def _judged(finite: Finite | FiniteIdentification, deadline: float) -> Judged:
    if isinstance(finite, FinitePolicy):
        histories = visible_histories(finite.arms, finite.horizon, finite.rewards)
        kernel = {h: tuple(map(exact, finite.kernel[h])) for h in histories}
        return Judged(FinitePolicy(finite.arms, finite.horizon, kernel, finite.rewards), "")
    machine = finite.machine() if isinstance(finite, FiniteIdentification) else finite
    table = table_of(machine, min(SECONDS, deadline - time.monotonic()))
    if table.different:
        raise NoTable(
            "its code answers otherwise when it is asked again, so it keeps something outside of "
            f"its state: {table.different}"
        )
    return Judged(table.judged(), OF_THE_TABLE)


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
    constant = exact_constant(policy, notion, "pure" if isinstance(budget, PureDP) else "zcdp")
    value = (
        constant.value if isinstance(constant.value, Enclosure) else log_enclosure(constant.value)
    )
    return value, constant.witness, constant.covers
