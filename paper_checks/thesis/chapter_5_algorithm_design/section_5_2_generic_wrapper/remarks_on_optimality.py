"""Claims about Section 5.2: the bounds beside the lower bounds, and two regimes."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.verdict import Verdict


@claim(
    "thesis.rem.optfinite.gaps",
    "The upper bound of Theorem 5.4 matches the lower bound of Theorem 4.16 up to constants, for "
    "Bernoulli bandits.",
    recorded="holds",
    stated=True,
    reading="both bounds as they are printed, over log T; the constants are $C_1$ and $C_2$, which "
    "depend on the means (thesis.thm5.4.regret)",
    stated_proof=("thesis.thm4.16", "thesis.thm5.4"),
    title="Theorem 5.4 beside Theorem 4.16",
)
def matches_by_the_gaps(proof: Proof = written_proof("thesis.rem.optfinite.gaps")) -> Verdict:
    """The quotient of both bounds, arm by arm."""
    return proof.verdict("The quotient of the bounds of an arm is at most C_1 max(1, 1/C_2).")


@claim(
    "thesis.rem.optfinite.free",
    "The minimax upper bound matches the minimax lower bound of Theorem 4.15 up to logarithmic "
    "terms in $T$.",
    recorded="holds",
    stated=True,
    reading="the formulas of Theorems C.7 (without $\\frac{3\\beta}{\\beta-3}\\sum\\Delta_a$) and "
    "4.15, $\\beta\\ge4$; the classes differ: 4.15 is about normal rewards of unbounded means, the "
    "upper bound about rewards in $[0,1]$",
    stated_proof=("thesis.thm4.15", "thesis.thmC.7"),
    title="Theorem C.7 beside Theorem 4.15",
)
def matches_without_the_gaps(proof: Proof = written_proof("thesis.rem.optfinite.free")) -> Verdict:
    """The quotient of both bounds for K >= 2."""
    return proof.verdict("Each term is at most a multiple of log T of the lower bound.")


@claim(
    "thesis.rem.optfinite.regimes",
    "The upper bounds reflect the two privacy regimes of the lower bounds: with low privacy they "
    r"are independent of $\varepsilon$, with high privacy they depend on $\varepsilon$ and "
    r"$\Delta_a$.",
    recorded="holds",
    stated=True,
    reading="the bounds, not the regret of a play, which keeps falling (thesis.exp.pure)",
    title="two regimes of the upper bounds",
)
def two_regimes(proof: Proof = written_proof("thesis.rem.optfinite.regimes")) -> Verdict:
    """The minimum in each bound, on both sides of its border."""
    return proof.verdict(
        "The minimum is the gap or d above the border, and eps or its multiple below."
    )


@claim(
    "thesis.rem.optfinite.zcdp",
    r"The minimax bound of AdaC-UCB matches Theorem 4.20 up to $\sqrt{\log T}$, with a gap of "
    r"$\sqrt K$ between the private terms.",
    recorded="holds",
    stated=True,
    reading="multiples of $\\sqrt{KT\\log T}$ and of $K\\sqrt{\\log(T)/\\rho}$ beside the bound of "
    "Theorem 4.20; the classes differ, as for Theorem 4.15",
    stated_proof=("thesis.thm4.20", "thesis.thm5.6"),
    place="5.3.1",
    title="AdaC-UCB beside Theorem 4.20",
)
def gap_of_the_zcdp_bounds(proof: Proof = written_proof("thesis.rem.optfinite.zcdp")) -> Verdict:
    """Both terms of the upper bound over those of the lower one, for all K >= 2."""
    return proof.verdict(
        "Each term is at most such a multiple of one of the lower bound, as 1 <= K/(K-1) <= 2."
    )


whole(
    "thesis.rem.optfinite",
    "The upper bounds of finite arms beside the lower bounds: by the gaps, without them, in two "
    "regimes, and under zCDP.",
    (
        "thesis.rem.optfinite.gaps",
        "thesis.rem.optfinite.free",
        "thesis.rem.optfinite.regimes",
        "thesis.rem.optfinite.zcdp",
    ),
    title="optimality for finite arms",
)
