"""The class of instances in a minimax bound: infinite over all means, capped on [0, 1]."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import Sides, Verdict
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

Formula = Callable[[int, Fraction, Fraction], arb]
"""A claimed lower bound of the minimax regret, from K, T and the budget."""
Proof = Callable[[int, Fraction, Fraction], "Proved"]
Point = tuple[int, Fraction, Fraction]
BITS = 256


@dataclass(frozen=True)
class Proved:
    """What the argument with two instances gives: prefactor exp(-exponent), and the gap it uses."""

    gap: arb
    prefactor: arb
    exponent: arb


def points(budgets: Sequence[str], below_horizon: str | None = None) -> list[Point]:
    """Pairs of K and T from the smallest to the largest, and budgets.

    With the budget `below_horizon` two arms of 10^4 rounds come first, where the printed bound is
    above what a policy can lose, and not above T.
    """
    first = [] if below_horizon is None else [(2, Fraction(10**4), Fraction(below_horizon))]
    pairs = [(2, 1), (2, 100), (2, 10**6), (3, 2), (10, 9), (10, 10**4), (101, 100), (101, 10**8)]
    return first + [(k, Fraction(t), Fraction(b)) for (k, t), b in product(pairs, budgets)]


def most_on_the_unit_interval(arms: int, horizon: Fraction) -> Fraction:
    """T (K-1)/K: the worst regret of the policy that draws each arm uniformly, means in [0, 1].

    That policy looks at no reward, so it is 0-DP; its regret is largest at the means (1, 0, .., 0).
    """
    return horizon * Fraction(arms - 1, arms)


def require_possible(formula: Formula, grid: Sequence[Point]) -> Sides:
    """A bound for means in [0, 1] must be at most the worst regret of the uniform policy."""
    sides = Sides()
    with working_precision(BITS):
        for arms, horizon, budget in grid:
            value, most = formula(arms, horizon, budget), most_on_the_unit_interval(arms, horizon)
            finding = (
                "The bound exceeds T (K-1)/K, the most that drawing arms uniformly costs with "
                "means in [0, 1]; that policy uses no reward, so it is private for each budget."
            )
            case = {"K": arms, "T": horizon, "budget": budget, "bound": value, "most": most}
            sides.at_most_or_repair(value, ball(most), finding, Grade.PROVED, **case)
    return sides


def need_argument(formula: Formula, proof: Proof, grid: Sequence[Point]) -> None:
    """The argument with two instances must give the bound, up to 1e-30, with means in [0, 1]."""
    with working_precision(BITS):
        for arms, horizon, budget in grid:
            given = proof(arms, horizon, budget)
            where = {"K": arms, "T": horizon, "budget": budget, "gap": given.gap}
            need(2 * given.gap <= 1, "The means of the argument leave [0, 1]", **where)
            reached = given.prefactor * (-given.exponent).exp() * ball(1 + Fraction(1, 10**30))
            value = formula(arms, horizon, budget)
            need(value <= reached, "The argument gives less", **where, bound=value, given=reached)


def objection(
    formula: Formula, grid: Sequence[Point], proof: Proof | None = None
) -> Verdict | None:
    """No verdict of its own: the bound must be possible, and follow from an argument if given."""
    require_possible(formula, grid)
    if proof:
        need_argument(formula, proof, grid)
    return None


def scaled(formula: Formula, factor: Fraction) -> Formula:
    """The bound times a factor, for mutants that claim a little more or less."""
    return lambda arms, horizon, budget: ball(factor) * formula(arms, horizon, budget)


def blind_regrets(first: Sequence[Fraction], gap: Fraction) -> Fraction:
    """The sum of the regrets of the first pull at the means (gap, 0, ..) and (0, gap, 0, ..).

    The first arm is drawn before any reward, with the same probabilities in both instances; the
    regret of the rounds that follow is at least 0.
    """
    return gap * (1 - first[0]) + gap * (1 - first[1])
