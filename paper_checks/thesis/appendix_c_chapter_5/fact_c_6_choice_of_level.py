"""Claims about Fact C.6: the set of the v with c(v) > gamma is not empty."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball, working_precision


@checks("thesis.factC.6", subjects={"smallest": (0, None)})
@mutant("a positive mean", "print", smallest=1)
def constants_exist(smallest: int | None, proof: Proof = WRITTEN) -> Verdict:
    """At mu_a = 0 the divergence d(x, 0) is infinite for all x > 0, so there is no gamma."""
    if smallest is not None:
        finding = "d(x, 0) is infinite for x > 0 and 0 for x = 0: no gamma has d = log(T)/2^l."
        require_or_repair(
            smallest > 0, finding, mu_a=smallest, mu_1="1/2", d_at_gap_times_gamma="0 or infinite"
        )
    sides = Sides()
    with working_precision(80):
        # mu = 1/4 and 3/4: z = 1/2 by symmetry
        apart = (ball(2).log() * 2 - ball(3).log()) / 2  # d(1/2, 1/4) = log(4/3)/2
        for beta in (2, 4, 30):
            sides.below(apart / beta, apart, "gamma is not below c.", mu="1/4, 3/4", beta=beta)
    return proof.verdict(sharpness=sides.sharpness)
