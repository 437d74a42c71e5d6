"""Claims of the discussion after Theorem 4: the price of privacy, and the dimension."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.phase_lengths import phase_length


@checks("zcdp.gope.discussion.free")
@mutant("sharper: a twentieth of it", share=Fraction(1, 20))
def almost_free(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The quotient at some horizons, in balls."""
    sides = Sides()
    with working_precision(128):
        for power in (1, 2, 4, 12):
            time = arb(10) ** power
            quotient, bound = time.log() / time.sqrt(), 4 * ball(share) / time.sqrt().sqrt()
            sides.at_most(quotient, bound, "The private part is larger.", T=10**power)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.gope.discussion.dimension")
@mutant("the length for one normal number", form="scalar")
def linear_in_the_dimension(form: str = "printed") -> Verdict:
    """The private part of the first phase per dimension, at K = d, delta = 1e-4 and rho = 1."""
    per = {}
    for d in (10**2, 10**12):
        private, free = (certify(phase_length, d, d, 1, "1e-4", rho, form) for rho in (1, None))
        per[d] = (private - free) / d
    growth = per[10**12] / per[10**2]
    if growth.upper < 10:
        return points()
    need(growth.lower > 10**4, "The growth is undecided", growth=growth)
    return refuted(d="10^12 against 10^2", private_length_per_d_grows_by=growth)
