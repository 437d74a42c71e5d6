"""Claims about Lemma 12: the concentration of a noisy mean, with the noise of Renyi privacy."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.noisy_means import Square, compared_tails, printed_square
from banditproof.paper_checks.proofs import Given, Identity, OnClaim, Parts, Proof, Step
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball


def side(number: int, name: str, says: str, of_step: int) -> Step:
    """One side of the lemma of the other paper."""
    return OnClaim(
        number,
        says,
        f"{name} <= d",
        claim="zcdp.lem2.repaired",
        of_step=of_step,
        uses=(1, 2, 3),
    )


SUBSTITUTED = Proof(
    "renyi.lem12.repaired",
    where="n in [1,inf), alpha in (1,inf), eps in (0,inf), rho in (0,inf), d in (0,1], "
    "up in [0,1], down in [0,1]",
    steps=(
        Given(1, r"Let $\rho=\epsilon/\alpha$.", "rho == eps/alpha"),
        Identity(
            2,
            "Then the noise has the variance of Lemma 2 of the zCDP paper,",
            "alpha/(2*eps*n**2) == 1/(2*rho*n**2)",
            uses=(1,),
        ),
        Identity(
            3,
            "and the width is that of this lemma.",
            "1/(2*n) + alpha/(eps*n**2) == 1/(2*n) + 1/(rho*n**2)",
            uses=(1,),
        ),
        side(4, "up", "So (11) is (15) there,", 16),
        side(5, "down", "and (12) is (16) there.", 17),
        Parts(6, "Both sides.", uses=(4, 5)),
    ),
)


@checks_both(
    "renyi.lem12",
    subjects={"also": (Fraction(2), None)},
    printed_mutants={"a probability": {"also": Fraction(1, 2)}},
    mutants={
        "sharper: half of the width": {"square": lambda n, p, log: printed_square(n, p, log) / 4},
        "alpha eps": {"proof": SUBSTITUTED.changed(1, formula="rho == 1/(eps*alpha)")},
        "the printed lemma": {"proof": SUBSTITUTED.changed(4, claim="zcdp.lem2")},
        "sharper: 0.99 delta": {"proof": SUBSTITUTED.changed(4, formula="up <= 0.99*d")},
    },
)
def noisy_mean_under_renyi_privacy(
    also: Fraction | None, square: Square = printed_square, proof: Proof = SUBSTITUTED
) -> Verdict:
    """The square of the width at delta; exact tails at prices alpha/eps."""
    if also is not None:
        require_or_repair(
            also <= 1,
            "For delta > 1 the width is the root of a negative number; delta = 0 has no logarithm.",
            n=1,
            alpha=2,
            eps=1,
            delta=also,
            square_of_the_width=printed_square(1, Fraction(2), -ball(also).log()),
        )
    return proof.verdict(
        "Lemma 2 of the zCDP paper at rho = eps/alpha.",
        instances="81 means of 1, 2 and 16 coins, both tails, in balls.",
        sharpness=compared_tails(square).sharpness,
    )
