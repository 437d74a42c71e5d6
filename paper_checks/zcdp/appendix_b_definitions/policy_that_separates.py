"""Claims about the policy of Appendix B-A, whose Table delta is larger than its View delta."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import Kernel
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
