"""KL_inf: the divergence from a reward law to the nearest law of a larger mean."""

from __future__ import annotations
from typing import Any
from banditproof.theory.balls import enclose
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number
from banditproof.theory.laws import Law
from .better_laws import Infimum
from .finite_certificates import finite_infimum
from .finite_floats import float_infimum

KL = Infimum(
    family=lambda law, mu, digits: enclose(lambda: law.divergences.kl(law.exact_mean, mu), digits),
    finite=lambda law, mu, digits: finite_infimum(law, mu, None, digits),
    family_kernel=lambda law, mu: law.float_kl(mu),
    finite_kernel=lambda law, mu: float_infimum(law, mu, None),
)


def _certified_kl_inf(law: Law, mu: Number, *, digits: int) -> Enclosure:
    return KL.certified(law, mu, digits=digits)


@certified_by(_certified_kl_inf)
def kl_inf(law: Law, mu: Number | Float) -> Any:
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
    return KL.floats(law, mu)
