"""KL_inf: the divergence from a reward law to the nearest law of a larger mean."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from banditproof.theory.balls import enclose
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.theory.laws import Empirical, ExponentialFamily, FiniteSupport, Law

from . import infimum_kernels as kernels
from .better_laws import over_arrays, the_law, within_the_floats, without_search
from .finite_certificates import finite_infimum
from .finite_floats import seen_from


def _certified_kl_inf(law: Law, mu: Number, *, digits: int) -> Enclosure:
    target = exact(mu)
    known = without_search(the_law(law), target)
    if known is not None:
        return known
    if isinstance(law, ExponentialFamily):
        kl = law.divergences.kl
        return enclose(lambda: kl(law.exact_mean, target), digits)
    return finite_infimum(law.exact_points, law.exact_weights, target, law.high, None, digits)


def _finite_kl(law: FiniteSupport | Empirical, mu: Fraction) -> float:
    rises, falls, weights, gap = seen_from(law, mu)
    optimum = kernels.dual_optimum.for_work(kernels.STEPS * len(weights))
    return float(optimum(rises, falls, weights, gap, kernels.NEVER, 0.0)[0])


def _kernel_kl(law: Law, mu: Fraction) -> float:
    return law.float_kl(mu) if isinstance(law, ExponentialFamily) else _finite_kl(law, mu)


def _float_kl_inf(law: Law, mu: Number) -> float:
    target = exact(mu)
    known = without_search(law, target)
    if known is not None:
        return float(known.lo)
    return within_the_floats(
        lambda: _kernel_kl(law, target), lambda: _certified_kl_inf(law, mu, digits=17)
    )


@certified_by(_certified_kl_inf)
def kl_inf(law: Law, mu: Number | Any) -> Any:
    """The least divergence KL(P, P') from a law P to the laws P' of its class with mean > mu.

    KL_inf(P, mu) = inf { KL(P, P') : P' in the class of P, mean(P') > mu }. The class of a member
    of a family is the family, that of `FiniteSupport` all laws on the same points, that of
    `Empirical` all laws on its interval. For a family it is KL(P, P_mu); for finite laws it is
    max { E log(1 - u (X - mu)) : 0 <= u <= 1 / (top - mu) }, top being the largest point or the
    end of the interval. It is 0 for mu < mean(P), and at mu = mean(P) where larger means exist; it
    is infinite for mu >= the largest mean of the class, where no law is better. Arrays of mu give
    arrays; a number beyond the floats is inf. Thesis, Definition 2.30.

    >>> from banditproof.theory.laws import Bernoulli, Empirical, Gaussian
    >>> round(kl_inf(Bernoulli(0.25), 0.75), 12), kl_inf(Gaussian(0, sigma=2), 1)
    (0.549306144334, 0.125)
    >>> round(kl_inf(Empirical([0.1, 0.3, 0.8]), 0.5), 12)
    0.054358883195
    >>> kl_inf(Bernoulli(0.25), [0.1, 0.25, 1])
    array([ 0.,  0., inf])
    """
    return over_arrays(_float_kl_inf, law, mu)
