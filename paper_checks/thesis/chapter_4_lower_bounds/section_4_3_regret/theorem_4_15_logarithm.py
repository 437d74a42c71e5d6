"""Claims: under pure DP the worst regret has a logarithm, so privacy costs at the threshold too."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sharpness, Verdict, checks, mutant
from banditproof.paper_checks.models.minimax_classes import (
    BITS,
    Formula,
    most_on_the_unit_interval,
    require_possible,
    scaled,
)
from banditproof.paper_checks.verdicts.vocabulary import need, refuted
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade
from .minimax_two_instances import HALF, normal_distance
from .theorem_4_15_minimax_view import VIEW

MARGIN = Fraction(1, 10**9)
ROOT = f"the root from both sides, the older bound, the policy without rewards: {len(VIEW.grid)} "
Pulls = Callable[[arb, int, Fraction], arb]
"""What is known of E N_i from the worst regret R, K and T, for the least played arm i."""


def by_the_regret(regret: arb, arms: int, horizon: Fraction) -> arb:
    """R / ((K-1) D): the regret at (D, 0, .., 0) is D times the pulls of the other arms."""
    return regret / (ball(HALF) * (arms - 1))


def by_the_horizon(regret: arb, arms: int, horizon: Fraction) -> arb:
    """T / (K-1), as in Section 4.1."""
    return ball(horizon / (arms - 1))


def normal_at_half() -> arb:
    """2 Phi(1/2) - 1."""
    return normal_distance(ball(HALF))


def least_gain(
    formula: Formula, older: Formula, distance: Callable[[], arb], pulls: Pulls
) -> tuple[str, Sharpness | None]:
    """The bound must be the root of R = (T D/8) exp(-eps t E N_i) at D = 1/2, above the older one.

    A worst regret R below the root is less than what it implies: no policy has it.
    """
    sides = require_possible(formula, VIEW.grid)
    with working_precision(BITS):
        gains = []
        for arms, horizon, eps in VIEW.grid:
            value = formula(arms, horizon, eps)
            below, above = value * ball(1 - MARGIN), value * ball(1 + MARGIN)
            least, most = (
                ball(horizon * HALF / 8) * (-ball(eps) * distance() * pulls(r, arms, horizon)).exp()
                for r in (below, above)
            )
            where = f"K = {arms}, T = {horizon}, eps = {eps}: {value.str(8, radius=False)}"
            need(below < least and above > most, f"The argument does not give the bound at {where}")
            gains.append(value / older(arms, horizon, eps))
            need(gains[-1] > 1, f"The bound without a logarithm is as large at {where}")
        least_of_all = min(gains, key=lambda g: float(g.mid()))
        return str(least_of_all.str(4, radius=False)), sides.sharpness


@checks("thesis.thm4.15.logarithm")
@mutant("sharper: a thousandth more", formula=scaled(minimax.pure_logarithmic, Fraction("1.001")))
@mutant("a thousandth less", formula=scaled(minimax.pure_logarithmic, Fraction("0.999")))
@mutant("pulls bounded by the horizon", pulls=by_the_horizon)
@mutant("without the logarithm", formula=minimax.pure_sharp)
def logarithmic(
    formula: Formula = minimax.pure_logarithmic,
    pulls: Pulls = by_the_regret,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The root of R = (T D/8) exp(-eps t R/((K-1) D)), from both sides, and the older bound."""
    _, sharpness = least_gain(formula, minimax.pure_sharp, normal_at_half, pulls)
    with working_precision(BITS):
        powers = (10, 100, 1000, 10000)
        slopes = [formula(2, Fraction(10**n), Fraction(1)) / (n * arb(10).log()) for n in powers]
        limit = 1 / (2 * minimax.half_gap_distance())
        need(limit > 1, "2 t is not below 1")
        near = limit * ball(Fraction(99, 100)) < slopes[-1] < limit
        need(near and all(a < b for a, b in pairwise(slopes)), "The growth is not logarithmic")
        shown = limit.str(6, radius=False)
        example = formula(100, Fraction(10**6), Fraction(1, 100)).str(6, radius=False)
    return proof.verdict(
        "A policy of worst regret R plays the least played arm at most R/((K-1) D) times at (D, 0, "
        "..), which is less than T/(K-1); with the rest of Section 4.1, R >= (T D/8) exp(-eps t R/"
        f"((K-1) D)). At D = 1/2 the bound is about {shown} (K-1) log(T)/eps; for T = 10^6, "
        f"K = 100, eps = 0.01 it is {example}, where (4.10) has 450.",
        instances=f"{ROOT}points in balls; the growth at T = 10^10 to 10^10000.",
        sharpness=sharpness,
    )


