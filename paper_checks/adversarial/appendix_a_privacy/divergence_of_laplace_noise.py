"""A claim about Definition 7: the divergence of two Laplace laws that are apart by a shift."""

from fractions import Fraction
import sympy
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision


def mean_log_ratio() -> str:
    """The mean of |z - x| - |z| under the Laplace law of scale 1, for x > 0."""
    z, x = sympy.Symbol("z"), sympy.Symbol("x", positive=True)
    below = sympy.integrate(x * sympy.exp(z) / 2, (z, -sympy.oo, 0))
    between = sympy.integrate((x - 2 * z) * sympy.exp(-z) / 2, (z, 0, x))
    above = sympy.integrate(-x * sympy.exp(-z) / 2, (z, x, sympy.oo))
    result = sympy.simplify(below + between + above - (x + sympy.exp(-x) - 1))
    require(result == 0, "The integral differs.", difference=result)
    return "by antiderivatives"


@checks("adv.def7.divergence")
@mutant("sharper: a tenth of it", share=Fraction(1, 10))
def shifted_laplace(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The proof; both sides at some shifts."""
    sides = Sides()
    with working_precision(96):
        for shift in (Fraction(1, 1000), Fraction(1, 10), Fraction(1), Fraction(5)):
            exact = ball(shift) + (-ball(shift)).exp() - 1
            sides.at_most(exact, ball(share * shift**2 / 2), "It is larger.", x=shift)
    return proof.verdict(sharpness=sides.sharpness)
