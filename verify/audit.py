"""`audit`: everything this room can say about one policy and one claimed privacy budget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import Number, exact_positive

from .audit_report import AuditReport, shown
from .loading import load_policy
from .policy_checks import policy_checks


def audit(
    policy: str | Policy[Any] | Callable[..., Policy[Any]], eps: Number, runs: int = 2000
) -> AuditReport:
    """Check a policy against a claimed eps: its structure, its exact law, its regret.

    `policy` is a built-in name, "module:factory", a policy, or a factory without arguments.
    Structural checks look at several plays; the exact check enumerates all lists of rewards in
    {0, 1} and all neighbours at a short horizon with discrete noise, which covers View, Table and
    adaptive neighbours alike; `runs` simulations feed the regret certificate.

    >>> report = audit("imed", eps="0.5", runs=50)
    >>> report.verdict, sum(check.verdict == "fails" for check in report.checks)
    ('fails', 3)
    """
    budget = exact_positive("eps", eps)
    if isinstance(policy, str):
        name, made = policy, load_policy(policy, budget)
    else:
        made = policy if isinstance(policy, Policy) else policy()
        if not isinstance(made, Policy):
            raise ValueError(f"{policy!r} made {made!r}, not a Policy.")
        name = getattr(made, "name", type(made).__name__)
    try:
        checks = tuple(policy_checks(made, budget, runs))
    except ValueError:
        raise
    except (Exception, SystemExit) as failure:
        kind = type(failure).__name__
        raise ValueError(f"The policy {name} raised {kind}: {failure}") from failure
    return AuditReport(name, shown(budget), checks)
