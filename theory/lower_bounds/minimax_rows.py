"""Bounds of whole classes of finitely many arms at a horizon, as the rows of claims state them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple
from flint import arb
from banditproof.theory.balls import enclose
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.known_bounds.carried import for_tables
from banditproof.theory.known_bounds.rows import KnownBound
from . import minimax
from .bound import BUDGET, REGRET, Bound, Hypothesis
from .request import Request, beside_free, side_of
from .ucb_rows import trivial_bound

CLASSES = {
    "normal": "{} unit-variance normal arms with means in [0, 1]",
    "coins": "{} Bernoulli arms",
}
"""The classes of which there are lower bounds, in words."""
KINDS = {"none": Privacy.NONE, "pure": Privacy.PURE, "zcdp": Privacy.ZCDP}
"""The notions of privacy of which the table speaks."""
SYMBOLS = {Privacy.PURE: "eps", Privacy.ZCDP: "rho"}


class Threshold(NamedTuple):
    """The budget below which a printed bound with privacy is larger than the one without."""

    printed: str
    claim: str
    status: Status
    border: Callable[[int, Fraction], arb]
    """Of the number of arms and the horizon, in balls."""
    note: str


THRESHOLDS = {
    Privacy.PURE: Threshold(
        "Theorem 4.15",
        "thesis.regimes.4.15.repaired",
        Status.REPAIRED,
        minimax.pure_threshold,
        "of the printed constants: (27/22) sqrt((K-1)/T)",
    ),
    Privacy.ZCDP: Threshold(
        "Theorem 4.20",
        "thesis.thm4.20.regimes",
        Status.OURS,
        minimax.zcdp_threshold,
        "of the printed constants: (27/124)^2 / T",
    ),
}


def minimax_rows(request: Request) -> list[Bound]:
    """The lower bounds of classes with as many arms, and what any losses in [0, 1] cost at most.

    >>> from banditproof.theory import BernoulliBandit
    >>> rows = minimax_rows(Request(BernoulliBandit((1, 0)), horizon=Fraction(4)))
    >>> print(rows[0].name, rows[0].enclosure)
    minimax lower bound, pulls bounded by the regret 0.2038883547022401644[4..5]
    """
    if request.horizon is None:
        return []
    return [*_lower(request), *_thresholds(request), *_upper(request)]


def _lower(request: Request) -> Iterator[Bound]:
    """The worst of the normal arms, and for Bernoulli arms the worst of these too."""
    known = ("normal", "coins") if isinstance(request.bandit, BernoulliBandit) else ("normal",)
    best = dict[str, Enclosure]()
    for kind, row in _rows_for(request, "arms", "lower"):
        if row.rewards not in known:
            continue
        free = best.get(row.rewards)
        over = CLASSES[row.rewards].format(request.arms)
        bound = _stated(request, row, kind, Side.LOWER, over=over, free=free)
        number = bound.enclosure
        if kind == Privacy.NONE and number is not None and (free is None or number.lo > free.lo):
            best[row.rewards] = number
        yield bound


def _upper(request: Request) -> Iterator[Bound]:
    """Policies for losses in [0, 1] that an adversary chose beforehand: coins are such losses."""
    if isinstance(request.bandit, BernoulliBandit):
        for kind, row in _rows_for(request, "adversarial", "upper"):
            yield _stated(request, row, kind, Side.UPPER)


def _rows_for(request: Request, setting: str, side: str) -> Iterator[tuple[Privacy, KnownBound]]:
    """The named rows of a setting without privacy, and those whose budgets are given."""
    asked = {Privacy.NONE, *request.budgets}
    for notion, kind in KINDS.items():
        for row in for_tables(setting, notion, side):
            if kind in asked:
                yield kind, row


def _stated(
    request: Request,
    row: KnownBound,
    kind: Privacy,
    side: Side,
    over: str | None = None,
    free: Enclosure | None = None,
) -> Bound:
    formula = row.formula
    assert formula is not None, f"{row.name} has a name, and no formula"
    point = {"K": Fraction(request.arms), "T": request.time}
    budget = request.budgets.get(kind)
    if kind != Privacy.NONE and budget is not None:
        point[SYMBOLS[kind]] = budget

    hypotheses: list[Hypothesis] = [("a whole number T", request.time.denominator == 1)]
    hypotheses += [(str(one), one.holds(point)) for one in formula.conditions]
    number = ZERO
    if all(holds for _, holds in hypotheses):
        found = row.value_at(point, request.digits)
        hypotheses += [("numbers that are less extreme", False)] if found.value is None else []
        number = found.value or ZERO
    trivial = trivial_bound(request)

    def regime(number: Enclosure) -> str | None:
        if side == Side.UPPER:
            return trivial(number)
        return None if free is None or kind == Privacy.NONE else beside_free(number, free)

    return request.stated(
        row.name,
        row.claim,
        side,
        REGRET,
        lambda: number,
        hypotheses=tuple(hypotheses),
        note=row.note,
        privacy=kind,
        status=row.status,
        regime=regime,
        over=over,
    )


def _thresholds(request: Request) -> Iterator[Bound]:
    """The thresholds of the notions whose budgets are given."""
    for kind, one in THRESHOLDS.items():
        budget = request.budgets.get(kind)
        if budget is not None:
            yield _threshold(request, one, kind, budget)


def _threshold(request: Request, one: Threshold, kind: Privacy, budget: Fraction) -> Bound:
    symbol, arms, time = SYMBOLS[kind], request.arms, request.time
    return request.stated(
        f"{symbol} below which {one.printed} is larger than Theorem 2.28",
        one.claim,
        Side.THRESHOLD,
        BUDGET,
        lambda: enclose(lambda: one.border(arms, time), request.digits),
        hypotheses=(
            ("K > 1 arms", arms > 1),
            ("T >= K - 1, so that the gaps fit", time >= arms - 1),
        ),
        note=one.note,
        privacy=kind,
        status=one.status,
        regime=lambda number: side_of(symbol, budget, number),
    )
