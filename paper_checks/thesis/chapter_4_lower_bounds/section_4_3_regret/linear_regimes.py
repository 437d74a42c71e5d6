"""Claims about the regimes of the minimax bounds of linear bandits: remarks of Section 4.3."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory import LinearBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds import (
    hypercube,
    printed_structure_constant,
    structure_constant,
)
from banditproof.theory.lower_bounds import minimax


def ratios() -> dict[str, tuple[Any, Any]]:
    """The private term over the other one, and its budget, for Theorems 4.17, 4.20 and 4.21.

    As expressions in T, the budget and the sizes, typed from the print.
    """
    import sympy as sp

    d, k, t, e, r = sp.symbols("d k T epsilon rho", positive=True)  # k = K - 1
    free = sp.exp(-2) / 8 * d * sp.sqrt(t)
    return {
        "4.17": (sp.exp(-1) / 4 * d / e / free, e),
        "4.21": (sp.exp(-sp.Rational(9, 4)) / 4 * d / sp.sqrt(r) / free, r),
        "4.20": (sp.sqrt(k / r) / 124 / (sp.sqrt(t * k) / 27), r),
        "4.15": (k / e / 22 / (sp.sqrt(t * k) / 27), e),
    }


def crossing(theorem: str) -> Any:
    """The budget where the private term is as large as the other one; it decreases before it."""
    import sympy as sp

    ratio, budget = ratios()[theorem]
    falls = sp.simplify(sp.diff(ratio, budget) / ratio * budget)
    require(bool(falls.is_negative), "The private term does not decrease.", theorem=theorem)
    (result,) = sp.solve(sp.Eq(ratio, 1), budget)
    return sp.simplify(result)


@checks("thesis.linear.regimes.view")
@mutant("e/sqrt(T)", factor=1)
@mutant("sharper: one per cent less", factor=Fraction("1.98"))
def view_threshold(factor: Fraction | int = 2) -> Verdict:
    """The terms cross at 2e/sqrt(T), symbolically; the formula of the library agrees."""
    import sympy as sp

    share = Fraction(factor)
    stated = (
        sp.Rational(share.numerator, share.denominator)
        * sp.E
        / sp.sqrt(sp.Symbol("T", positive=True))
    )
    off = sp.simplify(crossing("4.17") / stated)
    require(off == 1, "The terms cross elsewhere.", crossing_over_stated=off)
    with working_precision(128):
        eps, one = hypercube.pure_threshold(Fraction(1)), Fraction(1)
        value = hypercube.pure_printed(1, one) / hypercube.free_printed(1, one)
        require(value.overlaps(eps), "The library has another threshold.", library=eps)
        proved_one = float(hypercube.pure_constant() / ball(Fraction(3, 8)))
    return proved(
        beyond="How hard a regime is, which needs an upper bound. The "
        f"constants of thesis.thm4.17.repaired cross elsewhere, at {proved_one:.4g}/sqrt(T)."
    )


@checks("thesis.linear.regimes.zcdp")
@mutant("sharper: rho about T^-1.01", powers=("-1.01", "-0.5"))
@mutant("eps about 1/T", powers=("-1", "-1"))
def orders(powers: tuple[str, str] = ("-1", "-0.5")) -> Verdict:
    """The thresholds over the stated powers of T are free of T."""
    import sympy as sp

    t = sp.Symbol("T", positive=True)
    shown = []
    for theorem in ("4.20", "4.21", "4.15", "4.17"):
        power = sp.Rational(powers[theorem in ("4.15", "4.17")])
        constant = sp.simplify(crossing(theorem) / t**power)
        free = t not in constant.free_symbols
        require(free, "The threshold has another order.", theorem=theorem, over_power=constant)
        shown.append(f"{constant} in Theorem {theorem}")
    with working_precision(128):
        one = Fraction(1)
        for library, theorem in (
            (hypercube.zcdp_threshold(one), "4.21"),
            (minimax.zcdp_threshold(5, one), "4.20"),
        ):
            own = float(crossing(theorem).subs(t, 1))
            need(abs(float(library) - own) < 1e-9, "The library differs.", theorem=theorem)
    return proved(
        f"In units of 1/T and 1/sqrt(T) the thresholds are {'; '.join(shown)} (k = K - 1): 'about' "
        "up to these constants."
    )


@checks("thesis.linear.regimes.conversion")
@mutant("eps in place of eps^2/2", power=1)
def conversion(power: int = 2) -> Verdict:
    """With rho = eps^2/2 the threshold in eps becomes one in rho of the order 1/T."""
    import sympy as sp

    t = sp.Symbol("T", positive=True)
    shown = {}
    for view, zcdp in (("4.17", "4.21"), ("4.15", "4.20")):
        quotient = sp.simplify(crossing(view) ** power / 2 / crossing(zcdp))
        same = t not in quotient.free_symbols
        require(same, "The orders differ.", theorems=(view, zcdp), quotient=quotient)
        shown[view] = quotient
    return proved(
        "rho = eps^2/2 takes the thresholds of the View bounds to those of the zCDP bounds up to "
        f"the factors {shown['4.17']} (cube) and {shown['4.15']} (finite arms, k = K - 1)."
    )


Constant = Callable[[LinearBandit, int], Fraction]
GAP = Fraction(1, 2)
THREE_ACTIONS = LinearBandit(((1, 0), (0, 1), (0, 2)), (GAP, 0))
"""The first action is the best one, and both others have the gap 1/2."""
PAIRS = (
    LinearBandit(((1, 0), (1, 1)), (GAP, -GAP)),
    LinearBandit(((1, 0), (1, Fraction(1, 10))), (GAP, -10 * GAP)),
)
"""Two actions of the gap 1/2, with 45 degrees between them, and nearly parallel."""


def threshold(bandit: LinearBandit, arm: int, constant: Constant) -> Fraction:
    """The budget at which the parts Delta^2/2 and eps rho Delta/2 of a constraint are equal."""
    need(bandit.gaps[arm] == GAP, "The gap is another one.")  # a float, and exact here
    rho = constant(bandit, arm)
    found = GAP / rho
    for eps in (found * Fraction(99, 100), found * Fraction(101, 100)):
        private, free = eps * rho * GAP / 2, GAP**2 / 2
        smaller = (private < free) == (eps < found)
        require(smaller, "The private part is the smaller one elsewhere.", eps=eps, rho=rho)
    return found


@checks("thesis.linear.regimes.structure")
@mutant("a constant that is free of the structure", constant=lambda bandit, arm: Fraction(2))
@mutant("one action twice", arms=(1, 1))
@mutant("sharper: the same threshold for all actions of a gap", different=False)
def structure(
    constant: Constant = printed_structure_constant,
    arms: tuple[int, int] = (1, 2),
    different: bool = True,
) -> Verdict:
    """Thresholds of actions of one gap, in one set and in two; again with the true constant."""
    finding = "The regime is one of the gap, or not one of the gap alone."
    found = [threshold(THREE_ACTIONS, arm, constant) for arm in arms]
    require((found[0] != found[1]) == different, finding, thresholds=tuple(found))
    pairs = [threshold(bandit, 1, constant) for bandit in PAIRS]
    require((pairs[0] != pairs[1]) == different, finding, thresholds=tuple(pairs))
    true = [threshold(THREE_ACTIONS, arm, structure_constant) for arm in (1, 2)]
    need(true == [Fraction(1, 4), Fraction(1, 6)], "The true constants are others.")
    return proved(
        universal=None,
        numbers={"one set": tuple(found), "two pairs": tuple(pairs), "true constant": tuple(true)},
    )
