"""Theorem 3 against the best of all private policies of one to three rounds, exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import Actions, PrivatePolicies
from banditproof.paper_checks.models.private_test_of_one_arm import least_excess
from banditproof.paper_checks.verdicts.vocabulary import require

Means = tuple[Fraction, Fraction, Fraction]
MEANS: tuple[Means, ...] = (
    (Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)),
    (Fraction(1, 2), Fraction(1, 4), Fraction(3, 5)),
)
GROWTHS = (Fraction(11, 10), Fraction(2), Fraction(20))
RISKS = (Fraction(1, 20), Fraction(1, 3))


def _cases() -> Iterator[tuple[int, Fraction, Means, Fraction]]:
    yield from product((1, 2), GROWTHS, MEANS, RISKS)


def pulls(actions: Actions) -> int:
    """How often the arm 1 is pulled."""
    return sum(actions)


def _least(
    horizon: int, growth: Fraction, means: Means, limited: Callable[[Actions], int], most: Fraction
) -> Fraction:
    """The fewest mean pulls of all policies that have E'' limited <= most."""
    best, p, q = means
    policies = PrivatePolicies(horizon, growth)
    limit = policies.mean((best, q), limited)
    return policies.least_of_largest([policies.mean((best, p), pulls)], [(limit, most)])


@checks("one.thm3.cheap")
@mutant("twice T - n", rest=lambda horizon, n: 2 * (horizon - n))
@mutant("T - n + 1 for T - n", rest=lambda horizon, n: horizon - n + 1)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def pulls_of_cheap_policies(
    rest: Callable[[int, int], int | Fraction] = lambda horizon, n: horizon - n,
    times: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The fewest mean pulls of policies with E''[T - N_a] <= M."""
    sides = Sides()
    for horizon, growth, means, most in _cases():
        _, p, q = means
        bound = sum(least_excess(n, p, q, growth, most / rest(horizon, n)) for n in range(horizon))
        least = _least(horizon, growth, means, lambda a: len(a) - pulls(a), most)
        case: dict[str, Any] = {"T": horizon, "growth": growth, "p": p, "q": q, "M": most}
        sides.at_most(times * bound, least, "A private policy pulls the arm less often.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("one.thm3.reliable")
@mutant("all n below T", last=lambda horizon: horizon - 1)
@mutant("half the budget", budget=lambda growth: 1 + (growth - 1) / 3)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def pulls_of_reliable_policies(
    last: Callable[[int], int] = lambda horizon: min(horizon // 2, horizon - 1),
    budget: Callable[[Fraction], Fraction] = lambda growth: growth,
    times: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The fewest mean pulls of policies with P''(N_a <= floor(T/2)) <= delta."""
    sides = Sides()
    for horizon, growth, means, most in (*_cases(), (3, Fraction(2), MEANS[0], Fraction(1, 3))):
        _, p, q = means
        terms = [least_excess(n, p, q, budget(growth), most) for n in range(last(horizon) + 1)]
        least = _least(horizon, growth, means, lambda a: int(pulls(a) <= len(a) // 2), most)
        case: dict[str, Any] = {"T": horizon, "growth": growth, "p": p, "q": q, "delta": most}
        finding = "A private policy pulls the arm less often."
        sides.at_most(times * sum(terms, Fraction(0)), least, finding, **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("one.thm3.blocks")
@mutant("sharper: a block at its left end", end=0)
def phi_falls(end: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """phi at the right end of a block of two n, and at the larger of two errors, is the smaller."""
    for growth, (_, p, q), delta in product(GROWTHS, MEANS, RISKS):
        values = [least_excess(n, p, q, growth, delta) for n in range(6)]
        for pair in pairwise(values):
            require(2 * pair[end] <= sum(pair), "A block is smaller.", growth=growth, delta=delta)
        riskier = [least_excess(n, p, q, growth, 2 * delta) for n in range(6)]
        falls = all(x >= y for x, y in zip(values, riskier, strict=True))
        require(falls, "phi grows with the error.", growth=growth, delta=delta)
    return proof.verdict()
