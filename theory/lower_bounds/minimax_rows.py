"""The rows of minimax regret of finitely many arms; each says which class it is about."""

from fractions import Fraction
from banditproof.theory.bound_words import Privacy, Status
from banditproof.theory.instances import BernoulliBandit
from . import minimax
from .bound import Bound, Hypothesis
from .request import Request
from .worst_case import Border, Row, Table, WorstCase, small_rho, whole

NORMAL = "{} unit-variance normal arms with means in [0, 1]"
BERNOULLI = "{} Bernoulli arms"


def _several(request: Request) -> Hypothesis:
    return ("K > 1 arms", request.arms > 1)


def _long(request: Request) -> Hypothesis:
    return ("T >= K - 1, so that the gaps fit", request.time >= request.arms - 1)


def _fits_eps(request: Request) -> Hypothesis:
    least = 2 * (request.arms - 1) / (request.eps or Fraction(1))
    return (f"T >= 2 (K-1)/eps = {_short(least)}", request.time >= least)


def _fits_rho(request: Request) -> Hypothesis:
    # the gap is x sqrt((K-1)/rho)/T <= 1/2
    needed = (2 * minimax.ZCDP_POINT) ** 2 * (request.arms - 1) / (request.rho or Fraction(1))
    return (f"T^2 >= 0.3739 (K-1)/rho = {_short(needed)}", request.time**2 >= needed)


def _short(number: Fraction) -> str:
    try:
        return f"{float(number):.6g}"
    except OverflowError:
        return "a number beyond all floats"


PRINTED, OURS, REPAIRED = Status.PRINTED, Status.OURS, Status.REPAIRED
FREE_ROWS = (
    Row("", "thesis.thm2.28.repaired", PRINTED, minimax.free_printed, (_long,)),
    Row(
        ", constant of the proof",
        "thesis.thm2.28.repaired",
        OURS,
        minimax.free_proved,
        needs=(_long,),
    ),
    Row(", pulls bounded by the regret", "thesis.thm2.28.by_regret", OURS, minimax.free_by_regret),
)
PURE_ROWS = (
    Row("as printed", "thesis.thm4.15.bounded", PRINTED, minimax.pure_printed, (_long, _fits_eps)),
    Row("repaired", "thesis.thm4.15.repaired", REPAIRED, minimax.pure_proved),
    Row("exact total variation", "thesis.thm4.15.sharp", OURS, minimax.pure_sharp),
    Row("with its logarithm", "thesis.thm4.15.logarithm", OURS, minimax.pure_logarithmic),
    Row(
        "Bernoulli arms", "thesis.thm4.15.bernoulli", OURS, minimax.bernoulli_pure, family=BERNOULLI
    ),
    Row(
        "Bernoulli arms, with its logarithm",
        "thesis.thm4.15.bernoulli_logarithm",
        OURS,
        minimax.bernoulli_logarithmic,
        family=BERNOULLI,
    ),
)
ZCDP_ROWS = (
    Row(
        "as printed",
        "thesis.thm4.20.bounded",
        PRINTED,
        minimax.zcdp_printed,
        (_long, small_rho, _fits_rho),
    ),
    Row("repaired", "thesis.thm4.20.repaired", REPAIRED, minimax.zcdp_proved, (small_rho,)),
    Row("exact total variation", "thesis.thm4.20.sharp", OURS, minimax.zcdp_sharp, (small_rho,)),
    Row(
        "Bernoulli arms",
        "thesis.thm4.20.bernoulli",
        OURS,
        minimax.bernoulli_zcdp,
        (small_rho,),
        BERNOULLI,
    ),
)
FREE = Table(Privacy.NONE, "", "minimax lower bound", FREE_ROWS)
PURE = Table(
    Privacy.PURE,
    "eps",
    "minimax lower bound, pure DP, ",
    PURE_ROWS,
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
    ZCDP_ROWS,
    Border(
        "Theorem 4.20 is larger than Theorem 2.28",
        "thesis.thm4.20.regimes",
        OURS,
        minimax.zcdp_threshold,
        "(27/124)^2 / T",
    ),
    "policies that are kernels of what they see",
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
    families: dict[str | None, str] = {None: NORMAL.format(request.arms)}
    if isinstance(request.bandit, BernoulliBandit):
        families[BERNOULLI] = BERNOULLI.format(request.arms)
    case = WorstCase(
        request,
        (request.arms, request.time),
        families,
        needs=(_several, whole),
        border_needs=(_several, _long),
    )
    return case.bounds(FREE, ((PURE, request.eps), (ZCDP, request.rho)))
