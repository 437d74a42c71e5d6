"""Claims about B.5, Step 2: a display that is Theorem 4.14, and a conclusion that is true."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.decompositions.adaptive_witnesses import Situation
from .step_3_of_b_4 import on_normal_arms, on_other_arms, searched


@checks("thesis.B.5.step2.decomposition")
@mutant("rewards that are not normal", cases=on_other_arms)
def display_for_linear_arms(
    cases: Callable[[], Iterator[tuple[str, Situation]]] = on_normal_arms,
) -> Verdict:
    """The same search: d = 1 with the actions 1 and 0 is one informative arm."""
    return searched(
        cases(),
        "and one informative action, with the smaller E[sum p_t (1 - p_t)] for the middle term",
        "the conclusion does not need it (thesis.B.5.step2.conclusion)",
    )


@checks("thesis.B.5.step2.distances")
@mutant("sharper: 79 % of the sum", slope=Fraction(79, 100))
@mutant("sharper: 99 % of the variance", spread=Fraction(99, 100))
def distances_of_b5(
    slope: Fraction = Fraction(1), spread: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """T times the TV of one round at |A_t| = 1, and a sum that is 0 or 1/sqrt(rho)."""
    sides, variance = Sides(), Sides()
    with working_precision(128):
        for root, horizon in ((Fraction(1, r), t) for r in (1, 2, 10) for t in (1, 10, 1000)):
            half = ball(1 / (horizon * root))  # half of <A_t, theta - theta'>
            total, most = horizon * (half / arb(2).sqrt()).erf(), ball(slope / root)
            sides.at_most(total, most, "The sum is larger.", T=horizon, sqrt_rho=root)
            even = (1 / root) ** 2 / 2 - (1 / root / 2) ** 2  # 0 or 1/sqrt(rho), evenly
            bound = spread / (4 * root**2)
            variance.at_most(even, bound, "The variance is larger.", sqrt_rho=root)
    return proof.verdict(sharpness=sides.sharpness)


def by_domination(root: Fraction, horizon: int) -> Fraction:
    """rho E[B^2] for B ~ Bin(T, t), t = min(1, 1/(T sqrt(rho))); `root` is sqrt(rho)."""
    t = min(Fraction(1), 1 / (horizon * root))
    return root**2 * ((horizon * t) ** 2 + horizon * t * (1 - t))


@checks("thesis.B.5.step2.conclusion")
@mutant("sharper: 19/10", most=lambda root: Fraction(19, 10))
@mutant("sharper: 95 % of 1 + sqrt(rho)", most=lambda root: Fraction(95, 100) * (1 + root))
@mutant("rho up to 2", roots=(Fraction(3, 2),))
def conclusion_of_b5(
    most: Callable[[Fraction], Any] = lambda root: min(1 + root + Fraction(1, 4), Fraction(9, 4)),
    roots: tuple[Fraction, ...] = tuple(Fraction(k, 20) for k in range(1, 21)),
    proof: Proof = WRITTEN,
) -> Verdict:
    """rho E[d^2] by the pairs of rounds, and exactly under Bin(T, t) for many T."""
    sides = Sides()
    for root in roots:
        for horizon in (*range(1, 101), 10**6):
            value, bound = by_domination(root, horizon), most(root)
            sides.at_most(value, bound, "The bound is exceeded.", T=horizon, sqrt_rho=root)
    return proof.verdict(sharpness=sides.sharpness)
