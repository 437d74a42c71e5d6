"""The price of what "module:factory" declares in another process: its code never runs here."""

import os
from dataclasses import replace
from typing import Any, TypeGuard
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import SECONDS, Elsewhere
from banditproof.algorithms.apart.plain_declaration import Declared
from .built_in import AUDIT_HORIZON
from .by_construction import APART, HERE, by_declaration
from .claim import Claim
from .report import CheckResult

IN_TIME = "an answer in time"
NOT_SHOWN_ELSEWHERE = (
    "Not shown by construction: loaded in another process, the policy declares nothing, or "
    "something else."
)


def loads_elsewhere(policy: object) -> TypeGuard[str]:
    """Whether a policy is named by its module, and this system has other processes for it."""
    return isinstance(policy, str) and ":" in policy and hasattr(os, "fork")


def judged_elsewhere(
    policy: str,
    claim: Claim,
    arms: int | None,
    rewards_given: bool,
    more: dict[str, Any],
    seconds: float | None,
) -> tuple[Claim, CheckResult] | None:
    """`holds` by the price, `not refuted` if the time was over, None if more must be looked at.

    The claim is completed by what is declared: arms, rewards unless they were given, contexts.
    """
    try:
        with Elsewhere(
            policy,
            claim.budget,
            arms=arms,
            horizon=claim.horizon or AUDIT_HORIZON,
            more={key: value for key, value in more.items() if type(value) is int},
            seconds=SECONDS if seconds is None else seconds,
        ) as there:
            declared, walls = there.declared, there.walls
    except PolicyFailed as failure:
        if failure.died:
            raise
        return (claim, out_of_time(failure)) if failure.ran_out else None
    if not declared.clips or arms not in (None, declared.arms):
        return None
    if more.get("contexts") is not None and declared.dimension is None:
        return None
    whole = replace(
        claim,
        arms=declared.arms,
        rewards=claim.rewards if rewards_given else declared.rewards,
        setting=_setting(declared),
        stops=declared.stops,
    )
    words = (APART, HERE) if walls.complete else (APART, walls.words, HERE)
    result = by_declaration(declared, whole, words)
    return (whole, result) if result.verdict == "holds" else None


def out_of_time(failure: ValueError) -> CheckResult:
    """The check of a policy that took too long."""
    return CheckResult(IN_TIME, "not refuted", note=str(failure), tried=str(failure).rstrip("."))


def _setting(declared: Declared) -> str:
    """The vectors of the arms in words, where the policy sees some."""
    length = declared.dimension
    if length is None:
        return ""
    if declared.told_advice:
        return f"advice of {length} expert{'s' * (length > 1)}"
    return f"contexts of dimension {length}"
