"""Claims about Table 1, and about the improvement that the abstract promises."""

from fractions import Fraction

from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import cited
from banditproof.theory.balls import ball, working_precision


@checks(
    "adv.table1.existing",
    mutants={"sharper: that of the introduction below itself": {"share": Fraction(1, 2)}},
)
def existing_row(share: Fraction = Fraction(1)) -> Verdict:
    """The quotation of the introduction is at most that of the table."""
    sides = Sides()
    with working_precision(64):
        for arms, horizon in ((2, 2), (2, 100), (100, 10**6)):
            quoted, listed = ball(arms).log(), ball(arms * horizon).log()
            sides.at_most(
                quoted,
                listed * share.numerator / share.denominator,
                "The introduction quotes more.",
                K=arms,
                T=horizon,
            )
    return cited(
        "The abstract and the table have log(KT), the introduction has log K; a bound with log K "
        "is "
        "one with log(KT), too.",
        covered="That the two quotations agree in this direction, at three sizes.",
        not_covered="The cited theorems.",
        sharpness=sides.sharpness,
    )


@checks("adv.table1.bandits")
def bandits_row(proof: Proof = WRITTEN) -> Verdict:
    """Corollary 2."""
    return proof.verdict("The term 1/eps of Corollary 2 is no larger for eps >= 1/T.")


@checks("adv.table1.experts")
def experts_row(proof: Proof = WRITTEN) -> Verdict:
    """Corollary 8."""
    return proof.verdict("The term 1/eps of Corollary 8 is no larger for eps >= 1/T.")


@checks("adv.table1.local")
def local_row(proof: Proof = WRITTEN) -> Verdict:
    """Theorem 9."""
    return proof.verdict("Theorem 9, whose last term 1 is no larger.")


@checks("adv.table1.batched")
def batched_row_of_the_table(proof: Proof = WRITTEN) -> Verdict:
    """Theorem 10."""
    return proof.verdict(
        "The second term has lost a factor log N against Theorem 10; it is not needed "
        "(adv.thm10.second_term)."
    )
