"""Theorem 1 against the best of all private policies of two or three rounds, exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import Actions, PrivatePolicies
from banditproof.paper_checks.models.private_test_of_one_arm import least_excess

Bound = Callable[[int, Fraction, Fraction, Fraction, Fraction], Fraction]
GROWTHS = (Fraction(11, 10), Fraction(2), Fraction(20))
MEANS = (
    (Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)),
    (Fraction(1, 3), Fraction(0), Fraction(1)),
)


def _cases() -> Iterator[tuple[int, int, Fraction, tuple[Fraction, ...], Fraction]]:
    """The horizon, n, e^eps, the means of both arms and of the better arm, and delta."""
    risks = (Fraction(1, 50), Fraction(2, 5))
    for growth, means, delta, n in product(GROWTHS, MEANS, risks, (0, 1)):
        yield 2, n, growth, means, delta
    yield 3, 2, Fraction(2), MEANS[0], Fraction(1, 10)


def _pulled_more(n: int, actions: Actions) -> int:
    return int(sum(actions) > n)


def _pulled_at_most(n: int, actions: Actions) -> int:
    return int(sum(actions) <= n)


@checks("one.thm1")
@mutant("one reward fewer", bound=lambda n, *rest: least_excess(max(n - 1, 0), *rest))
@mutant(
    "half the budget",
    bound=lambda n, p, q, growth, delta: least_excess(n, p, q, 1 + (growth - 1) / 3, delta),
)
@mutant("sharper: 1 % more", bound=lambda *case: least_excess(*case) * Fraction(101, 100))
def no_policy_pulls_less(bound: Bound = least_excess, proof: Proof = WRITTEN) -> Verdict:
    """The least P_nu(N_a > n) of all policies with P_nu''(N_a <= n) <= delta."""
    sides = Sides()
    for horizon, n, growth, (best, p, q), delta in _cases():
        policies = PrivatePolicies(horizon, growth)
        often = policies.mean((best, p), partial(_pulled_more, n))
        rare = policies.mean((best, q), partial(_pulled_at_most, n))
        least = policies.least_of_largest([often], [(rare, delta)])
        finding = "A private policy pulls the arm again less often."
        case: dict[str, Any] = {
            "T": horizon,
            "n": n,
            "growth": growth,
            "p": p,
            "q": q,
            "delta": delta,
        }
        sides.at_most(bound(n, p, q, growth, delta), least, finding, **case)
    return proof.verdict(sharpness=sides.sharpness)
