"""Claims about datasets that differ in several records: Proposition 2.8, as printed and right."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from typing import Any
from flint import arb
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    Data,
    FiniteMechanism,
    Law,
    bit_lists,
    distance,
    excess,
    neighbours,
    random_mechanism,
)
from banditproof.paper_checks.models.finite_pairs import kl_divergence, renyi
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, require
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.enclosure import Enclosure
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, sharpest
from .certified_crossing import crossing

Slack = Callable[[Fraction, int], arb]
"""What multiplies delta at e^eps and distance d, as a ball."""
Power = Callable[[int], Fraction]
"""The factor of rho for two datasets at distance d."""


def printed_slack(ratio: Fraction, d: int) -> arb:
    """d e^(d-1), whatever eps is."""
    return d * arb(d - 1).exp()


def geometric_slack(ratio: Fraction, d: int) -> arb:
    """1 + e^eps + ... + e^((d-1) eps) = (e^(d eps) - 1) / (e^eps - 1)."""
    return ball(sum((ratio**i for i in range(d)), Fraction(0)))


def chain(ratio: Fraction, size: int) -> tuple[FiniteMechanism, Fraction]:
    """The coin that loses the most at every step, and its delta.

    Pr[1] at j ones is delta (1 + ... + e^((j-1) eps)): each step attains (eps, delta), and delta
    is so small that the complement of the event never matters.
    """
    delta = 1 / (4 * sum((ratio**i for i in range(size + 1)), Fraction(0)) * ratio)

    def mechanism(data: Data) -> Law:
        ones = delta * sum((ratio**i for i in range(sum(data))), Fraction(0))
        return (1 - ones, ones)

    return mechanism, delta


ROUNDED = 1 + Fraction(1, 2**150)
"""What is attained must not fail by a rounding."""


def _of_chain(ratio: Fraction, size: int) -> Fraction:
    """By how much delta is multiplied from the last to the first law of the chain, exact."""
    mechanism, delta = chain(ratio, size)
    laws = [mechanism((1,) * j + (0,) * (size - j)) for j in range(size + 1)]
    worst = max(excess(a, b, ratio) for x in pairwise(laws) for a, b in permutations(x))
    need(worst == delta, "The chain has another delta", ratio=ratio, delta=worst)
    return excess(laws[-1], laws[0], ratio**size) / delta


def _require_chains(slack: Slack, sides: Sides) -> None:
    """No chain loses more than the slack; for eps <= 1 without repair."""
    for ratio, size in (*product(SMALL, (1, 2, 3, 4, 7)), *product(LARGE, (1, 2, 3, 4, 7))):
        gap, allowed = _of_chain(ratio, size), slack(ratio, size) * ball(ROUNDED)
        finding = (
            "The exponent d - 1 lacks eps: a coin with Pr[1 | j ones] = delta (1 + ... + "
            "e^((j-1) eps)) is (eps, delta)-DP, and M_D(1) - e^(d eps) M_D'(1) is more than the "
            "bound times delta. For d = 2 it is false above eps = log(2e - 1) = 1.4899, and the "
            "threshold falls to 1 as d grows; for eps <= 1, where the source thinks of eps (said "
            "after Proposition 2.6), each of the d terms is at most e^(d-1), and it is true."
        )
        case: dict[str, Any] = {
            "e_to_eps": ratio,
            "d": size,
            "lost over delta": gap,
            "bound over delta": allowed,
        }
        compare = sides.at_most_or_repair if ratio in LARGE else sides.at_most
        compare(ball(gap), allowed, finding, **case)


def _require_slack(slack: Slack, source: random.Random) -> None:
    """Random mechanisms on three bits at all distances."""
    for _ in range(12):
        mechanism = random_mechanism(source, 3, 3)
        for ratio in RATIOS:
            delta = max(excess(mechanism(d), mechanism(e), ratio) for d, e in neighbours(3))
            for d, e in permutations(bit_lists(3), 2):
                gap = excess(mechanism(d), mechanism(e), ratio ** distance(d, e))
                small = at_most(ball(gap), slack(ratio, distance(d, e)) * ball(delta * ROUNDED))
                finding = "A pair of datasets loses more."
                require(small, finding, data=(d, e), ratio=ratio, gap=gap, delta=delta)


ORDERS = tuple(map(Fraction, ("1.0001", "1.1", "2", "5", "40")))


def _require_renyi(power: Power, sides: Sides) -> None:
    """Coins whose log-odds move by 1/5 for each one, and random mechanisms on three bits."""
    source = random.Random(28)
    odds = [Fraction(6, 5) ** j for j in (-4, -2, 0, 2)]  # nearly a shift in the natural parameter

    def shifting(data: Data) -> Law:
        o = odds[sum(data)]
        return (1 / (1 + o), o / (1 + o))

    for mechanism in (shifting, *(random_mechanism(source, 3, 3) for _ in range(4))):
        pairs = [(mechanism(d), mechanism(e)) for d, e in neighbours(3)]
        orders = [renyi(p, q, a) / ball(a) for p, q in pairs for a in ORDERS]
        # a lower bound of the smallest rho, so a violation below would be a real one
        rho = max(lower(x) for x in (*orders, *(kl_divergence(p, q) for p, q in pairs)))
        for (d, e), a in product(combinations(bit_lists(3), 2), ORDERS):
            value = renyi(mechanism(d), mechanism(e), a)
            small = at_most(value, ball(rho * a * power(distance(d, e)) * ROUNDED))
            require(small, "D_alpha is too large.", data=(d, e), alpha=a, D_alpha=value)
    for gap in (1, 2, 3, 10, 11, 1000):
        finding = "The Gaussian mechanism on a sum has D_alpha = alpha rho d^2, which is more."
        sides.at_most(Fraction(gap * gap), power(gap), finding, d=gap)


def threshold(d: int) -> Enclosure:
    """The eps above which d e^(d-1) is below 1 + e^eps + ... + e^((d-1) eps).

    The sum increases in eps, so the crossing is unique; both ends are certified.
    """

    def gap(eps: Fraction) -> arb:
        terms = sum(((arb(i) * ball(eps)).exp() for i in range(d)), arb(0))
        return terms - printed_slack(Fraction(1), d)

    return crossing(gap, 0, 3)


LARGE = tuple(map(Fraction, ("3", "5", "20")))
SMALL = tuple(map(Fraction, ("1", "1.1", "2", "2.718")))


@checks("thesis.prop2.8.approximate", subjects={"slack": (printed_slack, geometric_slack)})
@mutant("one term less", slack=lambda x, d: geometric_slack(x, max(1, d - 1)))
@mutant("sharper: 0.99 of the sum", slack=lambda x, d: geometric_slack(x, d) * 99 / 100)
@mutant(
    "sharper: exponent 0.99 j eps",
    slack=lambda x, d: sum((ball(x) ** (arb(j) * 99 / 100) for j in range(d)), arb(0)),
)
def group_privacy(slack: Slack, proof: Proof = WRITTEN) -> Verdict:
    """Chains, which attain the right exponent, and random mechanisms at all distances."""
    sides = Sides()
    with working_precision(192):
        crossings = {f"threshold of eps, d = {d}": threshold(d) for d in (2, 3, 10, 100)}
        two, exact = crossings["threshold of eps, d = 2"], (2 * arb(1).exp() - 1).log()
        need(two.lo <= Enclosure.of(exact) <= two.hi, "The threshold for d = 2 differs")
        _require_chains(slack, sides)
        _require_slack(slack, random.Random(2))
        for ratio, d in product(SMALL + LARGE, (1, 2, 3, 7)):
            attained = at_most(slack(ratio, d), ball(_of_chain(ratio, d) * ROUNDED))
            require(attained, "The bound is not attained.", e_to_eps=ratio, d=d)
    return proof.verdict(numbers=crossings, sharpness=sides.sharpness)


@checks("thesis.prop2.8.range")
def range_of_the_printed_factor(proof: Proof = WRITTEN) -> Verdict:
    """Each term is at most the last one, which is too large for eps > 1 and large d."""
    return proof.verdict(sharpness=sharpest("S <= n*exp((n-1)*v)", {"S": 1, "n": 1, "v": 1}))


@checks("thesis.prop2.8.zcdp")
@mutant("d for d^2", power=lambda d: d)
@mutant("sharper: 0.99 d^2", power=lambda d: Fraction(99, 100) * d * d)
@mutant("sharper: one less for d > 10", power=lambda d: d * d - (d > 10))
def group_privacy_of_zcdp(
    power: Power = lambda d: Fraction(d * d), proof: Proof = WRITTEN
) -> Verdict:
    """Random mechanisms on three bits, and the Gaussian mechanism, which attains it."""
    sides = Sides()
    need_own_divergences()
    with working_precision(192):
        _require_renyi(power, sides)
    return proof.verdict(sharpness=sides.sharpness)
