"""Claims about Corollary 24: the conversion of FTPL."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.adversarial.conversion_bounds import (
    ftpl_conversion_printed,
    ftpl_conversion_proved,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball

from .proofs_of_the_printed_constants import CONVERTED, SECOND_TERM


@checks_both(
    "adv.cor24.step",
    subjects={"square": (None, Fraction(400))},
    mutants={
        "sharper: 19": {"square": Fraction(361)},
        "sharper: 19 by the steps": {
            "proof": SECOND_TERM.changed(
                4, formula="2/eps*(11*r*q*L + 10*r) == 22/eps*r*q*L + 19*s"
            )
        },
    },
)
def second_term(square: Fraction | None, proof: Proof = SECOND_TERM) -> Verdict:
    """The squares of both second terms, divided by KT."""
    for eps in (Fraction(1), Fraction(1, 4), Fraction(1, 100)):
        left = Fraction(20) ** 2 / eps
        right = Fraction(100) if square is None else square / eps
        require_or_repair(
            left <= right,
            "A factor of 2/sqrt(eps) is dropped.",
            eps=eps,
            square_over_KT=left,
            printed_square_over_KT=right,
        )
    return proof.verdict(
        "(2/eps) 10 sqrt(eps KT) = 20 sqrt(KT/eps).", instances="The squares for three eps."
    )


@checks(
    "adv.cor24.regret",
    mutants={
        "batches twice as long": {"proof": CONVERTED.changed(7, formula="t <= 1/eps")},
        "sharper: 20": {"proof": CONVERTED.changed(13, formula="reg <= 20*S/eps*q*L + 2/eps")},
        "sharper: a tenth": {"share": Fraction(1, 10)},
    },
)
def regret_of_the_conversion(share: Fraction = Fraction(1), proof: Proof = CONVERTED) -> Verdict:
    """The proof; the sharp bound against the print in four games."""
    sides = Sides()
    for arms, horizon, eps in (
        (2, 100, 1),
        (2, 10**6, "0.1"),
        (10, 10**7, 1),
        (100, 10**9, "0.01"),
    ):
        game = PrivateGame.of(arms, horizon, eps)
        left = game.value(ftpl_conversion_proved, 9)
        right = game.value(lambda one: ftpl_conversion_printed(one) * ball(share), 9)
        sides.at_most(left, right, "It is above the print.", K=arms, T=horizon, eps=eps)
    return proof.verdict(
        "The printed rate, with the sharp bound; along the printed proof the constant would be 84. "
        "The box as it is printed is another algorithm (adv.alg4.linear).",
        instances="The formula in four games.",
        sharpness=sides.sharpness,
    )
