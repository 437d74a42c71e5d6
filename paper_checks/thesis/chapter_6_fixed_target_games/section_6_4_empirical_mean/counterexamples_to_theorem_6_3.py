"""Product laws with all moments for which the conclusion of Theorem 6.3 is false."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import Instance, Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.membership.finite_laws import BernoulliColumn


@claim(
    "thesis.thm6.3.smooth",
    r"For $\mathcal D_j$ the law of $B+G/j$, $B$ a fair bit and $G\sim N(0,1)$ independent, and "
    r"$z_j^\star=1/2$, smooth densities and all moments: $m^\star=0$, but the leakage is at least "
    r"$1-4\Phi(-\tau\sqrt n/4)\to1$.",
    recorded="holds",
    title="combs of smooth laws",
)
def combs_of_smooth_laws(proof: Proof = written_proof("thesis.thm6.3.smooth")) -> Verdict:
    """The steps: one event of the last column."""
    return proof.verdict(
        "The combs of the sums of the last column are resolved; the bound of its density grows "
        "with j, which uniformity must forbid."
    )


def last_columns() -> Iterator[Instance]:
    """The last of d = 5n columns, and the score of all of them."""
    for n in (1, 2, 6):
        mu = Fraction(1, 5 * n + 1)
        none = BernoulliColumn(n, mu, 1).masses()[0]
        means = {j: Fraction(1, j + 1) for j in range(1, 5 * n + 1)}
        parts = [((j == 5 * n) - p) ** 2 / (p * (1 - p)) for j, p in means.items()]
        h = sum((Fraction(1, j) for j in range(1, 5 * n)), Fraction(0))
        yield {"n": n, "m": 5 * n - 1, "mu": mu, "none": none.out, "h": h, "score": sum(parts) / n}


@claim(
    "thesis.thm6.3.uniformity",
    r"For $\mathcal D_j$ Bernoulli($1/(j+1)$), $d=5n$, and $z^\star=e_d$, which changes with $d$: "
    r"$\frac1n\|z^\star-\mu\|^2_{C_\sigma^{-1}}\to5$, but the leakage is at least "
    r"$e^{-1/5}=0.8187$, and Theorem 6.3 predicts 0.7364.",
    recorded="holds",
    title="one dominating column",
    reading="a triangular array of targets; for fixed sequences the existence of m* excludes it",
)
def one_dominating_column(proof: Proof = written_proof("thesis.thm6.3.uniformity")) -> Verdict:
    """The steps: the last column alone."""
    return proof.verdict(
        "One column carries the whole score, and its law is near a Poisson law.",
        instances="The mean, the masses and the score at n = 1, 2 and 6, exact.",
    )
