"""The proofs about the bounds of the advantage: one by one, their order, a fixed target."""

from __future__ import annotations

OF_THREE = "(exp(v)-1+2*d)/(exp(v)+1)"
OF_TWO = "1 - exp(-v)*(1-d)"
