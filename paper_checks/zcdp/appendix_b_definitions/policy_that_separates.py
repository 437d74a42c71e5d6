"""Claims about the policy of Appendix B-A, whose Table delta is larger than its View delta."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import Kernel, Row, Seen
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.verdicts.vocabulary import proved


@checks("zcdp.prop1e.witness.interactive")
@mutant("sharper: 5/6", least=Fraction(5, 6))
@mutant("rewards are not read", kernel=lambda seen: appendix(tuple((a, 0) for a, _ in seen)))
@mutant(
    "a policy without zeros",
    kernel=lambda seen: tuple((p + 1) / 4 + Fraction(1, 8) for p in appendix(seen)),
)
def separating_policy_against_queries(
    kernel: Kernel = appendix, least: Fraction = Fraction(6, 7)
) -> Verdict:
    """delta at e^eps = 1 and far out: it is convex and does not increase."""
    near, far = (agreed_deltas(kernel, 3, Fraction(10**power)) for power in (0, 9))
    same = near.interactive == far.interactive == least
    require(same, "The Interactive delta differs.", at_1=near, at_10_to_the_9=far)
    impossible = far.view > 0 and far.table > 0
    require(impossible, "No sequence is impossible for a neighbour.", deltas=far)
    return proved(universal=None)


SECOND = ("1/2", "1/3", "1/4", "1/3")
THIRD = (
    *("1/2", "1/3", "1/4", "1/5", "1/2", "2/3", "1/4", "0"),
    *("1/3", "1/7", "3/4", "2/5", "1/2", "1", "1/4", "2/3"),
)
"""The first columns of the printed matrices: the probability of action 0, row by row."""
EXAMPLES: tuple[tuple[Seen, int, Row], ...] = (
    (((1, 0),), 2, (Fraction(1, 4), Fraction(3, 4))),
    (((0, 1), (1, 1)), 7, (Fraction(0), Fraction(1))),
)
"""The histories of Examples 1 and 2, the printed indexes, and the printed probabilities."""


@checks("zcdp.prop1e.indices")
@mutant("rows counted from 1", first=1)
@mutant("histories read backwards", order=-1)
@mutant("actions before rewards", kernel=lambda seen: appendix(tuple((r, a) for a, r in seen)))
def rows_of_two_histories(kernel: Kernel = appendix, first: int = 0, order: int = 1) -> Verdict:
    """The histories as binary numbers, and the rows of the matrices that these name."""
    for seen, index, row in EXAMPLES:
        digits = "".join(str(digit) for pair in seen for digit in pair)[::order]
        number = int(digits, 2)
        require(number == index, "The index differs.", history=digits, index=number)
        entry = Fraction((SECOND if len(seen) == 1 else THIRD)[number - first])
        same = (entry, 1 - entry) == row == kernel(seen)
        require(same, "The row differs.", history=digits, row=entry, law=kernel(seen))
    return proved(universal=None)
