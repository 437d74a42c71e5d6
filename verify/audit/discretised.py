"""Where would a policy leak, if its noise were on the integers? A hint for runs, and no verdict.

The law of a policy with continuous noise can rarely be enumerated. With noise on the integers in
its place it often can, and the neighbours that lose most privacy there are worth following in
runs of the policy as it is.
"""

from __future__ import annotations

import math
import time
from copy import deepcopy
from fractions import Fraction

from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.list_law import largest_log_ratio, law_on_lists
from banditproof.verify.interfaces.factories import nominal_eps
from banditproof.verify.sampling.inputs import as_input, block_length
from banditproof.verify.sampling.neighbourhoods import Pair

from .enumerated import HORIZON, obstacle
from .facts import Facts

CUT = 8
STEPS = 60_000
"""How far noise may carry a sum, and how much work a hint is worth."""


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
    found: list[Pair] = []
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
            found = [_pair(worst.rewards, worst.neighbour, rounds, facts)]
    return found


def _pair(left: int, right: int, rounds: int, facts: Facts) -> Pair:
    claim = facts.claim
    width = block_length(claim.notion, claim.arms)
    one, two = (
        [(float((bits >> t) & 1),) * width for t in range(rounds - 1)] + [(0.0,) * width]
        for bits in (left, right)
    )
    return Pair(as_input(claim.notion, claim.arms, one), as_input(claim.notion, claim.arms, two))
