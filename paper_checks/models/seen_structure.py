"""What the judges of the audit see of the structure of a policy, which several claims look at."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from banditproof.algorithms import Policy
from banditproof.verify.audit.structure import structure_of


def faults_by_part(policy: Policy[Any], eps: str) -> Mapping[str, str | None]:
    """What plays show against each part of the structure of a policy, None if nothing.

    >>> from banditproof.algorithms import DPIMED
    >>> any(faults_by_part(DPIMED(arms=2, eps=1), "1").values())
    False
    """
    try:
        hash(policy)
    except TypeError:  # a part that keeps what it saw, so that no two plays are alike
        return _faults(policy, eps)
    return _remembered(policy, eps)


def _faults(policy: Policy[Any], eps: str) -> Mapping[str, str | None]:
    return structure_of(policy, eps).seen


_remembered = cache(_faults)
