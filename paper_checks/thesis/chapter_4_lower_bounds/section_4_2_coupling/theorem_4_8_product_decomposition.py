"""Claims about Theorem 4.8: the KL of product laws by the product of maximal couplings."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import FiniteMechanism, Law, bit_lists
from banditproof.paper_checks.models.finite_pairs import kl_divergence
from banditproof.paper_checks.verdicts.vocabulary import need, needs_repair, points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration.poisson_binomial import poisson_binomial_law
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.transport.hamming_transport import hamming_distances
from banditproof.theory.transport.kl_bounds import product_kl_bound_pure, product_kl_bound_zcdp
from banditproof.theory.transport.maximal_coupling import finite_coupling, marginals
from banditproof.theory.transport.product_coupling import (
    expected_cost,
    independent_coupling,
    product_coupling,
    product_law,
)
from .corollary_4_5_group_distance import least_eps, least_rho, mechanisms, telling
from .finite_channels import BITS, library_agrees, need_tight, output_law, raised

Tvs = Sequence[Fraction]
Moment = Callable[[Tvs], Fraction]


def first_moment(tvs: Tvs) -> Fraction:
    """sum t_i."""
    return sum(tvs, Fraction(0))


def second_moment(tvs: Tvs) -> Fraction:
    """(sum t_i)^2 + sum t_i (1 - t_i)."""
    return first_moment(tvs) ** 2 + sum((t * (1 - t) for t in tvs), Fraction(0))


MEANS = [
    (Fraction(p), Fraction(q))
    for p, q in (
        pair.split() for pair in (".1 .25", "0 .05", "1 1", ".4 .6", "1 0", ".01 0", ".5 0")
    )
]


def bit_laws(records: int) -> Iterator[tuple[Sequence[Law], Sequence[Law], list[Fraction]]]:
    """Pairs of products of laws of bits, with the total variations of the records."""
    source = random.Random(48)
    chosen = [[source.choice(MEANS) for _ in range(records)] for _ in range(8)]
    for pairs in (*chosen, *([pair] * records for pair in MEANS)):
        first, second = [(1 - p, p) for p, _ in pairs], [(1 - q, q) for _, q in pairs]
        yield first, second, [abs(p - q) for p, q in pairs]


def product_mechanisms() -> list[FiniteMechanism]:
    """Random ones on two bits, randomised response of all sizes, shifting coins, noisy counts."""
    sure = telling(Fraction(1, 10**2000))
    return [sure, *mechanisms(random.Random(480), 4, 2, "1.1 2 150 1e2000", "1.05 2")]


LIBRARY = (
    (Fraction(1, 3), (Fraction(1, 10), Fraction(1, 2))),
    (Fraction(4), (Fraction(2, 7),) * 3),
)
"""Budgets and total variations at which the library's bounds are compared with the claims."""


