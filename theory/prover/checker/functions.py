"""The functions of one variable that the rules know, each with what Coq has proved of it.

All of them are continuous where they are defined.
"""

from collections.abc import Mapping
from types import MappingProxyType
from flint import arb
from .ranges import INF, NIL, ONE, Range, entropy, rising
from .terms import Function, need


def logarithms(a: Range) -> Range:
    """The range of log x."""
    need(a.above(True), "A logarithm may be of a number <= 0.")
    return rising(a, arb.log, -INF, INF)


def exponentials(a: Range) -> Range:
    """The range of exp(x)."""
    return rising(a, arb.exp, NIL, INF)


def tangents(a: Range) -> Range:
    """The range of tanh(x)."""
    return rising(a, arb.tanh, -ONE, ONE)


def errors(a: Range) -> Range:
    """The range of erf(x)."""
    return rising(a, arb.erf, -ONE, ONE)


def proved_of(name: str) -> tuple[str, ...]:
    """The theorems of a function: its range, its derivative, and that it is continuous."""
    return tuple(f"rule_{kind}_{name}" for kind in ("range", "slope", "continuous"))


U = ("u",)
GAUSSIAN = ("mul", "2", ("pow", "-1/2", ("pi",)), ("exp", ("mul", "-1", U, U)))
ROWS = (
    ("log", Function(("pow", "-1", U), logarithms, proved_of("log"), partial=True)),
    ("exp", Function(("exp", U), exponentials, proved_of("exp"))),
    ("xlogx", Function(("add", "1", ("log", U)), entropy, proved_of("xlogx"), partial=True)),
    (
        "tanh",
        Function(
            ("add", "1", ("mul", "-1", ("tanh", U), ("tanh", U))), tangents, proved_of("tanh")
        ),
    ),
    ("erf", Function(GAUSSIAN, errors, proved_of("erf"))),
)
FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {name: function for name, function in ROWS if function.theorems}
)
"""The functions by their names: none of which Coq has proved nothing."""
