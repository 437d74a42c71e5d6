"""Rows of linear bandits: minimax regret on the cube, and the structural coefficients of log T."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from flint import arb

from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.instances import LinearBandit

from .bound import BUDGET, COEFFICIENT, REGRET, Bound, Hypothesis, Request

if TYPE_CHECKING:
    from banditproof.theory.linear_bounds import NamedStructuralBound

CUBE = (
    "worst case over the actions [-1, 1]^{} and parameters with mean rewards in [-1, 1], "
    "normal noise of standard deviation {}"
)


def linear_rows(request: Request) -> list[Bound]:
    """The structural bounds of the given actions, and the minimax bounds of their dimension.

    >>> bandit = LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5"))
    >>> [row.quantity for row in linear_rows(Request(bandit))]
    ['coefficient of log T']
    """
    bandit = cast(LinearBandit, request.bandit)
    return [*_structural(request, bandit), *_cube(request, len(bandit.theta), exact(bandit.sigma))]


def _structural(request: Request, bandit: LinearBandit) -> list[Bound]:
    from banditproof.theory.linear_bounds import linear_structural_bounds

    return [_named(request, row) for row in linear_structural_bounds(bandit, request.eps)]


def _named(request: Request, row: NamedStructuralBound) -> Bound:
    """A structural bound as a row; a refuted theorem has no number, here or in the note."""
    facts = (row.name, row.claim, "lower", COEFFICIENT)
    if row.bound is None or row.status == "refuted":
        missing = ((row.note, False),)
        return Bound(*facts, None, False, row.note, None, row.privacy, row.status, None, missing)
    number = row.bound.enclosure
    return request.stated(
        *facts, lambda: number, note=row.note, privacy=row.privacy, status=row.status
    )


def _cube(request: Request, dimension: int, sigma: Fraction) -> list[Bound]:
    """The minimax bounds; the claims are about noise of variance 1.

    Rewards over sigma have parameters over sigma, so a box b under noise of deviation sigma costs
    sigma times what the box b / sigma costs under noise of variance 1.
    """
    from banditproof.theory.linear_bounds import hypercube

    time, eps, rho = request.horizon, request.eps, request.rho
    if time is None:
        return []
    box = 1 / (dimension * sigma)
    whole = ("a whole number T", time.denominator == 1)
    unit = ("noise of variance 1, as the theorem is printed", sigma == 1)

    def row(
        name: str,
        claim: str,
        formula: Callable[[], arb],
        privacy: str,
        status: str,
        *hypotheses: Hypothesis,
        against: Enclosure | None = None,
    ) -> Bound:
        return request.stated(
            name,
            claim,
            "lower",
            REGRET,
            lambda: enclose(lambda: ball(sigma) * formula(), request.digits),
            hypotheses=(whole, *hypotheses),
            note=CUBE.format(dimension, sigma),
            privacy=privacy,
            status=status,
            regime=lambda number: _against(number, against),
        )

    free = row(
        "linear minimax lower bound, as printed",
        "thesis.thm4.17",
        lambda: hypercube.free_printed(dimension, time),
        "none",
        "printed",
        unit,
        ("T >= d^2, so that the parameters fit", time >= dimension**2),
    )
    better = row(
        "linear minimax lower bound, repaired",
        "thesis.thm4.17.repaired",
        lambda: hypercube.free_proved(dimension, time, box),
        "none",
        "repaired",
    )
    rows = [free, better]
    if eps is not None:
        fits = ("T >= d / eps, so that the parameters fit", time * eps >= dimension)
        rows += [
            row(
                "linear minimax lower bound, pure DP, as printed",
                "thesis.thm4.17",
                lambda: hypercube.pure_printed(dimension, eps),
                "pure",
                "printed",
                unit,
                fits,
                against=free.enclosure,
            ),
            row(
                "linear minimax lower bound, pure DP, repaired",
                "thesis.thm4.17.repaired",
                lambda: hypercube.pure_proved(dimension, time, eps, box),
                "pure",
                "repaired",
                against=better.enclosure,
            ),
            _border(
                request,
                "eps",
                "4.17",
                lambda: hypercube.pure_threshold(time),
                eps,
                "2 e / sqrt(T)",
            ),
        ]
    if rho is not None:
        small = ("rho <= 1", rho <= 1)
        fits = ("T >= d / sqrt(rho), so that the parameters fit", time**2 * rho >= dimension**2)
        rows += [
            row(
                "linear minimax lower bound, zCDP, as printed",
                "thesis.thm4.21",
                lambda: hypercube.zcdp_printed(dimension, rho),
                "zcdp",
                "printed",
                unit,
                small,
                fits,
                against=free.enclosure,
            ),
            row(
                "linear minimax lower bound, zCDP, repaired",
                "thesis.thm4.21.repaired",
                lambda: hypercube.zcdp_proved(dimension, time, rho, box),
                "zcdp",
                "repaired",
                small,
                against=better.enclosure,
            ),
            _border(
                request,
                "rho",
                "4.21",
                lambda: hypercube.zcdp_threshold(time),
                rho,
                "(2 e^(-1/4))^2 / T",
            ),
        ]
    return rows


def _border(
    request: Request,
    budget: str,
    theorem: str,
    formula: Callable[[], arb],
    value: Fraction,
    form: str,
) -> Bound:
    def side(border: Enclosure) -> str:
        if value < border.lo:
            return f"{budget} is below: privacy costs"
        return f"{budget} is not below: the bound without privacy is as large"

    return request.stated(
        f"{budget} below which the private part of Theorem {theorem} is the larger one",
        "thesis.linear.regimes",
        "threshold",
        BUDGET,
        lambda: enclose(formula, request.digits),
        note=f"of the printed constants: {form}",
        privacy="pure" if budget == "eps" else "zcdp",
        regime=side,
    )


def _against(number: Enclosure, free: Enclosure | None) -> str | None:
    if free is None:
        return None
    if number.lo > free.hi:
        return "above the bound without privacy"
    return "below the bound without privacy" if number.hi < free.lo else "at the border"
