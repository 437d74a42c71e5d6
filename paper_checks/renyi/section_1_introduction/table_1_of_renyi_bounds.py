"""Table 1 of the Renyi paper against the bounds of its theorems; the budget is eps/alpha."""

from fractions import Fraction

from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, checks_both
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
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball, working_precision

PRINTED = Order.of(K=1, rho="-1/2", log_T=1)


@checks_both(
    "renyi.tab1.arms",
    subjects={"private": (PRINTED, ARMS_PRIVATE)},
    mutants={"sharper: without the logarithm": {"private": Order.of(K=1, rho="-1/2")}},
)
def arms_row(private: Order, proof: Proof = WRITTEN) -> Verdict:
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


@checks(
    "renyi.tab1.arms.implied",
    mutants={"sharper: 0.95 log T at the points": {"factor": Fraction(95, 100)}},
)
def printed_row_follows(proof: Proof = WRITTEN, factor: Fraction = Fraction(1)) -> Verdict:
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


@checks(
    "renyi.tab1.linear",
    mutants={
        "sharper: d for its square": {"private": Order.of(d=1, rho="-1/2", log_KT="3/2")},
        "sharper: the logarithm to the power 1": {"private": Order.of(d=2, rho="-1/2", log_KT=1)},
        "sharper: 1.169 at the points": {"constant": Fraction("1.169")},
    },
)
def linear_row(
    private: Order = LINEAR_RENYI_PRIVATE,
    constant: Fraction = Fraction("1.1696"),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Theorem 8 at delta = 1/T against the row."""
    return proof.verdict(
        "As for the zCDP paper, with the square of d.",
        instances="The bound of the theorem at 16 points, in balls.",
        beyond="The upper bound itself (renyi.thm8).",
        sharpness=linear_against_cell(LINEAR_FREE, private, 2, constant),
    )
