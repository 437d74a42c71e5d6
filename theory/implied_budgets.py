"""Which budget follows from which: a policy that keeps one of them keeps the other."""

import math
from fractions import Fraction
from .accounting.conversions import pure_to_zcdp_printed, zcdp_to_approx_printed, zcdp_to_renyi
from .budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP, exact_or_infinite, exact_order
from .exact import exact


def follows(wanted: Budget, kept: Budget) -> bool:
    """Whether whatever keeps a budget is known to keep another one; False if it is not known.

    Pure eps gives every (eps, delta), and rho = eps^2/2, of which the order alpha loses
    alpha rho; rho gives eps = rho + 2 sqrt(rho log(1/delta)). Thesis, Section 2.2.

    >>> follows(ZCDP("1/8"), PureDP("0.5")), follows(PureDP(1), PureDP(2))
    (True, False)
    >>> follows(ApproxDP(1, "1e-5"), ZCDP("1/100")), follows(PureDP(1), ZCDP("1/100"))
    (True, False)
    """
    if isinstance(wanted, PureDP):
        return isinstance(kept, PureDP) and _size(kept) <= _size(wanted)
    if isinstance(wanted, ApproxDP):
        return _gives_approximate(wanted, kept)
    if isinstance(wanted, ZCDP):
        return _concentrated(kept) <= _size(wanted)
    return _gives_renyi(wanted, kept)


def _size(budget: Budget) -> Fraction | float:
    """The number that is compared: rho, or eps."""
    return exact_or_infinite("eps", budget.rho if isinstance(budget, ZCDP) else budget.eps)


def _concentrated(kept: Budget) -> Fraction | float:
    """A rho that a budget gives; inf if none is known."""
    if isinstance(kept, ZCDP):
        return _size(kept)
    return pure_to_zcdp_printed(_size(kept)) if isinstance(kept, PureDP) else math.inf


def _gives_approximate(wanted: ApproxDP, kept: Budget) -> bool:
    size, delta = _size(wanted), exact(wanted.delta)
    if size == math.inf or delta == 1:
        return True
    if isinstance(kept, PureDP):
        return _size(kept) <= size
    if isinstance(kept, ApproxDP):
        return _size(kept) <= size and exact(kept.delta) <= delta
    rho = _concentrated(kept)
    if rho == 0:
        return True
    if not isinstance(rho, Fraction) or delta == 0:
        return False
    return bool(zcdp_to_approx_printed(rho, delta).hi <= size)


def _gives_renyi(wanted: RenyiDP, kept: Budget) -> bool:
    order, size = exact_order(wanted.alpha), _size(wanted)
    if size == math.inf or (isinstance(kept, PureDP) and _size(kept) <= size):
        return True
    if isinstance(kept, RenyiDP):  # the loss of a smaller order is no larger
        return exact_order(kept.alpha) >= order and _size(kept) <= size
    rho = _concentrated(kept)
    if rho == 0:
        return True
    if not (isinstance(order, Fraction) and isinstance(rho, Fraction)):
        return False
    return zcdp_to_renyi(rho, order) <= size
