"""The claim about the covariance score (6.4), the leading part of the log-ratio."""

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks_both
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory.membership.finite_laws import mean_column

from .theorem_6_3_and_corollary_6_4_limits import always_tells


@checks_both(
    "thesis.ftm.score.cov",
    subjects={"targets": ((Fraction(1), Fraction(1, 2)), (Fraction(0), Fraction(1)))},
    mutants={"a score with the standard deviation": {"power": 1}},
    printed_mutants={"targets in the support": {"targets": (Fraction(0), Fraction(1))}},
)
def score_of_the_covariance(
    targets: tuple[Fraction, ...] = (Fraction(0), Fraction(1)),
    proof: Proof = WRITTEN,
    power: int = 2,
) -> Verdict:
    """The steps for normal columns; Bernoulli columns, exact."""
    for target in targets:
        require_or_repair(
            not always_tells(target),
            "The log-ratio is infinite for every n, and the score (6.4) is 0: both have the law of "
            "a fair column with a target between its values.",
            mu=Fraction(1, 2),
            target=target,
        )
    for mean, rows, z in product((Fraction(1, 2), Fraction(1, 5)), (2, 6), (0, 1)):
        variance = mean * (1 - mean) if power == 2 else mean
        for k, mass in enumerate(mean_column([0, 1], [1 - mean, mean], rows, z).masses()):
            linear = (z - mean) * (Fraction(k, rows) - mean) / variance
            same = mass.present == mass.out * (1 + linear)
            require(same, "The ratio minus 1 is not the linear part.", mu=mean, n=rows, k=k)
    return proof.verdict(
        "The score (6.4) is the leading part of the log-ratio.",
        instances="The ratios of Bernoulli columns with means 1/2 and 1/5, exact.",
        beyond="Other laws, under the hypotheses of thesis.thm6.3.repaired.",
    )
