"""The proofs about (C.26), and about the ratio of successive updates."""

from __future__ import annotations

from banditproof.paper_checks.models.unit_vector_growth import GROWTH_RANGES, GROWTH_STEPS
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof

PRODUCT = Proof(
    "thesis.pf5.17.C26",
    where=f"{GROWTH_RANGES}, f in [1,inf), l >= 1",
    steps=(
        *GROWTH_STEPS,
        Given(
            10,
            r"Here the product begins after round $t_\ell=a\ge1$ and ends with round "
            r"$t_{\ell+1}-1=a+n$; $f=t_{\ell+1}$.",
            "f == a + n + 1",
        ),
        Inequality(
            11,
            r"So $\frac{\det V_{t_{\ell+1}-1}}{\det V_{t_\ell}}\ge\frac{\lambda+t_{\ell+1}-1}"
            r"{\lambda+t_\ell}$,",
            "(l + f - 1)/(l + a) <= P",
            uses=(10,),
            weights={9: "1/(l + a)"},
        ),
        Inequality(
            12,
            r"and this is at least $\frac1{\lambda+1}\frac{t_{\ell+1}}{t_\ell}$.",
            "f/((l + 1)*a) <= P",
            where="a >= 1",
            weights={11: "1"},
            rest="((l + 1)*(l - 1)*a + f*l*(a - 1))/((l + 1)*a*(l + a))",
        ),
    ),
    parts=(11,),
)

UPDATES = Proof(
    "thesis.pf5.17.updates.repaired",
    where="a in [1,inf), n in [0,inf), l in (0,inf), C in (0,inf), r in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"Between two updates $\tau=a\ge1$ and $\tau'=a+n+1$, at rounds $\tau+1$ and "
            r"$\tau'+1$:",
            "a + n + 2 <= (1 + C)*(a + 1 + l - 1) + 2 - l",
            claim="zcdp.fix.oful.len",
            of_step=12,
        ),
        Given(2, r"$r=\tau'/\tau$.", "r == (a + n + 1)/a"),
        Inequality(
            3,
            r"So $\tau'/\tau\le(1+C)(1+\lambda)+1-\lambda$, as $\tau\ge1$.",
            "r <= (1 + C)*(1 + l) + 1 - l",
            uses=(2,),
            weights={1: "1/a"},
            rest="(1 + C*l)*(1 - 1/a)",
        ),
    ),
)
