"""Claims about the leakage of a target, Definition 6.2."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership.finite_laws import (
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
)
from banditproof.theory.membership.finite_laws.small_games import Law, Row


@checks("thesis.def6.2")
@mutant("sharper: processing loses a tenth", part=Fraction(9, 10))
def leakage_of_a_target(proof: Proof = WRITTEN, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and what a leakage should do in games: n = 1, and post-processing."""

    def first_column(rows: tuple[Row, ...]) -> Law:
        return {output[:1]: mass for output, mass in empirical_mean(rows).items()}  # type: ignore[index]

    sides = Sides()
    for means in (("1/3",), ("1/2", "1/5"), ("0", "1/4")):
        records = bernoulli_rows(means)
        for target, mass in records.items():
            alone = fixed_target_game(records, 1, target).exact_total_variation()
            require(alone == 1 - mass, "One record tells more or less.", means=means, z=target)
            whole = fixed_target_game(records, 2, target).exact_total_variation()
            less = fixed_target_game(records, 2, target, first_column).exact_total_variation()
            finding = "Post-processing adds leakage."
            sides.at_most(less, part * whole, finding, means=means, n=2, z=target)
    return proof.verdict(sharpness=sides.sharpness)
