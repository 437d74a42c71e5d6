"""Remark (c) on Theorem 3.1: the lower bound (9) for unstructured classes."""

from fractions import Fraction
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points
from banditproof.theory import certify, d_eps
from ..appendix_c_lower_bound.coupled_environment import greedy, insisting
from .finite_change_of_law import THREE_VALUES, Certificate, comparisons, right_side
from .finite_support_divergence import (
    binary_interval,
    certified_joint_gap,
    dual_value_of_a_pair,
    primal_value_of_a_pair,
)

REFERENCE = ("0.194", "0.024", "0.782")
OTHER = ("0.010", "0.367", "0.623")
BUDGET = "2.959"
SUPPORT = (Fraction(0), Fraction(1, 2), Fraction(1))


@checks("bern.rem3.c")
@mutant("KL from P' to Q", reversed_kl=True)
@mutant("twice the total variation", weight=2)
@mutant("sharper: 1 % less TV", weight=Fraction(99, 100))
@mutant(
    "no privacy in the change of law",
    certificate=lambda ratio, *given: right_side(Fraction(1), *given),
)
@mutant(
    "sharper: 1 % less likelihood in the change of law",
    certificate=lambda ratio, h, limit, *given: right_side(
        ratio, h, limit * Fraction(99, 100), *given
    ),
)
def general_classes(
    reversed_kl: bool = False, weight: Fraction | int = 1, certificate: Certificate = right_side
) -> Verdict:
    """On {0, 1} it is (6); the inequality of the proof on three values; the constraint on Q.

    For any Q and P' with mu(P') > mu_star and finite KL(Q, P') the log-likelihood ratio has the
    mean KL(Q, P') under Q (its negative part is always integrable). The inequality of
    bern.derived.audit with h = (1+s) n TV(P, Q) and w = (1+s) n KL(Q, P') has two terms that
    vanish: the binomial one by Chernoff's bound, the walk by the law of large numbers for maxima.
    The choice of n is that of Step 4: eps TV + KL > 0, as P' = P is excluded by the means. If no
    such P' exists the bound is 0, and if the infimum is 0 the pulls exceed any multiple of log T.
    """
    for x, y, eps in (("0.25", "0.75", "1"), ("0.1", "0.8", "0.1"), ("0.3", "0.4", "3")):
        low, high = binary_interval(x, y, eps, weight=weight, reversed_kl=reversed_kl)
        value = certify(d_eps, x, y, eps, digits=15)
        same = low <= value.hi and value.lo <= high <= low + Fraction(1, 10**9)
        result = f"from {float(low)} to {float(high)}"
        need(same, f"At ({x}, {y}, {eps}) the general form is {result}, but d_eps is {value}.")
    choices = ((insisting, "1/2", 2), (greedy, "1/2", 2), (insisting, "9999/10000", 19998))
    policies = [(choose, Fraction(keep), Fraction(ratio)) for choose, keep, ratio in choices]
    limits, sides = (Fraction(1), Fraction(5)), Sides()
    for left, right, case in comparisons(policies, THREE_VALUES, limits, certificate):
        sides.at_most(left, right, "The double change of law fails.", **case)
    free = primal_value_of_a_pair(SUPPORT, REFERENCE, OTHER, BUDGET, constrained=False)
    bound = dual_value_of_a_pair(SUPPORT, REFERENCE, OTHER, BUDGET, constrained=True)
    attained = primal_value_of_a_pair(SUPPORT, REFERENCE, OTHER, BUDGET, constrained=True)
    binds = free.hi < Fraction("0.546214") and bound.lo > Fraction("0.62191") <= attained.hi
    need(binds, f"The constraint on the mean of Q does not bind: {free}, {bound}.")
    gap = max(certified_joint_gap(SUPPORT, seed) for seed in range(8))
    closed = gap <= Fraction(1, 10**6)
    need(closed, f"After minimising over P' a gap of {float(gap)} remains.")
    return points(
        "The general form is (6) on {0, 1}, and the finite inequality behind the bound holds on "
        "three reward values. Its mean constraint on Q is not used by the proof and can bind for a "
        f"fixed P' ({float(bound.lo):.7f}, without it {float(free.hi):.7f}), but after minimising "
        "over P' it changes nothing on a full simplex.",
        witness="Support {0, 1/2, 1}, P = (.194, .024, .782), P' = (.010, .367, .623), "
        f"eps = 2.959: without the constraint at most {free.decimal_hi(9)} (a primal point), with "
        f"it at least {bound.decimal_lo(9)} (a dual point).",
        numbers={"free": free, "constrained": bound, "largest joint gap": float(gap)},
        covered="All unstructured classes with finite means, by the named steps (the paper gives "
        f"no proof); three Bernoulli points; {sides.cases} exact cases of the double change of "
        "law, 5 rounds, policies with e^eps = 2 and 19998 on {0, 1/2, 1}; the binding example by "
        "primal and dual points in balls, and 8 random laws on {0, 1/2, 1} where a feasible pair "
        "(Q, P) meets the dual bound of the unconstrained joint program to 1e-6.",
        sharpness=sides.sharpness,
    )
