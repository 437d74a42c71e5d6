"""Claims about Steps 4 to 7 of Appendix C.3.2: what is lost on the way to the bound."""

from fractions import Fraction
from math import ceil
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.axes_and_pairs import BITS, TENTH, first_phase
from banditproof.paper_checks.verdicts.along import Along, prover_shows, steps_show
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory.balls import ball, upper, working_precision
from .steps_of_c_3_2 import GAPS, first_phase_below, floor_of_log2, levels


@checks("thesis.pf5.12.step4")
@mutant("the length by the tail of one normal number", scalar=True)
def length_without_dimension(scalar: bool = False, constant: int = 10**6) -> Verdict:
    """The first phase on the axes, where f(d, delta) >= d is larger than any 2 C' alpha_T."""
    d = 10**10
    rho = Fraction(1, d**3)
    with working_precision(BITS):
        length = first_phase(d, d, TENTH, rho, scalar)
        time = d * ceil(upper(length) / d)
        alpha = levels(d, time, TENTH)[1]
        root = (constant * alpha / ball(rho)).sqrt()
        bound = arb(d * (d + 1) // 2) + 32 * d * constant * alpha + 8 * d * root
        if length <= bound:
            return points()
        need(length > bound, "The comparison is undecided", ratio=length / bound)
    return refuted(
        along=steps_show(
            "zcdp.thm4.dimension",
            "d >= 100",
            "T_1 >= R is at least d^(5/16)/20 times the bound of the theorem with A = B = 1, and "
            "the right side at most a multiple of it that is free of d, so that no C' serves for "
            "all d",
        ),
        actions="e_1, ..., e_d",
        d=d,
        rho="d^-3",
        delta="1/10",
        T="T_1",
        C="10^6",
        ratio=length / bound,
    )


@checks("thesis.pf5.12.step5", subjects={"constant": (256, 1024)})
@mutant("sharper: 1000/Delta", constant=1000)
def geometric_sum(constant: int = 1024, proof: Proof = WRITTEN) -> Verdict:
    """Gaps; at 1, 1/2, ... the last phase is one later than the ceiling, at the first it is not."""
    sides, undisputed = Sides(), Fraction(3, 4)
    # the print fails where both of its forms of l_Delta (thesis.pf5.12.phase) are one number
    both = first_phase_below(undisputed) == floor_of_log2(4 / undisputed, up=True)
    need(both, "The printed forms of the last phase differ here.", gap=undisputed)
    for gap in (undisputed, *GAPS, Fraction(1, 2**20)):
        total = 64 * sum(2**phase for phase in range(1, first_phase_below(gap) + 1))
        finding = "2^l_Delta is up to 8/Delta, and the sum twice that."
        sides.at_most_or_repair(
            Fraction(total), constant / gap, finding, gap=gap, sum=total, bound=constant / gap
        )
    return proof.verdict(sharpness=sides.sharpness)


def ceilings_above_every_multiple() -> Along:
    """The dropped term over the bound with A = B = 1, by log x <= 32 d^(1/8) for 1 <= x <= d^6.

    So sqrt(d T alpha) is at most 4 d^(25/16), and both alpha and log T are at most 32 d^(1/8).
    """
    where = "d in [10**4, inf)"
    return prover_shows(
        "4*d*(d + 1) >= d**(7/16)/2*(4*d**(25/16) + sqrt(32*d**(1/8))*32*d**(1/8)/d)",
        where,
        "4 d (d + 1) is at least d^(7/16)/2 times the bound with A = B = 1, so that no constants "
        "serve for all d",
        also=(
            ("log(d**6) <= 32*d**(1/8)", where),
            ("(d**2/2 + 1)*(d**2/2)*log(d**2/2) <= d**6", where),
        ),
    )


@checks("thesis.pf5.12.step6")
@mutant("the term 4 d (d + 1) kept", kept=4)
def dropped_ceilings(kept: int = 0, constant: int = 1000) -> Verdict:
    """T = d^2/2 and rho = d^4: 4 d (d + 1) alone is larger, by a power of d."""
    d = 10**16
    time, rho = d**2 // 2, d**4
    with working_precision(BITS):
        alpha = levels(time + 1, time, Fraction(1, time))[1]
        rest = (d * time * alpha).sqrt() + d * (alpha / rho).sqrt() * arb(time).log()
        bound = constant * rest + kept * d * (d + 1)
        dropped = arb(4 * d * (d + 1))
        if dropped <= bound:
            return points()
        need(dropped > bound, "The comparison is undecided")
    return refuted(
        along=ceilings_above_every_multiple(),
        d=d,
        K="T + 1",
        T="d^2/2",
        rho="d^4",
        delta="1/T",
        A_and_B=constant,
        ratio=dropped / bound,
    )


@checks("thesis.pf5.12.step7", subjects={"gap": (1, 2)})
@mutant("sharper: 1.9 delta T", gap=Fraction(19, 10))
def expected_regret(gap: Fraction | int = 2, proof: Proof = WRITTEN) -> Verdict:
    """Actions 1 and -1 of the line, theta* = 1: where -1 alone is left, T rounds cost 2 T."""
    sides = Sides()
    for bound, delta, time in ((0, Fraction(1, 2), 2), (10, Fraction(1, 100), 1000)):
        mean = (1 - delta) * bound + delta * 2 * time
        sides.at_most_or_repair(
            mean,
            (1 - delta) * bound + delta * gap * time,
            "Gaps are up to 2 in the unit ball, so a round on the bad event may cost 2.",
            actions="1 and -1, theta* = 1",
            T=time,
            delta=delta,
            regret_elsewhere=bound,
        )
    return proof.verdict(sharpness=sides.sharpness)
