"""The proofs about Theorem 4: the good event, what is kept there, and the repaired bound."""

from __future__ import annotations

from banditproof.paper_checks.models.elimination_good_event import good_event, kept
from banditproof.paper_checks.models.elimination_regret import regret
from banditproof.paper_checks.proofs import Given

GOOD = good_event("zcdp.thm4.good", ("zcdp.cor1", 17))
SCALAR_GOOD = good_event("zcdp.fix.gope.f", ("zcdp.fix.gope.f.length", 17))
KEPT = kept("zcdp.thm4.kept")
REPAIRED = regret(
    "zcdp.thm4.repaired",
    "rho in (0,inf)",
    "zcdp.fix.gope.f",
    "zcdp.thm4.kept",
    Given(26, r"The private part has $Z=4/\rho$.", "Z == 4/rho"),
    (
        r"$R_T\le4d(d+1)+128\sqrt{dT\alpha}+47\frac d{\sqrt\rho}\sqrt\alpha\log T$.",
        "4*n*(n + 1) + 128*sqrt(n*T*al) + 47*n/sqrt(rho)*sqrt(al)*t",
    ),
)
