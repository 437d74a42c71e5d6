"""Theorem 5 against the best of all private policies of one or two rounds, exactly.

The proof. The action of round t + 1 reads at most t rewards of each arm. Let w(i, j) be the
probability of the arm 2 in that round given i successes of arm 1 and j of arm 2 among t, in random
order: as in Theorem 1, w and 1 - w change by at most e^eps if i or j changes by 1. The error
averaged over both orders is E v(i, j) for i = S_p, j = S_q and v(i, j) = (w(i, j) + 1 - w(j, i))/2,
which has the same property and v(j, i) = 1 - v(i, j), v(j, j) = 1/2. For i > j, d = i - j changes
of i lead to (j, j): v(i, j) >= e^(-eps d)/2. The pair (i, j), (j, i) adds P(j, i) + (P(i, j) -
P(j, i)) v(i, j), and P(i, j) >= P(j, i) as p > q: v is at least h.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import PrivatePolicies, regret
from banditproof.paper_checks.verdicts.vocabulary import points
from banditproof.theory.concentration.binomial_laplace import binomial_law


def error(distance: int, growth: Fraction) -> Fraction:
    """h(d), with e^eps = growth."""
    return growth**-distance / 2 if distance >= 0 else 1 - growth**distance / 2


def _bound(horizon: int, p: Fraction, q: Fraction, growth: Fraction) -> Fraction:
    """(p - q) times the sum of E h(D_t) over the rounds."""
    total = Fraction(0)
    for t in range(horizon):
        for (i, x), (j, y) in product(enumerate(binomial_law(t, p)), enumerate(binomial_law(t, q))):
            total += x * y * error(i - j, growth)
    return (p - q) * total


def _cases() -> Iterator[tuple[int, Fraction, tuple[Fraction, Fraction]]]:
    means = (
        (Fraction(9, 10), Fraction(1, 10)),
        (Fraction(1, 2), Fraction(2, 5)),
        (Fraction(1), Fraction(0)),
    )
    yield from product((1, 2), (Fraction(11, 10), Fraction(2), Fraction(20)), means)


@checks("one.thm5")
@mutant("half the budget", budget=lambda growth: 1 + (growth - 1) / 3)
@mutant("from no rewards on, one round longer", longer=1)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_policy_has_less_regret(
    budget: Callable[[Fraction], Fraction] = lambda growth: growth,
    longer: int = 0,
    times: Fraction = Fraction(1),
) -> Verdict:
    """The least mean regret of all policies over the two orders of the arms."""
    sides = Sides()
    for horizon, growth, (p, q) in _cases():
        policies = PrivatePolicies(horizon, growth)
        orders = [policies.mean(w, regret(w)) for w in ((p, q), (q, p))]
        mean = tuple((x + y) / 2 for x, y in zip(*orders, strict=True))
        bound = times * _bound(horizon + longer, p, q, budget(growth))
        case: dict[str, Any] = {"T": horizon, "growth": growth, "p": p, "q": q}
        least = policies.least_of_largest([mean])
        sides.at_most(bound, least, "A private policy has less mean regret.", **case)
    return points(sharpness=sides.sharpness)
