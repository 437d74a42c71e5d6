"""Claims about Theorem 5 and Corollary 6: the regret of AdaR-UCB."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.concentrated_regret_bounds import gap_dependent
from banditproof.paper_checks.models.episodic_index import least_regret
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import working_precision

SIZES = (
    "b in (3,inf), alpha in (1,inf), eps in (0,inf), T in [2,inf), K in [1,inf), L in (0,inf), "
    "k in [0,inf), inverse in [0,inf), reg in [0,inf)"
)
RHO = {"rho": "eps/alpha"}
BY_GAPS = Proof(
    "renyi.thm5",
    where=SIZES,
    steps=(
        OnClaim(
            1,
            r"Theorem 10 of the zCDP paper with $\rho=\epsilon/\alpha$, for $k$ suboptimal arms.",
            "reg <= 8*b*L*inverse + 8*sqrt(b*L/(eps/alpha))*k + k*(2*b/(b-3))",
            claim="zcdp.thm10",
            of_step=4,
            instance=RHO,
        ),
        Inequality(
            2,
            "The printed bound.",
            "reg <= 8*b*L*inverse + 8*sqrt(b*alpha*L/eps)*k + 2*b/(b-3)*k",
            weights={1: "1"},
        ),
    ),
)
ORDER = Proof(
    "renyi.cor6",
    where=SIZES,
    steps=(
        Given(1, r"$L=\log T$ and $T\ge2$.", "log(2) <= L"),
        Given(2, "A round costs at most 1.", "reg <= T"),
        OnClaim(
            3,
            r"Theorem 11 of the zCDP paper with $\rho=\epsilon/\alpha$.",
            "reg <= 2*sqrt(2*b*K*T*L) + (b-2)/(b-3)*sqrt(K*T*L/log(2)) + 8*K*sqrt(b*L/(eps/alpha))",
            claim="zcdp.thm11",
            of_step=12,
            instance=RHO,
            uses=(1, 2),
        ),
        Inequality(
            4,
            r"With $A=2\sqrt{2\beta}+\frac{\beta-2}{(\beta-3)\sqrt{\log2}}$ and $B=8\sqrt\beta$: "
            r"$\mathrm{Reg}_T\le A\sqrt{KT\log T}+BK\sqrt{\frac\alpha\epsilon\log T}$.",
            "reg <= 2*sqrt(2*b*K*T*L) + (b-2)/(b-3)*sqrt(K*T*L/log(2)) + 8*K*sqrt(b*alpha*L/eps)",
            weights={3: "1"},
        ),
    ),
)
LARGE = Fraction(10**10)


def printed_bound(horizon: int, beta: Fraction) -> arb:
    """The bound for two arms of gap 1, eps/alpha = 10^10."""
    return gap_dependent([1], horizon, beta, LARGE).total


@checks(
    "renyi.thm5",
    mutants={
        "eps alpha": {"proof": BY_GAPS.changed(1, instance={"rho": "eps*alpha"})},
        "sharper: no root of alpha": {
            "proof": BY_GAPS.changed(
                2, formula="reg <= 8*b*L*inverse + 8*sqrt(b*L/eps)*k + 2*b/(b-3)*k"
            )
        },
        "sharper: a twentieth": {"share": Fraction(1, 20)},
    },
)
def regret_by_gaps(share: Fraction = Fraction(1), proof: Proof = BY_GAPS) -> Verdict:
    """Theorem 10 at rho = eps/alpha; plays with constant rewards."""
    sides = Sides()
    with working_precision(80):
        for horizon, beta in ((80, Fraction(6)), (300, Fraction(31, 10))):
            found = least_regret(horizon, LARGE, beta)
            most = printed_bound(horizon, beta) * share.numerator / share.denominator
            sides.at_most(found, most, "The regret is larger.", T=horizon, beta=beta)
    return proof.verdict(
        "AdaR-UCB is AdaC-UCB with rho = eps/alpha. The step of the cited decomposition has the "
        "gap of zcdp.eq17, which zcdp.fix.eq17 closes.",
        instances="Two arms of constant rewards at T = 80 and 300.",
        sharpness=sides.sharpness,
    )


@checks(
    "renyi.cor6",
    mutants={
        "eps alpha": {"proof": ORDER.changed(3, instance={"rho": "eps*alpha"})},
        "sharper: no root of alpha": {
            "proof": ORDER.changed(
                4,
                formula="reg <= 2*sqrt(2*b*K*T*L) + (b-2)/(b-3)*sqrt(K*T*L/log(2)) "
                "+ 8*K*sqrt(b*L/eps)",
            )
        },
    },
)
def order_of_the_regret(proof: Proof = ORDER) -> Verdict:
    """Theorem 11 at rho = eps/alpha."""
    return proof.verdict(
        "Theorem 11 of the zCDP paper at rho = eps/alpha; the paper gives no proof. Its private "
        "term has the root of log T, where Table 1 and the introduction print log T.",
    )