@checks("thesis.thm4.8.coupling")
@mutant("without the variance", second=lambda t: first_moment(t) ** 2)
@mutant("the largest t", first=max)
@mutant("independent draws", coupler=independent_coupling)
def product_of_couplings(
    first: Moment = first_moment,
    second: Moment = second_moment,
    coupler: Callable[[Law, Law], tuple[Law, ...]] = finite_coupling,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Marginals, the law of the distance, and both moments, by two routes, exactly."""
    distances = hamming_distances(2, 3)
    for left, right, tvs in bit_laws(3):
        joint = product_coupling([coupler(a, b) for a, b in zip(left, right, strict=True)])
        couples = marginals(joint) == (product_law(left), product_law(right))
        require(couples, "The product is not a coupling.", t=tvs)
        counts = poisson_binomial_law(tvs)
        for k, mass in enumerate(counts):
            result = expected_cost(joint, [[int(d == k) for d in row] for row in distances])
            same, finding = mass == result, "The law of the distance is wrong."
            require(same, finding, t=tvs, d=k, mass=mass, found=result)
        for power, moment in ((1, first), (2, second)):
            mean = sum((k**power * m for k, m in enumerate(counts)), Fraction(0))
            same, finding = moment(tvs) == mean, "A moment of the distance is wrong."
            require(same, finding, t=tvs, power=power, mean=mean)
    return proof.verdict()


def _against(spent: Callable[[FiniteMechanism, int], arb], moment: Moment, name: str) -> Sides:
    """KL of the outputs against the budget times a moment, for mechanisms on two bits."""
    sides = Sides()
    with working_precision(BITS):
        for place, mechanism in enumerate(product_mechanisms()):
            channel, budget = [mechanism(d) for d in bit_lists(2)], spent(mechanism, 2)
            for first, second, tvs in bit_laws(2):
                value = kl_divergence(
                    *(output_law(product_law(p), channel) for p in (first, second))
                )
                case = dict[str, Any](mechanism=place, t=tvs, budget=budget)
                most = raised(budget * ball(moment(tvs)))
                sides.at_most(Enclosure.of(value), most, f"The KL is above {name}.", **case)
    need_tight(sides)
    return sides


@checks("thesis.thm4.8")
@mutant("the largest t", first=max)
@mutant("sharper: 99 % of eps", first=lambda t: first_moment(t) * Fraction(99, 100))
@mutant(
    "sharper: the chance that some record differs",
    first=lambda t: 1 - prod((1 - x for x in t), start=Fraction(1)),
)
def product_decomposition(first: Moment = first_moment, proof: Proof = WRITTEN) -> Verdict:
    """Mechanisms on two bits with their exact eps, and the library's form of the bound."""
    for eps, tvs in LIBRARY:
        library_agrees(eps * first_moment(tvs), product_kl_bound_pure, eps, tvs, form="printed")
    return proof.verdict(sharpness=_against(least_eps, first, "(4.5)").sharpness)


@checks("thesis.thm4.8.zcdp")
@mutant("without the variance", second=lambda t: first_moment(t) ** 2)
@mutant("sharper: 99 % of rho", second=lambda t: second_moment(t) * Fraction(99, 100))
@mutant(
    "sharper: 98 % of the variance",
    second=lambda t: (2 * first_moment(t) ** 2 + 98 * second_moment(t)) / 100,
)
@mutant(
    "sharper: t (1 - t)^2", second=lambda t: first_moment(t) ** 2 + sum(x * (1 - x) ** 2 for x in t)
)
def product_decomposition_of_zcdp(
    second: Moment = second_moment, proof: Proof = WRITTEN
) -> Verdict:
    """The same with a rho that may only be too small; a count is nearly sure."""
    for rho, tvs in LIBRARY:
        library_agrees(rho * second_moment(tvs), product_kl_bound_zcdp, rho, tvs)
    return proof.verdict(sharpness=_against(least_rho, second, "(4.6)").sharpness)


@checks("thesis.sec4.2.1.neighbouring")
@mutant("the largest t", away=max)
@mutant("sharper: 98 % of the distance", away=lambda t: first_moment(t) * Fraction(98, 100))
def stochastic_neighbours(away: Moment = first_moment, proof: Proof = WRITTEN) -> Verdict:
    """Corollary 4.5 at distance sum t_i is (4.5) itself."""
    return proof.verdict(sharpness=_against(least_eps, away, "eps times the distance").sharpness)


@checks("thesis.sec4.2.1.neighbouring.zcdp")
@mutant("with the variance", away=second_moment)
def stochastic_neighbours_of_zcdp(away: Moment = lambda t: first_moment(t) ** 2) -> Verdict:
    """A nearly sure count of one bit, which is 1 with probability 1/20."""
    low, tv = telling(Fraction(1, 10**200)), Fraction(1, 20)
    with working_precision(BITS):
        # eps-DP is eps-zCDP for every eps: D_alpha <= eps <= alpha eps
        rho, channel = least_eps(low, 1), [low(d) for d in bit_lists(1)]
        law = output_law((1 - tv, tv), channel)
        value, most = kl_divergence(law, channel[0]), rho * ball(away([tv]))
        if value <= most:
            return points()
        need(value > most, "The comparison is undecided", KL=value, bound=most)
    return needs_repair(
        n=1,
        p_1="Ber(1/20)",
        p_2="Ber(0)",
        mechanism="the bit, changed with odds 10^-200",
        KL=value,
        rho_t_squared=most,
    )
