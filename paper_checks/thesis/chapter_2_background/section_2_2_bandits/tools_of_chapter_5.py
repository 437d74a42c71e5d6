"""The tools and baselines of Section 2.2 that Chapter 5 relies on, in one place."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    GaussianBandit,
    certify,
    characteristic_time,
)

HALF = Proof(
    "thesis.pre.ttucb.half",
    where="rate in (0,inf), half in (0,inf), T in (0,inf), H in (0,inf)",
    steps=(
        Given(1, r"$T^*_{\mathrm{KL}}$ is the inverse of its supremum,", "T == 1/rate"),
        Given(2, r"and $T^*_{1/2}$ of the one over fewer weights.", "H == 1/half"),
        OnClaim(
            3,
            "The first supremum is at most twice the second one.",
            "rate <= 2*half",
            claim="thesis.Tbeta.half",
            of_step=11,
        ),
        Inequality(
            4,
            r"$T^*_{1/2}\le2\,T^*_{\mathrm{KL}}$.",
            "H <= 2*T",
            uses=(1, 2),
            weights={3: "1/(rate*half)"},
        ),
    ),
)
INSTANCES: tuple[Bandit, ...] = (
    GaussianBandit((1, 0)),
    GaussianBandit((1, "9/10", 0)),
    BernoulliBandit(("19/20", "9/10", "1/2")),
    GaussianBandit((1, *[0] * 40)),
)


@checks(
    "thesis.pre.ttucb.half",
    mutants={
        "sharper: 1.4 for 2": {"factor": Fraction(7, 5)},
        "sharper: 1.9 by the steps": {"proof": HALF.changed(4, formula="H <= 1.9*T")},
        "half of the supremum": {"proof": HALF.changed(3, formula="rate <= half")},
    },
)
def half_of_the_samples(factor: Fraction = Fraction(2), proof: Proof = HALF) -> Verdict:
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
