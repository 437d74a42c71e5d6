"""Textbook facts in the form in which a step of a proof applies them.

A schema names the hypotheses, each of which a step must discharge, and gives the conclusion as
relations between symbols, for which the step puts its quantities. A fact with several conclusions
may have several schemas: `textbook.pinsker`, `textbook.pinsker:bernoulli`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .textbook import PREFIX


@dataclass(frozen=True)
class Schema:
    """The hypotheses of a fact by name, and its conclusions in symbols."""

    name: str
    hypotheses: tuple[str, ...]
    conclusions: tuple[str, ...] = ()
    symbols: str = ""
    """What the symbols mean."""

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
