"""Claims about Table 1, and about the improvement that the abstract promises."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import cited
from banditproof.theory.balls import ball, working_precision

TABLE = "1 Table 1"
UNITS = r"what the cited theorem gives, up to a constant and $\log\frac1\delta$"


@claim(
    "adv.table1.existing",
    r"Adversarial bandits, existing work: $\frac{\sqrt{KT\log(KT)}}\epsilon$.",
    recorded="holds",
    stated=True,
    reading=r"other papers' theorems; the introduction quotes them as $\frac{\sqrt{KT\log K}}"
    r"\epsilon$, which is less",
    place=TABLE,
    title="existing bound in Table 1",
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


@claim(
    "adv.table1.bandits",
    r"Adversarial bandits, this work: $\frac{\sqrt{KT}}{\sqrt\epsilon}$.",
    recorded="holds",
    stated=True,
    reading=rf"{UNITS}; $\epsilon\ge1/T$",
    place=TABLE,
    title="bandits in Table 1",
)
def bandits_row(proof: Proof = written_proof("adv.table1.bandits")) -> Verdict:
    """Corollary 2."""
    return proof.verdict("The term 1/eps of Corollary 2 is no larger for eps >= 1/T.")


@claim(
    "adv.table1.experts",
    r"Bandits with experts: $\frac{\sqrt{NT}}{\sqrt\epsilon}$.",
    recorded="holds",
    stated=True,
    reading=rf"{UNITS}; $\epsilon\ge1/T$; the letter $K$ of the steps is $N$",
    place=TABLE,
    title="experts as arms in Table 1",
)
def experts_row(proof: Proof = written_proof("adv.table1.experts")) -> Verdict:
    """Corollary 8."""
    return proof.verdict("The term 1/eps of Corollary 8 is no larger for eps >= 1/T.")


@claim(
    "adv.table1.local",
    r"Bandits with experts: $\frac{\sqrt{KT\log N}\log(KT)}\epsilon$.",
    recorded="holds",
    stated=True,
    reading=rf"{UNITS}; $N\ge2$, $KT\ge2$",
    place=TABLE,
    title="locally private EXP4 in Table 1",
)
def local_row(proof: Proof = written_proof("adv.table1.local")) -> Verdict:
    """Theorem 9."""
    return proof.verdict("Theorem 9, whose last term 1 is no larger.")


@claim(
    "adv.table1.batched",
    r"Bandits with experts: $\frac{N^{1/6}K^{1/2}T^{2/3}\log(NT)}{\epsilon^{1/3}}+\frac{N^{1/2}"
    r"\log(NT)}\epsilon$.",
    recorded="holds",
    stated=True,
    reading=rf"{UNITS}, of Theorem 10 as repaired; $N\ge2$, $NT\ge3$, $\delta\le0.4$",
    stated_proof=("adv.thm10",),
    place=TABLE,
    title="batched EXP4 in Table 1",
)
def batched_row_of_the_table(proof: Proof = written_proof("adv.table1.batched")) -> Verdict:
    """Theorem 10."""
    return proof.verdict(
        "The second term has lost a factor log N against Theorem 10; it is not needed "
        "(adv.thm10.second_term).",
    )


whole(
    "adv.table1",
    "Table 1: upper bounds for adversarial bandits and for bandits with experts, without "
    "constants.",
    parts=(
        "adv.table1.existing",
        "adv.table1.bandits",
        "adv.table1.experts",
        "adv.table1.local",
        "adv.table1.batched",
    ),
)
