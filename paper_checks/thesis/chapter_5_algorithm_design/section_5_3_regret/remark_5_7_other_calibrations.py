"""Claims about AdaC-UCB with the noise of other notions of privacy: Remark 5.7."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.noisy_means import compared_tails
from banditproof.paper_checks.proofs import Given, Identity, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball

BONUS = Proof(
    "thesis.rem5.7.bonus",
    where="n in [1,inf), b in (0,inf), d in (0,1], up in [0,1], down in [0,1], rho in (0,inf)",
    parts=(4, 5),
    steps=(
        Given(1, r"Let $\rho=\frac1{2b}$.", "rho == 1/(2*b)"),
        Identity(
            2, r"Then $\frac b{n^2}=\frac1{2\rho n^2}$,", "1/(2*rho*n**2) == b/n**2", uses=(1,)
        ),
        Identity(
            3,
            r"and the width is that of Lemma C.9.",
            "1/(2*n) + 1/(rho*n**2) == 1/(2*n) + 2*b/n**2",
            uses=(1,),
        ),
        OnClaim(
            4,
            r"So its bound holds upwards,",
            "up <= d",
            claim="zcdp.lem2.repaired",
            of_step=16,
            uses=(2, 3),
        ),
        OnClaim(
            5, r"and downwards.", "down <= d", claim="zcdp.lem2.repaired", of_step=17, uses=(2, 3)
        ),
        Parts(6, "Both sides.", uses=(4, 5)),
    ),
)
Square = Callable[[int, Fraction, arb], arb]


@checks(
    "thesis.rem5.7.bonus",
    mutants={
        "b for 2b": {"square": lambda n, b, log: (ball(1) / (2 * n) + ball(b) / n**2) * log},
        "sharper: half of the width": {
            "square": lambda n, b, log: (ball(1) / (2 * n) + ball(2 * b) / n**2) * log / 4
        },
        "another rho": {"proof": BONUS.changed(1, formula="rho == 1/b")},
        "sharper: half of delta": {"proof": BONUS.changed(4, formula="up <= d/2")},
    },
)
def bonus_of_any_noise(
    square: Square = lambda n, b, log: (ball(1) / (2 * n) + ball(2 * b) / n**2) * log,
    proof: Proof = BONUS,
) -> Verdict:
    """The steps, and exact tails of coins with noise of the variance b/n^2."""
    sides = compared_tails(square, lambda n, b: b / n**2)
    return proof.verdict(
        "rho = 1/(2b) in Lemma C.9, which knows of the noise its variance alone.",
        instances="81 means of 1, 2 and 16 coins, both tails, in balls.",
        sharpness=sides.sharpness,
    )
