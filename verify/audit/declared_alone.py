"""Policies whose releases are no sums of rewards and noise: their declaration decides, or its law.

A ledger tells of a choice, a comparison or a randomised answer which rewards it depends on, and no
coefficient. So no play of such a policy can be followed into its releases; the price of what is
declared needs none, and neither does the probability of what a declared curator answers.
"""

import os
from typing import Any, Literal
from banditproof.algorithms.policy import Policy
from .by_construction import APART, CONSTRUCTION, HERE, by_declaration
from .claim import Claim
from .declaration import declaration_of
from .report import CheckResult

Home = Literal["library", "module", "caller"]
NOT_APART = "Not shown by construction: in its own process, the policy declares something else."


def is_followed(policy: Policy[Any]) -> bool:
    """Whether a ledger says what each released number is made of.

    >>> from banditproof.algorithms import DPIMED
    >>> is_followed(DPIMED(arms=2, eps=1))
    True
    """
    return bool(getattr(policy.curator, "linear", True))


def declared_alone(policy: Policy[Any], claim: Claim, home: Home) -> CheckResult:
    """`holds` by the price of the declaration; else what is missing."""
    declaration = declaration_of(policy)
    if declaration.declared is None:
        note = f"Not shown by construction: {declaration.missing}."
        return CheckResult(CONSTRUCTION, "look further", note=note)
    words = () if home == "library" else (APART, HERE)
    check = by_declaration(declaration.declared, claim, words)
    if check.verdict == "holds" and home == "module" and hasattr(os, "fork"):
        return CheckResult(CONSTRUCTION, "look further", note=NOT_APART)
    return check
