"""One question, one answer: the exact privacy constant of a finite policy in a notion and reading.

The reading is that of the object (`FinitePolicy`: kernel, `FiniteMachine`: machine) and is written
into every answer; to judge a machine as a kernel, ask about `as_kernel(machine)`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from banditproof.theory.accounting.order_supremum import TooFlat
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.law_divergences import Ratio
from banditproof.verify.exact_laws.privacy_loss import is_at_most_exponential
from .approximate_budget import is_approximately_private
from .backward_induction import Witness, worst_delta
from .concentrated import renyi_constant, zcdp_supremum, zcdp_witness
from .finite_machine import Finite, reading_of
from .notions import Notion, Reading
from .pure_loss import PathWitness, pure_loss

Kind = Literal["pure", "approx", "zcdp"]
Answer = Literal["holds", "fails", "open"]
MOST_DIGITS = 48
"""A constant and a budget that agree to so many digits are not distinguished."""


@dataclass(frozen=True)
class Constant:
    """The exact constant of a policy: what it is, where it is attained, and what was covered.

    pure: `value` is e^eps, a Fraction or inf. approx: `value` is delta at the factor e^eps, a
    Fraction. zcdp: `value` is an Enclosure of rho, whose lower end is attained.
    """

    value: Ratio | Enclosure
    notion: Notion
    reading: Reading
    kind: Kind
    witness: PathWitness | Witness | None
    covers: str


def exact_constant(
    policy: Finite,
    notion: Notion,
    kind: Kind = "pure",
    factor: Number | None = None,
    digits: int = 12,
) -> Constant:
    """The exact constant; kind "approx" needs the factor e^eps, the others take none.

    `digits` are those of the enclosure of rho (for tiny losses ask for few, see `TooFlat`).

    >>> from .witness_policies import tree_above_table
    >>> found = exact_constant(tree_above_table(), Notion.ADAPTIVE, "approx", "3/2")
    >>> found.value, found.reading
    (Fraction(1, 5), <Reading.KERNEL: 'kernel'>)
    """
    if (factor is None) == (kind == "approx"):
        raise ValueError(
            f"The kind is {kind!r} and the factor {factor}; give a factor e^eps for 'approx' only."
        )
    reading = reading_of(policy)
    rounds = policy.horizon - 1 if policy.ends else policy.horizon
    size = (
        f"all inputs and adversaries of the {notion} model: {policy.arms - policy.ends} arms, "
        f"{rounds} rounds, rewards {', '.join(map(str, policy.rewards))}; policy read as a "
        f"{reading}"
    )
    if kind == "pure":
        loss = pure_loss(policy, notion)
        return Constant(loss.ratio, notion, reading, kind, loss.witness, size)
    if kind == "zcdp":
        rho = zcdp_supremum(policy, notion, digits)
        attained = zcdp_witness(policy, notion, rho.order)
        event = pure_loss(policy, notion).witness if rho.value.lo == math.inf else None
        covers = f"{size}; all orders above 1, the witness at order {float(rho.order):.6g}"
        return Constant(rho.value, notion, reading, kind, attained or event, covers)
    if kind != "approx" or factor is None:
        raise ValueError(f"The kind is {kind!r}; give 'pure', 'approx' or 'zcdp'.")
    worst = worst_delta(policy, notion, factor)
    return Constant(worst.value, notion, reading, kind, worst.witness, size)


@dataclass(frozen=True)
class Decision:
    """Whether a policy satisfies a budget, with the reason if that is open."""

    answer: Answer
    notion: Notion
    reading: Reading
    reason: str


def decided(policy: Finite, budget: Budget, notion: Notion) -> Decision:
    """Whether the policy satisfies the budget in a notion, by exact comparison or in balls."""
    reading = reading_of(policy)
    try:
        answer, reason = _compared(policy, budget, notion)
    except NotEnumerable as refusal:
        answer, reason = "open", str(refusal)
    return Decision(answer, notion, reading, reason)


def satisfies(policy: Finite, budget: Budget, notion: Notion) -> Answer:
    """Answer "holds", "fails", or "open" where an enumeration would be too large.

    >>> from banditproof.theory.budgets import ZCDP
    >>> from .witness_policies import concentrated_gap
    >>> [satisfies(concentrated_gap(), ZCDP("0.35"), n) for n in (Notion.VIEW, Notion.TABLE)]
    ['holds', 'fails']
    """
    return decided(policy, budget, notion).answer


def _compared(policy: Finite, budget: Budget, notion: Notion) -> tuple[Answer, str]:
    if isinstance(budget, PureDP):
        return _pure(policy, budget.eps, notion)
    if isinstance(budget, ApproxDP):
        if budget.eps == math.inf or exact(budget.delta) == 1:
            return "holds", "the budget allows everything"
        private = is_approximately_private(policy, notion, budget.eps, budget.delta)
        return ("holds" if private else "fails"), "the smallest e^eps at that delta is exact"
    if isinstance(budget, RenyiDP):
        if budget.alpha == math.inf:
            return _pure(policy, budget.eps, notion)
        alpha = budget.alpha
        return _within(lambda digits: renyi_constant(policy, notion, alpha, digits), budget.eps)
    return _within(lambda digits: zcdp_supremum(policy, notion, digits).value, budget.rho)


def _pure(policy: Finite, eps: Number, notion: Notion) -> tuple[Answer, str]:
    if eps == math.inf:
        return "holds", "the budget allows everything"
    private = is_at_most_exponential(pure_loss(policy, notion).ratio, eps)
    return ("holds" if private else "fails"), "e^eps of the policy is exact"


def _within(constant: Callable[[int], Enclosure], allowed: Number) -> tuple[Answer, str]:
    """Compare a constant with a number at growing precision; equality stays open."""
    if allowed == math.inf:
        return "holds", "the budget allows everything"
    bound = exact(allowed)
    digits, result = 3, None
    while digits <= MOST_DIGITS:
        try:
            result = constant(digits)
        except TooFlat as refusal:
            return "open", f"the constant is {result}, {allowed} is too close; {refusal}"
        # Both answers are decided by an end of the enclosure, so neither depends on rounding.
        if result.hi <= bound:
            return "holds", f"the constant is {result}"
        if result.lo > bound:
            return "fails", f"the constant is {result}"
        digits *= 2
    return "open", f"the constant {result} and {allowed} agree to {digits // 2} digits"
