"""Claims about Lemma 12: the concentration of a noisy mean, with the noise of Renyi privacy."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.noisy_means import Square, compared_tails, printed_square
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import pair
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball

LEMMA = (
    r"For iid $X_i\in[0,1]$ of mean $\mu$, $\hat\mu_n=\frac1n\sum_tX_t$, "
    r"$Z_n\sim\mathcal N(0,\frac\alpha{2\epsilon n^2})$ and any $%s$: $\mathbb P(\hat\mu_n+Z_n-w\ge"
    r"\mu)\le\delta$ (11) and $\mathbb P(\hat\mu_n+Z_n+w\le\mu)\le\delta$ (12), "
    r"$w=\sqrt{(\frac1{2n}+\frac\alpha{\epsilon n^2})\log\frac1\delta}$."
)


@pair(
    "renyi.lem12",
    LEMMA % r"\delta\ge0",
    LEMMA % r"\delta\in(0,1]" + r" ($Z_n$ independent of the $X_i$.)",
    recorded="holds-with-repair",
    subjects={"also": (Fraction(2), None)},
    title="concentration of a noisy mean",
    repaired_title="concentration of a noisy mean, for probabilities",
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
