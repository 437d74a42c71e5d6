"""The regret of linear bandits: structural coefficients, the cube, and what GOPE reaches.

The claims of the cube are about noise of variance 1. Rewards over sigma have parameters over sigma,
so a box b under noise of deviation sigma costs sigma times what the box b / sigma costs under noise
of variance 1.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy
from banditproof.theory.designs.action_matrix import read_matrix
from banditproof.theory.designs.action_span import span_of
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.instances import LinearBandit
from banditproof.theory.linear_bounds import hypercube
from banditproof.theory.linear_bounds.elimination_regret import elimination_regret
from banditproof.theory.linear_bounds.structural_table import PROGRAMS
from .bound import DoesNotApply
from .request import Request


def structural_free(request: Request) -> Enclosure:
    """The coefficient of consistent policies without privacy."""
    return _structural(request, "structural_free")


def structural_both(request: Request) -> Enclosure:
    """The largest proved coefficient under pure DP."""
    return _structural(request, "structural_both", request.budget(Privacy.PURE))


def structural_private(request: Request) -> Enclosure:
    """That of the private constraints alone."""
    return _structural(request, "structural_private", request.budget(Privacy.PURE))


def structural_norm(request: Request) -> Enclosure:
    """The form of Theorem 4.18 with its true constant."""
    return _structural(request, "structural_norm", request.budget(Privacy.PURE))


def structural_printed(request: Request) -> Enclosure:
    """The number of Theorem 4.18 as printed, which is no bound."""
    return _structural(request, "structural_printed", request.budget(Privacy.PURE))


def cube_free_printed(request: Request) -> Enclosure:
    """(e^-2 / 8) d sqrt(T), without privacy."""
    return _cube(request, lambda d, time, box: hypercube.free_printed(d, time))


def cube_free_proved(request: Request) -> Enclosure:
    """d min{(3/8) sqrt(T), box T / 2}, without privacy."""
    return _cube(request, hypercube.free_proved)


def cube_pure_printed(request: Request) -> Enclosure:
    """(e^-1 / 4) d / eps, under pure DP."""
    eps = request.budget(Privacy.PURE)
    return _cube(request, lambda d, time, box: hypercube.pure_printed(d, eps))


def cube_pure_proved(request: Request) -> Enclosure:
    """d min{sqrt(2 pi) / (3 eps), box T / 3}, under pure DP."""
    eps = request.budget(Privacy.PURE)
    return _cube(request, lambda d, time, box: hypercube.pure_proved(d, time, eps, box))


def cube_pure_threshold(request: Request) -> Enclosure:
    """The eps below which the printed private part is the larger one."""
    return enclose(lambda: hypercube.pure_threshold(request.time), request.digits)


def cube_zcdp_printed(request: Request) -> Enclosure:
    """The constant of Theorem 4.21 times d / sqrt(rho), under zCDP."""
    rho = request.budget(Privacy.ZCDP)
    return _cube(request, lambda d, time, box: hypercube.zcdp_printed(d, rho))


def cube_zcdp_proved(request: Request) -> Enclosure:
    """The constant of its proof, and at most what the box allows."""
    rho = request.budget(Privacy.ZCDP)
    return _cube(request, lambda d, time, box: hypercube.zcdp_proved(d, time, rho, box))


def cube_zcdp_threshold(request: Request) -> Enclosure:
    """The rho below which the printed private part is the larger one."""
    return enclose(lambda: hypercube.zcdp_threshold(request.time), request.digits)


def gope(request: Request) -> Enclosure:
    """The regret of GOPE, phase by phase."""
    return _elimination(request, None)


def adac_gope(request: Request) -> Enclosure:
    """The regret of AdaC-GOPE under zCDP, phase by phase."""
    return _elimination(request, request.budget(Privacy.ZCDP))


def unit_variance(request: Request) -> bool:
    """Whether the noise has variance 1."""
    return _sigma(request) == 1


def quiet(request: Request) -> bool:
    """Whether the noise is 1-subgaussian."""
    return _sigma(request) <= 1


def fits_free(request: Request) -> bool:
    """Whether T >= d^2."""
    return request.time >= _dimension(request) ** 2


def fits_pure(request: Request) -> bool:
    """Whether T eps >= d."""
    return request.time * request.budget(Privacy.PURE) >= _dimension(request)


def fits_zcdp(request: Request) -> bool:
    """Whether T sqrt(rho) >= d."""
    return request.time**2 * request.budget(Privacy.ZCDP) >= _dimension(request) ** 2


def spans(request: Request) -> bool:
    """Whether the actions span the space of the parameter."""
    actions = [list(vector) for vector in _linear(request).actions]
    if not any(exact(x) for vector in actions for x in vector):
        return False
    return span_of(read_matrix(actions)).rank == _dimension(request)


def _linear(request: Request) -> LinearBandit:
    return cast(LinearBandit, request.bandit)


def _dimension(request: Request) -> int:
    return len(_linear(request).theta)


def _sigma(request: Request) -> Fraction:
    return exact(_linear(request).sigma)


def _structural(request: Request, program: str, *eps: Fraction) -> Enclosure:
    """The number of a program; it says itself what an instance lacks."""
    try:
        return PROGRAMS[program](_linear(request), *eps).enclosure
    except ValueError as reason:
        raise DoesNotApply(str(reason)) from None


def _cube(request: Request, formula: Callable[[int, Fraction, Fraction], Any]) -> Enclosure:
    """A formula of d, T and the box of mean rewards in [-1, 1], under noise of any deviation."""
    d, sigma = _dimension(request), _sigma(request)

    def value() -> arb:
        scaled: arb = ball(sigma) * formula(d, request.time, 1 / (d * sigma))
        return scaled

    return enclose(value, request.digits)


def _elimination(request: Request, rho: Fraction | None) -> Enclosure:
    dimension, gaps = _dimension(request), request.bandit.gaps
    return elimination_regret(dimension, gaps, request.time, rho, digits=request.digits)
