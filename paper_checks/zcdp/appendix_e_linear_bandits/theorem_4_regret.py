"""Claims about Theorem 4: the regret of AdaC-GOPE, two terms that it loses, and its repair."""

from fractions import Fraction
from flint import arb
from banditproof.algorithms import AdaCGOPE
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.axes_and_pairs import (
    BITS,
    LARGE,
    PRINTED,
    TENTH,
    Constants,
    cubed,
    first_phase,
    on_axes,
    on_pairs,
    require_pairs,
)
from banditproof.paper_checks.models.axes_with_normal_noise import two_sided_tail
from banditproof.paper_checks.verdicts.along import Along, steps_show
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, points, refuted, require
from banditproof.theory.balls import ball, working_precision

OURS = (Fraction(128), Fraction(47), Fraction(4))


@checks("zcdp.thm4.dimension")
@mutant("sharper: 500 times the ratio", factor=500)
@mutant("the scalar length", scalar=True)
def lost_dimension(scalar: bool = False, factor: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """Ratios at some dimensions, in balls."""
    with working_precision(BITS):
        for power in (2, 4, 8, 16):
            ratio = on_axes(10**power, scalar)
            least = factor * arb(10) ** (arb(5 * power) / 16) / 20
            require(ratio > least, "The ratio is smaller.", d=10**power, ratio=ratio)
    return proof.verdict()


@checks("zcdp.thm4.ceilings")
@mutant("sharper: 500 times the ratio", factor=500)
@mutant("the bound with d (d + 1)", constants=(*PRINTED[:2], Fraction(1)))
def lost_ceilings(
    constants: Constants = PRINTED, factor: int = 1, proof: Proof = WRITTEN
) -> Verdict:
    """The design on small graphs, exactly, and ratios at some dimensions, in balls."""
    for d in (4, 8):
        require_pairs(d)
    with working_precision(BITS):
        for power in (4, 8, 16):
            ratio = on_pairs(10**power, False, constants, cubed)
            least = factor * arb(10) ** (arb(7 * power) / 16) / 10
            require(ratio > least, "The ratio is smaller.", d=10**power, ratio=ratio)
    return proof.verdict()


AXES = steps_show(
    "zcdp.thm4.dimension",
    "d >= 100",
    "the regret on the axes is at least d^(5/16)/20 times the bound with A = B = 1, so that no "
    "constants serve for all d",
)
PAIRS = steps_show(
    "zcdp.thm4.ceilings",
    "multiple d >= 10^4 of 4",
    "the regret on the pairs is at least d^(7/16)/10 times the bound with constants 1, so that no "
    "constants serve for all d",
)


def refuted_by(ratio: arb, where: str, along: Along) -> Verdict:
    """The bound with large constants is below the regret at one dimension; steps show the rest."""
    if ratio <= 1:
        return points("The regret is below the bound.", covered=where, not_covered="Others.")
    need(ratio > 1, "The comparison is undecided", ratio=ratio)
    return refuted(
        "For any constants A and B the regret is above the bound in a large enough dimension: the "
        "ratio grows like a power of d.",
        along=along,
        A_and_B="1000",
        instance=where,
        ratio=ratio,
    )


THOUSAND = (Fraction(1000), Fraction(1000), Fraction(0))


@checks("zcdp.thm4.whp")
@mutant("the scalar length", scalar=True)
def regret_with_high_probability(scalar: bool = False, constants: Constants = THOUSAND) -> Verdict:
    """The axes, where the private part of the length is of order d^(3/2) / sqrt(rho)."""
    with working_precision(BITS):
        ratio = on_axes(LARGE, scalar, constants)
    return refuted_by(ratio, "the axes of R^d, d = 10^16, rho = d^-3, delta = 1/10, T = T_1", AXES)


@checks("zcdp.thm4.expected")
@mutant("the bound with 4 d (d + 1)", constants=(*THOUSAND[:2], Fraction(4)))
def expected_regret(constants: Constants = THOUSAND) -> Verdict:
    """The pairs, whose ceilings alone cost d^2/2, at any budget; the regret is not random."""
    with working_precision(BITS):
        # alpha = log(K log T / delta) >= log(K T), so that this bound is the larger one
        ratio = on_pairs(LARGE, False, constants, cubed)
    where = "d^2/2 pairs in R^d, d = 10^16, rho = d^4, delta = 1/T, T = T_1"
    return refuted_by(ratio, where, PAIRS)


@checks("zcdp.fix.gope.f")
@mutant("two fifths of the length", share=Fraction(2, 5))
def good_with_shorter_phases(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The first phase of the axes, and the policy's own lengths."""
    policy = AdaCGOPE(((1, 0), (0, 1)), rho="0.5", delta="0.1")
    with working_precision(BITS):
        own = first_phase(2, 2, TENTH, Fraction(1, 2), True)
        need(abs(policy.phase_length(1) - own) < 1e-9, "The policy has another length.")
        for d in (2, 10**6):
            full = first_phase(d, d, TENTH, Fraction(1, 10**9), True)
            square = d / (ball(share) * full)
            tail = two_sided_tail(square + 2 * square**2 * 10**9, arb("0.5"))
            require(at_most(tail, ball(TENTH / (2 * d))), "An error is too probable.", d=d)
    return proof.verdict()


@checks("zcdp.thm4.repaired")
@mutant("sharper: no term d (d + 1)", constants=(*OURS[:2], Fraction(0)))
@mutant("the printed length", scalar=False)
def repaired_regret(
    scalar: bool = True, constants: Constants = OURS, proof: Proof = WRITTEN
) -> Verdict:
    """Both witnesses against the repaired bound."""
    sides = Sides()
    with working_precision(BITS):
        for d in (10**4, LARGE, 10**40):
            for name, ratio in (("axes", on_axes), ("pairs", on_pairs)):
                result = ratio(d, scalar, constants)
                sides.at_most(result, arb(1), "The regret is above the bound.", d=d, actions=name)
    return proof.verdict(sharpness=sides.sharpness)
