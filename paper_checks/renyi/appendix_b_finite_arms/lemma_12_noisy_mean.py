"""Claims about Lemma 12: the concentration of a noisy mean, with the noise of Renyi privacy."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.noisy_means import Square, compared_tails, printed_square
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball


@checks_both(
    "renyi.lem12",
    subjects={"also": (Fraction(2), None)},
    printed_mutants={"a probability": {"also": Fraction(1, 2)}},
    mutants={
        "sharper: half of the width": {"square": lambda n, p, log: printed_square(n, p, log) / 4}
    },
)
def noisy_mean_under_renyi_privacy(
    also: Fraction | None,
    square: Square = printed_square,
    proof: Proof = written_proof("renyi.lem12.repaired"),
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
