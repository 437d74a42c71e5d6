"""The rows of all theorems that bound an instance."""

from banditproof.theory.instances import BernoulliBandit, LinearBandit
from .adac_ucb_rows import adac_ucb_rows
from .adap_rows import adap_rows
from .bernoulli_rows import bernoulli_rows
from .bound import Bound
from .bound_groups import ordered
from .linear_rows import linear_rows
from .minimax_rows import minimax_rows
from .request import Request
from .sample_rows import sample_rows
from .top_two_rows import top_two_rows
from .ucb_rows import ucb_rows
from .unstructured_rows import unstructured_rows


def rows_of(request: Request, upper_at_horizon: bool = True) -> tuple[Bound, ...]:
    """All bounds of a request in their order; a ValueError where one cannot be enclosed.

    The upper bounds of an instance at its horizon, which take longest, may be left out: there is no
    lower bound of the same, beside which a figure could draw them.
    """
    try:
        return tuple(ordered(_rows(request, upper_at_horizon)))
    except ZeroDivisionError:
        raise
    except OverflowError:
        raise ValueError(
            "A number between the instance and its bounds is beyond the range of floats; give "
            "less extreme means and budgets."
        ) from None
    except ArithmeticError as problem:
        raise ValueError(
            f"A bound cannot be enclosed ({problem}); give less extreme means and budgets."
        ) from None


def _rows(request: Request, upper_at_horizon: bool) -> list[Bound]:
    bandit = request.bandit
    rows: list[Bound] = []
    if isinstance(bandit, BernoulliBandit):
        rows += bernoulli_rows(request)
    if isinstance(bandit, LinearBandit):
        rows += linear_rows(request)
    else:
        rows += unstructured_rows(request) + minimax_rows(request)
        if upper_at_horizon:
            rows += adac_ucb_rows(request) + adap_rows(request)
    return [*rows, *sample_rows(request), *top_two_rows(request), *ucb_rows(request)]
