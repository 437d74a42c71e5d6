"""Relations between the characteristic times, certified on instances of several families.

The arguments below use only that the cost inf over l of w_1 d(mu_1, l) + w_a d(mu_a, l) of a pair
is homogeneous, increasing in both weights and superadditive, C(w + w') >= C(w) + C(w'), as an
infimum of sums is at least the sum of the infima.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    Enclosure,
    GaussianBandit,
    LawBandit,
    certify,
    characteristic_time,
)
from banditproof.theory.laws import Exponential, Poisson
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant

Combination = Callable[[Enclosure, Enclosure], Enclosure]
BERNOULLI: tuple[Bandit, ...] = (
    BernoulliBandit(("0.5", "0.4")),
    BernoulliBandit(("0.7", "0.5", "0.3")),
    BernoulliBandit(("0.5", "0.45", "0.4", "0.35", "0.3")),
    BernoulliBandit(("0.9", "0.8", *["0.2"] * 7)),
    BernoulliBandit((1, "0.5", 0)),
    BernoulliBandit((1, 0)),
    BernoulliBandit(("0.001", "0.0001", 0)),
    BernoulliBandit((1, "0.999", "0.99")),
    BernoulliBandit(("0.5001", "0.5", "0.1")),
)
OTHERS: tuple[Bandit, ...] = (
    GaussianBandit((1, "0.5", 0)),
    GaussianBandit((3, *[0] * 30)),
    LawBandit((Poisson(3), Poisson("2.5"), Poisson(1))),
    LawBandit((Exponential(3), Exponential("2.5"), Exponential(1))),
)
EVERY = BERNOULLI + OTHERS
BALANCED = BernoulliBandit(("0.5", "0.48", *["0.05"] * 200))
"""One near arm decides T*_KL and many far ones T*_TV, so that both terms count in full."""
SCALES = tuple(Fraction(n, 16) for n in (1, 8, 14, 16, 18, 32, 256, 16 * 10**4))
"""Budgets in units of T*_TV / T*_KL, where the two terms of the lower bound cross."""


def at_sixteen_digits(
    bandit: Bandit, divergence: str, eps: Fraction | None = None, beta: Fraction | None = None
) -> Enclosure:
    """The enclosure of a characteristic time."""
    return certify(characteristic_time, bandit, divergence, eps, beta, digits=16)


def settings(
    bandits: tuple[Bandit, ...], scales: tuple[Fraction, ...] = SCALES
) -> Iterator[tuple[Bandit, Fraction, Enclosure, Enclosure]]:
    """Each instance with each budget, T*_KL and T*_TV / eps."""
    for bandit in bandits:
        plain, variation = (at_sixteen_digits(bandit, kind) for kind in ("kl", "tv"))
        for scale in scales:
            eps = (variation.lower / plain.lower * scale).limit_denominator(10**12)
            yield bandit, eps, plain, variation / eps


def total(first: Enclosure, second: Enclosure) -> Enclosure:
    """T*_KL + T*_TV / eps."""
    return first + second


def larger(first: Enclosure, second: Enclosure) -> Enclosure:
    """max(T*_KL, T*_TV / eps)."""
    return Enclosure.max(first, second)


def one_per_cent_less(first: Enclosure, second: Enclosure) -> Enclosure:
    """0.99 (T*_KL + T*_TV / eps)."""
    return total(first, second) * Fraction(99, 100)


def thirty_per_cent_of_the_smaller(first: Enclosure, second: Enclosure) -> Enclosure:
    """The larger term and 0.7 of the smaller one."""
    return larger(first, second) + Fraction(7, 10) * Enclosure.min(first, second)


def below_the_bound(
    divergence: str,
    bound: Combination,
    bandits: tuple[Bandit, ...],
    scales: tuple[Fraction, ...] = SCALES,
) -> Sides:
    """A time against its bound, which it must not exceed."""
    sides = Sides()
    for bandit, eps, plain, variation in settings(bandits, scales):
        result, allowed = at_sixteen_digits(bandit, divergence, eps), bound(plain, variation)
        case = dict[str, Any](nu=bandit, eps=eps, T_KL=plain, T_TV_over_eps=variation, time=result)
        sides.at_most(result, allowed, "The time exceeds the bound.", **case)
    return sides


@checks("thesis.cor4.25.upper")
@mutant("the larger term in the place of the sum", bound=larger)
@mutant("sharper: one per cent less", bound=one_per_cent_less)
@mutant("sharper: at most a factor 1.7", bound=thirty_per_cent_of_the_smaller)
def private_time_from_above(bound: Combination = total, proof: Proof = WRITTEN) -> Verdict:
    """Nearly optimal allocations of both times, mixed in the proportion of the two terms."""
    sides = below_the_bound("private", bound, EVERY)
    below_the_bound("private", bound, (BALANCED,), (Fraction(1),))
    return proof.verdict(
        instances=f"{len(EVERY)} instances (Bernoulli, normal, Poisson, exponential), each with "
        f"{len(SCALES)} budgets around T*_TV/T*_KL, in enclosures of 16 digits.",
        sharpness=sides.sharpness,
    )


@checks("thesis.cor4.25.order")
@mutant("sharper: the sum as a lower bound", least=total)
@mutant("sharper: one per cent more", least=lambda a, b: larger(a, b) * Fraction("1.01"))
def order_of_times(least: Combination = larger, proof: Proof = WRITTEN) -> Verdict:
    """The costs with d_eps are the smaller ones, so their time is the larger one."""
    sides = Sides()
    for bandit, eps, plain, variation in settings(BERNOULLI):
        private = at_sixteen_digits(bandit, "private", eps)
        joint = at_sixteen_digits(bandit, "d_eps", eps)
        case = dict[str, Any](nu=bandit, eps=eps, T_KL=plain, T_TV_over_eps=variation)
        finding = "The times are not in this order."
        # two times may be equal, so the outer ends of their enclosures are compared
        floor = least(plain, variation)
        sides.at_most(floor.lower, private.upper, finding, **case, private=private)
        sides.at_most(private.lower, joint.upper, finding, **case, private=private, joint=joint)
    return proof.verdict(
        instances=f"{len(BERNOULLI)} instances with {len(SCALES)} budgets each, enclosures of 16 "
        "digits; where two times are equal, the enclosures overlap.",
        sharpness=sides.sharpness,
    )


@checks("thesis.Tbeta.half")
@mutant("a factor of 1.4", factor=Fraction(7, 5))
@mutant("sharper: 1.99 in place of 2", factor=Fraction("1.99"))
def half_of_the_samples(factor: Fraction = Fraction(2), proof: Proof = WRITTEN) -> Verdict:
    """Certified on instances."""
    sides = Sides()
    for bandit in EVERY:
        free = at_sixteen_digits(bandit, "kl")
        half = at_sixteen_digits(bandit, "kl", None, Fraction(1, 2))
        case = dict[str, Any](nu=bandit, T=free, T_half=half)
        sides.at_most(free.lower, half.upper, "The ratio is below one.", **case)
        # with two equal arms both sides may be equal
        sides.at_most(half.lower, (free * factor).upper, "The ratio is above the factor.", **case)
    for arms in (2, 5, 10, 101):
        equal = GaussianBandit((1, *[0] * (arms - 1)))
        free = at_sixteen_digits(equal, "kl")
        half = at_sixteen_digits(equal, "kl", None, Fraction(1, 2))
        # T*_1/2 = 4 K and T* = 2 (1 + sqrt(K-1))^2 for gaps of one
        root = (free / 2 - arms) ** 2
        closed = half.contains(4 * arms) and root.contains(4 * (arms - 1))
        require(closed, "The closed form is wrong.", K=arms, T=free, half=half)
    for root_of in (10**3, 10**6):
        share = Fraction(2 * (root_of**2 + 1), (1 + root_of) ** 2)
        sides.at_most(share, factor, "Many equal arms have a larger ratio.", K=root_of**2 + 1)
    return proof.verdict(
        instances=f"Certified times of {len(EVERY)} instances, and 2, 5, 10 and 101 normal arms "
        f"with "
        "equal gaps.",
        sharpness=sides.sharpness,
    )
