"""When an infimum over better laws needs no search, and how its float form meets arrays.

An infimum runs over the laws P' of a class with mean(P') > mu, strictly. Let `high` be the largest
mean of the class, or infinity. Then, for every divergence and every budget,

    mu >= high            no law is better: the infimum of the empty set is plus infinity;
    mu < mean(P)          P itself is better: the infimum is 0;
    mu = mean(P) < high   laws of larger mean come arbitrarily close to P: the infimum is 0.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative
from banditproof.theory.laws import Empirical, ExponentialFamily, FiniteSupport, Law

_LEAST = 1e-290
"""Below it, parts of a formula may have lost digits."""


def the_law(law: Law) -> Law:
    """Return the law; raise ValueError if it is not a reward law."""
    if not isinstance(law, ExponentialFamily | FiniteSupport | Empirical):
        raise ValueError(
            f"{law!r} is not a reward law; give one, for instance Bernoulli(0.3) or "
            "FiniteSupport(points, weights)."
        )
    return law


def without_search(law: Law, mu: Fraction, eps: Fraction | None = None) -> Enclosure | None:
    """The infimum where it is 0 or infinite, and nothing where mean(P) < mu < high and eps > 0.

    >>> from banditproof.theory import Bernoulli
    >>> without_search(Bernoulli(1), Fraction(1)).lo, without_search(Bernoulli(0.5), Fraction(0))
    (inf, Enclosure(lo=Fraction(0, 1), hi=Fraction(0, 1)))
    """
    if mu >= law.high:
        return INFINITE
    return ZERO if mu <= law.exact_mean or eps == 0 else None


def within_the_floats(kernel: Callable[[], float], certified: Callable[[], Enclosure]) -> float:
    """The value of a float formula, or the rounded enclosure where floats are out of range.

    An infimum that needs a search is positive and finite, so a kernel that gives anything else has
    met a number outside the range of floats.
    """
    try:
        value = kernel()
    except (OverflowError, ZeroDivisionError):
        value = math.nan
    return value if _LEAST < value < math.inf else float(certified())


@dataclass(frozen=True)
class Infimum:
    """An infimum over better laws, for families and for finite laws, in both arithmetics.

    Each form takes a law, the exact mean, the exact budget if there is one, and an enclosure also
    the digits. `digits` is asked of an enclosure that replaces a float.
    """

    family: Callable[..., Enclosure]
    finite: Callable[..., Enclosure]
    family_kernel: Callable[..., float]
    finite_kernel: Callable[..., float]
    digits: int = 17

    def certified(self, law: Law, mu: Number, *eps: Number, digits: int) -> Enclosure:
        """The enclosure of the infimum."""
        at = exact(mu), *(exact_nonnegative("eps", budget) for budget in eps)
        known = without_search(the_law(law), *at)
        form = self.family if isinstance(law, ExponentialFamily) else self.finite
        return form(law, *at, digits) if known is None else known

    def _float(self, law: Law, mu: Number, *eps: Number) -> float:
        at = exact(mu), *(exact_nonnegative("eps", budget) for budget in eps)
        known = without_search(law, *at)
        if known is not None:
            return float(known.lo)
        kernel = self.family_kernel if isinstance(law, ExponentialFamily) else self.finite_kernel
        return within_the_floats(
            lambda: kernel(law, *at), lambda: self.certified(law, *at, digits=self.digits)
        )

    def floats(self, law: Law, *numbers: Any) -> Any:
        """The float form: a float, or an array when an array or a list is given."""
        the_law(law)
        if not any(isinstance(number, np.ndarray | list | tuple) for number in numbers):
            return self._float(law, *numbers)
        grid = np.broadcast(*(np.asarray(number, dtype=object) for number in numbers))
        values = [self._float(law, *point) for point in grid]
        return np.array(values, dtype=np.float64).reshape(grid.shape)
