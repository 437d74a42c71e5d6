"""d_inf: the private divergence from a reward law to the nearest law of a larger mean."""

from __future__ import annotations
from typing import Any
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number
from banditproof.theory.laws import Law
from banditproof.theory.parameter_names import accepts_epsilon
from .better_laws import Infimum
from .finite_certificates import finite_infimum
from .finite_floats import float_infimum

PRIVATE = Infimum(
    family=lambda law, mu, eps, digits: law.private_enclosure(mu, eps, digits),
    finite=finite_infimum,
    family_kernel=lambda law, mu, eps: law.float_private(mu, eps),
    finite_kernel=float_infimum,
    digits=16,
)


def _certified_d_inf(law: Law, mu: Number, eps: Number, *, digits: int) -> Enclosure:
    return PRIVATE.certified(law, mu, eps, digits=digits)


@certified_by(_certified_d_inf)
@accepts_epsilon
@broadcasts
def d_inf(law: Law, mu: Number | Float, eps: Number | Float) -> Any:
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
    return PRIVATE.floats(law, mu, eps)
