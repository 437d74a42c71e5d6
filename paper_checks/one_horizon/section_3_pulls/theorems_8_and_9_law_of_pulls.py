"""Theorems 8 and 9 against the best of all private policies of one to three rounds, exactly.

The proofs stand in the document. With a rational e^eps the ratio r is rational. Theorem 8 is tried
with weights: KL(a, b) <= x means that E log w(N) under a is at most x for all w > 0 that have
E w(N) <= 1 under b, and for given logarithms that is a linear program.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import Actions, PrivatePolicies
from banditproof.paper_checks.models.private_test_of_one_arm import least_excess
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.bernoulli import kl_ball
from .theorem_3_pulls import GROWTHS, MEANS, Means, pulls

Ratio = Callable[[Fraction, Fraction, Fraction], Fraction]
CERTAIN = (Fraction(1, 2), Fraction(0), Fraction(2, 3))
"""Means for which Theorem 8 is sharp: an arm that never pays, or else often."""
SURE = (Fraction(1, 2), Fraction(0), Fraction(1))
"""Means for which the divergence is nearly sharp in the budget."""
RISKS = (Fraction(1, 20), Fraction(1, 3))
NOT_COVERED = "Longer horizons, other means and budgets, and more arms, but for the words."


def least_ratio(p: Fraction, q: Fraction, growth: Fraction) -> Fraction:
    """r, with e^eps = growth."""
    return (1 - q + q / growth) / (1 - p + p / growth)


def _cases() -> Iterator[tuple[int, Fraction, Means]]:
    yield from ((2, Fraction(10**4), means) for means in (CERTAIN, SURE))
    yield from product((1, 2), GROWTHS, (*MEANS, CERTAIN))
    yield 3, Fraction(2), MEANS[0]


def of_pulls(values: Sequence[Fraction | int]) -> Callable[[Actions], Fraction | int]:
    """A function of the actions that has these values for 0, 1, ... pulls."""
    return lambda actions: values[pulls(actions)]


def divergence(p: Fraction, q: Fraction, growth: Fraction) -> Fraction:
    """An upper bound of d_eps(p, q): eps (z - p) + kl(z, q) at the best z."""
    z = max(p, q / growth / (1 - q + q / growth))
    with working_precision(128):
        return upper(ball(growth).log() * ball(z - p) + kl_ball(z, q))


@checks("one.thm8.ratio")
@mutant("one reward less", power=lambda n: max(n - 1, 0))
@mutant("1 % less of e^eps - 1", budget=lambda growth: 1 + (growth - 1) * Fraction(99, 100))
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_number_of_pulls_is_rarer(
    power: Callable[[int], int] = lambda n: n,
    budget: Callable[[Fraction], Fraction] = lambda growth: growth,
    times: Fraction = Fraction(1),
) -> Verdict:
    """The least Pr''[N = n] of policies with Pr[N = n] >= 1/2."""
    sides = Sides()
    for horizon, growth, (best, p, q) in _cases():
        policies, r = PrivatePolicies(horizon, growth), least_ratio(p, q, budget(growth))
        for n in range(horizon):
            exactly = of_pulls([int(k == n) for k in range(horizon + 1)])
            here, there = (policies.mean((best, mean), exactly) for mean in (p, q))
            often = [(tuple(-x for x in here), Fraction(-1, 2))]
            least = policies.least_of_largest([there], often)
            case: dict[str, Any] = {"T": horizon, "growth": growth, "p": p, "q": q, "n": n}
            bound = times * r ** power(n) / 2
            sides.at_most(bound, least, "A policy pulls the arm n times more rarely.", **case)
    return points(not_covered=NOT_COVERED, sharpness=sides.sharpness)


@checks("one.thm8.divergence")
@mutant("1 % less of e^eps - 1", budget=lambda growth: 1 + (growth - 1) * Fraction(99, 100))
@mutant("sharper: 1 % less", times=Fraction(99, 100))
def no_law_of_pulls_is_farther(
    budget: Callable[[Fraction], Fraction] = lambda growth: growth, times: Fraction = Fraction(1)
) -> Verdict:
    """d E N - E log w(N) on the instance, over all policies with E w(N) <= 1 on the neighbour."""
    for horizon, growth, (best, p, q) in _cases():
        policies, d = PrivatePolicies(horizon, growth), times * divergence(p, q, budget(growth))
        for part in (Fraction(1), Fraction(1, 2)):
            # the ratio of two laws: of a policy that stops after a first reward x or never
            stop = (part * growth / (1 + growth), part / (1 + growth))
            once, rival = ((1 - mean) * stop[0] + mean * stop[1] for mean in (p, q))
            w = [Fraction(1), once / rival, *[(1 - once) / (1 - rival)] * 2][: horizon + 1]
            with working_precision(128):
                logarithms = [lower(ball(weight).log()) for weight in w]
            rests = [d * n - logarithm for n, logarithm in enumerate(logarithms)]
            here = policies.mean((best, p), of_pulls(rests))
            there = policies.mean((best, q), of_pulls(w))
            rest = policies.least_of_largest([here], [(there, Fraction(1))])
            case: dict[str, Any] = {"T": horizon, "growth": growth, "p": p, "q": q, "part": part}
            require(rest >= 0, "A policy has laws of pulls that are farther apart.", **case)
    return points()


def by_ratio(f: Sequence[Fraction], s: Sequence[Fraction], most: Fraction) -> Fraction:
    """The largest of the lower bounds of E N over all m."""
    g = [x - y for x, y in pairwise(f)]
    bounds = []
    for m, step in enumerate(g):
        if step > 0:
            rest = sum((x * (1 - y) for x, y in zip(g[m:], s[m:], strict=True)), Fraction(0))
            bounds.append(m + sum(s[m:], Fraction(0)) + (rest - most) / step)
    return max(bounds, default=Fraction(0))


def _limits(
    horizon: int, growth: Fraction, means: Means, r: Fraction, most: Fraction
) -> Iterator[tuple[str, Callable[[Actions], int], Fraction, Fraction, int]]:
    """What is limited on the neighbour, by how much, and the bound of E N by the ratio."""
    _, p, q = means
    sure = [least_excess(n, p, q, growth, most / (horizon - n)) for n in range(horizon)]
    f = [(horizon - n) * r**n for n in range(horizon + 1)]
    yield "cheap", lambda a: len(a) - pulls(a), most, by_ratio(f, sure, most), horizon
    length = min(horizon // 2, horizon - 1) + 1
    sure = [least_excess(n, p, q, growth, most) for n in range(length)]
    f = [r**n - r**length for n in range(length + 1)]
    yield "reliable", lambda a: int(pulls(a) < length), most, by_ratio(f, sure, most), length


@checks("one.thm9.ratio")
@mutant("a ratio of 1, as if neighbours were alike", ratio=lambda p, q, growth: Fraction(1))
@mutant("one more pull for each m", more=1)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_policy_pulls_less_by_the_ratio(
    ratio: Ratio = least_ratio, more: int = 0, times: Fraction = Fraction(1)
) -> Verdict:
    """The fewest mean pulls of cheap and of reliable policies, and the bound by r."""
    sides = Sides()
    for (horizon, growth, means), most in product(_cases(), RISKS):
        best, p, q = means
        policies, r = PrivatePolicies(horizon, growth), ratio(p, q, growth)
        here = policies.mean((best, p), pulls)
        for kind, limited, limit, bound, _ in _limits(horizon, growth, means, r, most):
            there = policies.mean((best, q), limited)
            least = policies.least_of_largest([here], [(there, limit)])
            case: dict[str, Any] = {"T": horizon, "growth": growth, "p": p, "q": q, "M": most}
            finding = f"A {kind} private policy pulls the arm less often."
            sides.at_most(times * max(Fraction(0), bound + more), least, finding, **case)
    return points(not_covered=NOT_COVERED, sharpness=sides.sharpness)


def by_divergence(d: Fraction, part: Fraction, length: int, x: Fraction, ends: int = 1) -> Fraction:
    """The lower bound of E N for one x, or without its last term."""
    w = x + (1 - x) / part
    with working_precision(128):
        return lower(ball(w).log() / (ball(d) + ends * ball(w / x).log() / length))


def _stopping_policy() -> tuple[Fraction, tuple[Fraction, Fraction], int, Fraction]:
    """d, the least delta of both conditions, T and E N of a private policy, where p = 0.

    It pulls the arm ten times, and then with probability e^(eps (1 - S)) / (1 + e^eps) no more,
    where S is the number of successes.
    """
    (_, p, q), growth, horizon = CERTAIN, Fraction(10**8), 10**4
    stops = growth / (1 + growth)
    missed = stops * least_ratio(p, q, growth) ** 10
    deltas = missed, missed * (horizon - 10) / horizon
    return divergence(p, q, growth), deltas, horizon, 10 * stops + horizon * (1 - stops)


@checks("one.thm9.divergence")
@mutant("without the term log(w/x)/L", ends=0)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_policy_pulls_less_by_the_divergence(ends: int = 1, times: Fraction = Fraction(1)) -> Verdict:
    """The fewest mean pulls of cheap and of reliable policies, and the bound by d_eps."""
    sides = Sides()
    d, deltas, horizon, least = _stopping_policy()
    for part in deltas:
        bound = times * by_divergence(d, part, horizon, Fraction(1, 100), ends)
        sides.at_most(bound, least, "A policy that stops pulls the arm less often.", T=horizon)
    for (horizon, growth, means), most in product(_cases(), RISKS):
        best, p, q = means
        policies, d = PrivatePolicies(horizon, growth), divergence(p, q, growth)
        here = policies.mean((best, p), pulls)
        for kind, limited, limit, _, length in _limits(horizon, growth, means, Fraction(1), most):
            there = policies.mean((best, q), limited)
            least = policies.least_of_largest([here], [(there, limit)])
            part = most / horizon if kind == "cheap" else most
            for x in (Fraction(1, 20), Fraction(1, 4)):
                bound = by_divergence(d, part, length, x, ends)
                case: dict[str, Any] = {"T": horizon, "growth": growth, "p": p, "q": q, "M": most}
                finding = f"A {kind} private policy pulls the arm less often."
                sides.at_most(times * bound, least, finding, **case)
    return points(not_covered=NOT_COVERED, sharpness=sides.sharpness)