@checks("thesis.thm4.15.bernoulli_logarithm")
@mutant("the bound of normal rewards", formula=minimax.pure_logarithmic)
@mutant(
    "sharper: a thousandth more", formula=scaled(minimax.bernoulli_logarithmic, Fraction("1.001"))
)
@mutant("pulls bounded by the horizon", pulls=by_the_horizon)
@mutant("the distance of normal laws", distance=normal_at_half)
def bernoulli_logarithmic(
    formula: Formula = minimax.bernoulli_logarithmic,
    pulls: Pulls = by_the_regret,
    distance: Callable[[], arb] = lambda: arb(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The same root for the means (1/2, 0, ..) and an arm of mean 1 in the other instance."""
    least, sharpness = least_gain(formula, minimax.bernoulli_pure, distance, pulls)
    return proof.verdict(
        "The root at D = 1/2, where the two laws have the distance TV(Ber(0), Ber(1)) = 1; at "
        f"least {least} times the bound of thesis.thm4.15.bernoulli.",
        instances=f"{ROOT}points in balls.",
        sharpness=sharpness,
    )


def ucb_regret(arms: int, horizon: Fraction) -> arb:
    """8 sqrt(T K log T) + 3 K: (2.11), a policy without privacy on gaps of at most 1."""
    return 8 * (ball(horizon * arms) * ball(horizon).log()).sqrt() + 3 * arms


@checks("thesis.regimes.4.15.equally_hard")
@mutant("the bound without its logarithm", private=minimax.pure_sharp)
@mutant("the printed bound", private=minimax.pure_printed)
def equally_hard(private: Formula = minimax.pure_logarithmic) -> Verdict:
    """At the threshold and K = 2 every View DP policy is worse than UCB, by any factor."""
    with working_precision(BITS):
        ratios, powers = [], (300, 1000, 10000)
        for power in powers:
            horizon = Fraction(10**power)
            # at the right threshold, which is above the printed one
            eps = Fraction(27, 22) / 10 ** (power // 2)
            ratios.append(private(2, horizon, eps) / ucb_regret(2, horizon))
        above = ratios[0] > 1 and all(a < b for a, b in pairwise(ratios))
        need(above, "Two lower bounds that coincide say nothing about what policies can reach")
        arms, horizon, budget = 100, Fraction(10**6), Fraction(1, 100)
        most = most_on_the_unit_interval(arms, horizon)
        at_example = private(arms, horizon, budget)
        printed = minimax.pure_printed(arms, horizon, budget), minimax.free_printed(arms, horizon)
        need(at_example < ball(most), "The bound of the example is above a policy")
    case: dict[str, Any] = {
        "regret over (2.11)": [r.str(4, radius=False) for r in ratios],
        "example (K, T, eps)": (arms, horizon, budget),
        "regret there, at least": at_example.str(6, radius=False),
        "printed with DP": printed[0].str(4, radius=False),
        "printed without": printed[1].str(4, radius=False),
    }
    return refuted(
        witness=(
            "The worst regret of every eps-View DP policy, for means in [0, 1], against the bound "
            "(2.11) of UCB; and at the example of the text, against the two printed bounds."
        ),
        K=2,
        T=[f"10^{power}" for power in powers],
        eps="(27/22) sqrt(1/T)",
        **case,
        grade=Grade.OUTLINED,
    )
