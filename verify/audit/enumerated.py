"""Exact laws of a policy's actions at a small horizon.

They refute a claim about the actions, exactly, with two lists of rewards as the witness, and show
none: code may behave differently in other plays. Where continuous noise has no law that can be
enumerated, noise on the integers in its place often has: the neighbours that lose most privacy
there are a hint for runs, and no verdict.
"""

import math
import time
from copy import deepcopy
from fractions import Fraction
from typing import Any
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.factory_calls import nominal_eps
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.exact_privacy import ExactPrivacy, Kind, exact_privacy
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.list_law import largest_log_ratio, law_on_lists
from banditproof.verify.sampling.inputs import as_input, block_length
from banditproof.verify.sampling.neighbourhoods import Pair
from .facts import Facts
from .report import CheckResult

ENUMERATED = "the law of the actions, enumerated"
HORIZON = 5
"""The rounds that are enumerated, unless the claim is about fewer or says its own."""
SECONDS = 60.0
"""A limit for enumerations that grow too large, unless there is a shorter one."""
CUT = 8
STEPS = 60_000
"""How far noise may carry a sum, and how much work a hint is worth."""


def enumerated(policy: Policy[Any], facts: Facts, deadline: float = math.inf) -> CheckResult:
    """`fails` with a witness where the law breaks the budget; it never shows a claim.

    Nothing shows that code answers the same in other plays. Rewards are 0 and 1, so a claim on
    other rewards is left to the other stations.
    """
    claim = facts.claim
    reason = obstacle(policy, facts)
    if reason:
        return CheckResult(ENUMERATED, "nothing found", note=f"Not enumerated: {reason}.")
    horizon = min(claim.horizon or HORIZON, HORIZON)
    kind, at = _kind(claim.budget)
    try:
        law = _law(policy, facts, kind, at, horizon, deadline)
        if law.verdict(claim.budget) == "fails":
            again = _law(policy, facts, kind, at, horizon, math.inf)
            if again.value.lo != law.value.lo:
                return CheckResult(ENUMERATED, "nothing found", note="Two enumerations differ.")
    except NotEnumerable as why:
        return CheckResult(ENUMERATED, "nothing found", note=f"Not enumerated: {why}")
    covers = f"{law.covers[:1].upper()}{law.covers[1:]}"
    worst = f" Worst: {law.witness}." if law.value.hi else ""
    if law.verdict(claim.budget) == "fails":
        return CheckResult(ENUMERATED, "fails", law.grade, law.value, f"{covers}.{worst}")
    tried = f"the exact law of {horizon} rounds on all rewards in {{0, 1}}"
    return CheckResult(
        ENUMERATED, "nothing found", law.grade, law.value, f"{covers}.{worst}", tried=tried
    )


def _law(
    policy: Policy[Any], facts: Facts, kind: Kind, at: Number | None, horizon: int, deadline: float
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
    space = facts.rewards
    if not facts.repeats:
        return "it draws its own random numbers"
    if facts.changed:
        return f"a play changes {facts.changed[0]}"
    plain = type(curator) in (Curator, NoisySums) or (
        type(curator) is DeclaredSums and len(curator.noises) == 1 and curator.copies == 1
    )
    if not all(_is_hashable(play.record.play.state) for play in facts.plays):
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


def discretised_suspects(facts: Facts, deadline: float = math.inf) -> list[Pair]:
    """The neighbours that lose most beyond the claim, if a law with integer noise can be made.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.budgets import PureDP
    >>> from .claim import Claim
    >>> from .facts import recorded
    >>> facts = recorded(DPIMED(arms=2, eps=2, ties="first"), Claim(PureDP(1)))
    >>> [len(pair.left.blocks) for pair in discretised_suspects(facts)]
    [3]
    """
    policy, claim = facts.policy, facts.claim
    if claim.notion is Notion.INTERACTIVE or obstacle(policy, facts):
        return []
    pairs: list[Pair] = []
    largest: Fraction | float = nominal_eps(claim.budget)
    for rounds in range(3, min(claim.horizon or HORIZON, HORIZON) + 1):
        if time.monotonic() > deadline:
            break
        try:
            law = law_on_lists(deepcopy(policy), rounds, CUT, clamped=True, limit=STEPS)
        except NotEnumerable:
            break
        worst = largest_log_ratio(law)
        if worst.value.lo > largest:
            largest = worst.value.lo
            pairs = [_pair_of_lists(worst.rewards, worst.neighbour, rounds, facts)]
    return pairs


def _pair_of_lists(left: int, right: int, rounds: int, facts: Facts) -> Pair:
    claim = facts.claim
    width = block_length(claim.notion, claim.arms)
    first, second = (
        [(float((bits >> t) & 1),) * width for t in range(rounds - 1)] + [(0.0,) * width]
        for bits in (left, right)
    )
    return Pair(
        as_input(claim.notion, claim.arms, first), as_input(claim.notion, claim.arms, second)
    )
