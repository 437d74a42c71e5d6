"""The proofs of what holds of Theorem 4.14, for zCDP, step by step."""

from __future__ import annotations

SPREAD = "row*(1 - row)**2 + (1 - row)*row**2"
NUMBER = {"mean": "mean", "first": "n*tau", "X": "row", "M": "tau"}
NUMBER |= {"variance": "variance", "second": "n*(tau*(1 - tau))", "Y": SPREAD, "U": "tau*(1 - tau)"}
