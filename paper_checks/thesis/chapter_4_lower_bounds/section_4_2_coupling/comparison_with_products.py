"""Claims that the sequential decompositions generalise Theorem 4.8 for product laws."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.verify.decompositions.adaptive_witnesses import clipped_noise
from banditproof.verify.decompositions.coupled_environment import mismatch_moments
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from .decomposition_situations import Square, as_printed, divergence_of, expected_square


@checks("thesis.sec4.2.2.generalises.zcdp", subjects={"square": (as_printed, expected_square)})
@mutant("without the variance", square=lambda moments: moments.square)
def contains_zcdp(square: Square, proof: Proof = WRITTEN) -> Verdict:
    """The second policy that refutes Theorem 4.14."""
    case = clipped_noise(2, 15)
    rho = zcdp_constant(case.policy, Notion.INTERACTIVE, 9)
    moments = mismatch_moments(case.policy, case.one, case.two, 3)
    left, right = divergence_of(case), rho * square(moments)
    require(
        left <= right,
        "For fixed arms the formula is (4.6), but actions that answer to mismatches make these "
        "come together, and the expectation over the actions alone is too small.",
        policy="the second one of thesis.thm4.14, on Ber(1/2)",
        rho=rho,
        KL=left,
        right_side=right,
    )
    return proof.verdict()
