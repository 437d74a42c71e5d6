"""Claims about the regret of AdaC-UCB: Theorem 5.6 and its proof in C.2.6."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

LEVEL = Proof(
    "thesis.thm5.6.level",
    where="g in (0,1], b in (0,inf), L in (0,inf), rho in (0,inf), n in (0,inf), A in (0,inf), "
    "C in (0,inf), e in (0,inf)",
    steps=(
        Given(1, r"Let $A=\frac{2\beta\log T}{\Delta_a^2}$", "A == 2*b*L/g**2"),
        Given(
            2, r"and $C=\frac2{\Delta_a}\sqrt{\frac{\beta\log T}\rho}$.", "C == 2*sqrt(b*L/rho)/g"
        ),
        Given(
            3,
            r"Let $n=2^\ell$ be at least their sum (not below it, as it is chosen).",
            "A + C <= n",
        ),
        Inequality(
            4,
            r"$n^2\ge n(A+C)>nA+C^2$: the square of $2b_{\ell,T}$ is below that of $\Delta_a$.",
            "4*(1/(2*n) + 1/(rho*n**2))*b*L < g**2",
            uses=(1, 2),
            weights={3: "g**2*(n + C)/n**2"},
            rest="g**2*A*C/n**2",
        ),
        Given(
            5,
            r"$e=b_{\ell,T}$.",
            "e == sqrt((1/(2*n) + 1/(rho*n**2))*b*L)",
        ),
        Inequality(
            6,
            r"So $\varepsilon=\Delta_a-2b_{\ell,T}>0$.",
            "2*e < g",
            uses=(5,),
            weights={4: "1/(g + 2*e)"},
        ),
    ),
)
Level = Callable[[Fraction, arb, Fraction], arb]


def printed_level(gap: Fraction, u: arb, rho: Fraction) -> arb:
    """(2 u/gap^2)(1 + gap sqrt(1/(rho u))), u = beta log T."""
    return 2 * u / ball(gap) ** 2 * (1 + ball(gap) / (ball(rho) * u).sqrt())


@checks(
    "thesis.thm5.6.level",
    mutants={
        "without the private term": {"level": lambda gap, u, rho: 2 * u / ball(gap) ** 2},
        "sharper: half of the level": {"level": lambda gap, u, rho: printed_level(gap, u, rho) / 2},
        "sharper: 1.9 for 2": {"proof": LEVEL.changed(1, formula="A == 1.9*b*L/g**2")},
        "half of the private term": {"proof": LEVEL.changed(2, formula="C == sqrt(b*L/rho)/g")},
    },
)
def level_of_half_the_gap(level: Level = printed_level, proof: Proof = LEVEL) -> Verdict:
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
