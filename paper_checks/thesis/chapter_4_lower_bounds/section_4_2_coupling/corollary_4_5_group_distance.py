"""Claims about the KL of datasets at a distance: Corollary 4.5, and how sharp it is."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import (
    Data,
    FiniteMechanism,
    Law,
    bit_lists,
    budget,
    distance,
    neighbours,
    random_mechanism,
)
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence, renyi
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.transport.kl_bounds import kl_group_bound_pure, kl_group_bound_zcdp
from banditproof.theory.transport.product_coupling import product_law
from .finite_channels import BITS, library_agrees, need_tight, raised

RECORDS = 3
Bound = Callable[[arb, int], arb]
"""From eps or rho, and the distance d."""


def response(ratio: Fraction) -> FiniteMechanism:
    """Randomised response to every bit, with e^eps = ratio."""
    return lambda data: product_law([coin(ratio, bit) for bit in data])


def shifting(odds: Fraction) -> FiniteMechanism:
    """One coin whose odds are multiplied for each one: nearly a shift, KL grows like d^2."""

    def mechanism(data: Data) -> Law:
        moved = odds ** (2 * sum(data) - len(data))
        return (1 / (1 + moved), moved / (1 + moved))

    return mechanism


def telling(weight: Fraction) -> FiniteMechanism:
    """The number j of ones has a probability in proportion to weight^((i - j)^2), clipped."""

    def mechanism(data: Data) -> Law:
        masses = [weight ** ((sum(data) - j) ** 2) for j in range(len(data) + 1)]
        return tuple(mass / sum(masses) for mass in masses)

    return mechanism


SURE = telling(Fraction(1, 10**13))
"""Its KL at distance d is d^2 rho up to a millionth: what a rounded Gaussian mechanism does."""


def mechanisms(
    source: random.Random, number: int, records: int, ratios: str, odds: str
) -> list[FiniteMechanism]:
    """Random ones, randomised response, shifting coins, and noisy counts."""
    return [
        SURE,
        *(random_mechanism(source, records, 3) for _ in range(number)),
        *(response(Fraction(ratio)) for ratio in ratios.split()),
        *(shifting(Fraction(step)) for step in odds.split()),
    ]


ORDERS = tuple(map(Fraction, ("1.001", "1.5", "3", "20")))


def least_eps(mechanism: FiniteMechanism, records: int) -> arb:
    """The privacy budget, exact up to the logarithm."""
    return ball(Fraction(budget(mechanism, records))).log()


def least_rho(mechanism: FiniteMechanism, records: int) -> arb:
    """The largest D_alpha / alpha of neighbours over some orders: at most the true rho."""
    rho = arb(0)
    for d, e in neighbours(records):
        first, second = mechanism(d), mechanism(e)
        rho = arb.max(rho, kl_divergence(first, second))
        for order in ORDERS:
            rho = arb.max(rho, renyi(first, second, order) / ball(order))
    return rho


def _bounded(
    least: Callable[[FiniteMechanism, int], arb], bound: Bound, ratios: str = "1.1 3 50 1e6"
) -> Sides:
    """All pairs of datasets; a budget that is too small only makes the check harder."""
    sides = Sides()
    for place, mechanism in enumerate(
        mechanisms(random.Random(45), 8, RECORDS, ratios, "1.02 1.5")
    ):
        spent = least(mechanism, RECORDS)
        for d, e in combinations(bit_lists(RECORDS), 2):
            value = kl_divergence(mechanism(d), mechanism(e))
            case = dict[str, Any](mechanism=place, budget=spent, d=distance(d, e))
            most = raised(bound(spent, distance(d, e)))
            sides.at_most(Enclosure.of(value), most, "The KL is larger.", **case, D=d, D_other=e)
    need_tight(sides)
    return sides


@checks("thesis.cor4.5")
@mutant("eps at every distance", pure=lambda eps, d: eps)
@mutant("sharper: 99 % of eps", pure=lambda eps, d: eps * d * 99 / 100)
@mutant("sharper: eps d^0.99", pure=lambda eps, d: eps * arb(d) ** (arb(99) / 100))
def group_kl(pure: Bound = lambda eps, d: eps * d, proof: Proof = WRITTEN) -> Verdict:
    """Mechanisms on three bits with their exact budgets, at all distances."""
    with working_precision(BITS):
        sides = _bounded(least_eps, pure)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.cor4.5.zcdp")
@mutant("rho d", zcdp=lambda rho, d: rho * d)
@mutant("sharper: 99 % of rho", zcdp=lambda rho, d: rho * d**2 * 99 / 100)
@mutant("sharper: d(d+1)/2", zcdp=lambda rho, d: rho * d * (d + 1) / 2)
@mutant("sharper: d^1.98", zcdp=lambda rho, d: rho * arb(d) ** (arb(198) / 100))
def group_kl_of_zcdp(zcdp: Bound = lambda rho, d: rho * d**2, proof: Proof = WRITTEN) -> Verdict:
    """The same mechanisms with a rho that may only be too small, and the library's bound."""
    for rho, d in ((Fraction(1, 3), 2), (Fraction(5), 7)):
        library_agrees(rho * d**2, kl_group_bound_zcdp, rho, d)
    with working_precision(BITS):
        sides = _bounded(least_rho, zcdp)
    return proof.verdict(sharpness=sides.sharpness)


def _angle(eps: arb, d: int) -> arb:
    return d * eps * (d * eps / 2).tanh()


@checks("thesis.cor4.5.sharp")
@mutant("the bound of neighbours, d times", pure=lambda eps, d: d * eps * (eps / 2).tanh())
@mutant("sharper: 99 % of it", pure=lambda eps, d: _angle(eps, d) * 99 / 100)
def sharp_group_kl(pure: Bound = _angle, proof: Proof = WRITTEN) -> Verdict:
    """The mechanisms against the sharper bound, and the library's."""
    with working_precision(BITS):
        for exact, d in ((Fraction(1, 3), 2), (Fraction(5), 7)):
            library_agrees(_angle(ball(exact), d), kl_group_bound_pure, exact, d)
        sides = _bounded(least_eps, pure)
    return proof.verdict(sharpness=sides.sharpness)
