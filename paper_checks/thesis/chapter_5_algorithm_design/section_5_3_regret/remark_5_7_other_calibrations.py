"""Claims about AdaC-UCB with the noise of other notions of privacy: Remark 5.7."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.noisy_means import compared_tails
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball

repeated(
    "thesis.rem5.7.approximate",
    of="zcdp.cE.approximate",
    statement=r"With $\frac2{\varepsilon^2}\log\frac{1.25}\delta$ in place of $\frac1{2\rho}$ the "
    r"private mean of an episode is $(\varepsilon,\delta)$-DP, and the analysis gives "
    r"$(\varepsilon,\delta)$-Interactive DP of AdaC-UCB, for all $\varepsilon>0$, "
    r"$\delta\in(0,1)$.",
    title="the noise of approximate privacy",
)
repeated(
    "thesis.rem5.7.renyi",
    of="zcdp.cE.renyi",
    statement=r"With $\frac\alpha{2\varepsilon}$ in place of $\frac1{2\rho}$ AdaC-UCB satisfies "
    r"$(\alpha,\varepsilon)$-Interactive RDP.",
    title="the noise of Renyi privacy",
)
whole(
    "thesis.rem5.7",
    r"To adapt the analysis from $\rho$-zCDP, vary the constant $b$ of Theorem 2.14: change "
    r"$\frac1{2\rho}$ to $\frac2{\varepsilon^2}\log\frac{1.25}\delta$ for "
    r"$(\varepsilon,\delta)$-Interactive DP and to $\frac\alpha{2\varepsilon}$ for "
    r"$(\alpha,\varepsilon)$-Interactive RDP.",
    parts=("thesis.rem5.7.approximate", "thesis.rem5.7.renyi"),
)
Square = Callable[[int, Fraction, arb], arb]


@claim(
    "thesis.rem5.7.bonus",
    r"With noise $Z_n\sim\mathcal N(0,\frac b{n^2})$ for any constant $b$ of Theorem 2.14 "
    r"Lemma C.9 holds with the width $\sqrt{(\frac1{2n}+\frac{2b}{n^2})\log\frac1\delta}$, "
    r"$\delta\in(0,1]$: the term $\frac1\rho$ of the bonus becomes $2b$.",
    recorded="holds",
    title="the bonus for any constant b",
    mutants={
        "b for 2b": {"square": lambda n, b, log: (ball(1) / (2 * n) + ball(b) / n**2) * log},
        "sharper: half of the width": {
            "square": lambda n, b, log: (ball(1) / (2 * n) + ball(2 * b) / n**2) * log / 4
        },
    },
)
def bonus_of_any_noise(
    square: Square = lambda n, b, log: (ball(1) / (2 * n) + ball(2 * b) / n**2) * log,
    proof: Proof = written_proof("thesis.rem5.7.bonus"),
) -> Verdict:
    """The steps, and exact tails of coins with noise of the variance b/n^2."""
    sides = compared_tails(square, lambda n, b: b / n**2)
    return proof.verdict(
        "rho = 1/(2b) in Lemma C.9, which knows of the noise its variance alone.",
        instances="81 means of 1, 2 and 16 coins, both tails, in balls.",
        sharpness=sides.sharpness,
    )
