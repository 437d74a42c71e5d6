"""Rates as exponents: a bound is T to the power of a linear function, where N, K, eps are powers.

With N = T^a, K = T^b and eps = T^-c a rate such as sqrt(T N/eps) is T^(1/2 + a/2 + c/2), constants
and logarithms aside. A sum of terms has the largest of their exponents.
"""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.exact import Number, exact
from banditproof.theory.rational_programs import dot

Point = tuple[Fraction, ...]


@dataclass(frozen=True)
class Term:
    """T^time N^experts K^arms (1/eps)^privacy, and the logarithms that the exponents leave out.

    >>> Term("1/2", experts="1/2", privacy="1/2").at((Fraction(1), Fraction(0), Fraction(1, 2)))
    Fraction(5, 4)
    """

    time: Fraction
    experts: Fraction
    arms: Fraction
    privacy: Fraction
    logarithms: str

    def __init__(
        self,
        time: Number,
        experts: Number = 0,
        arms: Number = 0,
        privacy: Number = 0,
        logarithms: str = "",
    ) -> None:
        for name, value in (
            ("time", time),
            ("experts", experts),
            ("arms", arms),
            ("privacy", privacy),
        ):
            object.__setattr__(self, name, exact(value))
        object.__setattr__(self, "logarithms", logarithms)

    @property
    def slopes(self) -> Point:
        """The coefficients of a, b and c."""
        return (self.experts, self.arms, self.privacy)

    def at(self, point: Point) -> Fraction:
        """The exponent of T at N = T^a, K = T^b, eps = T^-c."""
        return self.time + dot(self.slopes, point)


@dataclass(frozen=True)
class Rate:
    """A bound up to constants: its name, the claim, and its terms."""

    name: str
    claim: str
    terms: tuple[Term, ...]
    local: bool = False
    approximate: bool = False

    def at(self, point: Point) -> Fraction:
        """The exponent of T: the largest of the terms.

        >>> THEOREM_9.at((Fraction(1), Fraction(0), Fraction(1, 2)))
        Fraction(1, 1)
        """
        return max(term.at(point) for term in self.terms)


PRIOR = Rate(
    "earlier work, per-round noise",
    "adv.rel.prior",
    (Term("1/2", arms="1/2", privacy=1, logarithms="log(KT)^1/2"),),
    local=True,
)
COROLLARY_2 = Rate(
    "Corollary 2, batched HTINF", "adv.cor2", (Term("1/2", arms="1/2", privacy="1/2"),)
)
COROLLARY_8 = Rate(
    "Corollary 8, batched HTINF on experts",
    "adv.cor8",
    (Term("1/2", experts="1/2", privacy="1/2"),),
)
THEOREM_9 = Rate(
    "Theorem 9, locally private EXP4",
    "adv.thm9",
    (Term("1/2", arms="1/2", privacy=1, logarithms="log(N)^1/2 log(KT)"),),
    local=True,
)
THEOREM_10 = Rate(
    "Theorem 10, batched EXP4",
    "adv.thm10",
    (
        Term("2/3", "1/6", "1/2", "1/3", "log(NT)^1/3 log(N)^1/3 log(1/delta)^1/6"),
        Term(0, "1/2", 0, 1, "log(NT) log(N) log(1/delta)^1/2"),
    ),
    approximate=True,
)
TABLE_1 = (PRIOR, COROLLARY_2, COROLLARY_8, THEOREM_9, THEOREM_10)
"""The rows of Table 1: the earlier bound of bandits, the new one, and three with experts."""
WITH_EXPERTS = (COROLLARY_8, THEOREM_9, THEOREM_10)
"""The three algorithms with experts."""
