"""d_inf: the private divergence from a reward law to the nearest law of a larger mean."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number
from banditproof.theory.laws import Empirical, ExponentialFamily, FiniteSupport, Law

from . import infimum_kernels as kernels
from .better_laws import mean_and_budget, over_arrays, the_law, within_the_floats, without_search
from .finite_certificates import finite_infimum
from .finite_floats import seen_from

FLOAT_DIGITS = 16
FAR = 700.0
"""A budget from which exp(eps) is beyond the floats, and no float tells d_inf from KL_inf."""


def _certified_d_inf(law: Law, mu: Number, eps: Number, *, digits: int) -> Enclosure:
    target, budget = mean_and_budget(mu, eps)
    known = without_search(the_law(law), target)
    if known is not None:
        return known
    if budget == 0:
        return ZERO
    if isinstance(law, ExponentialFamily):
        return law.private_enclosure(target, budget, digits)
    return finite_infimum(law.exact_points, law.exact_weights, target, law.high, budget, digits)


def _finite_d_inf(law: FiniteSupport | Empirical, mu: Fraction, eps: Fraction) -> float:
    rises, falls, weights, gap = seen_from(law, mu)
    budget = float(eps)
    growth = math.expm1(budget) if budget < FAR else kernels.NEVER
    optimum = kernels.dual_optimum.for_work(kernels.STEPS * len(weights))
    return float(optimum(rises, falls, weights, gap, growth, budget)[0])


def _kernel_d_inf(law: Law, mu: Fraction, eps: Fraction) -> float:
    if isinstance(law, ExponentialFamily):
        value = law.float_private(mu, eps)
        # else the total variations are the work, in any arithmetic
        return float(law.private_enclosure(mu, eps, FLOAT_DIGITS)) if value is None else value
    return _finite_d_inf(law, mu, eps)


def _float_d_inf(law: Law, mu: Number, eps: Number) -> float:
    target, budget = mean_and_budget(mu, eps)
    known = without_search(law, target)
    if known is not None:
        return float(known.lo)
    if budget == 0:
        return 0.0
    return within_the_floats(
        lambda: _kernel_d_inf(law, target, budget),
        lambda: _certified_d_inf(law, target, budget, digits=FLOAT_DIGITS),
    )


@certified_by(_certified_d_inf)
def d_inf(law: Law, mu: Number | Any, eps: Number | Any) -> Any:
    """The least private divergence d_eps(P, P') from a law P to the laws of its class above mu.

    d_inf(P, mu, eps) = inf { eps TV(P, Q) + KL(Q, P') : Q, P' in the class of P, mean(P') > mu }.
    For a family it is the least eps TV(P, P_z) + KL(P_z, P_mu) over the means z in [mean(P), mu];
    for finite laws it is max { E min(l(X), l(top) + eps) : 0 <= u <= 1 / (top - mu) } with
    l(x) = log(1 - u (x - mu)). For Bernoulli laws it is `d_eps`. It never exceeds `kl_inf` nor
    eps `tv_inf`, and it is 0 and infinite where they are: also a budget for which d_eps is finite
    does not help where no law is better. The condition mean(P) <= mean(Q) <= mean(P') of the
    source changes nothing for the classes here: in a family the best Q satisfies it, and on points
    with a largest one mass of Q can be moved up to it. Optimal Regret of Bernoulli Bandits, (9).

    >>> from banditproof.theory.laws import Bernoulli, Empirical
    >>> round(d_inf(Bernoulli(0.25), 0.75, 1), 12)
    0.392625980491
    >>> d_inf(Empirical([0.1, 0.3, 0.8]), 0.5, [0, 0.1, 10]).round(9)
    array([0.        , 0.01045772, 0.05435888])
    """
    return over_arrays(_float_d_inf, law, mu, eps)
