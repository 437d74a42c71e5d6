"""The rows of minimax regret of finitely many arms; they say which class they are about."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb

from banditproof.theory.balls import enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import BernoulliBandit

from . import minimax
from .bound import BUDGET, REGRET, Bound, Hypothesis, Request

NORMAL = "worst case over {} unit-variance normal arms, means in [0, 1]"
BERNOULLI = "worst case over {} Bernoulli arms"
Free = tuple[Enclosure | None, ...]
"""The bound without privacy: as printed, with the constant of its proof, and the largest one."""


def minimax_rows(request: Request) -> list[Bound]:
    """The minimax bounds at the horizon: without privacy, under pure DP, under zCDP.

    >>> from banditproof.theory import BernoulliBandit
    >>> rows = minimax_rows(Request(BernoulliBandit((1, 0)), horizon=Fraction(4)))
    >>> print(rows[0].name, rows[0].enclosure)
    minimax lower bound 0.07407407407407407407[3..6]
    """
    if request.horizon is None:
        return []
    rows = _without_privacy(request, request.horizon)
    free = tuple(row.enclosure for row in rows)
    if request.eps is not None:
        rows += _pure(request, request.horizon, request.eps, free)
    if request.rho is not None:
        rows += _zcdp(request, request.horizon, request.rho, free)
    return rows


def _several(request: Request) -> Hypothesis:
    return ("K > 1 arms", request.arms > 1)


def _long(request: Request) -> Hypothesis:
    time = request.horizon
    return ("T >= K - 1, so that the gaps fit", time is not None and time >= request.arms - 1)


def _whole(request: Request) -> Hypothesis:
    time = request.horizon
    return ("a whole number T", time is not None and time.denominator == 1)


def _row(
    request: Request,
    privacy: str,
    budget: str,
    name: str,
    claim: str,
    formula: Callable[[], arb],
    status: str,
    hypotheses: tuple[Hypothesis, ...] = (),
    against: Enclosure | None = None,
    family: str = NORMAL,
    more: str = "",
) -> Bound:
    """One row; `against` is the bound without privacy that it is compared with."""

    def regime(number: Enclosure) -> str | None:
        if against is None:
            return None
        if number.lo > against.hi:
            return f"{budget} is small: above the one without privacy"
        if number.hi < against.lo:
            return f"{budget} is large: below the one without privacy"
        return "at the border of the regimes"

    note = family.format(request.arms) + (f"; {more}" if more else "")
    return request.stated(
        name,
        claim,
        "lower",
        REGRET,
        lambda: enclose(formula, request.digits),
        hypotheses=(_several(request), _whole(request), *hypotheses),
        note=note,
        privacy=privacy,
        status=status,
        regime=regime,
    )


def _border(
    request: Request,
    privacy: str,
    budget: tuple[str, Fraction],
    theorem: str,
    claim: str,
    formula: Callable[[], arb],
    status: str,
    closed_form: str,
) -> Bound:
    """The budget below which a printed private bound is larger than the one without privacy."""
    return request.stated(
        f"{budget[0]} below which Theorem {theorem} is larger than Theorem 2.28",
        claim,
        "threshold",
        BUDGET,
        lambda: enclose(formula, request.digits),
        hypotheses=(_several(request), _long(request)),
        note=f"of the printed constants: {closed_form}",
        privacy=privacy,
        status=status,
        regime=lambda border: _side(*budget, border),
    )


def _without_privacy(request: Request, time: Fraction) -> list[Bound]:
    arms = request.arms
    claim, needs = "thesis.thm2.28.repaired", (_long(request),)
    row = partial(_row, request, "none", "")
    return [
        row(
            "minimax lower bound", claim, lambda: minimax.free_printed(arms, time), "printed", needs
        ),
        row(
            "minimax lower bound, constant of the proof",
            claim,
            lambda: minimax.free_proved(arms, time),
            "proved",
            needs,
        ),
        row(
            "minimax lower bound, pulls bounded by the regret",
            "thesis.thm2.28.by_regret",
            lambda: minimax.free_by_regret(arms, time),
            "proved",
        ),
    ]


def _pure(request: Request, time: Fraction, eps: Fraction, free: Free) -> list[Bound]:
    arms = request.arms
    printed, proved, largest = free
    fits = (f"T >= 2 (K-1)/eps = {_short(2 * (arms - 1) / eps)}", time * eps >= 2 * (arms - 1))
    name = "minimax lower bound, pure DP"
    row = partial(_row, request, "pure", "eps")
    rows = [
        row(
            f"{name}, as printed",
            "thesis.thm4.15",
            lambda: minimax.pure_printed(arms, time, eps),
            "printed",
            (_long(request), fits),
            printed,
        ),
        row(
            f"{name}, repaired",
            "thesis.thm4.15.repaired",
            lambda: minimax.pure_proved(arms, time, eps),
            "repaired",
            (),
            proved,
        ),
        row(
            f"{name}, exact total variation",
            "thesis.thm4.15.sharp",
            lambda: minimax.pure_sharp(arms, time, eps),
            "proved",
            (),
            proved,
        ),
        row(
            f"{name}, with its logarithm",
            "thesis.thm4.15.logarithm",
            lambda: minimax.pure_logarithmic(arms, time, eps),
            "proved",
            (),
            largest,
        ),
    ]
    if isinstance(request.bandit, BernoulliBandit):
        rows.append(
            row(
                f"{name}, Bernoulli arms",
                "thesis.thm4.15.bernoulli",
                lambda: minimax.bernoulli_pure(arms, time, eps),
                "proved",
                family=BERNOULLI,
            )
        )
        rows.append(
            row(
                f"{name}, Bernoulli arms, with its logarithm",
                "thesis.thm4.15.bernoulli_logarithm",
                lambda: minimax.bernoulli_logarithmic(arms, time, eps),
                "proved",
                family=BERNOULLI,
            )
        )
    border = _border(
        request,
        "pure",
        ("eps", eps),
        "4.15",
        "thesis.regimes.4.15.repaired",
        lambda: minimax.pure_threshold(arms, time),
        "repaired",
        "(27/22) sqrt((K-1)/T)",
    )
    return [*rows, border]


def _zcdp(request: Request, time: Fraction, rho: Fraction, free: Free) -> list[Bound]:
    arms = request.arms
    printed, proved = free[:2]
    small = ("rho <= 1", rho <= 1)
    # the gap is x sqrt((K-1)/rho)/T <= 1/2
    needed = (2 * minimax.ZCDP_POINT) ** 2 * (arms - 1) / rho
    fits = (f"T^2 >= 0.3739 (K-1)/rho = {_short(needed)}", time**2 >= needed)
    name = "minimax lower bound, zCDP"
    row = partial(_row, request, "zcdp", "rho", more="policies that are kernels of what they see")
    rows = [
        row(
            f"{name}, as printed",
            "thesis.thm4.20",
            lambda: minimax.zcdp_printed(arms, time, rho),
            "printed",
            (_long(request), small, fits),
            printed,
        ),
        row(
            f"{name}, repaired",
            "thesis.thm4.20.repaired",
            lambda: minimax.zcdp_proved(arms, time, rho),
            "repaired",
            (small,),
            proved,
        ),
        row(
            f"{name}, exact total variation",
            "thesis.thm4.20.sharp",
            lambda: minimax.zcdp_sharp(arms, time, rho),
            "proved",
            (small,),
            proved,
        ),
    ]
    if isinstance(request.bandit, BernoulliBandit):
        rows.append(
            row(
                f"{name}, Bernoulli arms",
                "thesis.thm4.20.bernoulli",
                lambda: minimax.bernoulli_zcdp(arms, time, rho),
                "proved",
                (small,),
                family=BERNOULLI,
            )
        )
    border = _border(
        request,
        "zcdp",
        ("rho", rho),
        "4.20",
        "thesis.thm4.20.regimes",
        lambda: minimax.zcdp_threshold(arms, time),
        "proved",
        "(27/124)^2 / T",
    )
    return [*rows, border]


def _short(number: Fraction) -> str:
    try:
        return f"{float(number):.6g}"
    except OverflowError:
        return "a number beyond all floats"


def _side(name: str, budget: Fraction, border: Enclosure) -> str:
    if budget < border.lo:
        return f"{name} is below: privacy costs"
    return f"{name} is not below: the bound without privacy is as large"
