"""Bounds of whole classes of finitely many arms at a horizon, as the rows of claims state them."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.theory.bound_words import Privacy, Side
from banditproof.theory.enclosure import ZERO
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.known_bounds.carried import for_tables
from banditproof.theory.known_bounds.instances import BUDGETS, class_in_words
from banditproof.theory.known_bounds.rows import KnownBound
from .bound import REGRET, Hypothesis, Statement
from .regimes import SYMBOLS
from .request import Request


def class_bounds(request: Request) -> Iterator[Statement]:
    """The lower bounds of classes with as many arms, and what any losses in [0, 1] cost at most.

    The former are of the worst normal arms, and for Bernoulli arms of the worst of these too; the
    latter of policies for losses that an adversary chose beforehand, and coins are such losses.

    >>> found = class_bounds(Request(BernoulliBandit((1, 0)), horizon=Fraction(4)))
    >>> next(found).name
    'minimax lower bound, pulls bounded by the regret'
    """
    if request.horizon is None:
        return
    coins = isinstance(request.bandit, BernoulliBandit)
    for row in _rows_for(request, "arms", Side.LOWER):
        if row.rewards == "normal" or (coins and row.rewards == "coins"):
            over = class_in_words(row.rewards).format(K=request.arms)
            yield _stated(request, row, over)
    if coins:
        for row in _rows_for(request, "adversarial", Side.UPPER):
            yield _stated(request, row)


def _rows_for(request: Request, setting: str, side: Side) -> Iterator[KnownBound]:
    """The named rows of a setting without privacy, and those whose budgets are given."""
    asked = {Privacy.NONE, *request.budgets}
    for kind in BUDGETS:
        if kind in asked:
            yield from for_tables(setting, kind, side)


def _stated(request: Request, row: KnownBound, over: str | None = None) -> Statement:
    kind, formula = row.notion, row.formula
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
    return Statement(
        row.name,
        row.claim,
        row.side,
        REGRET,
        lambda: number,
        kind,
        row.status,
        tuple(hypotheses),
        row.note,
        over,
    )
