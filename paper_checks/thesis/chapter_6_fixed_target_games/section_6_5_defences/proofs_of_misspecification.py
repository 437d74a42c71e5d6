"""What steps of proofs_of_misspecification.proof compute, and real cases of them."""

from __future__ import annotations
from collections.abc import Iterator
from typing import TYPE_CHECKING
from banditproof.paper_checks.checking import Instance
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.models.symbolic_slopes import slope_is

if TYPE_CHECKING:
    import sympy as sp

BUMP = "normal_cdf(x + h) + normal_cdf(h - x)"
BUMP_SLOPE = "(exp(-(x-h)**2/2) - exp(-(x+h)**2/2))/sqrt(2*pi)"
"""Minus the slope of the bump in x."""


def cdf(x: sp.Expr) -> sp.Expr:
    """The normal probability below x, by symbols."""
    import sympy as sp

    return (1 + sp.erf(x / sp.sqrt(2))) / 2


def slope_of_the_bump() -> str:
    """The derivative of the two normal probabilities in x."""
    return slope_is(f"-({BUMP})", BUMP_SLOPE)


def advantage_as_a_sum() -> str:
    """Phi is odd about 1/2."""
    import sympy as sp

    h, y = sp.symbols("h y", real=True)

    bump = cdf(y + h) + cdf(h - y) - 1
    require_zero(advantage=cdf(h - y) - cdf(-h - y) - bump, mirror=bump - bump.subs(y, -y))
    return "symbolically"


def thresholds() -> Iterator[Instance]:
    """Distances of the laws and of thresholds from the middle, in deviations."""
    for h, y in ((1, 0), ("1/2", 1), (2, "1/3")):
        yield {"h": h, "y": y}


def advantage_at_zero_as_a_sum() -> str:
    """P(score > 0) under both laws, and the printed difference."""
    import sympy as sp

    s = sp.symbols("s", positive=True)
    ms = sp.symbols("ms", real=True)

    total = cdf(s / 2) + cdf(ms / s - s / 2) - 1
    both = cdf((ms - s**2 / 2) / s) - cdf(-(s**2) / 2 / s)
    require_zero(laws=both - total, formula=cdf(s / 2) - cdf(s / 2 - ms / s) - total)
    return "symbolically"


def formulas_for_the_target() -> str:
    """Theorem 6.7 with all scores m, and (6.2)."""
    import sympy as sp

    m = sp.symbols("m", positive=True)

    best = 2 * cdf(m / (2 * sp.sqrt(m))) - 1
    require_zero(optimal=best - cdf(sp.sqrt(m) / 2) + cdf(-sp.sqrt(m) / 2))
    return "symbolically"
