"""Claims about the concentration of a noisy mean: Lemma C.9."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.noisy_means import tail_above
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import below, require
from banditproof.theory.balls import ball, working_precision

repeated(
    "thesis.lemC.9",
    of="zcdp.lem2",
    statement=r"For iid $X_i\in[0,1]$ of mean $\mu$, $\hat\mu_n=\frac1n\sum_tX_t$, "
    r"$Z_n\sim\mathcal N(0,\frac1{2\rho n^2})$ and any $\delta\ge0$: $\mathbb P(\hat\mu_n+Z_n-w\ge"
    r"\mu)\le\delta$ (C.17) and $\mathbb P(\hat\mu_n+Z_n+w\le\mu)\le\delta$ (C.18), "
    r"$w=\sqrt{(\frac1{2n}+\frac1{\rho n^2})\log\frac1\delta}$.",
)


@claim(
    "thesis.lemC.9.constant",
    r"No smaller constant: for every $c<1$ there are $n$, $\rho$, $\delta\in(0,1]$ and a law with "
    r"$\mathbb P(\hat\mu_n+Z_n-w\ge\mu)>c\,\delta$.",
    recorded="holds",
    title="delta in the concentration of a noisy mean cannot be multiplied by less than 1",
    mutants={"a fair coin": {"mean": lambda h: Fraction(1, 2)}},
)
def constant_is_attained(
    mean: object = None, proof: Proof = written_proof("thesis.lemC.9.constant")
) -> Verdict:
    """The steps, and the exact probability for c = 0.9 and 0.99."""
    with working_precision(80):
        for c in map(Fraction, ("9/10", "99/100")):
            h = (1 - c) / 2
            mu = mean(h) if callable(mean) else 1 - h
            found = tail_above(1, mu, h**3, ball(Fraction(0)))
            require(below(ball(c), found), "It is at most c.", c=c, probability=found)
    return proof.verdict(
        "One coin that nearly always shows 1, with little noise, at delta = 1.",
        instances="The exact probability for c = 0.9 and 0.99.",
    )
