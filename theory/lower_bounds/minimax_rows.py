"""The rows of minimax regret of finitely many arms; they say which class they are about."""

from __future__ import annotations

from fractions import Fraction

from banditproof.theory.bound_words import Privacy, Status
from banditproof.theory.instances import BernoulliBandit

from . import minimax
from .bound import Bound, Hypothesis, Request
from .worst_case import Border, Row, Table, WorstCase, small_rho, whole

NORMAL = "worst case over {} unit-variance normal arms, means in [0, 1]"
BERNOULLI = "worst case over {} Bernoulli arms"
KERNELS = "; policies that are kernels of what they see"


def _several(request: Request) -> Hypothesis:
    return ("K > 1 arms", request.arms > 1)


def _long(request: Request) -> Hypothesis:
    return ("T >= K - 1, so that the gaps fit", request.time >= request.arms - 1)


def _pure_fits(request: Request) -> Hypothesis:
    least = 2 * (request.arms - 1) / (request.eps or Fraction(1))
    return (f"T >= 2 (K-1)/eps = {_short(least)}", request.time >= least)


def _zcdp_fits(request: Request) -> Hypothesis:
    # the gap is x sqrt((K-1)/rho)/T <= 1/2
    needed = (2 * minimax.ZCDP_POINT) ** 2 * (request.arms - 1) / (request.rho or Fraction(1))
    return (f"T^2 >= 0.3739 (K-1)/rho = {_short(needed)}", request.time**2 >= needed)


def _short(number: Fraction) -> str:
    try:
        return f"{float(number):.6g}"
    except OverflowError:
        return "a number beyond all floats"


PRINTED, PROVED, REPAIRED = Status.PRINTED, Status.PROVED, Status.REPAIRED
FREE = Table(
    Privacy.NONE,
    "",
    "minimax lower bound",
    (
        Row("", "thesis.thm2.28.repaired", PRINTED, minimax.free_printed, (_long,)),
        Row(
            ", constant of the proof",
            "thesis.thm2.28.repaired",
            PROVED,
            minimax.free_proved,
            (_long,),
        ),
        Row(
            ", pulls bounded by the regret",
            "thesis.thm2.28.by_regret",
            PROVED,
            minimax.free_by_regret,
        ),
    ),
)
AS_PRINTED, OF_PROOF, BY_REGRET = range(3)
PURE = Table(
    Privacy.PURE,
    "eps",
    "minimax lower bound, pure DP, ",
    (
        Row(
            "as printed",
            "thesis.thm4.15",
            PRINTED,
            minimax.pure_printed,
            (_long, _pure_fits),
            AS_PRINTED,
        ),
        Row("repaired", "thesis.thm4.15.repaired", REPAIRED, minimax.pure_proved, (), OF_PROOF),
        Row(
            "exact total variation",
            "thesis.thm4.15.sharp",
            PROVED,
            minimax.pure_sharp,
            (),
            OF_PROOF,
        ),
        Row(
            "with its logarithm",
            "thesis.thm4.15.logarithm",
            PROVED,
            minimax.pure_logarithmic,
            (),
            BY_REGRET,
        ),
        Row(
            "Bernoulli arms",
            "thesis.thm4.15.bernoulli",
            PROVED,
            minimax.bernoulli_pure,
            family=BERNOULLI,
        ),
        Row(
            "Bernoulli arms, with its logarithm",
            "thesis.thm4.15.bernoulli_logarithm",
            PROVED,
            minimax.bernoulli_logarithmic,
            family=BERNOULLI,
        ),
    ),
    Border(
        "Theorem 4.15 is larger than Theorem 2.28",
        "thesis.regimes.4.15.repaired",
        REPAIRED,
        minimax.pure_threshold,
        "(27/22) sqrt((K-1)/T)",
    ),
)
ZCDP = Table(
    Privacy.ZCDP,
    "rho",
    "minimax lower bound, zCDP, ",
    (
        Row(
            "as printed",
            "thesis.thm4.20",
            PRINTED,
            minimax.zcdp_printed,
            (_long, small_rho, _zcdp_fits),
            AS_PRINTED,
        ),
        Row(
            "repaired",
            "thesis.thm4.20.repaired",
            REPAIRED,
            minimax.zcdp_proved,
            (small_rho,),
            OF_PROOF,
        ),
        Row(
            "exact total variation",
            "thesis.thm4.20.sharp",
            PROVED,
            minimax.zcdp_sharp,
            (small_rho,),
            OF_PROOF,
        ),
        Row(
            "Bernoulli arms",
            "thesis.thm4.20.bernoulli",
            PROVED,
            minimax.bernoulli_zcdp,
            (small_rho,),
            family=BERNOULLI,
        ),
    ),
    Border(
        "Theorem 4.20 is larger than Theorem 2.28",
        "thesis.thm4.20.regimes",
        PROVED,
        minimax.zcdp_threshold,
        "(27/124)^2 / T",
    ),
    KERNELS,
)


def minimax_rows(request: Request) -> list[Bound]:
    """The minimax bounds at the horizon: without privacy, under pure DP, under zCDP.

    >>> from banditproof.theory import BernoulliBandit
    >>> rows = minimax_rows(Request(BernoulliBandit((1, 0)), horizon=Fraction(4)))
    >>> print(rows[0].name, rows[0].enclosure)
    minimax lower bound 0.07407407407407407407[3..6]
    """
    if request.horizon is None:
        return []
    case = WorstCase(
        request,
        (request.arms, request.time),
        NORMAL.format(request.arms),
        needs=(_several, whole),
        border_needs=(_several, _long),
        larger="{} is small: above the one without privacy",
        smaller="{} is large: below the one without privacy",
        between="at the border of the regimes",
    )
    tables = (
        (_for_instance(PURE, request), request.eps),
        (_for_instance(ZCDP, request), request.rho),
    )
    return case.bounds(FREE, tables)


def _for_instance(table: Table, request: Request) -> Table:
    """The table with the rows that are about the instance, which say how many arms it has."""
    bernoulli = isinstance(request.bandit, BernoulliBandit)
    rows = [row for row in table.rows if bernoulli or row.family is None]
    named = [row._replace(family=row.family and row.family.format(request.arms)) for row in rows]
    return table._replace(rows=tuple(named))
