"""Identities of a proof, checked symbolically."""

from typing import Any
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.comparison import Comparison


def require_zero(**differences: Any) -> None:
    """Require that each difference of two sides, named after its step, is 0.

    A difference that does not simplify to 0 and that no number shows to be another function
    leaves the claim open.
    """
    for step, difference in differences.items():
        finding = "An identity of the proof fails."
        require(vanishes(difference), finding, step=step.replace("_", " "))


def vanishes(difference: Any) -> Comparison:
    """Whether an expression is 0 for all its symbols: proved, refuted by numbers, or undecided.

    >>> import sympy as sp
    >>> x = sp.symbols("x", positive=True)
    >>> bool(vanishes((x + 1) ** 2 - x**2 - 2 * x - 1)), vanishes(x - 1).refuted
    (True, True)
    """
    import sympy as sp

    simple = sp.simplify(difference)
    if simple == 0:
        return Comparison(proved=True, refuted=False)
    known = simple.equals(0)
    return Comparison(proved=known is True, refuted=known is False)
