"""Rows of linear bandits: minimax regret on the cube, and the structural coefficients of log T."""

from typing import cast
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.exact import exact
from banditproof.theory.instances import LinearBandit
from banditproof.theory.linear_bounds import hypercube
from banditproof.theory.linear_bounds.structural_table import (
    NamedStructuralBound,
    linear_structural_bounds,
)
from .bound import COEFFICIENT, Bound, Hypothesis
from .gope_rows import gope_rows
from .request import Request
from .worst_case import Border, Row, Table, WorstCase, small_rho, whole

CUBE = (
    "linear bandits with the actions [-1, 1]^{}; parameters with mean rewards in [-1, 1], "
    "normal noise of standard deviation {}"
)


def _linear(request: Request) -> LinearBandit:
    return cast(LinearBandit, request.bandit)


def _unit(request: Request) -> Hypothesis:
    return ("noise of variance 1, as the theorem is printed", exact(_linear(request).sigma) == 1)


def _long(request: Request) -> Hypothesis:
    fits = request.time >= len(_linear(request).theta) ** 2
    return ("T >= d^2, so that the parameters fit", fits)


def _fits_eps(request: Request) -> Hypothesis:
    fits = request.eps is not None and request.time * request.eps >= len(_linear(request).theta)
    return ("T >= d / eps, so that the parameters fit", fits)


def _fits_rho(request: Request) -> Hypothesis:
    reach = request.time**2 * (request.rho or 0)
    fits = reach >= len(_linear(request).theta) ** 2
    return ("T >= d / sqrt(rho), so that the parameters fit", fits)


FREE = Table(
    Privacy.NONE,
    "",
    "linear minimax lower bound, ",
    (
        Row(
            "as printed",
            "thesis.thm4.17.bounded",
            Status.PRINTED,
            lambda d, time, box: hypercube.free_printed(d, time),
            needs=(_unit, _long),
        ),
        Row("repaired", "thesis.thm4.17.repaired", Status.REPAIRED, hypercube.free_proved),
    ),
)
PURE = Table(
    Privacy.PURE,
    "eps",
    "linear minimax lower bound, pure DP, ",
    (
        Row(
            "as printed",
            "thesis.thm4.17.bounded",
            Status.PRINTED,
            lambda d, time, box, eps: hypercube.pure_printed(d, eps),
            (_unit, _fits_eps),
        ),
        Row(
            "repaired",
            "thesis.thm4.17.repaired",
            Status.REPAIRED,
            lambda d, time, box, eps: hypercube.pure_proved(d, time, eps, box),
        ),
    ),
    Border(
        "the private part of Theorem 4.17 is the larger one",
        "thesis.linear.regimes",
        Status.PRINTED,
        lambda d, time, box: hypercube.pure_threshold(time),
        "2 e / sqrt(T)",
    ),
)
ZCDP = Table(
    Privacy.ZCDP,
    "rho",
    "linear minimax lower bound, zCDP, ",
    (
        Row(
            "as printed",
            "thesis.thm4.21.bounded",
            Status.PRINTED,
            lambda d, time, box, rho: hypercube.zcdp_printed(d, rho),
            (_unit, small_rho, _fits_rho),
        ),
        Row(
            "repaired",
            "thesis.thm4.21.repaired",
            Status.REPAIRED,
            lambda d, time, box, rho: hypercube.zcdp_proved(d, time, rho, box),
            (small_rho,),
        ),
    ),
    Border(
        "the private part of Theorem 4.21 is the larger one",
        "thesis.linear.regimes",
        Status.PRINTED,
        lambda d, time, box: hypercube.zcdp_threshold(time),
        "(2 e^(-1/4))^2 / T",
    ),
)


def linear_rows(request: Request) -> list[Bound]:
    """The structural bounds of the given actions, and the minimax bounds of their dimension.

    >>> bandit = LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5"))
    >>> [row.quantity.value for row in linear_rows(Request(bandit))]
    ['coefficient of log T']
    """
    named = linear_structural_bounds(_linear(request), request.eps)
    return [*(_named(request, row) for row in named), *_cube(request), *gope_rows(request)]


def _named(request: Request, row: NamedStructuralBound) -> Bound:
    """A structural bound as a row; a refuted theorem has no number, here or in the note."""
    facts, privacy, status = (row.name, row.claim, Side.LOWER, COEFFICIENT), row.privacy, row.status
    if row.bound is None or status == Status.REFUTED:
        missing = ((row.note, False),)
        return Bound(*facts, None, False, row.note, privacy, status, None, missing)
    number = row.bound.enclosure
    return request.stated(*facts, lambda: number, note=row.note, privacy=privacy, status=status)


def _cube(request: Request) -> list[Bound]:
    """The minimax bounds; the claims are about noise of variance 1.

    Rewards over sigma have parameters over sigma, so a box b under noise of deviation sigma costs
    sigma times what the box b / sigma costs under noise of variance 1.
    """
    if request.horizon is None:
        return []
    bandit = _linear(request)
    dimension, sigma = len(bandit.theta), exact(bandit.sigma)
    case = WorstCase(
        request,
        (dimension, request.time, 1 / (dimension * sigma)),
        {None: CUBE.format(dimension, sigma)},
        needs=(whole,),
        border_needs=(),
        scale=sigma,
    )
    return case.bounds(FREE, ((PURE, request.eps), (ZCDP, request.rho)))
