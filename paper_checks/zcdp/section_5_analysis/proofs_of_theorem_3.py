"""The proofs of Theorem 3, the privacy of AdaC-GOPE and AdaC-OFUL, step by step."""

from __future__ import annotations

RANGES = "rho in (0,inf), a in (1,inf), u in [-1,1], v in [-1,1], q in [0,inf), s in [0,inf), "
RANGES += "w in (0,inf), cost in [0,inf), div in [0,inf), renyi in [0,inf)"
