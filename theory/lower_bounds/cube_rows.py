"""Minimax bounds of linear bandits on the cube at a horizon, and where privacy is the larger part.

The claims are about noise of variance 1. Rewards over sigma have parameters over sigma, so a box b
under noise of deviation sigma costs sigma times what the box b / sigma costs under noise of
variance 1.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, cast
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.instances import LinearBandit
from banditproof.theory.linear_bounds import hypercube
from .bound import BUDGET, REGRET, Bound, Hypothesis
from .request import Request, beside_free, side_of

CLASS = (
    "linear bandits with the actions [-1, 1]^{}; parameters with mean rewards in [-1, 1], "
    "normal noise of standard deviation {}"
)
Need = Callable[[Request], Hypothesis]


class Row(NamedTuple):
    """A lower bound: its claim, and its formula of d, T, the box and the budget."""

    name: str
    claim: str
    status: Status
    formula: Callable[..., arb]
    needs: tuple[Need, ...] = ()


class Table(NamedTuple):
    """The rows of a kind of privacy, and the budget below which its part is the larger one."""

    name: str
    rows: tuple[Row, ...]
    border: tuple[str, Callable[[Fraction], arb], str] | None = None
    """The theorem, the budget as a function of T, and this in words."""


def _linear(request: Request) -> LinearBandit:
    return cast(LinearBandit, request.bandit)


def _whole(request: Request) -> Hypothesis:
    return ("a whole number T", request.time.denominator == 1)


def _unit(request: Request) -> Hypothesis:
    return ("noise of variance 1, as the theorem is printed", exact(_linear(request).sigma) == 1)


def _long(request: Request) -> Hypothesis:
    fits = request.time >= len(_linear(request).theta) ** 2
    return ("T >= d^2, so that the parameters fit", fits)


def _fits_eps(request: Request) -> Hypothesis:
    fits = request.eps is not None and request.time * request.eps >= len(_linear(request).theta)
    return ("T >= d / eps, so that the parameters fit", fits)


def _small_rho(request: Request) -> Hypothesis:
    return ("rho <= 1", request.rho is not None and request.rho <= 1)


def _fits_rho(request: Request) -> Hypothesis:
    reach = request.time**2 * (request.rho or 0)
    fits = reach >= len(_linear(request).theta) ** 2
    return ("T >= d / sqrt(rho), so that the parameters fit", fits)


TABLES = {
    Privacy.NONE: Table(
        "linear minimax lower bound, ",
        (
            Row(
                "as printed",
                "thesis.thm4.17.bounded",
                Status.PRINTED,
                lambda d, time, box: hypercube.free_printed(d, time),
                (_unit, _long),
            ),
            Row("repaired", "thesis.thm4.17.repaired", Status.REPAIRED, hypercube.free_proved),
        ),
    ),
    Privacy.PURE: Table(
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
        ("Theorem 4.17", hypercube.pure_threshold, "2 e / sqrt(T)"),
    ),
    Privacy.ZCDP: Table(
        "linear minimax lower bound, zCDP, ",
        (
            Row(
                "as printed",
                "thesis.thm4.21.bounded",
                Status.PRINTED,
                lambda d, time, box, rho: hypercube.zcdp_printed(d, rho),
                (_unit, _small_rho, _fits_rho),
            ),
            Row(
                "repaired",
                "thesis.thm4.21.repaired",
                Status.REPAIRED,
                lambda d, time, box, rho: hypercube.zcdp_proved(d, time, rho, box),
                (_small_rho,),
            ),
        ),
        ("Theorem 4.21", hypercube.zcdp_threshold, "(2 e^(-1/4))^2 / T"),
    ),
}


def cube_rows(request: Request) -> list[Bound]:
    """The minimax bounds of the dimension without privacy, and of each budget that is given.

    >>> bandit = LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5"))
    >>> for row in cube_rows(Request(bandit, horizon=Fraction(10**4))):
    ...     print(row.name, row.applies)
    linear minimax lower bound, as printed True
    linear minimax lower bound, repaired True
    """
    if request.horizon is None:
        return []
    found = [_bound(request, Privacy.NONE, row, None) for row in TABLES[Privacy.NONE].rows]
    known = [one.enclosure for one in found if one.enclosure is not None]
    free = max(known, key=lambda number: number.lo) if known else None
    for kind, budget in request.budgets.items():
        if budget is not None:
            found += [_bound(request, kind, row, free, budget) for row in TABLES[kind].rows]
            found.append(_border(request, kind, budget))
    return found


def _bound(
    request: Request, kind: Privacy, row: Row, free: Enclosure | None, *budget: Fraction
) -> Bound:
    dimension, sigma = len(_linear(request).theta), exact(_linear(request).sigma)

    def value() -> arb:
        return ball(sigma) * row.formula(dimension, request.time, 1 / (dimension * sigma), *budget)

    return request.stated(
        f"{TABLES[kind].name}{row.name}",
        row.claim,
        Side.LOWER,
        REGRET,
        lambda: enclose(value, request.digits),
        hypotheses=tuple(need(request) for need in (_whole, *row.needs)),
        privacy=kind,
        status=row.status,
        regime=lambda number: None if free is None else beside_free(number, free),
        over=CLASS.format(dimension, sigma),
    )


def _border(request: Request, kind: Privacy, budget: Fraction) -> Bound:
    border = TABLES[kind].border
    assert border is not None, f"{kind} has no budget"
    theorem, least, words = border
    symbol = "eps" if kind == Privacy.PURE else "rho"
    return request.stated(
        f"{symbol} below which the private part of {theorem} is the larger one",
        "thesis.linear.regimes",
        Side.THRESHOLD,
        BUDGET,
        lambda: enclose(lambda: least(request.time), request.digits),
        note=f"of the printed constants: {words}",
        privacy=kind,
        regime=lambda number: side_of(symbol, budget, number),
    )
