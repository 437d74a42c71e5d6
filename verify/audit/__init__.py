"""The audit of a policy against a claimed budget, and the one way through it.

`audit_pipeline` leads through: `loading` (what is audited), `facts` (plays, recorded once),
`judges` (what they show), `by_construction` (declared parts and their price), `enumerated` (exact
laws), `sampled` (runs), `report`.
"""

from banditproof.theory.shown_budgets import claim_of
from .audit_pipeline import audit, start_audit
from .claim import Claim, claimed_budget
from .report import AuditReport, CheckResult
from .running_audit import RunningAudit

__all__ = [
    "AuditReport", "CheckResult", "Claim", "RunningAudit", "audit", "claim_of", "claimed_budget",
    "start_audit",
]  # fmt: skip
