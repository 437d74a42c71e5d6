"""Claims about Lemma 2: the concentration of a noisy mean."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.noisy_means import (
    Square,
    compared_tails,
    printed_square,
)
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball

from .proof_of_lemma_2 import HALF_SAMPLE, NOISY_MEAN


@checks_both(
    "zcdp.lem2",
    subjects={"also": (Fraction(2), None)},
    printed_mutants={"a probability": {"also": Fraction(1, 2)}},
    mutants={
        "without the noise in the width": {"square": lambda n, p, log: ball(1) / (2 * n) * log},
        "sharper: half of the width": {"square": lambda n, p, log: printed_square(n, p, log) / 4},
        "1/n for 1/n^2": {"square": lambda n, p, log: (ball(1) / (2 * n) + ball(p) / n**3) * log},
        "half of the variance of the rewards": {
            "proof": NOISY_MEAN.changed(2, formula="exp(-r*p)*q <= exp(r**2*(1/2)**2/4)")
        },
        "sharper: 0.99 of the width": {
            "proof": NOISY_MEAN.changed(12, formula="e == 0.99*sqrt((1/(2*n) + 1/(rho*n**2))*L)")
        },
        "sharper: 0.99 delta": {"proof": NOISY_MEAN.changed(16, formula="up <= 0.99*d")},
    },
)
def noisy_mean_concentrates(
    also: Fraction | None, square: Square = printed_square, proof: Proof = NOISY_MEAN
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


@checks(
    "zcdp.lem2.half",
    mutants={
        "the noise of a quarter": {"proof": HALF_SAMPLE.changed(11, formula="w == 8/(rho*n**2)")},
        "sharper: the width of n": {"square": printed_square},
    },
)
def half_of_the_sample(
    square: Square = lambda n, price, log: (ball(1) / n + ball(4 * price) / n**2) * log,
    proof: Proof = HALF_SAMPLE,
) -> Verdict:
    """Exact tails of coins with four times the variance of the noise."""
    sides = compared_tails(square, lambda n, price: 2 * price / n**2)
    return proof.verdict(
        "The rewards count as half as many, which only widens the bound.",
        instances="81 means of 1, 2 and 16 coins, both tails, in balls.",
        sharpness=sides.sharpness,
    )
