"""A claim about the definition of minimax regret."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.verify.evidence import Grade

Table = Sequence[Sequence[Fraction]]
"""Regrets: a row for each policy, a column for each instance."""


@checks("thesis.def2.27")
@mutant("the instance is known", order=lambda table: max(map(min, zip(*table, strict=True))))
def minimax_regret(
    order: Callable[[Table], Fraction] = lambda table: min(map(max, table)),
) -> Verdict:
    """One round: the exact value (K-1)/K, attained by the uniform law; more instances cost more."""
    for arms, parts in ((2, 12), (3, 12), (4, 8)):
        # regrets of one pull: laws p on a grid of the simplex, instances with one mean 1
        grid = [p for p in product(range(parts + 1), repeat=arms) if sum(p) == parts]
        table = [[1 - Fraction(weight, parts) for weight in p] for p in grid]
        value, fewer = order(table), order([row[:-1] for row in table])
        least = value == Fraction(arms - 1, arms)
        require(least, "One round has another value.", Grade.PROVED, K=arms, T=1, value=value)
        require(fewer <= value, "An instance less costs more.", Grade.PROVED, K=arms, value=fewer)
    return points()
