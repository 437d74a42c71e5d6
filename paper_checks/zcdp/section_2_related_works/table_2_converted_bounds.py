"""Table II of the zCDP paper: its upper bounds beside those converted from pure DP."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    LINEAR_FREE,
    LINEAR_PRIVATE,
    Order,
    gap_dependent,
)
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require, require_or_repair
from banditproof.theory.balls import ball, working_precision

Cells = dict[str, tuple[Order, Order]]
OURS: Cells = {
    "gaps": (Order.of(gap=-1, log_T=1), Order.of(rho="-1/2", log_T="1/2")),
    "finite arms": (ARMS_FREE, ARMS_PRIVATE),
    "linear": (LINEAR_FREE, LINEAR_PRIVATE),
}
CONVERTED: Cells = {
    "gaps": (OURS["gaps"][0], Order.of(rho="-1/2", log_T=1)),
    "finite arms": (OURS["finite arms"][0], Order.of(K=1, rho="-1/2", log_T=1)),
    "linear": (OURS["linear"][0], Order.of(d=2, rho="-1/2", log_KT=2)),
}
"""The rows with a converted bound: the term without privacy and the private one, as printed."""
GAPS = (Fraction(1, 2), Fraction(1, 10))


@checks("zcdp.tab2.gaps", subjects={"share": (Fraction(0), Fraction(1))})
@mutant("half of the last term", share=Fraction(1, 2))
@mutant("sharper: 7 for 8 in the private term", factor=7)
def gap_dependent_row(share: Fraction, factor: int = 8) -> Verdict:
    """The row as it is printed, against Theorem 10, and at T = 1, where it is 0.

    The first pull is blind there, and can cost a gap. The term of one gap is compared for all
    parameters, and the sum with that of the theorem at two horizons.
    """
    import sympy as sp

    b, r, gap, log_t = sp.symbols("beta rho gap L", positive=True)
    beta, rho = Fraction(4), Fraction(1, 10)
    with working_precision(100):
        for t in (1, 100):
            bound = gap_dependent(GAPS, t, beta, rho)
            log, cell = ball(t).log(), arb(0)
            for width in GAPS:
                cell += ball(8 * beta / width) * log
                cell += factor * ball(beta / rho).sqrt() * log.sqrt()
                cell += ball(share * 2 * beta / (beta - 3))
            # the first pull of the algorithm is that of arm 1, whatever its mean
            finding = "At T = 1 the cell is below the regret of one pull."
            fine = t > 1 or at_most(ball(max(GAPS)), cell)
            require_or_repair(fine, finding, T=t, cell=cell, regret=max(GAPS), beta=4)
            same = cell.overlaps(bound.total)
            require(same, "The cell is not the bound.", T=t, cell=cell, bound=bound.total)
    last = sp.Rational(share.numerator, share.denominator) * 2 * b / (b - 3)
    term = 8 * b / gap * log_t + factor * sp.sqrt(b / r) * sp.sqrt(log_t) + last
    rest = sp.simplify(term - 8 * b * log_t / gap - 8 * sp.sqrt(b * log_t / r) - 2 * b / (b - 3))
    require(rest == 0, "The term of a gap differs.", difference=rest)
    return proved()
