"""Claims about the steps of Appendix C.3.2: the good event, the phases, and the constants."""

from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.axes_and_pairs import TENTH
from banditproof.paper_checks.verdicts.along import no_multiple_helps
from banditproof.paper_checks.verdicts.vocabulary import at_most, require_or_repair, showing
from banditproof.theory.balls import ball, working_precision

GAPS = (Fraction(2), Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 1000))


def first_phase_below(gap: Fraction) -> int:
    """min{l : 4 / 2^l < gap}, by trying.

    >>> first_phase_below(Fraction(1))
    3
    """
    phase = 1
    while Fraction(4, 2**phase) >= gap:
        phase += 1
    return phase


def floor_of_log2(x: Fraction, up: bool = False) -> int:
    """The largest k with 2^k <= x, or the least k with 2^k >= x."""
    k = 0
    while 2 ** (k + 1) <= x:
        k += 1
    return k + (up and 2**k < x)


@checks("thesis.pf5.12.phase", subjects={"up": (True, False)})
@mutant("sharper: one phase less", less=1)
def last_phase(up: bool = False, less: int = 0, proof: Proof = WRITTEN) -> Verdict:
    """Gaps with 4/Delta a power of two, and others."""
    for gap in GAPS[::-1]:
        result = floor_of_log2(4 / gap, up) + (not up) - less
        require_or_repair(
            result == first_phase_below(gap),
            "For 4/Delta a power of two the ceiling is one phase too early.",
            gap=gap,
            formula=result,
            least_phase=first_phase_below(gap),
        )
    return proof.verdict()


@checks("thesis.pf5.12.decomposition")
@mutant("sharper: half of the widths", factor=Fraction(1, 2))
def regret_by_phases(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """An arm whose gap is just 4 widths is kept for one more phase."""
    sides = Sides()
    for phase in (2, 5, 9):
        gap, plays = 4 * Fraction(1, 2 ** (phase - 1)), 100
        most = factor * 4 * Fraction(1, 2 ** (phase - 1)) * plays
        sides.at_most(gap * plays, most, "A phase costs more.", phase=phase)
    return proof.verdict(sharpness=sides.sharpness)


def levels(arms: int, time: int, delta: Fraction, phases: int = 1) -> tuple[arb, arb]:
    """log(4/delta_(K,l)) for l = phases, and alpha_T."""
    return (
        (4 * arms * phases * (phases + 1) / ball(delta)).log(),
        (arms * arb(time).log() / ball(delta)).log(),
    )


@checks("thesis.pf5.12.episodes", subjects={"least": (1, 2)})
@mutant("sharper: 2 alpha_T", constant=2)
def number_of_phases(least: int = 2, constant: int = 4, proof: Proof = WRITTEN) -> Verdict:
    """K = 1, T = 2 and delta = 9/10: alpha_T is negative; K = 2, T = 3 is the tightest case."""
    sides = Sides()
    with working_precision(96):
        cases = [(least, least + 1, Fraction(9, 10)), (2, 3, Fraction(999, 1000))]
        for arms, time, delta in (*cases, (2, 10**9, TENTH)):
            log, alpha = levels(arms, time, delta)
            finding = "For K = 1 and T = 2 alpha_T may be negative, and no constant helps."
            with showing(
                partial(no_multiple_helps, alpha, "alpha_T is negative, and the left side not")
            ):
                require_or_repair(
                    at_most(log, constant * alpha),
                    finding,
                    K=arms,
                    T=time,
                    delta=delta,
                    alpha_T=alpha,
                )
            sides.at_most(log, constant * alpha, "The logarithm is larger.", K=arms, T=time)
    return proof.verdict(sharpness=sides.sharpness)
