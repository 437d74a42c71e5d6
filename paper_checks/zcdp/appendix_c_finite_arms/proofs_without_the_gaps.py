"""The proof of Theorem 11, the regret of AdaC-UCB without the gaps, step by step."""

from __future__ import annotations

from banditproof.paper_checks.models.regret_without_gaps import without_gaps
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof

WITHOUT_GAPS = without_gaps(
    "zcdp.thm11.sharper",
    claim="zcdp.thm10.pulls",
    of_step=18,
    budget="rho",
    private="8*sqrt(b*L/rho)",
    last="(b-2)/(b-3)",
)
SHARPER_SIDE = "2*sqrt(2*b*K*T*L) + 8*sqrt(b*L/rho)*k + (b-2)/(b-3)*sum"
SIZES = (
    "b in (3,inf), rho in (0,inf), T in [2,inf), K in [1,inf), L in (0,inf), k in [0,inf), "
    "sum in [0,inf), reg in [0,inf)"
)


def sharper_bound(number: int) -> OnClaim:
    """What the proof without the gaps gives."""
    return OnClaim(
        number,
        r"$\mathrm{Reg}_T\le2\sqrt{2\beta KT\log T}+8k\sqrt{\beta L/\rho}+"
        r"\frac{\beta-2}{\beta-3}\sum_a\Delta_a$ for $k$ suboptimal arms.",
        f"reg <= {SHARPER_SIDE}",
        claim="zcdp.thm11.sharper",
        of_step=16,
    )


EXPLICIT = Proof(
    "zcdp.thm11.explicit",
    where=SIZES,
    steps=(
        sharper_bound(1),
        Given(2, "There are at most $K$ suboptimal arms.", "k <= K"),
        Inequality(
            3,
            "The printed bound is larger.",
            "reg <= 4*sqrt(2*b*K*T*L) + 8*K*sqrt(b*L/rho) + 3*b/(b-3)*sum",
            weights={1: "1", 2: "8*sqrt(b*L/rho)"},
            rest="2*sqrt(2*b*K*T*L) + (2*b+2)/(b-3)*sum",
        ),
    ),
)
ORDER = Proof(
    "zcdp.thm11",
    where=SIZES + ", m in [0,inf), x in [0,inf)",
    steps=(
        sharper_bound(1),
        Given(2, "There are at most $K$ suboptimal arms.", "k <= K"),
        Given(3, r"with gaps of at most 1, in sum at most $K$.", "sum <= K"),
        Given(4, r"A round costs at most 1.", "reg <= T"),
        Given(5, r"$L=\log T$ and $T\ge2$.", "log(2) <= L"),
        Given(6, r"Let $m$ be the smaller one of $\sum_a\Delta_a$ and $T$.", "m == min(sum, T)"),
        Inequality(7, r"$m^2\le KT$,", "m**2 <= K*T", uses=(3, 6)),
        Inequality(
            8,
            r"so $m\le\sqrt{KTL/\log2}$.",
            "m <= sqrt(K*T*L/log(2))",
            uses=(5, 7),
        ),
        Given(
            9,
            "Let $x$ be the sum of the other two terms.",
            "x == 2*sqrt(2*b*K*T*L) + 8*k*sqrt(b*L/rho)",
        ),
        Inequality(
            10,
            r"$\mathrm{Reg}_T$ is at most the bound, and at most $T$, with a factor of at least 1:",
            "reg <= x + (b-2)/(b-3)*sum",
            uses=(9,),
            weights={1: "1"},
        ),
        Inequality(11, "so $m$ will do.", "reg <= x + (b-2)/(b-3)*m", uses=(4, 6, 10)),
        Inequality(
            12,
            r"With $A=2\sqrt{2\beta}+\frac{\beta-2}{(\beta-3)\sqrt{\log2}}$ and $B=8\sqrt\beta$: "
            r"$\mathrm{Reg}_T\le A\sqrt{KT\log T}+BK\sqrt{\log(T)/\rho}$.",
            "reg <= 2*sqrt(2*b*K*T*L) + (b-2)/(b-3)*sqrt(K*T*L/log(2)) + 8*K*sqrt(b*L/rho)",
            uses=(9,),
            weights={11: "1", 2: "8*sqrt(b*L/rho)", 8: "(b-2)/(b-3)"},
        ),
    ),
)
