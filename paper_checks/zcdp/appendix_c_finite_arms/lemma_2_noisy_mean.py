"""Claims about Lemma 2: the concentration of a noisy mean."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.noisy_means import Square, compared_tails, printed_square
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball


@checks_both(
    "zcdp.lem2",
    subjects={"also": (Fraction(2), None)},
    printed_mutants={"a probability": {"also": Fraction(1, 2)}},
    mutants={
        "without the noise in the width": {"square": lambda n, p, log: ball(1) / (2 * n) * log},
        "sharper: half of the width": {"square": lambda n, p, log: printed_square(n, p, log) / 4},
        "1/n for 1/n^2": {"square": lambda n, p, log: (ball(1) / (2 * n) + ball(p) / n**3) * log},
    },
)
def noisy_mean_concentrates(
    also: Fraction | None,
    square: Square = printed_square,
    proof: Proof = written_proof("zcdp.lem2.repaired"),
) -> Verdict:
    """The square of the width at delta, and exact tails of coins."""
    if also is not None:
        require_or_repair(
            also <= 1,
            "For delta > 1 the width is the root of a negative number; delta = 0 has no logarithm.",
            n=1,
            rho=1,
            delta=also,
            square_of_the_width=printed_square(1, Fraction(1), -ball(also).log()),
        )
    return proof.verdict(
        "The noisy mean is subgaussian with the proxy sqrt(1/(4n) + 1/(2 rho n^2)).",
        instances="81 means of 1, 2 and 16 coins, both tails, in balls.",
        sharpness=compared_tails(square).sharpness,
    )


@checks("zcdp.lem2.half", mutants={"sharper: the width of n": {"square": printed_square}})
def half_of_the_sample(
    square: Square = lambda n, price, log: (ball(1) / n + ball(4 * price) / n**2) * log,
    proof: Proof = written_proof("zcdp.lem2.half"),
) -> Verdict:
    """Exact tails of coins with four times the variance of the noise."""
    sides = compared_tails(square, lambda n, price: 2 * price / n**2)
    return proof.verdict(
        "The rewards count as half as many, which only widens the bound.",
        instances="81 means of 1, 2 and 16 coins, both tails, in balls.",
        sharpness=sides.sharpness,
    )
