"""Claims: over all means the minimax regret is infinite, so the printed bounds are empty."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks
from banditproof.paper_checks.models.minimax_classes import (
    BITS,
    Formula,
    Point,
    blind_regrets,
    most_on_the_unit_interval,
)
from banditproof.paper_checks.verdicts.vocabulary import Undecided, proved, require, vacuous
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.verify.evidence import Grade

MUTANTS = {"gaps of at most 1": {"largest": Fraction(1)}}


def require_blind(value: Fraction, arms: int, largest: Fraction | None, **case: object) -> None:
    """Some gap makes the regret of round 1 exceed the value, whatever the first pull is."""
    for cut in range(13):
        first = [Fraction(cut, 12), Fraction(12 - cut, 12), *[Fraction(0)] * (arms - 2)]
        gap = 2 * value + 1 if largest is None else min(2 * value + 1, largest)
        require(
            blind_regrets(first, gap) / 2 > value,
            "With bounded gaps the regret is at most T times the largest gap.",
            grade=Grade.PROVED,
            **{"first pull": first, "largest gap": gap, "value": value, **case},
        )


def require_identity() -> None:
    """The regrets of round 1 at (m, 0, ..) and (0, m, 0, ..) sum to m + m (1 - p_1 - p_2)."""
    import sympy as sp

    m, one, two, rest = sp.symbols("m p1 p2 rest", nonnegative=True)
    slack = sp.expand((m * (1 - one) + m * (1 - two) - m).subs(one, 1 - two - rest))
    require(slack == sp.expand(m * rest), "A first pull is not blind.", Grade.PROVED, slack=slack)


def false_on_the_unit_interval(formula: Formula, grid: Sequence[Point]) -> str:
    """Where the printed bound is above what drawing arms uniformly costs with means in [0, 1]."""
    with working_precision(BITS):
        for arms, horizon, budget in grid:
            value, most = formula(arms, horizon, budget), most_on_the_unit_interval(arms, horizon)
            if value > ball(most):
                return (
                    f"With means in [0, 1] it is false: at K = {arms}, T = {horizon} and the "
                    f"budget {budget} the bound is {value.str(8, radius=False)}, and drawing arms "
                    f"uniformly costs at most {most}."
                )
    raise Undecided("The bound is possible with means in [0, 1].")


def true_but_empty(
    formula: Formula, grid: Sequence[Point], largest: Fraction | None, intended: str
) -> Verdict:
    """The verdict on a bound over all means: true, because the worst regret is infinite."""
    require_identity()
    for arms, horizon, budget in grid:
        with working_precision(BITS):
            value = upper(formula(arms, horizon, budget))
        require_blind(value, arms, largest, K=arms, T=horizon, budget=budget)
    return vacuous(
        "True but empty: the class has all means, the first pull is blind, and the worst regret "
        "of every policy is infinite, so any finite number could stand on the right side.",
        covered="The regrets of round 1 at (m, 0, ..) and (0, m, 0, ..) sum to at least m, for all "
        "first pulls and all m, symbolically.",
        beyond=f"The intended statement, with bounded means: {intended}.",
        witness=false_on_the_unit_interval(formula, grid),
    )


@checks("thesis.thm2.28.unbounded", mutants=MUTANTS)
@checks("thesis.thm4.15.unbounded", mutants=MUTANTS)
@checks("thesis.thm4.20.unbounded", mutants=MUTANTS)
def always_infinite(largest: Fraction | None = None) -> Verdict:
    """Half of a gap of the class exceeds any value; the class of policies does not matter."""
    require_identity()
    for arms, value in product((2, 3, 5), map(Fraction, (1, 10**6, 10**100))):
        require_blind(value, arms, largest, T=1)
    return proved(
        "The first arm is drawn with the same probabilities p in the instances with means "
        "(m, 0, ..) and (0, m, 0, ..), so the two regrets sum to at least m (2 - p_1 - p_2) >= m: "
        "one of them is at least m/2, for every m.",
        covered="The identity m (1 - p_1) + m (1 - p_2) = m + m (1 - p_1 - p_2) for all p and m, "
        "symbolically; it holds for private and other policies alike.",
    )
