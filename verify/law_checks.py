"""The check of the law of a policy's actions against any budget, with its own noise if possible."""

from __future__ import annotations

import time
from typing import Any

from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number

from .audit_report import CheckResult
from .definitions.notions import Notion
from .exact_laws.decision_border import checked_monotone
from .exact_laws.exact_privacy import Kind, exact_privacy
from .exact_laws.finite_noise import NotEnumerable

LAW = "certified loss of the law of the actions"
SECONDS = 6.0
"""How many seconds an undecided enclosure is narrowed."""


def law_check(policy: Policy[Any], budget: Budget, notion: Notion, deadline: float) -> CheckResult:
    """Whether the law of the actions keeps the budget, at the largest horizon that is affordable.

    Noise on the integers replaces the policy's own noise where that cannot be enclosed.
    """
    kind, at = _kind(budget)
    seconds = min(SECONDS, max(deadline - time.monotonic(), 0.5))
    try:
        found = exact_privacy(policy, notion, kind, at, seconds=seconds, against=budget)
    except NotEnumerable as reason:
        return CheckResult(LAW, "open", note=str(reason))
    verdict = found.verdict(budget)
    worst = f" Worst: {found.witness}." if found.value.hi else ""
    note = f"{found.covers[:1].upper()}{found.covers[1:]}.{worst}"
    return CheckResult(LAW, verdict, found.grade, found.value, note)


def has_own_law(policy: Policy[Any]) -> bool:
    """Whether the law can be enclosed with the continuous noise that the policy declares.

    >>> from banditproof.algorithms.dp_imed import DPIMED
    >>> from banditproof.algorithms.dp_se import DPSE
    >>> has_own_law(DPIMED(arms=2, eps=1)), has_own_law(DPSE(arms=2, eps=1, beta="0.01"))
    (True, False)
    """
    try:
        checked_monotone(policy)
    except NotEnumerable:
        return False
    return True


def _kind(budget: Budget) -> tuple[Kind, Number | None]:
    if isinstance(budget, PureDP):
        return "pure", None
    if isinstance(budget, ApproxDP):
        return "approx", budget.eps
    if isinstance(budget, RenyiDP):
        return "renyi", budget.alpha
    return "zcdp", None
