"""Theorem 19 of the zCDP paper, which the thesis states as Theorem 4.3."""

from __future__ import annotations

from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "zcdp.thm19",
    "thesis.thm4.3",
    r"If $P_X$ goes through the channel $P_{Y|X}$ to $P_Y$ and through $Q_{Y|X}$ to $Q_Y$, then "
    r"$D_f(P_Y\|Q_Y)\le\mathbb E_{X\sim P_X}[D_f(P_{Y|X}\|Q_{Y|X})]$.",
)
