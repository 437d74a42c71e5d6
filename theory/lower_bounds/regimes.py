"""Where a number is, beside a budget, the bound without privacy, or the trivial bound."""

from fractions import Fraction
from banditproof.theory.bound_words import Privacy, Side
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.number_text import number_text
from .bound import REGRET, SAMPLES, Statement
from .request import Request
from .section import TRIVIAL

SYMBOLS = {Privacy.PURE: "eps", Privacy.ZCDP: "rho"}


def regime(
    request: Request, stated: Statement, number: Enclosure, free: Enclosure | None
) -> str | None:
    """What a number says in its place; `free` is the largest bound of the same without privacy."""
    if stated.side == Side.THRESHOLD:
        return beside_budget(request, stated, number)
    if stated.side == Side.UPPER:
        return beside_trivial(request, number) if stated.quantity == REGRET else None
    # a coefficient is a limit, and private ones are compared by the answer
    if stated.quantity not in (REGRET, SAMPLES) or stated.privacy == Privacy.NONE or free is None:
        return None
    if stated.below and number.hi < free.lo:
        return stated.below
    return beside_free(number, free)


def beside_budget(request: Request, stated: Statement, border: Enclosure) -> str:
    """Where the budget is, beside the one at which a regime changes."""
    name, budget = SYMBOLS[stated.privacy], request.budgets[stated.privacy]
    below, above = stated.regime or (
        f"{name} is below: the bound with privacy is the larger one",
        f"{name} is not below: the bound without privacy is as large",
    )
    return below if budget is not None and budget < border.lo else above


def beside_trivial(request: Request, number: Enclosure) -> str | None:
    """Whether a bound says less than that each round costs the largest gap at most."""
    gaps = [request.bandit.gaps[a] for a in request.bandit.suboptimal_arms]
    most = request.time * max(gaps, default=Fraction(0))
    if number.lo <= most:
        return None
    return f"{TRIVIAL}, T times the largest gap = {number_text(most)}"


def beside_free(number: Enclosure, free: Enclosure) -> str:
    """Where a private bound is, beside the largest one without privacy of the same quantity.

    >>> beside_free(Enclosure.of(1), Enclosure.of(2))
    'below the best bound for every policy'
    """
    if number.lo > free.hi:
        return "above every lower bound without privacy that is known here"
    if number.hi < free.lo:
        return "below the best bound for every policy"
    return "equal to the best bound for every policy, to the computed digits"
