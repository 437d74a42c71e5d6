"""Theorem 4 against the best of all private policies of one or two rounds, exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import PrivatePolicies, regret
from banditproof.paper_checks.models.private_test_of_one_arm import least_excess

Means = tuple[Fraction, Fraction, Fraction]
Rest = Callable[[int, int], int | Fraction]
Price = Callable[[Fraction, Fraction, Fraction], Fraction]


def _cases() -> Iterator[tuple[int, Fraction, Means]]:
    """The horizon, e^eps, the best mean, the other one and that of the better arm."""
    means = (
        (Fraction(9, 10), Fraction(1, 10), Fraction(1)),
        (Fraction(1, 2), Fraction(2, 5), Fraction(9, 10)),
        (Fraction(1, 2), Fraction(0), Fraction(3, 5)),
    )
    yield from product((1, 2), (Fraction(11, 10), Fraction(2), Fraction(20)), means)


def largest(
    horizon: int, growth: Fraction, means: Means, rest: Rest, price: Price, steps: int = 30
) -> Fraction:
    """A number R with R <= F(R), nearly the largest one, by bisection."""
    best, p, q = means
    low, high = Fraction(0), Fraction(horizon)
    for _ in range(steps):
        middle = (low + high) / 2
        others = middle / price(best, p, q)
        pulls = sum(
            least_excess(n, p, q, growth, others / rest(horizon, n)) for n in range(horizon)
        )
        if middle <= (best - p) * pulls:
            low = middle
        else:
            high = middle
    return low


@checks("one.thm4")
@mutant("twice T - n", rest=lambda horizon, n: 2 * (horizon - n))
@mutant("regret on the neighbour by the gap to the worse arm", price=lambda best, p, q: q - p)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_policy_has_less_regret(
    rest: Rest = lambda horizon, n: horizon - n,
    price: Price = lambda best, p, q: q - best,
    times: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The least largest regret of all policies on the instance and its neighbour."""
    sides = Sides()
    for horizon, growth, (best, p, q) in _cases():
        policies = PrivatePolicies(horizon, growth)
        worlds = ((best, p), (best, q))
        least = policies.least_of_largest([policies.mean(w, regret(w)) for w in worlds])
        bound = times * largest(horizon, growth, (best, p, q), rest, price)
        case: dict[str, Any] = {"T": horizon, "growth": growth, "best": best, "p": p, "q": q}
        sides.at_most(bound, least, "A private policy has less regret on both.", **case)
    return proof.verdict(sharpness=sides.sharpness)
