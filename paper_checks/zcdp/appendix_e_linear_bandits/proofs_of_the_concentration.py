"""The proofs of Theorem 13 and Corollary 1, and of their forms with one normal number."""

from __future__ import annotations

from banditproof.paper_checks.models.private_least_squares import deviation, enough
from banditproof.paper_checks.proofs import Given, Inequality

WHITE = Given(
    17,
    r"$Z=\langle V^{-1/2}a,N\rangle$ with $N\sim\mathcal N(0,\frac2\rho g^2I)$ has the variance "
    r"$w=\frac2\rho g^2q$.",
    "w == 2/rho*g**2*q",
)
SCALAR = deviation(
    "zcdp.fix.gope.f.width",
    "rho in (0,inf)",
    (
        WHITE,
        Given(18, r"The second width is $f=g^2\sqrt{4L/\rho}$,", "f == g**2*sqrt(4*L/rho)"),
        Inequality(
            19,
            r"so that $f^2\ge2wL$.",
            "2*w*L <= f**2",
            uses=(17, 18),
            weights={16: "4*g**2*L/rho"},
        ),
    ),
    r"g^2\sqrt{4L/\rho}",
)
PRINTED = deviation(
    "zcdp.thm13",
    "rho in (0,inf), n in [1,inf)",
    (
        WHITE,
        Given(
            18,
            r"The second width is $f=g^2\sqrt{\frac2\rho f(d,\delta)}$ in dimension $n\ge1$, where "
            r"$\log(2/\delta)=L-\log2$,",
            "f == g**2*sqrt(2/rho*(n + 2*sqrt(n*(L - log(2))) + 2*(L - log(2))))",
        ),
        Inequality(
            19,
            r"$n+2\sqrt{n\log(2/\delta)}\ge2\log2$.",
            "2*log(2) <= n + 2*sqrt(n*(L - log(2)))",
        ),
        Inequality(
            20,
            r"so that $f^2\ge2wL$.",
            "2*w*L <= f**2",
            uses=(17, 18),
            weights={16: "4*g**2*L/rho", 19: "2*g**4/rho"},
        ),
    ),
    r"g^2\sqrt{\frac2\rho f(d,\delta)}",
)
KIEFER = "zcdp.thm2.equivalent"
LENGTH = enough(
    "zcdp.cor1",
    "rho in (0,inf)",
    ("zcdp.thm13", 26),
    Given(
        12,
        r"Here $Y=\frac2\rho f(d,\delta)$, with $\log(2/\delta)=L-\log2$.",
        "Y == 2/rho*(n + 2*sqrt(n*(L - log(2))) + 2*(L - log(2)))",
    ),
    KIEFER,
)
SCALAR_LENGTH = enough(
    "zcdp.fix.gope.f.length",
    "rho in (0,inf)",
    ("zcdp.fix.gope.f.width", 25),
    Given(12, r"Here $Y=\frac4\rho\log(4/\delta)$.", "Y == 4/rho*L"),
    KIEFER,
)
