"""Claims about Theorem 2.28, the minimax lower bound without privacy."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.models.minimax_classes import (
    BITS,
    Formula,
    Proved,
    blind_regrets,
    most_on_the_unit_interval,
    objection,
)
from banditproof.paper_checks.models.minimax_classes import points as grid_of
from banditproof.paper_checks.verdicts.vocabulary import need, require, vacuous
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, sharpest

GRID = grid_of(("1",))


def _free(formula: Callable[[int, Fraction], arb]) -> Formula:
    """A bound of K and T; there is no budget."""
    return lambda arms, horizon, budget: formula(arms, horizon)


PRINTED, ROOT_OF_REGRET = _free(minimax.free_printed), _free(minimax.free_by_regret)
ROOT = _free(lambda arms, horizon: ball(horizon * (arms - 1)).sqrt())


def two_instances(arms: int, horizon: Fraction, budget: Fraction) -> Proved:
    """The argument of Section 4.1 at D^2 = (K-1)/(4T): T D exp(-2 T D^2/(K-1)) / 8."""
    gap = ball(Fraction(arms - 1) / (4 * horizon)).sqrt()
    return Proved(gap, ball(horizon) * gap / 8, 2 * ball(horizon) * gap**2 / (arms - 1))


def whatever_the_first_pull() -> None:
    """The regrets of round 1 at (m, 0, ..) and (0, m, 0, ..) sum to m or more; later ones add."""
    import sympy as sp

    m, one, two, rest = sp.symbols("m p1 p2 rest", nonnegative=True)
    total = (m * (1 - one) + m * (1 - two)).subs(one, 1 - two - rest)
    require(sp.expand(total - m - m * rest) == 0, "A first pull is not blind.", total=total)


@checks("thesis.thm2.28", subjects={"largest": (None, Fraction(1))})
@mutant("sharper: a constant of 1", formula=ROOT)
@mutant("sharper: a constant of 1/26", formula=lambda k, t, budget: ROOT(k, t, budget) / 26)
def bounded_means(
    largest: Fraction | None, formula: Formula = PRINTED, proof: Proof = WRITTEN
) -> Verdict:
    """Section 4.1 for all K and T, and the uniform policy.

    Over all means the left side is infinite, and the bound is literally true.
    """
    refused = objection(formula, GRID, two_instances)
    if refused:
        return refused
    gap = Fraction(10**6) if largest is None else largest
    half = blind_regrets((Fraction(1, 2), Fraction(1, 2)), gap)
    if half > most_on_the_unit_interval(2, Fraction(2)):
        whatever_the_first_pull()
        return vacuous(
            "The printed class has all means, so its minimax regret is infinite for every T >= 1 "
            "(thesis.thm2.28.unbounded): the inequality is true and says nothing. Means in [0, 1] "
            "are meant, which is what the condition T >= K-1 is for.",
            covered="All policies, K and T, from the regret of round 1 at two instances, for all "
            "first pulls and m, symbolically: an infinite left side.",
            beyond="The intended statement: thesis.thm2.28.repaired.",
            witness="K = 2, T = 1: the first pull is blind, and at the means (m, 0) and (0, m) the "
            f"regrets of every policy sum to m, for instance to {half} at m = 10^6.",
            grade=Grade.OUTLINED,
        )
    sides = Sides()
    with working_precision(BITS):
        for arms, horizon, budget in GRID:
            least = most_on_the_unit_interval(arms, horizon)
            value = formula(arms, horizon, budget)
            sides.at_most(value, ball(least), "The uniform policy has less.", K=arms, T=horizon)
    return proof.verdict(
        "With D^2 = (K-1)/(4T) the means reach 2 D <= 1 exactly if T >= K-1, and half of the sum "
        "is e^(-1/2) sqrt(T (K-1)) / 16 = sqrt(T (K-1)) / 26.38.",
        instances="At eight pairs of K and T, from T = K-1 to 10^8, the bound is "
        "below the regret of the uniform policy.",
        sharpness=sides.sharpness,
    )


@checks("thesis.def2.27.order")
def order_of_the_regret(proof: Proof = WRITTEN) -> Verdict:
    """K - 1 >= K/2 for K >= 2."""
    return proof.verdict(sharpness=sharpest("sqrt((K-1)*T) >= sqrt(K*T/2)", {"K": 2, "T": 1}))


def is_the_root(formula: Formula, markov: Fraction) -> None:
    """The formula is the root of R = (T D/4) markov exp(-2 D R/(K-1)).

    With E N_i <= R/((K-1) D) the exponent of Section 4.1 is 2 D^2 R/((K-1) D). A worst regret
    below the root is less than what it implies: no policy has it.
    """
    margin = Fraction(1, 10**9)
    for arms, horizon, budget in GRID:
        value, time = formula(arms, horizon, budget), ball(horizon)
        gap = (2 * (arb(1).exp() * (arms - 1) / time).sqrt()).min(ball(Fraction(1, 2)))
        ends = value * ball(1 - margin), value * ball(1 + margin)
        least, most = (
            ball(markov) * time * gap / 4 * (-2 * gap * r / (arms - 1)).exp() for r in ends
        )
        root = ends[0] < least and ends[1] > most
        need(root, "The argument gives another bound", K=arms, T=horizon, bound=value)


def root_in_closed_form() -> None:
    """R exp(2 D R/(K-1)) = T D/8 for R = (K-1) w/(2 D) with w exp(w) = T D^2/(4 (K-1))."""
    import sympy as sp

    horizon, more, gap, w = sp.symbols("T k D w", positive=True)  # k = K - 1
    regret = more * w / (2 * gap)
    product_log = horizon * gap**2 / (4 * more)
    left = sp.simplify(regret * sp.exp(2 * gap * regret / more) / (w * sp.exp(w)) * product_log)
    need(sp.simplify(left - horizon * gap / 8) == 0, "The root differs", left=left)
    best = 2 * sp.sqrt(sp.E * more / horizon)
    long = [sp.simplify(product_log.subs(gap, best) - sp.E), sp.simplify(regret.subs(w, 1))]
    value = sp.simplify(long[1].subs(gap, best) - sp.sqrt(horizon * more) / (4 * sp.sqrt(sp.E)))
    need(long[0] == 0 and value == 0, "The constant differs", left=long)


@checks("thesis.thm2.28.by_regret")
@mutant("the printed constant", formula=PRINTED)
@mutant("sharper: a thousandth more", formula=lambda k, t, b: ROOT_OF_REGRET(k, t, b) * 1001 / 1000)
@mutant("Markov without its factor 1/2", markov=Fraction(1))
@mutant("sharper: 1/6.5", decimal=Fraction("6.5"))
def bounded_by_regret(
    formula: Formula = ROOT_OF_REGRET,
    markov: Fraction = Fraction(1, 2),
    decimal: Fraction = Fraction("6.6"),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The root of R = (T D/8) exp(-2 D R/(K-1)) from both sides; its closed form for long T."""
    refused = objection(formula, GRID)
    if refused:
        return refused
    sides = Sides()
    with working_precision(BITS):
        is_the_root(formula, markov)
        root_in_closed_form()
        for arms, horizon, budget in GRID:
            least = most_on_the_unit_interval(arms, horizon)
            value = formula(arms, horizon, budget)
            sides.at_most(value, ball(least), "The uniform policy has less.", K=arms, T=horizon)
        constant = 4 * arb(1).exp().sqrt()
        shown = constant.str(6, radius=False)
        for arms, horizon, budget in GRID:
            value, root = formula(arms, horizon, budget), ball(horizon * (arms - 1)).sqrt()
            if horizon >= 44 * (arms - 1):
                closed = (value * constant).overlaps(root) and value > root / ball(decimal)
                need(closed, f"The constant is not 1/{shown}", K=arms, T=horizon, bound=value)
    return proof.verdict(
        "A policy of worst regret R plays the least played arm at most R/((K-1) D) times at (D, 0, "
        "..); with the rest of Section 4.1 and the best D the constant is "
        f"1/{shown} in place of 1/26.38.",
        instances="The root in Lambert's W and its value W(e) = 1, symbolically; from both sides, "
        f"and its closed form, at {len(GRID)} pairs of K and T, in balls.",
        sharpness=sides.sharpness,
    )
