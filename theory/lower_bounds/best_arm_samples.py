"""The samples of best-arm identification at a risk delta: of every strategy, and of named ones.

A lower bound is a characteristic time T* times a logarithm of the risk: kl(delta, 1 - delta), or
log(1/(3 delta)) under pure DP as the thesis has it. AdaP-TT and AdaP-TT* have rates, times
log(1/delta), in the limit of small risks (Privacy-Utility Trade-offs in Sequential Decision-Making,
Theorems 5.20 and 5.23); DP-SE has an explicit number (the form of what its Section 5.4.3 says).
"""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose, trimmed
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.bound_words import Privacy
from banditproof.theory.certified_forms import certify
from banditproof.theory.characteristic_times import characteristic_time
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.sample_complexity import (
    adap_tt_rate,
    adap_tt_star_rate,
    elimination_samples,
)
from .bound import Found
from .request import Request, once, times

LEAST_EPS = {"private": Fraction(1, 10**300), "d_eps": Fraction(1, 10**10)}
"""Below it the floats that a characteristic time starts from have few digits."""


def free(request: Request) -> Found:
    """T*_KL kl(delta, 1 - delta)."""
    return _product(request, _time(request, "kl"), _risk(request))


def free_with_logarithm(request: Request) -> Found:
    """T*_KL log(1/(2.4 delta))."""
    return _product(request, _time(request, "kl"), _log(request, Fraction(12, 5)))


def compromise(request: Request) -> Found:
    """T*_d_eps kl(delta, 1 - delta)."""
    return _product(request, _private_time(request, "d_eps"), _risk(request))


def private(request: Request) -> Found:
    """T*(nu; eps) log(1/(3 delta))."""
    return _product(request, _private_time(request, "private"), _log(request, Fraction(3)))


def simplified(request: Request) -> Found:
    """max{T*_KL, T*_TV/eps} log(1/(3 delta))."""
    eps = request.budget(Privacy.PURE)
    least = Enclosure.max(_time(request, "kl"), _time(request, "tv") / eps)
    return _product(request, least, _log(request, Fraction(3)))


def equal_terms(request: Request) -> Enclosure:
    """T*_TV / T*_KL: the eps at which both terms of the maximum are equal."""
    return trimmed(_time(request, "tv") / _time(request, "kl"), request.digits)


def adap_tt(request: Request) -> Found:
    """The rate of AdaP-TT times log(1/delta)."""
    return _rate(request, adap_tt_rate)


def adap_tt_star(request: Request) -> Found:
    """The rate of AdaP-TT* times log(1/delta); the words say which case of it this instance is."""
    means, eps = request.bandit.exact_means, request.budget(Privacy.PURE)
    near = max(means) - min(means) < 3 * eps
    rate = "4 T*_{KL,1/2} g_1(4 D/eps)" if near else "48 T*_{eps,1/2} g_2(3 eps^2 T*_{eps,1/2}/4)"
    found = _rate(request, adap_tt_star_rate)
    return Found(found.number, found.factors, {"rate": rate})


def dp_se(request: Request) -> Enclosure:
    """The samples of DP-SE with beta = delta until one arm is left."""
    means, eps = request.bandit.exact_means, request.budget(Privacy.PURE)
    return Enclosure.of(elimination_samples(means, eps, request.risk))


def _rate(request: Request, rate: Callable[..., float]) -> Found:
    means, eps = request.bandit.exact_means, request.budget(Privacy.PURE)
    return _product(
        request, certify(rate, means, eps, digits=request.deep), _log(request, Fraction(1))
    )


@once
def _time(request: Request, divergence: str, eps: Fraction | None = None) -> Enclosure:
    """T* of a divergence."""
    return certify(characteristic_time, request.bandit, divergence, eps, digits=request.deep)


def _private_time(request: Request, divergence: str) -> Enclosure:
    """T*(nu; eps), or T*_d_eps: eps times either falls with eps and is never below T*_TV."""
    eps, least = request.budget(Privacy.PURE), LEAST_EPS[divergence]
    if eps >= least:
        return _time(request, divergence, eps)
    most = _time(request, divergence, least) * least
    return Enclosure(_time(request, "tv").lo, most.hi) / eps


def _risk(request: Request) -> Callable[[], arb]:
    """kl(delta, 1 - delta)."""
    return lambda: kl_ball(request.risk, 1 - request.risk)


def _log(request: Request, constant: Fraction) -> Callable[[], arb]:
    """log(1/(constant delta))."""
    return lambda: -(ball(constant * request.risk).log())


def _product(request: Request, least: Enclosure, factor: Callable[[], arb]) -> Found:
    number = times(least, factor, request.digits)
    return Found(number, (least, enclose(factor, request.digits)))
