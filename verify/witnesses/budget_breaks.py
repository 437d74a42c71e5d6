"""Do two laws on finitely many cells break a budget? In balls, each formula written out.

The cells are a partition of the output, or disjoint events of it, and merging outcomes never raises
what a budget bounds. P and Q are the masses in the left and in the right world:

    pure       P_i > e^eps Q_i for a cell
    (eps, d)   sum_i max(0, P_i - e^eps Q_i) > d
    Renyi      log(sum_i P_i^alpha Q_i^(1 - alpha)) / (alpha - 1) > eps; order 1: the KL divergence
    zCDP       the same at some order alpha, more than rho alpha; order 1 is the limit from above
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.exact import exact
from .plain_fields import Refused

Cells = Sequence[tuple[arb, arb]]


@dataclass(frozen=True)
class Break:
    """What the two laws show: a number in the unit of the budget, more than what it allows."""

    shown: Enclosure
    allowed: Fraction
    words: str


def require_break(cells: Cells, budget: Budget, order: Fraction | None = None) -> Break:
    """What the cells show of the budget; Refused if that is, or may be, within it.

    `order` is the one at which zero-concentrated privacy is broken.
    """
    if isinstance(budget, ApproxDP):
        return _approximate(cells, budget)
    allowed = budget.rho if isinstance(budget, ZCDP) else budget.eps
    if allowed == math.inf:
        raise Refused("The budget allows everything.")
    bound: Fraction = exact(allowed)
    impossible = [p for p, q in cells if q == 0 and bool(p > 0)]
    if impossible:
        return Break(INFINITE, bound, "what happens in one world cannot happen in the other")
    if isinstance(budget, PureDP) or (not isinstance(budget, ZCDP) and budget.alpha == math.inf):
        return _largest(cells, bound)
    if isinstance(budget, ZCDP):
        if order is None or order < 1:
            raise Refused(
                f"The order of the witness is {order}; zCDP needs one that is at least 1."
            )
        return exceeds(_renyi(cells, order) / ball(order), bound, f"at order {order}")
    alpha: Any = exact(budget.alpha)
    return exceeds(_renyi(cells, alpha), bound, f"at order {alpha}")


def _largest(cells: Cells, eps: Fraction) -> Break:
    factor = ball(eps).exp()
    broken = [(p, q) for p, q in cells if bool(p > factor * q)]
    if not broken:
        shown = "; ".join(f"{_text(p)} against {_text(q)}" for p, q in list(cells)[:2])
        raise Refused(f"The probabilities {shown} are within e^eps = {_text(factor)}.")
    p, q = max(broken, key=lambda pair: float(pair[0].lower() / pair[1].upper()))
    words = f"probability {_text(p)} against {_text(q)}, more than e^eps times that"
    ratio = (p / q).log()
    if ratio.is_finite():
        return Break(Enclosure.of(ratio), eps, words)
    least = (p.lower() / q.upper()).log()  # as far as it is known, q may be 0
    return Break(Enclosure(lower(least), math.inf), eps, words)


def _approximate(cells: Cells, budget: ApproxDP) -> Break:
    if budget.eps == math.inf:
        raise Refused("The budget allows everything.")
    factor, delta = ball(exact(budget.eps)).exp(), exact(budget.delta)
    total = arb(0)
    for p, q in cells:
        gain = p - factor * q
        if bool(gain > 0):
            total += gain
    return exceeds(total, delta, "of an event beyond e^eps times its other probability")


def exceeds(shown: arb, allowed: Fraction, words: str) -> Break:
    """What is shown, if it is certainly more than what is allowed; else Refused."""
    if not bool(shown > ball(allowed)):
        raise Refused(f"The laws show {_text(shown)}, which is within {_text(ball(allowed))}.")
    return Break(Enclosure.of(shown), allowed, f"{_text(shown)} {words}")


def _renyi(cells: Cells, order: Fraction) -> arb:
    """The divergence of an order, where each Q is positive or P is 0 as well."""
    certain = [(p, q) for p, q in cells if not p.is_zero()]
    if order == 1:  # of a cell that is left out, p log(p/q) >= p - q
        return sum((p * (p / q).log() + q - p for p, q in certain), arb(0))
    alpha = ball(order)
    moments = ((alpha * p.log() + (1 - alpha) * q.log()).exp() for p, q in certain)
    return sum(moments, arb(0)).log() / (alpha - 1)


def _text(value: arb) -> str:
    return f"{float(value.mid()):.6g}"
