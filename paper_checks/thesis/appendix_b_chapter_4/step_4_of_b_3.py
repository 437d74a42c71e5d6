"""Claims about B.3, Step 4: the limits of (B.8), and the bound that is taken from them."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import prover_shows
from banditproof.paper_checks.verdicts.along_by_algebra import numbers_show
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair, showing
from banditproof.theory.balls import ball, working_precision

Growth = Callable[[arb], arb]
"""log(Reg_T + Reg'_T) from log T."""


def barely_sublinear(log_t: arb) -> arb:
    """T / log T."""
    return log_t - log_t.log()


def subpolynomial(log_t: arb) -> arb:
    """exp(sqrt(log T)), which is o(T^p) for each p > 0."""
    return log_t.sqrt()


@checks("thesis.B.3.step4.sublinear", subjects={"growth": (barely_sublinear, subpolynomial)})
@mutant("regret of order T^(1/10)", growth=lambda log_t: log_t / 10)
def regrets_vanish(growth: Growth, proof: Proof = WRITTEN) -> Verdict:
    """The term at log T = 10^12 for one rate of growth."""
    with working_precision(128):
        log_t, alpha = arb(10) ** 12, Fraction(1, 10)
        term = (growth(log_t) + ball(4 / alpha).log()) / log_t
        with showing(
            lambda: prover_shows(
                "L + log(4/a) - log(L) >= L/2",
                "L in (0, inf), a in (0, 4]",
                "the term is at least 1/2, with L = log T and a = alpha",
            )
        ):
            require_or_repair(
                term <= ball(Fraction(1, 1000)),
                "Sub-linear regret is not enough: T / log T is sub-linear, and the term tends to "
                "1. "
                "Definition 2.29 asks for o(T^p) for every p > 0, which is enough.",
                regrets="T / log T together",
                log_T="10^12",
                alpha=alpha,
                term=term,
            )
    return proof.verdict()


@checks("thesis.B.3.step4.liminf")
@mutant("sharper: 201/100 for 2", factor=Fraction(201, 100))
def limit_of_b8(factor: Fraction = Fraction(2), proof: Proof = WRITTEN) -> Verdict:
    """(B.8) with a term u on the right, solved for the ratio: the smallest values, exactly."""
    sides = Sides()
    for eps, gap in ((Fraction(1), Fraction(1)), (Fraction(1, 9), Fraction(3))):
        for k in range(1, 8):
            alpha = term = Fraction(1, 10**k)
            ratio = (1 - term) * 2 / (eps * (gap + alpha))  # where (B.8) is an equality
            limit = factor / (eps * gap) * (1 - term) * (1 - alpha / gap)
            sides.at_most(limit, ratio, "The limit is larger.", eps=eps, gap=gap, alpha=alpha)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.B.3.step4.limsup", subjects={"least": (min, max)})
@mutant("sharper: 49/100 for 1/2", half=Fraction(49, 100))
def two_lower_limits(
    least: Callable[[tuple[Fraction, Fraction]], Fraction],
    half: Fraction = Fraction(1, 2),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Sequences that alternate between two values, with eps gap = 1, exactly."""
    sides = Sides()
    for norms in ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(5))):
        loads = tuple(2 * y for y in norms)  # rho_T / (log T norm) = 2 throughout
        along = partial(
            numbers_show,
            "T",
            "the sequences have one of two values, so that the lower limits are the smaller ones "
            "and the upper limit the larger one",
            equal=[(y / x, Fraction(2)) for x, y in zip(norms, loads, strict=True)],
        )
        bound = half * least((loads[0], loads[1]))
        with showing(along):
            sides.at_most_or_repair(
                max(norms),
                bound,
                "Two lower limits may be taken along different subsequences. H is a cluster point, "
                "which must be taken along a subsequence on which log(T) ||a - a*||^2 tends to its "
                "upper limit, and rho_T(H) bounded there.",
                log_T_norm_alternates=norms,
                rho_T_alternates=loads,
                eps_gap=1,
            )
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.B.3.step4.three")
@mutant("sharper: 49/100 for 3", factor=Fraction(49, 100))
def three_for_one_half(factor: Fraction = Fraction(3), proof: Proof = WRITTEN) -> Verdict:
    """The two norms have the same limit, so the bound of the one is that of the other."""
    sides = Sides()
    for gap, load in ((Fraction(1), Fraction(1, 10)), (Fraction(1, 4), Fraction(3))):
        before = min(gap**2 / 2, gap * load / 2)
        after = min(gap**2 / 2, factor * gap * load)
        sides.at_most(before, after, "The last bound is smaller.", gap=gap, eps_rho=load)
    return proof.verdict(sharpness=sides.sharpness)
