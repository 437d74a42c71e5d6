"""Claims about KL_inf: Definition 2.30 and its closed forms."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import Bernoulli, Enclosure, FiniteSupport, Law, certify, kl, kl_inf
from banditproof.theory.enclosure import INFINITE, ZERO
from banditproof.theory.laws import Empirical, Gaussian, Poisson
from ....models.explicit_alternatives import best_by_search, better_laws, divergence, random_cases

Infimum = Callable[[Law, Fraction], Enclosure]
NOTHING_BETTER: tuple[tuple[Law, int], ...] = (
    (Bernoulli("0.3"), 1),
    (Bernoulli(1), 1),
    (FiniteSupport((0, 2), ("0.5", "0.5")), 2),
    (Empirical([0.5]), 1),
)
ALREADY_THERE: tuple[tuple[Law, str], ...] = (
    (Poisson(2), "2"),
    (Bernoulli("0.5"), "0.4"),
    (Empirical([0.5]), "0.5"),
)
MEANS = (("0.3", "0.7"), ("0", "0.5"), ("0.999", "0.9995"), ("0.2", "0.2001"))


def library_infimum(law: Law, mu: Fraction) -> Enclosure:
    """KL_inf in balls."""
    return certify(kl_inf, law, mu, digits=25)


def _for(families: tuple[type[Law], ...], wrong: Callable[..., Enclosure]) -> Infimum:
    """Wrong for the laws of some families."""
    return lambda law, mu: (wrong if isinstance(law, families) else library_infimum)(law, mu)


def meet(first: Enclosure, second: Enclosure) -> bool:
    """Whether two enclosures can be of one number."""
    return max(first.lo, second.lo) <= min(first.hi, second.hi)


def on_families(infimum: Infimum) -> None:
    """The closed forms, the members just beyond mu, and the edges."""
    for mean, mu in MEANS:
        low, high = Fraction(mean), Fraction(mu)
        case: dict[str, Any] = {"mean": mean, "mu": mu}
        gap, value = high - low, infimum(Gaussian(low), high)
        require(meet(value, Enclosure.of(gap**2 / 2)), "Gaussian: not gap^2 / 2.", **case)
        value = infimum(Bernoulli(low), high)
        require(meet(value, certify(kl, low, high, digits=25)), "Bernoulli: not kl.", **case)
        # the members beyond mu have divergences that fall to the infimum
        last = INFINITE
        for step in (Fraction(1, 2), Fraction(1, 10**3), Fraction(1, 10**9)):
            beyond = certify(kl, low, high + (1 - high) * step, digits=25)
            require((value < beyond) & (beyond < last), "A better law is no dearer.", **case)
            last = beyond
        require(last <= value * (1 + Fraction(1, 1000)), "No better law comes near.", **case)
    for law, top in NOTHING_BETTER:
        infinite = infimum(law, Fraction(top)) == INFINITE
        require(infinite, "No law has a mean above mu, and it is finite.", law=law, mu=top)
    for law, near in ALREADY_THERE:
        zero = infimum(law, Fraction(near)) == ZERO
        require(zero, "Better laws come arbitrarily close, and it is not 0.", law=law, mu=near)


def on_finite_laws(infimum: Infimum, laws: int) -> Fraction:
    """No explicit better law beats the infimum, and a search comes near; the largest gap."""
    widest = Fraction(0)
    for place, case in enumerate(random_cases(laws, seed=5)):
        points, weights, mu = case
        value = infimum(FiniteSupport(points, weights), mu)
        where: dict[str, Any] = {"points": points, "weights": weights, "mu": mu, "infimum": value}
        for other in better_laws(case, 12, seed=place):
            cost = divergence(weights, other)
            dearer = cost is None or cost >= value.lo
            require(dearer, "A better law has a smaller divergence.", **where, law=other)
        result, other = best_by_search(case)
        share = (result - value.lower) / result
        near = 0 <= share <= Fraction(1, 10**3)
        require(near, "The search finds another infimum.", **where, found=float(result))
        widest = max(widest, share)
        interval = infimum(Empirical(points, weights=weights), mu)
        require(meet(interval, value), "All laws on [0, 1] give another one.", **where)
    return widest


@checks("thesis.def2.30")
@mutant(
    "twice the squared gap",
    infimum=_for(
        (Gaussian, Bernoulli), lambda law, mu: Enclosure.of(2 * (mu - law.exact_mean) ** 2)
    ),
)
@mutant(
    "finite at the top",
    infimum=lambda law, mu: library_infimum(
        law, mu if law.high == math.inf else min(mu, law.high - Fraction(1, 10**9))
    ),
)
@mutant("argmin for min", infimum=_for((FiniteSupport,), lambda law, mu: Enclosure.of(mu)))
@mutant(
    "a mean a little larger",
    infimum=_for(
        (FiniteSupport,),
        lambda law, mu: library_infimum(law, mu + max(law.high - mu, Fraction(0)) / 100),
    ),
)
def kl_infimum(infimum: Infimum = library_infimum) -> Verdict:
    """Closed forms, members just beyond mu, explicit better laws, a blind search, the edges."""
    on_families(infimum)
    widest = on_finite_laws(infimum, laws=12)
    return points(
        "Both closed forms hold, also where no law is better (mu* = 1: kl and the empty infimum "
        "are both infinite), no explicit better law beats the enclosures, and a search with direct "
        f"evaluation comes within {float(widest):.1e} of them."
    )


@cache
def normal_divergence() -> tuple[Any, Any]:
    """KL(N(0, 1), N(D, 1)) by integration, and D."""
    import sympy as sp

    x, gap = sp.Symbol("x", real=True), sp.Symbol("D", positive=True)
    density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
    log_ratio = ((x - gap) ** 2 - x**2) / 2
    cost = sp.simplify(sp.integrate(sp.expand(log_ratio) * density, (x, -sp.oo, sp.oo)))
    return cost, gap


@checks("thesis.def2.30.gaussian")
@mutant("sharper: 1.01", factor=Fraction("1.01"))
@mutant("twice it", factor=2)
def of_normal_laws(factor: Fraction | int = 1, proof: Proof = WRITTEN) -> Verdict:
    """KL(N(0, 1), N(m, 1)) = m^2/2 by integration too."""
    import sympy as sp

    cost, gap = normal_divergence()
    share = sp.Rational(Fraction(factor).numerator, Fraction(factor).denominator)
    same = sp.simplify(cost - share * gap**2 / 2) == 0 and sp.diff(cost, gap).is_positive
    require(bool(same), "The infimum differs.", divergence=cost, factor=factor)
    return proof.verdict()


@checks("thesis.def2.30.bernoulli")
@mutant("the distance of the means", d=lambda p, q: Enclosure.of(q - p))
@mutant("arguments exchanged", d=lambda p, q: certify(kl, q, p, digits=25))
@mutant(
    "sharper: 1.01 times the divergence",
    d=lambda p, q: certify(kl, p, q, digits=25) * Fraction("1.01"),
)
def of_bernoulli_laws(
    d: Callable[[Fraction, Fraction], Enclosure] = lambda p, q: certify(kl, p, q, digits=25),
) -> Verdict:
    """The infimum beside d, and the divergences of members whose means fall to the best one."""
    for mean, mu in MEANS:
        low, high = Fraction(mean), Fraction(mu)
        value, expected = library_infimum(Bernoulli(low), high), d(low, high)
        require(meet(value, expected), "KL_inf is not d.", mu_a=low, KL_inf=value, d=expected)
        for step in (Fraction(1, 2), Fraction(1, 10**9)):
            beyond = certify(kl, low, high + (1 - high) * step, digits=25)
            require(expected < beyond, "A better law is no dearer than d.", mu_a=low, step=step)
    return points()
