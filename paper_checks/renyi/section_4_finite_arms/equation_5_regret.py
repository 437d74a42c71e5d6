"""The claim about the regret of finite arms, equation (5), shared with the thesis."""

from __future__ import annotations

from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "renyi.eq5",
    of="thesis.eq2.7-2.8",
    statement=r"$\mathrm{Reg}_T(\pi,\nu)\triangleq T\mu^\star-\mathbb E[\sum_{t=1}^TR_t]=\sum_{a=1}"
    r"^K\Delta_a\,\mathbb E[N_a(T)]$ (5), with $\mu^\star=\max_a\mu_a$, $\Delta_a=\mu^\star-\mu_a$ "
    r"and $N_a(T)=\sum_{t\le T}\mathbb 1\{A_t=a\}$, for arms with means $(\mu_a)$.",
)
