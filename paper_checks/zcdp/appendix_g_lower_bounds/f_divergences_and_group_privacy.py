"""Appendix G-A of the zCDP paper: f-divergences, the transport bound, and group privacy."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "zcdp.def9",
    "thesis.def4.1",
    r"For convex $f:(0,\infty)\to\mathbb R$ with $f(1)=0$ and laws $P\ll Q$ on one measurable "
    r"space, $D_f(P\|Q)=\mathbb E_Q[f(dP/dQ)]$ with $f(0)=f(0+)$.",
)
repeated(
    "zcdp.thm15",
    "thesis.thm4.4",
    r"With the marginals $M_\nu$ of (8), $D_f(M_1\|M_2)\le\inf_{\mathcal C\in\Pi(\mathcal P_1,"
    r"\mathcal P_2)}\mathbb E_{(d,d')\sim\mathcal C}[D_f(\mathcal M_d\|\mathcal M_{d'})]$ (26).",
)
repeated(
    "zcdp.thm16.orders",
    "thesis.prop2.8.zcdp",
    r"If $\mathcal M$ is $\rho$-zCDP then $D_\alpha(\mathcal M_d\|\mathcal M_{d'})\le\rho\,"
    r"d_{\mathrm{Ham}}(d,d')^2\alpha$ for all datasets and all $\alpha>1$.",
    stated=True,
    title="group privacy of zCDP above order 1",
)
repeated(
    "zcdp.thm16.kl",
    "thesis.cor4.5.zcdp",
    r"The same for $\alpha=1$: $\mathrm{KL}(\mathcal M_d\|\mathcal M_{d'})\le\rho\,"
    r"d_{\mathrm{Ham}}(d,d')^2$.",
    stated=True,
    title="group privacy of zCDP at order 1",
)
whole(
    "zcdp.thm16",
    r"If $\mathcal M$ is $\rho$-zCDP then $D_\alpha(\mathcal M_d\|\mathcal M_{d'})\le\rho\,"
    r"d_{\mathrm{Ham}}(d,d')^2\alpha$ for all $d,d'\in\mathcal X^n$ and all $\alpha\ge1$.",
    parts=("zcdp.thm16.orders", "zcdp.thm16.kl"),
)
