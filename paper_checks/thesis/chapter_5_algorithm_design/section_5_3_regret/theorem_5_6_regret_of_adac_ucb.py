"""Claims about the regret of AdaC-UCB: Theorem 5.6 and its proof in C.2.6."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

NUMBERS = r"AdaC-UCB, rewards in $[0,1]$, $\beta>3$: "
repeated(
    "thesis.thm5.6.gaps",
    of="zcdp.thm10",
    statement=NUMBERS + r"$\mathrm{Reg}_T\le\sum_{\Delta_a>0}\Big(\frac{8\beta}{\Delta_a}\log T+"
    r"8\sqrt{\frac{\beta\log T}\rho}+\frac{2\beta}{\beta-3}\Big)$.",
    title="regret of AdaC-UCB by the gaps",
)
repeated(
    "thesis.thm5.6.gapfree",
    of="zcdp.thm11",
    statement=NUMBERS
    + r"$\mathrm{Reg}_T=O(\sqrt{KT\log T})+O\big(K\sqrt{\tfrac{\log T}\rho}\big)$.",
    title="regret of AdaC-UCB without the gaps",
)
repeated(
    "thesis.thm5.6.decomposition",
    of="zcdp.eq17",
    statement=NUMBERS + r"$\mathbb E[N_a(T)]\le2^{\ell+1}+T\,\mathbb P(G_{a,\ell,T}^c)+"
    r"\frac\beta{\beta-3}$ for a suboptimal arm (C.19), with $G_{a,j,T}=\{\hat\mu_{a,2^j}+Z_j+"
    r"b_{j,T}<\mu_1\}$, $b_{j,T}=\sqrt{(\frac1{2\cdot2^j}+\frac1{\rho(2^j)^2})\beta\log T}$, "
    r"$Z_j\sim\mathcal N(0,1/(2\rho(2^j)^2))$.",
    title="generic regret decomposition of AdaC-UCB",
    kind="proof step",
    place="C.2.6 (C.19)",
)
repeated(
    "thesis.thm5.6.pulls",
    of="zcdp.thm10.pulls",
    statement=NUMBERS + r"$\mathbb E[N_a(T)]\le\frac{8\beta}{\Delta_a^2}\log T+8\sqrt{"
    r"\frac\beta{\rho\Delta_a^2}}\sqrt{\log T}+\frac{2\beta}{\beta-3}$ for a suboptimal arm "
    "(C.21).",
    title="pulls of a suboptimal arm by AdaC-UCB",
    kind="proof step",
    place="C.2.6 (C.21)",
)
repeated(
    "thesis.thm5.6.explicit",
    of="zcdp.thm11.explicit",
    statement=NUMBERS + r"$\mathrm{Reg}_T\le4\sqrt{2\beta KT\log T}+8K\sqrt{\frac{\beta\log T}\rho}"
    r"+\frac{3\beta}{\beta-3}\sum_a\Delta_a$ (the display names AdaP-UCB).",
    title="the last line of Step 3",
    kind="proof step",
    place="C.2.6 Step 3",
)
repeated(
    "thesis.thm5.6.gaps.sharper",
    of="zcdp.thm10.sharper",
    statement=NUMBERS + r"$\mathrm{Reg}_T\le\sum_{\Delta_a>0}\Big(\frac{8\beta}{\Delta_a}\log T+"
    r"8\sqrt{\frac{\beta\log T}\rho}+\Delta_a\frac{\beta-2}{\beta-3}\Big)$.",
    stated=False,
    title="regret of AdaC-UCB by the gaps, with a smaller last term",
)
repeated(
    "thesis.thm5.6.gapfree.sharper",
    of="zcdp.thm11.sharper",
    statement=NUMBERS + r"$\mathrm{Reg}_T\le2\sqrt{2\beta KT\log T}+8k\sqrt{\frac{\beta\log T}\rho}"
    r"+\frac{\beta-2}{\beta-3}\sum_a\Delta_a$ for $k$ suboptimal arms.",
    stated=False,
    title="regret of AdaC-UCB without the gaps, with half of the constant",
)

Level = Callable[[Fraction, arb, Fraction], arb]


def printed_level(gap: Fraction, u: arb, rho: Fraction) -> arb:
    """(2 u/gap^2)(1 + gap sqrt(1/(rho u))), u = beta log T."""
    return 2 * u / ball(gap) ** 2 * (1 + ball(gap) / (ball(rho) * u).sqrt())


@claim(
    "thesis.thm5.6.level",
    r"(C.20): $\varepsilon=\Delta_a-2b_{\ell,T}<0$ implies $2^\ell<\frac{2\beta\log T}{\Delta_a^2}"
    r"(1+\Delta_a\sqrt{\frac1{\rho\beta\log T}})=\frac{2\beta}{\Delta_a^2}\log T+"
    r"2\sqrt{\frac\beta{\rho\Delta_a^2}}\sqrt{\log T}$; so for the chosen $\ell$, the least with "
    r"$2^\ell$ not below this, $\varepsilon>0$.",
    recorded="holds",
    stated=True,
    kind="proof step",
    place="C.2.6 Step 1, (C.20)",
    title="the level at which the width is half the gap",
    mutants={
        "without the private term": {"level": lambda gap, u, rho: 2 * u / ball(gap) ** 2},
        "sharper: half of the level": {"level": lambda gap, u, rho: printed_level(gap, u, rho) / 2},
    },
)
def level_of_half_the_gap(
    level: Level = printed_level, proof: Proof = written_proof("thesis.thm5.6.level")
) -> Verdict:
    """The steps, and the width at the level itself in balls."""
    sides = Sides()
    with working_precision(96):
        for gap, horizon, rho in product(
            map(Fraction, ("1/100", "1/2", "1")),
            (3, 10**6),
            map(Fraction, ("1/10000", "1", "10000")),
        ):
            u = ball(Fraction(31, 10)) * ball(horizon).log()
            n = level(gap, u, rho)
            width = ((1 / (2 * n) + 1 / (ball(rho) * n**2)) * u).sqrt()
            sides.below(2 * width, ball(gap), "The width is wider.", gap=gap, T=horizon, rho=rho)
    return proof.verdict(
        "From that level on twice the width is below the gap, also if the level is a power of two.",
        instances="The width at the level for 18 gaps, T and rho, beta = 3.1.",
        beyond="the exact root (u/gap^2)(1 + sqrt(1 + 4 gap^2/(rho u))), u = beta log T.",
        sharpness=sides.sharpness,
    )


whole(
    "thesis.thm5.6",
    NUMBERS + r"$\mathrm{Reg}_T\le\sum_{\Delta_a>0}\Big(\frac{8\beta}{\Delta_a}\log T+"
    r"8\sqrt{\frac{\beta\log T}\rho}+\frac{2\beta}{\beta-3}\Big)$, and "
    r"$\mathrm{Reg}_T=O(\sqrt{KT\log T})+O\big(K\sqrt{\tfrac{\log T}\rho}\big)$; with the steps of "
    "its proof.",
    parts=tuple(
        f"thesis.thm5.6.{part}"
        for part in ("gaps", "gapfree", "decomposition", "level", "pulls", "explicit")
    ),
)
