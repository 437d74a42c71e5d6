"""Textbook facts in the form in which a step of a proof applies them.

A schema names the hypotheses, each of which a step must discharge, and gives the conclusion as
relations between symbols, for which the step puts its quantities. A fact with several conclusions
may have several schemas: `textbook.pinsker`, `textbook.pinsker:bernoulli`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .textbook import PREFIX


@dataclass(frozen=True)
class Schema:
    """The hypotheses of a fact by name, and its conclusions in symbols.

    A hypothesis that is a relation has its `pattern`, which the step that shows it must match.
    """

    name: str
    hypotheses: tuple[str, ...]
    conclusions: tuple[str, ...] = ()
    symbols: str = ""
    """What the symbols mean."""
    patterns: Mapping[str, str] = field(default_factory=dict)

    @property
    def fact(self) -> str:
        """The ID of the fact."""
        return PREFIX + self.name.partition(":")[0]


SCHEMAS = (
    Schema(
        "markov",
        ("X >= 0", "a > 0"),
        ("p*a <= m", "p <= m/a"),
        "p = P(X >= a), m = E X",
    ),
    Schema("pinsker", (), ("2*t**2 <= k", "t <= sqrt(k/2)"), "t = TV(P, Q), k = KL(P || Q) finite"),
    Schema("gibbs", (), ("k >= 0",), "k = KL(P || Q)"),
    Schema(
        "bretagnolle-huber",
        (),
        ("p + q >= exp(-k)/2",),
        "p = P(A), q = Q(not A), k = KL(P || Q) finite",
    ),
    Schema(
        "group-privacy:pure",
        ("the mechanism is e-DP",),
        ("v <= exp(e*d)*w",),
        "v = M_D(E), w = M_D'(E) for data at Hamming distance d",
    ),
    Schema(
        "elementary-probability:mean",
        ("X <= c Y at every outcome",),
        ("x <= c*y",),
        "x = E X, y = E Y, c a number",
        {"X <= c Y at every outcome": "X <= c*Y"},
    ),
    Schema(
        "elementary-probability:linear",
        ("X = c + b Z at every outcome",),
        ("x == c + b*z",),
        "x = E X, z = E Z, c and b numbers",
        {"X = c + b Z at every outcome": "X == c + b*Z"},
    ),
    Schema(
        "elementary-probability:tower",
        ("the conditional mean of each term",),
        ("x == y",),
        "x = E X, y = the mean of the sum of the conditional means of the terms of X",
    ),
    Schema(
        "elementary-probability:sum above",
        ("X_t <= c + b Z_t for each t",),
        ("x <= n*c + b*z",),
        "x, z = the means of the sums of n terms X_t, Z_t; c and b numbers",
        {"X_t <= c + b Z_t for each t": "X <= c + b*Z"},
    ),
    Schema(
        "elementary-probability:sum below",
        ("X_t >= c + b Z_t for each t",),
        ("x >= n*c + b*z",),
        "x, z = the means of the sums of n terms X_t, Z_t; c and b numbers",
        {"X_t >= c + b Z_t for each t": "X >= c + b*Z"},
    ),
    Schema(
        "elementary-probability:largest",
        ("a mean over finitely many cases",),
        ("mean <= largest",),
        "largest = the largest of the values whose mean it is",
    ),
    Schema(
        "scheffe",
        ("where p > q",),
        ("t == p - q",),
        "p = P(p > q), q = Q(p > q), t = TV(P, Q)",
    ),
    Schema(
        "scheffe:means",
        ("f lies in [a, b]",),
        ("p - q <= (b - a)*t",),
        "p = E_P f, q = E_Q f, t = TV(P, Q)",
    ),
    Schema(
        "bounds-of-sets:infimum",
        ("c is a lower bound",),
        ("c <= low",),
        "low = the infimum of the set, X = a member",
        {"c is a lower bound": "X >= c"},
    ),
    Schema(
        "bounds-of-sets:supremum",
        ("v is a member",),
        ("v <= high",),
        "high = the supremum of the set",
    ),
    Schema(
        "bounds-of-sets:lower limit",
        ("x_n >= (1 - r) c for every r > 0 and all large n",),
        ("c <= low",),
        "low = the lower limit of x_n = X",
        {"x_n >= (1 - r) c for every r > 0 and all large n": "X >= (1 - r)*c"},
    ),
    Schema(
        "bounds-of-sets:sum of lower limits",
        ("the sum", "each lower limit is >= its bound"),
        ("bound <= low",),
        "low = the lower limit of the sum, bound = the sum of the bounds Y of its terms X",
        {"each lower limit is >= its bound": "X >= Y"},
    ),
    Schema(
        "bounds-of-sets:upper limit",
        ("x_n <= (1 + r) c for every r > 0 and all large n",),
        ("high <= c",),
        "high = the upper limit of x_n = X",
        {"x_n <= (1 + r) c for every r > 0 and all large n": "X <= (1 + r)*c"},
    ),
    Schema(
        "bounds-of-sets:sum of upper limits",
        ("the sum", "each upper limit is <= its bound"),
        ("high <= bound",),
        "high = the upper limit of the sum, bound = the sum of the bounds Y of its terms X",
        {"each upper limit is <= its bound": "X <= Y"},
    ),
    Schema(
        "data-processing",
        ("one kernel for both laws",),
        ("after <= before",),
        "the divergence of two laws before and after the kernel",
    ),
    Schema(
        "chain-rule",
        (),
        ("joint == first + rest",),
        "joint = KL of pairs, first = KL of first parts, rest = mean of the conditional KL",
    ),
    Schema(
        "chain-rule:rounds",
        ("each conditional divergence is <= c",),
        ("joint <= n*c",),
        "joint = KL of the laws of n rounds, each of which adds the mean of its conditional KL X",
        {"each conditional divergence is <= c": "X <= c"},
    ),
)
_BY_NAME = {PREFIX + schema.name: schema for schema in SCHEMAS}


def schema_of(name: str) -> Schema:
    """The schema of a fact.

    >>> schema_of("textbook.markov").hypotheses
    ('X >= 0', 'a > 0')
    """
    if name not in _BY_NAME:
        raise ValueError(
            f"The fact {name!r} has no schema; give its hypotheses in textbook_schemas.py."
        )
    return _BY_NAME[name]
