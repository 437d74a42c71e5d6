"""Table 1 of the Renyi paper against the bounds of its theorems; the budget is eps/alpha."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    LINEAR_FREE,
    LINEAR_RENYI_PRIVATE,
    Order,
)
from banditproof.paper_checks.models.orders_of_regret_bounds import (
    arms_against_cell,
    linear_against_cell,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball, working_precision

TABLE = "1 Table 1"
AS_CITED = "what the cited theorem gives; whether that theorem is true is its own claim"
PRINTED = Order.of(K=1, rho="-1/2", log_T=1)


@pair(
    "renyi.tab1.arms",
    r"Finite arms: $O(\sqrt{KT\log T})+O(K\sqrt{\frac\alpha\epsilon}\log T)$, the bound of "
    "Corollary 6.",
    r"The bound of Corollary 6 is $O(\sqrt{KT\log T})+O(K\sqrt{\frac\alpha\epsilon\log T})$, with "
    "the logarithm under the root.",
    recorded="misprint",
    stated=True,
    reading=rf"{AS_CITED}; for $2\le K\le T$, with constants that depend on $\beta$",
    place=TABLE,
    title="row of finite arms in Table 1",
    repaired_title="row of finite arms with the logarithm under the root",
    subjects={"private": (PRINTED, ARMS_PRIVATE)},
    mutants={"sharper: without the logarithm": {"private": Order.of(K=1, rho="-1/2")}},
)
def arms_row(private: Order, proof: Proof = written_proof("renyi.tab1.arms.repaired")) -> Verdict:
    """The order of the private term against that of the corollary, which the proof gives."""
    quotient = private / ARMS_PRIVATE
    sharpness = arms_against_cell(ARMS_FREE, private) if private != PRINTED else None
    finding = "The table has another power of log T than the corollary that it cites."
    require_or_repair(
        not quotient.powers, finding, quotient=" ".join(f"{n}^{p}" for n, p in quotient.powers)
    )
    return proof.verdict(
        "The private term of the corollary has the root of the logarithm, as in Theorem 5.",
        instances="The explicit bound at 12 points, in balls.",
        beyond="The upper bound itself (renyi.cor6).",
        sharpness=sharpness,
    )


@claim(
    "renyi.tab1.arms.implied",
    r"The printed row follows from Corollary 6: $K\sqrt{\frac\alpha\epsilon\log T}\le "
    r"K\sqrt{\frac\alpha\epsilon}\log T$ for $T\ge3$.",
    recorded="holds",
    title="the printed row is a weaker bound",
    mutants={"sharper: 0.95 log T at the points": {"factor": Fraction(95, 100)}},
)
def printed_row_follows(
    proof: Proof = written_proof("renyi.tab1.arms.implied"), factor: Fraction = Fraction(1)
) -> Verdict:
    """log T is at least its root from T = 3 on."""
    sides = Sides()
    with working_precision(64):
        for t in (3, 100):
            log = ball(t).log()
            sides.at_most(log.sqrt(), ball(factor) * log, "The root is larger.", T=t)
    return proof.verdict(
        "The table is weaker than the corollary by a factor sqrt(log T), and not false.",
        instances="T = 3 and 100.",
        sharpness=sides.sharpness,
    )


@claim(
    "renyi.tab1.linear",
    r"Linear bandits: $O(\sqrt{dT\log(KT)})+O(\sqrt{\frac\alpha\epsilon}d^2(\log(KT))^{3/2})$, the "
    "bound of Theorem 8.",
    recorded="holds",
    stated=True,
    reading=rf"{AS_CITED}, with $\log T$ outside of its root; for $T\ge3$, with its constants",
    place=TABLE,
    title="row of linear bandits in Table 1",
    mutants={
        "sharper: d for its square": {"private": Order.of(d=1, rho="-1/2", log_KT="3/2")},
        "sharper: the logarithm to the power 1": {"private": Order.of(d=2, rho="-1/2", log_KT=1)},
        "sharper: 1.169 at the points": {"constant": Fraction("1.169")},
    },
)
def linear_row(
    private: Order = LINEAR_RENYI_PRIVATE,
    constant: Fraction = Fraction("1.1696"),
    proof: Proof = written_proof("renyi.tab1.linear"),
) -> Verdict:
    """Theorem 8 at delta = 1/T against the row."""
    return proof.verdict(
        "As for the zCDP paper, with the square of d.",
        instances="The bound of the theorem at 16 points, in balls.",
        beyond="The upper bound itself (renyi.thm8).",
        sharpness=linear_against_cell(LINEAR_FREE, private, 2, constant),
    )


repeated(
    "renyi.tab1.contextual",
    "zcdp.tab1.contextual",
    r"Contextual linear bandits: $O(d\log(T)\sqrt T)+O(\frac{d^2}{\sqrt\rho}\log(T)^2)$ with "
    r"$\rho=\epsilon/\alpha$, the bound of Theorem 10.",
    stated=True,
    place=TABLE,
    title="row of contextual bandits in Table 1",
)
whole(
    "renyi.tab1",
    "Table 1: regret upper bounds for bandits with global Renyi DP, in three settings.",
    parts=("renyi.tab1.arms", "renyi.tab1.linear", "renyi.tab1.contextual"),
)
