"""Table 5.2: regret bounds under zCDP, cell by cell against the bounds of their theorems."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

CELLS = {
    "arms": (
        "upper bound for finite arms in Table 5.2",
        r"Finite arms, upper bound: $O(\sqrt{KT\log T})+O(\frac K{\sqrt\rho}\sqrt{\log T})$, from "
        "Theorem 5.6.",
    ),
    "linear": (
        "upper bound for linear bandits in Table 5.2",
        r"Linear bandits, upper bound: $O(\sqrt{dT\log(KT)})+O(\frac d{\sqrt\rho}\log^{3/2}(KT))$, "
        "from Theorem 5.12.",
    ),
    "contextual": (
        "upper bound for contextual bandits in Table 5.2",
        r"Contextual linear bandits, upper bound: $O(d\log(T)\sqrt T)+O(\frac{d^2}{\sqrt\rho}"
        r"\log(T)^2)$, from Theorem 5.17.",
    ),
    "arms_lower": (
        "lower bound for finite arms in Table 5.2",
        r"Finite arms, lower bound: $\Omega(\max(\sqrt{KT},\sqrt{K/\rho}))$, from Theorem 4.20.",
    ),
    "linear_lower": (
        "lower bound for linear bandits in Table 5.2",
        r"Linear bandits, lower bound: $\Omega(\max(d\sqrt T,\frac d{\sqrt\rho}))$, from Theorem "
        "4.21.",
    ),
}
for cell, (title, statement) in CELLS.items():
    repeated(
        f"thesis.tab5.2.{cell}",
        of=f"zcdp.tab1.{cell}",
        statement=statement,
        title=title,
        place="5.3.3 Table 5.2",
        stated=True,
    )
whole(
    "thesis.tab5.2",
    "Table 5.2: regret bounds for bandits with Interactive zCDP, upper and lower.",
    tuple(f"thesis.tab5.2.{cell}" for cell in CELLS),
)
