"""Section VI-A of the zCDP paper: the KL of the outputs as a transport problem, and products."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.models.finite_laws import Law
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence
from banditproof.paper_checks.models.renyi_constants import zcdp_between
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import at_most, require_or_repair
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision

repeated(
    "zcdp.eq8",
    "thesis.eq4.1",
    r"The marginal $M_\nu(A)=\int_{\mathcal X^n}\mathcal M_d(A)\,d\mathcal P_\nu(d)$ of the output "
    r"of a mechanism, when the inputs have law $\mathcal P_\nu$, $\nu\in\{1,2\}$ (8).",
)


def noisy_counts(weight: Fraction) -> list[Law]:
    """For each number i = 0, 1, 2 of ones the law of j, in proportion to weight^((i - j)^2)."""
    rows = [[weight ** ((i - j) ** 2) for j in range(3)] for i in range(3)]
    return [tuple(x / sum(row) for x in row) for row in rows]


@claim(
    "zcdp.thm6",
    r"If $\mathcal M$ is $\rho$-zCDP then $\mathrm{KL}(M_1\|M_2)\le\rho\inf_{\mathcal C\in\Pi("
    r"\mathcal P_1,\mathcal P_2)}\mathbb E_{(d,d')\sim\mathcal C}[d_{\mathrm{Ham}}(d,d')^2]$; the "
    "infimum is the transport problem (9).",
    recorded="holds",
    reading="standard Borel spaces",
    stated_proof=("zcdp.thm15", "zcdp.thm16", "zcdp.thm6.proof"),
    mutants={
        "sharper: 98 % of rho": {"factor": Fraction(98, 100)},
        "the distance for its square": {"power": 1},
    },
)
def kl_as_transport(
    proof: Proof = written_proof("zcdp.thm6"), factor: Fraction = Fraction(1), power: int = 2
) -> Verdict:
    """A coin and a noisy count of two bits between single datasets, where both sides are close."""
    sides, count = Sides(), noisy_counts(Fraction(1, 10**40))
    coins = [coin(Fraction(3), bit) for bit in (0, 1)]
    with working_precision(200):
        for name, laws in (("coin", coins), ("count", count)):
            near = list(pairwise(laws))
            rho = zcdp_between([*near, *(pair[::-1] for pair in near)], 4, Fraction(1005, 1000))[1]
            apart = len(laws) - 1
            most = ball(factor * apart**power) * rho
            value = Enclosure.of(kl_divergence(laws[0], laws[-1]))
            finding = "The KL is above rho times the least mean square distance."
            sides.at_most(value, Enclosure.of(most), finding, mechanism=name, distance=apart)
    return proof.verdict(
        "The zCDP half of Theorem 4.6 of the thesis. Between two single datasets the infimum is "
        "the squared distance, and a noisy count comes near.",
        instances="A coin on one bit and a noisy count of two, with rho from above.",
        sharpness=sides.sharpness,
    )


@pair(
    "zcdp.thm6.proof",
    r"First display of the proof: for $\rho$-zCDP $\mathcal M$, Theorem 15 with $f(x)=x\log x$ "
    r"gives $\mathrm{KL}(M_1\|M_2)\le\rho\inf_{\mathcal C}\mathbb E[\mathrm{KL}(\mathcal M_d\|"
    r"\mathcal M_{d'})]$.",
    r"Theorem 15 with $f(x)=x\log x$ gives $\mathrm{KL}(M_1\|M_2)\le\inf_{\mathcal C}\mathbb E["
    r"\mathrm{KL}(\mathcal M_d\|\mathcal M_{d'})]$, without $\rho$.",
    recorded="misprint",
    stated=True,
    stated_proof=("zcdp.thm15",),
    kind="proof step",
    place="G-A proof of Theorem 6",
    title="a rho too many in the proof of Theorem 6",
    repaired_title="Theorem 15 for the KL",
    subjects={"factor": (None, Fraction(1))},
    mutants={"sharper: 99 % of the mean": {"factor": Fraction(99, 100)}},
)
def kl_of_mixtures(
    factor: Fraction | None, proof: Proof = written_proof("zcdp.thm6.proof.repaired")
) -> Verdict:
    """A coin between the datasets 0 and 1, which have one coupling: both sides are its KL."""
    laws = [coin(Fraction(3), bit) for bit in (0, 1)]
    with working_precision(128):
        divergence = kl_divergence(*laws)
        # D_infinity of the pair is log 3 =: e, and rho = e^2/2 < 1 is a budget of e-DP
        budget = ball(Fraction(3)).log() ** 2 / 2
        mean = divergence * (budget if factor is None else ball(factor))
        fine = factor == 1 or at_most(divergence, mean)
        finding = "With one coupling the KL of the outputs is the mean itself, not rho times it."
        require_or_repair(
            fine,
            finding,
            M="randomised response, ratio 3",
            P_1="dataset 0",
            P_2="dataset 1",
            KL=divergence,
            rho=budget,
        )
    return proof.verdict(
        "Theorem 15 itself; the next display, which multiplies by rho, then ends the proof.",
        instances="A coin between single datasets, which attains it.",
    )


repeated(
    "zcdp.prop3",
    "thesis.prop4.7",
    r"Two laws with the same $\sigma$-algebra have a maximal coupling $c_\infty\in\Pi(\mathcal P_1,"
    r"\mathcal P_2)$: $\mathbb E_{c_\infty}[\mathbb 1\{X_1\ne X_2\}]=\mathrm{TV}(\mathcal P_1\|"
    r"\mathcal P_2)$.",
)
repeated(
    "zcdp.thm7",
    "thesis.thm4.8.zcdp",
    r"For product laws with $t_i=\mathrm{TV}(p_{1,i}\|p_{2,i})$ and a $\rho$-zCDP $\mathcal M$: "
    r"$\mathrm{KL}(M_1\|M_2)\le\rho(\sum_it_i)^2+\rho\sum_it_i(1-t_i)$ (10).",
)
repeated(
    "zcdp.thm7.factor",
    "thesis.thm4.8.factor",
    r"(10) is less than twice the optimum of (9): with $m=\sum t_i$ and $f=m-\lfloor m\rfloor$, "
    r"$m^2+f(1-f)\le\inf\mathbb E[d_{\mathrm{Ham}}^2]\le m^2+\sum t_i(1-t_i)<2(m^2+f(1-f))$ for "
    r"$m>0$; no factor below $1.99$ would do.",
    title="how far (10) is from the optimum",
)
repeated(
    "zcdp.thm7.binomials",
    "thesis.thm4.6.binomials",
    r"For $n$ iid bits the optimum of (9) is $W_2^2(\mathrm{Bin}(n,p),\mathrm{Bin}(n,q))$, the "
    r"monotone coupling of the numbers of ones.",
    title="the optimum of (9) for iid bits",
)
