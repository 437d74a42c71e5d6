"""Claims of privacy of all kinds, with exact numbers, many of them tiny or huge."""

from fractions import Fraction
from hypothesis import strategies as st
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from .corner_numbers import budget_thousandths, thousandths

CORNER_SIZES = tuple(map(Fraction, ("1e-9", "0.05", "1", "50", "800")))
"""An eps or rho that hardly allows anything, or hardly forbids anything."""


def sizes() -> st.SearchStrategy[Fraction]:
    """The exact eps or rho > 0 of a budget: plain ones, and those of CORNER_SIZES."""
    return budget_thousandths() | st.sampled_from(CORNER_SIZES)


def budgets() -> st.SearchStrategy[Budget]:
    """Budgets of all kinds: pure, approximate, concentrated, Renyi.

    >>> from hypothesis import find
    >>> find(budgets(), lambda budget: isinstance(budget, ZCDP))
    ZCDP(rho=Fraction(1, 1000))
    """
    order = st.integers(1001, 64_000).map(lambda k: Fraction(k, 1000))
    return st.one_of(
        sizes().map(PureDP),
        st.builds(ApproxDP, sizes(), thousandths()),
        sizes().map(ZCDP),
        st.builds(RenyiDP, order, sizes()),
    )
