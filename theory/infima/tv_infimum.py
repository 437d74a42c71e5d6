"""TV_inf: the total variation from a reward law to the nearest law of a larger mean."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from banditproof.theory.balls import enclose
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.theory.laws import Empirical, ExponentialFamily, FiniteSupport, Law

from .better_laws import over_arrays, the_law, within_the_floats, without_search
from .finite_floats import seen_from
from .infimum_kernels import moved_mass as kernel

FLOAT_DIGITS = 17


def moved_mass(law: FiniteSupport | Empirical, mu: Fraction) -> Fraction:
    """The least mass of the lowest points that, moved to the top, raises the mean to mu, exact.

    >>> moved_mass(FiniteSupport((0, "0.5", 1), ("0.25", "0.5", "0.25")), Fraction(4, 5))
    Fraction(7, 20)
    """
    missing, moved = mu - law.exact_mean, Fraction(0)
    for point, weight in sorted(zip(law.exact_points, law.exact_weights, strict=True)):
        gain = weight * (law.high - point)
        if gain >= missing:
            return moved + missing / (law.high - point)
        missing -= gain
        moved += weight
    raise ValueError(
        f"The mean {mu} is above {law.high}, the largest of the class; give a smaller mu."
    )


def _certified_tv_inf(law: Law, mu: Number, *, digits: int) -> Enclosure:
    target = exact(mu)
    known = without_search(the_law(law), target)
    if known is not None:
        return known
    if isinstance(law, ExponentialFamily):
        mean, tv = law.exact_mean, law.divergences.tv
        exactly = law.exact_tv(mean, target)
        if exactly is None:
            return enclose(lambda: tv(mean, target), digits)
        return Enclosure.of(exactly)
    mass = moved_mass(law, target)
    return Enclosure.of(mass)


def _kernel_tv(law: Law, mu: Fraction) -> float:
    if isinstance(law, ExponentialFamily):
        value = law.float_tv(mu)
        return float(_certified_tv_inf(law, mu, digits=FLOAT_DIGITS)) if value is None else value
    _, falls, weights, gap = seen_from(law, mu)
    return float(kernel.for_work(len(weights))(falls, weights, gap))


def _float_tv_inf(law: Law, mu: Number) -> float:
    target = exact(mu)
    known = without_search(law, target)
    if known is not None:
        return float(known.lo)
    return within_the_floats(
        lambda: _kernel_tv(law, target), lambda: _certified_tv_inf(law, target, digits=FLOAT_DIGITS)
    )


@certified_by(_certified_tv_inf)
def tv_inf(law: Law, mu: Number | Any) -> Any:
    """The least total variation TV(P, P') from a law P to the laws P' of its class with mean > mu.

    TV_inf(P, mu) = inf { TV(P, P') : P' in the class of P, mean(P') > mu }. For a family it is
    TV(P, P_mu), because the likelihood ratio is monotone, so TV(P, P_m) grows with m > mean(P):
    mu - mean for Bernoulli laws, 2 Phi((mu - mean) / (2 sigma)) - 1 for Gaussian ones. For finite
    laws it is the least mass of the lowest points that, moved to the top, raises the mean to mu.
    It is 0 and infinite where `kl_inf` is. Thesis, Section 4.3.1.

    >>> from banditproof.theory import certify
    >>> from banditproof.theory.laws import Bernoulli, Empirical, Gaussian
    >>> tv_inf(Bernoulli("0.3"), "0.8"), round(tv_inf(Gaussian(0), 1), 12)
    (0.5, 0.382924922548)
    >>> certify(tv_inf, Empirical(["0.2", "0.6"]), "0.5").lo
    Fraction(1, 8)
    """
    return over_arrays(_float_tv_inf, law, mu)
