"""TV_inf: the total variation from a reward law to the nearest law of a larger mean."""

from __future__ import annotations
from fractions import Fraction
from typing import Any
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number
from banditproof.theory.laws import Empirical, FiniteSupport, Law
from .better_laws import Infimum
from .finite_floats import float_moved_mass


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


TV = Infimum(
    family=lambda law, mu, digits: law.tv_enclosure(mu, digits),
    finite=lambda law, mu, digits: Enclosure.of(moved_mass(law, mu)),
    family_kernel=lambda law, mu: law.float_tv(mu),
    finite_kernel=float_moved_mass,
)


def _certified_tv_inf(law: Law, mu: Number, *, digits: int) -> Enclosure:
    return TV.certified(law, mu, digits=digits)


@certified_by(_certified_tv_inf)
def tv_inf(law: Law, mu: Number | Float) -> Any:
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
    return TV.floats(law, mu)
