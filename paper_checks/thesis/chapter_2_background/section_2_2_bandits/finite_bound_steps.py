"""The steps of the finite-time bound of asymptotic UCB, symbolically, and its limit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.vocabulary import need


def steps_of_the_finite_bound(late: Callable[[arb, arb], arb]) -> None:
    """The identities of the proof, for all levels, gaps, slacks and pulls; `late` is its result."""
    import sympy as sp

    a, gap, y, e, width = sp.symbols("a D y e w", positive=True)
    # pulls t > u = 2 a/D^2: with y = (D sqrt t - sqrt(2 a))/sqrt 2 the tail is exp(-y^2)
    pulls = ((sp.sqrt(2) * y + sp.sqrt(2 * a)) / gap) ** 2
    spent = sp.integrate(sp.expand(sp.exp(-(y**2)) * sp.diff(pulls, y)), (y, 0, sp.oo))
    claimed = 2 * (a + sp.sqrt(sp.pi * a) + 1) / gap**2
    left = sp.simplify(2 * a / gap**2 + spent - claimed)
    need(left == 0, "The late pulls are others", left=left)
    for level, size in product((1, 7, 50), (1, 4)):
        given = sp.N((1 + 2 * a / gap**2 + spent).subs({a: level, gap: size}), 30)
        enough = late(arb(level), arb(size)) >= arb(str(given)) * arb("0.999999999999")
        need(enough, "The proof gives more late pulls", level=level, gap=size, given=given)
    # (width + e)^2 >= width^2 + e^2, and exp(x) - 1 >= x with x = e^2/2
    rest = sp.expand((width + e) ** 2 - width**2 - e**2)
    need(rest == 2 * width * e, "A failure costs more", rest=rest)


def limit_of_the_finite_bound() -> tuple[Any, Any]:
    """The gap D, and the limit of D times the bound on pulls over log T, at a slack that falls."""
    import sympy

    x, gap = sympy.symbols("x D", positive=True)  # x = log(T)^(1/4), slack = gap / x
    level = x**4 + 8 * sympy.log(x) + 1  # above log f(T) = log(1 + T log(T)^2)
    late = 2 * (level + sympy.sqrt(sympy.pi * level) + 1) / (gap * (1 - 1 / x)) ** 2
    return gap, sympy.limit(gap * (2 + 5 * x**2 / gap**2 + late) / x**4, x, sympy.oo)
