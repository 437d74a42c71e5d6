"""Claims of Chapter 9 on View DP, on bounds for (eps, delta)-DP, and on joint privacy."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import excess
from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.verdicts.along import Along
from banditproof.paper_checks.verdicts.along_by_algebra import equal_in_symbols
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair, showing
from banditproof.theory.membership import best_weights, mahalanobis

Vector = tuple[Fraction, ...]


Pair = Callable[[Fraction, Fraction], tuple[Vector, Vector]]


def pure_pair(ratio: Fraction, delta: Fraction) -> tuple[Vector, Vector]:
    """Randomised response, whose logarithms are bounded."""
    return (ratio / (ratio + 1), 1 / (ratio + 1)), (1 / (ratio + 1), ratio / (ratio + 1))


@checks("thesis.persp.approx-lb")
@mutant("pairs with delta = 0", pair_of=pure_pair)
def no_bound_of_the_divergence(
    pair_of: Pair = lambda ratio, delta: leaky_pair(ratio, delta),
) -> Verdict:
    """Pairs that are (eps, delta)-close whose KL divergence is infinite, exact."""
    for ratio in (Fraction(1), Fraction(2), Fraction(9)):
        for delta in (Fraction(1, 10**6), Fraction(1, 10), Fraction(1, 2)):
            p, q = pair_of(ratio, delta)
            close = max(excess(p, q, ratio), excess(q, p, ratio))
            require(close <= delta, "The pair is not close.", e_to_eps=ratio, delta=delta)
            lost = any(x > 0 and y == 0 for x, y in zip(p, q, strict=True))
            require(lost, "The divergence is finite.", e_to_eps=ratio, delta=delta, p=p, q=q)
    return points()


def squared_ratio(horizon: Any, log: Any, budget: Any, power: int, logarithms: int) -> Any:
    """d^(3/2) T^power L/eps over d^2 T (log T)^(2 logarithms) with d = 16, or in symbols.

    The budget is L/eps = log(1/delta)/eps, and logarithms are to the base 2.
    """
    return 64 * horizon**power * budget / (256 * horizon * log ** (2 * logarithms))


def negligible_in_the_limit() -> Along:
    """The ratio of the printed terms, for all T."""
    import sympy as sp

    t, log, budget = sp.symbols("T log_T B", positive=True)
    ratio = squared_ratio(t, log, budget, 1, 1)
    return equal_in_symbols(
        "T",
        "the squared ratio at d = 16 is (L/eps)/(2 log2 T)^2, L = log(1/delta), which tends to 0",
        ratio,
        budget / (2 * log) ** 2,
    )


@checks("thesis.persp.jdp.price", subjects={"logarithms": (1, 0)})
@mutant("a private term that does not grow with T", power=0)
def price_of_joint_privacy(power: int = 1, logarithms: int = 0) -> Verdict:
    """The two terms of the printed bound as T grows."""
    for budget in (Fraction(1), Fraction(20)):
        start = squared_ratio(16, 4, budget, power, logarithms)
        for doublings in (10, 100, 1000):
            result = squared_ratio(2**doublings, doublings, budget, power, logarithms)
            with showing(negligible_in_the_limit):
                require_or_repair(
                    result >= start,
                    "The private term is negligible beside the other one: for fixed d, eps and "
                    "delta "
                    "their ratio is a constant over log T. The print is off by this one logarithm, "
                    "which the rate without privacy does not need.",
                    d=16,
                    T=f"2^{doublings}",
                    squared_ratio=result,
                    squared_ratio_at_16=start,
                )
    return points()


Bonus = Callable[[Fraction, Fraction], Fraction]
"""The fourth power of the bonus, from beta and ||a||^2 in the norm of V^-1."""
DESIGN = (Fraction(2), Fraction(1)), (Fraction(1), Fraction(3))


def root_over_both(beta: Fraction, square: Fraction) -> Fraction:
    """sqrt(beta ||a||)^4 = beta^2 ||a||^2."""
    return beta**2 * square


def root_of_beta(beta: Fraction, square: Fraction) -> Fraction:
    """(sqrt(beta) ||a||)^4 = beta^2 ||a||^4."""
    return beta**2 * square**2


@checks("thesis.persp.jdp.bonus", subjects={"bonus": (root_over_both, root_of_beta)})
@mutant("beta for its root", bonus=lambda beta, square: beta**4 * square**2)
def bonus_of_linucb(bonus: Bonus = root_of_beta) -> Verdict:
    """The largest value over an ellipsoid, at the point where it is reached, exact."""
    for action, beta in (((3, 1), 4), ((1, 0), 9), ((-2, 5), 1)):
        a = tuple(Fraction(x) for x in action)
        # the maximiser is theta + sqrt(beta) V^-1 a / ||a||, and <V^-1 a, a> = ||a||^2
        square = mahalanobis(a, DESIGN)
        weights = best_weights(a, DESIGN)
        reached = sum((w * x for w, x in zip(weights, a, strict=True)), Fraction(0))
        fourth = (beta * reached**2 / square) ** 2
        case: dict[str, Any] = {
            "a": a,
            "beta": beta,
            "fourth_power": fourth,
            "of_the_bonus": bonus(Fraction(beta), square),
        }
        finding = "The bonus is not the width of the confidence set."
        require_or_repair(bonus(Fraction(beta), square) == fourth, finding, **case)
    return points()
