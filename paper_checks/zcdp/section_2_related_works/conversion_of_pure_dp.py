"""Section II of the zCDP paper: pure DP as zCDP, with the best constant."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.models.concentrated_regret_bounds import Order
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.models.renyi_constants import zcdp_between
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant
from .table_2_converted_bounds import CONVERTED, OURS, Cells

NAMES = ("K", "d", "T", "rho", "gap", "log_T", "log_KT")
Budget = Callable[[arb], arb]
"""The zCDP budget, from eps."""


def coins_against(budget: Budget) -> Sharpness | None:
    """The constant of randomised response, from below, against the budget; small and large eps."""
    sides = Sides()
    with working_precision(64):
        for odds in (Fraction(11, 10), Fraction(3), Fraction(150)):
            rho = zcdp_between([(coin(odds, 0), coin(odds, 1))], 2, Fraction(10001, 10000))[0]
            finding = "Randomised response has a larger constant."
            sides.at_most(rho, budget(ball(odds).log()), finding, ratio=odds)
    return sides.sharpness


@checks("zcdp.conv.budget")
@mutant("a third of the square", budget=lambda eps: eps * eps / 3)
@mutant("sharper: 99 % of it", budget=lambda eps: eps * eps * 99 / 200)
def half_of_the_square(
    budget: Budget = lambda eps: eps * eps / 2, proof: Proof = WRITTEN
) -> Verdict:
    """Proposition 2.6 of the thesis, and randomised response at small budgets."""
    return proof.verdict(sharpness=coins_against(budget))


@checks("zcdp.conv.exact")
@mutant("sharper: 99 % of it", budget=lambda eps: eps * (eps / 2).tanh() * 99 / 100)
@mutant("tanh(eps/3)", budget=lambda eps: eps * (eps / 3).tanh())
def exact_constant(
    budget: Budget = lambda eps: eps * (eps / 2).tanh(), proof: Proof = WRITTEN
) -> Verdict:
    """The tangent of log cosh in the square, and randomised response, which attains it."""
    return proof.verdict(sharpness=coins_against(budget))


@checks("zcdp.conv.improve")
@mutant("sharper: a whole logarithm for finite arms", gains=("1", "1/2"))
@mutant("the columns exchanged", ours=CONVERTED, converted=OURS)
def improvement(
    ours: Cells = OURS,
    converted: Cells = CONVERTED,
    gains: tuple[str, str] = ("1/2", "1/2"),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The quotient of the private terms is sqrt(log T) for arms, and d sqrt(log KT) for linear."""
    expected = {
        "gaps": Order.of(log_T=gains[0]),
        "finite arms": Order.of(log_T=gains[0]),
        "linear": Order.of(d=1, log_KT=gains[1]),
    }
    for row, quotient in expected.items():
        result = converted[row][1] / ours[row][1]
        same = converted[row][0] == ours[row][0] and result == quotient
        require(same, "The converted bound is not larger by that factor.", row=row, quotient=result)
        powers = [result.power(name) for name in NAMES]
        require(min(powers) >= 0 < max(powers), "It is no improvement.", row=row)
    return proof.verdict()
