"""The claim that the log-ratio of the mean is a sum over independent columns."""

from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
    sub_sampled_mean,
)
from banditproof.theory.membership.finite_laws.small_games import Mechanism


@checks("thesis.ftm.lr.product")
@mutant("two of three rows are kept, the same for all columns", mechanism=sub_sampled_mean(2))
@mutant("a target for one column only", forgotten=1)
def sum_over_the_columns(
    mechanism: Mechanism = empirical_mean, forgotten: int = 0, proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and games by brute force against the products of their columns."""
    for means, target in product((("1/2", "1/3"), ("1/4", "2/5")), ((1, 0), (1, 1), (0, 0))):
        joint = fixed_target_game(bernoulli_rows(means), 3, target, mechanism)
        places = range(len(means) - forgotten)
        columns = [(BernoulliColumn(3, means[j], target[j]), 1) for j in places]
        alone = EnumeratedLaw.of_columns(columns)
        finding = "The ratio of all columns is not the product of those of the columns."
        require(joint.levels == alone.levels, finding, means=means, target=target)
    return proof.verdict()
