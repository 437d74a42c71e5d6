"""Claims about Theorem 5 and Corollary 6: the regret of AdaR-UCB."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.concentrated_regret_bounds import gap_dependent
from banditproof.paper_checks.models.episodic_index import least_regret
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import working_precision

CACHED = "the noise of an episode is drawn once"
LARGE = Fraction(10**10)


def printed_bound(horizon: int, beta: Fraction) -> arb:
    """The bound for two arms of gap 1, eps/alpha = 10^10."""
    return gap_dependent([1], horizon, beta, LARGE).total


@claim(
    "renyi.thm5",
    r"For rewards in $[0,1]$ and $\beta>3$, AdaR-UCB (which satisfies $(\alpha,\epsilon)$-global "
    r"RDP) has $\mathrm{Reg}_T\le\sum_{\Delta_a>0}\Big(\frac{8\beta}{\Delta_a}\log T+"
    r"8\sqrt{\frac{\beta\alpha}\epsilon}\sqrt{\log T}+\frac{2\beta}{\beta-3}\Big)$.",
    recorded="holds",
    reading=f"$T\\ge2$, as one round costs less than the last term; {CACHED}",
    stated_proof=("zcdp.eq17", "renyi.lem12"),
    title="regret of AdaR-UCB by the gaps",
    mutants={"sharper: a twentieth": {"share": Fraction(1, 20)}},
)
def regret_by_gaps(
    share: Fraction = Fraction(1), proof: Proof = written_proof("renyi.thm5")
) -> Verdict:
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


@claim(
    "renyi.cor6",
    r"For rewards in $[0,1]$ and $\beta>3$, AdaR-UCB has $\mathrm{Reg}_T=O(\sqrt{KT\log T})+"
    r"O\Big(K\sqrt{\tfrac\alpha\epsilon\log T}\Big)$.",
    recorded="holds",
    reading=f"constants that depend on $\\beta$ alone, $T\\ge2$, also for $T<K$; {CACHED}",
    stated_proof=("renyi.thm5",),
    title="regret of AdaR-UCB without the gaps",
)
def order_of_the_regret(proof: Proof = written_proof("renyi.cor6")) -> Verdict:
    """Theorem 11 at rho = eps/alpha."""
    return proof.verdict(
        "Theorem 11 of the zCDP paper at rho = eps/alpha; the paper gives no proof. Its private "
        "term has the root of log T, where Table 1 and the introduction print log T.",
    )
