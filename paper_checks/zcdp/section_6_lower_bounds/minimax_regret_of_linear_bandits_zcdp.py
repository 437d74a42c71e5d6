"""Minimax regret under Interactive zCDP: Definition 6, Theorem 9 and its two regimes."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.models.renyi_constants import zcdp_between
from banditproof.paper_checks.models.worlds_without_chance import regrets_of_two_rounds
from banditproof.paper_checks.verdicts.along_by_algebra import equal_in_symbols, multiple_in_symbols
from banditproof.paper_checks.verdicts.vocabulary import proved, require, require_or_repair
from banditproof.theory.balls import ball, working_precision


def lower_value(rho: arb) -> arb:
    """1 - sqrt(rho/8)."""
    return 1 - (rho / 8).sqrt()


@checks("zcdp.def6")
@mutant("sharper: sqrt(rho/9)", lower=lambda rho: 1 - (rho / 9).sqrt())
@mutant("the supremum over the policies", lower=lambda rho: 1 + 0 * rho)
def minimax_regret_of_two_actions(lower: Callable[[arb], arb] = lower_value) -> Verdict:
    """Its value for T = 2, A = Theta = {e_1, e_2} without noise, between two close bounds.

    After action a the next choice is a law given the reward; under rho-Interactive zCDP the laws
    s_1 and s_0 of staying have s_1 - s_0 <= sqrt(rho/2) by Pinsker. The sum of both regrets is
    2 - f (s_01 - s_00) - (1-f) (s_11 - s_10). Randomised response has the regret 1/2 + 1/(1+e^eps)
    at both parameters.
    """
    import sympy as sp

    f = sp.Symbol("f", positive=True)
    stay = [sp.symbols(f"s{arm}0 s{arm}1") for arm in (0, 1)]
    gains = f * (stay[0][1] - stay[0][0]) + (1 - f) * (stay[1][1] - stay[1][0])
    rest = sp.simplify(sum(regrets_of_two_rounds(f, stay)) - (2 - gains))
    require(rest == 0, "The regrets have another sum.", rest=rest)
    sides = Sides()
    for odds in (Fraction(1001, 1000), Fraction(2), Fraction(9)):
        keep = odds / (1 + odds)
        both = regrets_of_two_rounds(Fraction(1, 2), [(1 - keep, keep)] * 2)
        value = Fraction(1, 2) + 1 / (1 + odds)
        require(both[0] == both[1] == value, "Randomised response has other regrets.", odds=odds)
        with working_precision(64):
            rho = zcdp_between([(coin(odds, 0), coin(odds, 1))], 4, Fraction(1001, 1000))[0]
            finding = "The value of the definition is smaller."
            # the gain over 1 is compared: it is at most sqrt(rho/8), and small budgets attain that
            sides.at_most(ball(1 - value), 1 - lower(rho), finding, odds=odds)
    return proved(universal=None, sharpness=sides.sharpness)


def crossing(arms: bool = False, root: str = "1/2") -> Any:
    """The rho at which both terms of Theorem 9, or of 17, are equal; the private one decreases.

    `root` is the power of 1/rho in the private term.
    """
    import sympy as sp

    k, d, t, rho = sp.symbols("K d T rho", positive=True)  # K stands for K - 1
    free = sp.exp(-2) / 8 * d * sp.sqrt(t)
    private = sp.exp(-sp.Rational(9, 4)) / 4 * d / rho ** sp.Rational(root)
    if arms:
        free, private = sp.sqrt(t * k) / 27, sp.sqrt(k) / rho ** sp.Rational(root) / 124
    falls = sp.simplify(sp.diff(private, rho) / private * rho)
    require(bool(falls.is_negative), "The private term does not decrease.")
    (result,) = sp.solve(sp.Eq(free, private), rho)
    return sp.simplify(result)


def stated_threshold(factor: Fraction = Fraction(4)) -> Any:
    """4 e^(-1/2)/T."""
    import sympy as sp

    share = sp.Rational(factor.numerator, factor.denominator)
    return share * sp.exp(-sp.Rational(1, 2)) / sp.Symbol("T", positive=True)


@checks("zcdp.regimes.threshold")
@mutant("sharper: one per cent less", factor=Fraction("3.96"))
@mutant("2/T for 4/T", factor=Fraction(2))
def threshold(factor: Fraction = Fraction(4)) -> Verdict:
    """The terms cross at the stated budget, symbolically."""
    import sympy as sp

    off = sp.simplify(crossing() / stated_threshold(factor))
    require(off == 1, "The terms cross elsewhere.", crossing_over_stated=off)
    shown = "the terms are equal at that budget, and the private one falls with it"
    return proved(along=equal_in_symbols("T and d", shown, crossing(), stated_threshold(factor)))


@checks("zcdp.regimes.quantities", subjects={"names": ("T, d", "T")})
@mutant("the number of actions", names="K")
def quantities(names: str) -> Verdict:
    """The symbols of the threshold."""
    result = crossing()
    symbols = ", ".join(sorted(str(symbol) for symbol in result.free_symbols))
    finding = "The threshold has other quantities than those that are named beside rho."
    require_or_repair(symbols == names, finding, named=names, threshold=result)
    return proved()


@checks("zcdp.regimes.arms")
@mutant("sharper: of the order T^-1.01", power="1.01")
@mutant("1/rho in the private term", root="1")
def threshold_for_arms(power: str = "1", root: str = "1/2") -> Verdict:
    """The crossing times that power of T, symbolically."""
    import sympy as sp

    result = crossing(arms=True, root=root)
    order = sp.Symbol("T", positive=True) ** -sp.Rational(power)
    constant = sp.simplify(result / order)
    require(not constant.free_symbols, "The threshold has another order.", threshold=result)
    return proved(
        f"The terms cross at {constant}/T, whatever K is.",
        along=multiple_in_symbols("T and K", f"the terms cross at {constant}/T", result, order),
    )
