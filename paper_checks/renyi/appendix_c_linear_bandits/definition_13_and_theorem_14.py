"""Definition 13 and Theorem 14: what the other document says of optimal designs, word by word."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "renyi.def13",
    of="zcdp.def5.g",
    statement=r"For a design $\pi$ on $\mathcal A$: $V(\pi)=\sum_a\pi(a)aa^\top$, $f(\pi)=\log\det "
    r"V(\pi)$, $g(\pi)=\max_{a\in\mathcal A}\|a\|_{V(\pi)^{-1}}$; D-optimal designs maximise $f$, "
    r"G-optimal ones minimise $g$.",
)
repeated(
    "renyi.thm14.equivalent",
    of="zcdp.thm2.equivalent",
    statement=r"$\mathcal A$ compact, spanning $\mathbb R^d$: $\pi^*$ minimises $g$ iff it "
    r"maximises "
    r"$f$ iff $g(\pi^*)=d$.",
    title="Kiefer and Wolfowitz: three descriptions of an optimal design",
    stated=True,
)
repeated(
    "renyi.thm14.support",
    of="zcdp.thm2.support",
    statement=r"Some minimiser $\pi^*$ of $g$ has $|\mathrm{Supp}(\pi^*)|\le\frac{d(d+1)}2$.",
    title="Kiefer and Wolfowitz: a small support",
    stated=True,
)
whole(
    "renyi.thm14",
    "Theorem 14 (Kiefer and Wolfowitz): optimal designs, and their supports.",
    ("renyi.thm14.equivalent", "renyi.thm14.support"),
)
