"""The tools and baselines of Section 2.2 that Chapter 5 relies on, in one place."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.registry import find
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    GaussianBandit,
    certify,
    characteristic_time,
)

OF = {
    "thesis.pre.subg.tail": "thesis.lem2.21",
    "thesis.pre.subg.scaling": "thesis.lem2.22.scaling",
    "thesis.pre.subg.sum": "thesis.lem2.22.sum",
    "thesis.pre.subg.bounded": "thesis.lem2.22.bounded",
    "thesis.pre.ucb.algorithm": "thesis.alg2",
    "thesis.pre.ucb.gaps": "thesis.thm2.23.gaps",
    "thesis.pre.ucb.gapfree": "thesis.thm2.23.gapfree",
    "thesis.pre.ucb.anytime": "thesis.thm2.24.asymptotic",
    "thesis.pre.ucb.klucb": "thesis.eq2.14",
    "thesis.pre.linucb": "thesis.linucb.set",
    "thesis.pre.ttucb.recommendation": "thesis.eb",
    "thesis.pre.ttucb.likelihoods": "thesis.glr.simplified",
    "thesis.pre.ttucb.rule": "thesis.ttucb.rule",
    "thesis.pre.ttucb.time": "thesis.ttucb.time",
    "thesis.pre.ttucb.shares": "thesis.Tbeta",
}
for own, known in OF.items():
    other = find(known)
    place = f"{other.where.section} {other.label or other.where.equation}".rstrip()
    repeated(own, of=known, statement=other.statement, title=other.title, place=place)


def parts_of(id: str) -> tuple[str, ...]:
    """The statements that are recalled under one ID."""
    return tuple(own for own in OF if own.startswith(f"{id}."))


whole(
    "thesis.pre.subg",
    r"Lemmas 2.21 and 2.22: $\mathbb P(X\ge\varepsilon)\le e^{-\varepsilon^2/(2\sigma^2)}$ for "
    r"$\sigma$-subgaussian $X$; multiples, independent sums, and bounded variables of mean zero.",
    parts=parts_of("thesis.pre.subg"),
)
whole(
    "thesis.pre.ucb",
    "The baselines without privacy: UCB (2.9) with its regret (Theorem 2.23), the index (2.12), "
    "and KL-UCB (2.14).",
    parts=parts_of("thesis.pre.ucb"),
)
INSTANCES: tuple[Bandit, ...] = (
    GaussianBandit((1, 0)),
    GaussianBandit((1, "9/10", 0)),
    BernoulliBandit(("19/20", "9/10", "1/2")),
    GaussianBandit((1, *[0] * 40)),
)


@claim(
    "thesis.pre.ttucb.half",
    r"The worst-case inequality alone: $T^*_{1/2}(\nu)\le2\,T^*_{\mathrm{KL}}(\nu)$.",
    recorded="holds",
    title="half of the samples on the best arm cost at most a factor of two",
    mutants={"sharper: 1.4 for 2": {"factor": Fraction(7, 5)}},
)
def half_of_the_samples(
    factor: Fraction = Fraction(2), proof: Proof = written_proof("thesis.pre.ttucb.half")
) -> Verdict:
    """The steps, and certified times of four instances; 41 arms have a ratio of 1.53."""
    sides = Sides()
    for bandit in INSTANCES:
        free, half = (
            certify(characteristic_time, bandit, "kl", None, beta, digits=12)
            for beta in (None, Fraction(1, 2))
        )
        finding = "Half of the samples cost more."
        sides.at_most(half.lower, factor * free.upper, finding, nu=bandit, T=free, T_half=half)
    return proof.verdict(
        "At least half of each optimal share is left when the best arm gets half of all samples.",
        instances="Certified times of four instances.",
        sharpness=sides.sharpness,
    )


whole(
    "thesis.pre.ttucb",
    "Empirical best recommendation, the likelihood ratio stopping rule, the TTUCB sampling rule "
    r"with its sample complexity $T^*_\beta$, and $T^*_{1/2}\le2\,T^*_{\mathrm{KL}}$.",
    parts=parts_of("thesis.pre.ttucb"),
)
