"""The proofs about trade-off functions: (2.30), Remark 2.33 and the audit by an event."""

from __future__ import annotations

F = "max(max(0, 1-d-exp(eps)*level), exp(-eps)*(1-d-level))"


OF_P = "max(max(0, 1-d-exp(eps)*(1-p)), exp(-eps)*(1-d-(1-p)))"
