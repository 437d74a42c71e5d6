"""Claims about Table DP and View DP: Proposition 1, shared with the thesis."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

PLACE = "III-C, B-A Proposition 1"

repeated(
    "zcdp.prop1.a",
    of="thesis.prop3.12.a",
    statement=r"For any policy $\pi$: $\mathcal M^\pi$ is $\epsilon$-DP $\Leftrightarrow$ "
    r"$\mathcal V^\pi$ is $\epsilon$-DP.",
    title="pure Table DP is pure View DP",
    place=f"{PLACE} (a)",
)
repeated(
    "zcdp.prop1.b",
    of="thesis.prop3.12.b",
    statement=r"For any policy $\pi$: $\mathcal M^\pi$ is $(\epsilon,\delta)$-DP $\Rightarrow$ "
    r"$\mathcal V^\pi$ is $(\epsilon,\delta)$-DP.",
    title="approximate Table DP implies View DP",
    place=f"{PLACE} (b)",
)
repeated(
    "zcdp.prop1.c",
    of="thesis.prop3.12.c",
    statement=r"For any policy $\pi$: $\mathcal M^\pi$ is $\rho$-zCDP $\Rightarrow$ "
    r"$\mathcal V^\pi$ is $\rho$-zCDP.",
    title="Table zCDP implies View zCDP",
    place=f"{PLACE} (c)",
)
repeated(
    "zcdp.prop1.d",
    of="thesis.prop3.12.d",
    statement=r"For any policy $\pi$: $\mathcal V^\pi$ is $(\epsilon,\delta)$-DP $\Rightarrow$ "
    r"$\mathcal M^\pi$ is $(\epsilon,K^T\delta)$-DP.",
    title="from View DP to Table DP with a loss",
    place=f"{PLACE} (d)",
)
repeated(
    "zcdp.prop1.e",
    of="thesis.prop3.12.e",
    statement=r"$\Pi^{(\epsilon,\delta)}_{\mathrm{Table}}\subsetneq\Pi^{(\epsilon,\delta)}_"
    r"{\mathrm{View}}$, the classes of all policies that are $(\epsilon,\delta)$-Table DP and "
    r"$(\epsilon,\delta)$-View DP.",
    title="strict inclusion of Table DP in View DP",
    place=f"{PLACE} (e)",
)
whole(
    "zcdp.prop1",
    r"For any policy $\pi$: (a) $\mathcal M^\pi$ is $\epsilon$-DP iff $\mathcal V^\pi$ is; (b) "
    r"$(\epsilon,\delta)$-DP of $\mathcal M^\pi$ implies that of $\mathcal V^\pi$; (c) so does "
    r"$\rho$-zCDP; (d) $(\epsilon,\delta)$-DP of $\mathcal V^\pi$ implies "
    r"$(\epsilon,K^T\delta)$-DP of $\mathcal M^\pi$; (e) $\Pi^{(\epsilon,\delta)}_"
    r"{\mathrm{Table}}\subsetneq\Pi^{(\epsilon,\delta)}_{\mathrm{View}}$.",
    parts=tuple(f"zcdp.prop1.{part}" for part in "abcde"),
)
