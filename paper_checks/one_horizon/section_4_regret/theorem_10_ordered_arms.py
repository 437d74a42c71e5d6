"""Theorem 10 against the best of all private policies of two or three arms and one to three rounds.

The proof stands in the document. The best policy comes from a linear program whose two ends are
certified, and the bound must not be above the upper one. For means 1 and 0 and two rounds the least
is 1/2 + 1/(1 + e^eps): it is the bound for half of e^eps - 1, so that less than a half is noticed.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.exact_price import exact_price

Level = Callable[[Sequence[Fraction]], Iterator[Fraction]]
MEANS = (
    (Fraction(9, 10), Fraction(1, 10), Fraction(1, 10)),
    (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)),
    (Fraction(3, 4), Fraction(7, 10), Fraction(7, 10)),
)
BUDGETS = ("5/4", "2", "20")
CASES = (
    *product((1, 2), BUDGETS, MEANS),
    *((3, "2", means) for means in MEANS),
    *((2, growth, (Fraction(1), Fraction(0))) for growth in BUDGETS),
)


def levels(above: Sequence[Fraction]) -> Iterator[Fraction]:
    """Sums of y, at most a_2: as large as y_2 to y_j allow for each j."""
    for last in range(1, len(above) + 1):
        yield min(above[0], sum(above[:last], Fraction(0)) / (last + 1))


def best_sum(above: Sequence[Fraction], factors: Sequence[Fraction], level: Level) -> Fraction:
    """The largest sum of y_k times its factor, for the given sums of y."""
    values = [Fraction(0)]
    for total in level(above):
        left, value = total, Fraction(0)
        for most, factor in zip(above, factors, strict=True):
            y = min(max(most - total, Fraction(0)), left)
            value, left = value + y * factor, left - y
        values.append(value)
    return max(values)


def regret_of_a_round(
    t: int, means: Sequence[Fraction], growth: Fraction, level: Level
) -> Fraction:
    """The bound of the mean gap of the action after t rounds, over all counts in every order."""
    laws = [binomial_law(t, mean) for mean in means]
    gaps = [max(means) - mean for mean in means]
    total = Fraction(0)
    for counts in product(range(t + 1), repeat=len(means)):
        ranked = sorted(counts, reverse=True)
        mean_gaps = [Fraction(0)] * len(means)
        for order in permutations(range(len(means))):
            chance = prod(laws[arm][c] for arm, c in zip(order, ranked, strict=True))
            mean_gaps = [g + gaps[arm] * chance for g, arm in zip(mean_gaps, order, strict=True)]
        above = [g - mean_gaps[0] for g in mean_gaps[1:]]
        factors = [growth ** (c - ranked[0]) for c in ranked[1:]]
        total += (mean_gaps[0] + best_sum(above, factors, level)) / factorial(len(means))
    return total


@checks("one.thm10")
@mutant("a sum of y above a_2", level=lambda above: iter([max(above) / 2]))
@mutant("less than half of e^eps - 1", budget=lambda growth: 1 + (growth - 1) * Fraction(49, 100))
@mutant("one round longer", longer=1)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_policy_has_less_regret(
    level: Level = levels,
    budget: Callable[[Fraction], Fraction] = lambda growth: growth,
    longer: int = 0,
    times: Fraction = Fraction(1),
) -> Verdict:
    """The least regret averaged over all orders of two or three arms."""
    sides = Sides()
    for horizon, growth, means in CASES:
        rounds = range(horizon + longer)
        private = budget(Fraction(growth))
        bound = sum((regret_of_a_round(t, means, private, level) for t in rounds), Fraction(0))
        orders = [tuple(map(str, order)) for order in permutations(means)]
        found = exact_price(len(means), horizon, f"log({growth})", instances=orders, prior="equal")
        case: dict[str, Any] = {"T": horizon, "growth": growth, "means": means}
        sides.at_most(times * bound, found.upper, "A private policy has less mean regret.", **case)
    return points(sharpness=sides.sharpness)
