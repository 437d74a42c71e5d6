"""A claim about batched EXP4: the joint release is private for delta up to 0.98."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.verify.adversarial.vector_privacy import vector_delta


@checks("adv.thm10.joint.wide")
@mutant("a tenth of the noise", factor=Fraction(1, 10))
def joint_privacy_near_one(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The proof; the certified accountant for N coordinates that all move by their sensitivity."""
    sides = Sides()
    for experts, delta in ((2, "0.98"), (20, "0.6"), (20, "0.98")):
        result = vector_delta(experts, 1, delta, 3 * factor)
        sides.at_most(result.hi, Fraction(delta), "The vectors tell more.", N=experts, delta=delta)
    return proof.verdict(sharpness=sides.sharpness)
