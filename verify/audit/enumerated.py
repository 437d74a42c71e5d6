"""The exact law of a policy's actions, enumerated at a small horizon with its own noise.

It refutes a claim about the actions, exactly, with two lists of rewards as the witness. It shows
a claim only where the claim names that horizon and those rewards: others may behave differently.
"""

from __future__ import annotations

import math
import time
from copy import deepcopy
from typing import Any

from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number
from banditproof.verify.exact_laws.exact_privacy import ExactPrivacy, Kind, exact_privacy
from banditproof.verify.exact_laws.finite_noise import NotEnumerable

from .by_construction import counted_rewards
from .facts import Facts
from .plain_code import not_plain
from .report import CheckResult
from .untouched_engine import changed_engine

ENUMERATED = "the law of the actions, enumerated"
HORIZON = 5
"""The rounds that are enumerated, unless the claim is about fewer or says its own."""
SECONDS = 60.0
"""A limit for enumerations that grow too large, unless there is a shorter one."""


def enumerated(policy: Policy[Any], facts: Facts, deadline: float = math.inf) -> CheckResult:
    """`fails` with a witness where the law breaks the budget, `holds` for a claim that names it.

    Rewards are 0 and 1, so a claim on other rewards is left to the other stations.
    """
    claim = facts.claim
    reason = obstacle(policy, facts)
    if reason:
        return CheckResult(ENUMERATED, "nothing found", note=f"Not enumerated: {reason}.")
    horizon = min(claim.horizon or HORIZON, HORIZON)
    kind, at = _kind(claim.budget)
    try:
        found = _law(policy, facts, kind, at, horizon, deadline)
        if found.verdict(claim.budget) == "fails":
            again = _law(policy, facts, kind, at, horizon, math.inf)
            if again.value.lo != found.value.lo:
                return CheckResult(ENUMERATED, "nothing found", note="Two enumerations differ.")
    except NotEnumerable as why:
        return CheckResult(ENUMERATED, "nothing found", note=f"Not enumerated: {why}")
    covers = f"{found.covers[:1].upper()}{found.covers[1:]}"
    worst = f" Worst: {found.witness}." if found.value.hi else ""
    verdict = found.verdict(claim.budget)
    if verdict == "fails":
        return CheckResult(ENUMERATED, "fails", found.grade, found.value, f"{covers}.{worst}")
    if verdict == "holds" and _is_whole_claim(policy, facts, horizon):
        return CheckResult(ENUMERATED, "holds", found.grade, found.value, f"{covers}.{worst}")
    tried = f"the exact law of {horizon} rounds on all rewards in {{0, 1}}"
    return CheckResult(
        ENUMERATED, "nothing found", found.grade, found.value, f"{covers}.{worst}", tried=tried
    )


def _is_whole_claim(policy: Policy[Any], facts: Facts, horizon: int) -> bool:
    """Whether the enumeration covers the claim, and follows all that the code may do."""
    claim = facts.claim
    listed = claim.horizon == horizon and {*claim.rewards.values} == {0, 1}
    return (
        listed
        and claim.output == "actions"
        and not not_plain([policy], memory=False)
        and not changed_engine()
    )


def _law(
    policy: Policy[Any],
    facts: Facts,
    kind: Kind,
    at: Number | None,
    horizon: int,
    deadline: float,
) -> ExactPrivacy:
    seconds = min(SECONDS, max(deadline - time.monotonic(), 0.5))
    return exact_privacy(
        deepcopy(policy),
        facts.claim.notion,
        kind,
        at,
        horizon,
        seconds,
        against=facts.claim.budget,
        own_noise=True,
    )


def obstacle(policy: Policy[Any], facts: Facts) -> str:
    """Why an enumeration would not follow the policy."""
    curator = policy.curator
    space = counted_rewards(facts.claim, policy)
    if not facts.repeats:
        return "it draws its own random numbers"
    if facts.changed:
        return f"a play changes {facts.changed[0]}"
    plain = type(curator) is Curator or (
        type(curator) is DeclaredSums and len(curator.noises) == 1 and curator.copies == 1
    )
    if not all(_is_hashable(one.record.play.state) for one in facts.plays):
        return "its states are not hashable"
    if not plain:
        return "its curator is not a plain sum"
    if not (space.lo <= 0 and space.hi >= 1) or (space.values and not {0, 1} <= {*space.values}):
        return f"its rewards are {space}, and rewards 0 and 1 are enumerated"
    if policy.arms > 3:
        return f"it has {policy.arms} arms"
    return ""


def _is_hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
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
