"""Claims about Algorithm 3, AdaR-GOPE, about Assumption 1, and about the discussion."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical

repeated(
    "renyi.asm1",
    of="zcdp.asm1",
    statement=r"Assumption 1: $\|a\|_2\le1$ for all actions (Section 6: also for those of "
    r"contexts), "
    r"$|R_t|\le1$, and $\|\theta^*\|_2\le1$.",
)
repeated(
    "renyi.alg3.rounds",
    of="zcdp.alg2.rounds",
    statement=r"Phase $\ell$ plays each $a$ $T_\ell(a)$ times, $T_\ell=\sum_aT_\ell(a)$, observes "
    r"$\{R_t\}_{t=t_\ell}^{t_\ell+T_\ell}$, and $t_{\ell+1}\leftarrow t_\ell+T_\ell+1$.",
    title="the rounds of a phase",
    stated=True,
)
repeated(
    "renyi.alg3.span",
    of="zcdp.alg2.span",
    statement=r"In each phase $\hat\theta_\ell=V_\ell^{-1}\sum_tA_tR_t$, made private by a vector "
    r"$V_\ell^{-1}\sum_aaN_a$, for a design on $\mathcal A_\ell$ that maximises $\log\det V(\pi)$.",
    title="the estimate of a phase",
    stated=True,
)
whole(
    "renyi.alg3",
    "Algorithm 3: AdaR-GOPE, phase by phase.",
    ("renyi.alg3.rounds", "renyi.alg3.span"),
)


@claim(
    "renyi.gope.discussion.free",
    r"For fixed $(\alpha,\varepsilon)$ the regret due to privacy, $\tilde "
    r"O(\sqrt{\alpha/\varepsilon}\,"
    r"d^2)$, becomes negligible beside $\tilde O(\sqrt{dT})$ as $T\to\infty$.",
    recorded="holds",
    stated=True,
    title="privacy almost for free",
)
def almost_free(proof: Proof = written_proof("renyi.gope.discussion.free")) -> Verdict:
    """The quotient of both parts of Theorem 8."""
    return proof.verdict("One part grows like log T, the other like the root of T.")


@claim(
    "renyi.gope.discussion.pure",
    r"An $\varepsilon$-global DP version with Laplace noise could easily be given; its regret "
    r"would be "
    r"similar up to factors $\log T$ in the private part.",
    recorded="not-mechanical",
    stated=True,
    title="a version for pure DP",
)
def version_for_pure_privacy() -> Verdict:
    """No algorithm is given."""
    return not_mechanical(
        "The document gives neither the algorithm nor the bound; a version of one's own would not "
        "check what it says."
    )


@claim(
    "renyi.gope.discussion.related",
    r"The algorithm of Hanna et al. (2022) has a non-private part $\tilde O(d\sqrt T)$ and a "
    r"parameter "
    r"that depends on $T$; AdaR-GOPE is anytime.",
    recorded="not-mechanical",
    stated=True,
    title="a related algorithm",
)
def related_algorithm() -> Verdict:
    """About another paper's analysis."""
    return not_mechanical(
        "It is about the analysis of another paper. AdaR-GOPE needs no horizon for a fixed "
        "delta; the "
        "bound of its expected regret takes delta = 1/T, and needs one."
    )


whole(
    "renyi.gope.discussion",
    "The discussion after Theorem 8: price, other notions, a related algorithm.",
    (
        "renyi.gope.discussion.free",
        "renyi.gope.discussion.pure",
        "renyi.gope.discussion.related",
    ),
)
