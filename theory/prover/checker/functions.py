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


U = ("u",)
ROWS = (
    ("log", Function(("pow", "-1", U), logarithms, ("ln_le_le", "D_ln"), partial=True)),
    ("exp", Function(("exp", U), exponentials, ("exp_le_le", "D_exp"))),
    (
        "xlogx",
        Function(("add", "1", ("log", U)), entropy, ("xlogx_least", "D_xlogx"), partial=True),
    ),
    (
        "tanh",
        Function(
            ("add", "1", ("mul", "-1", ("tanh", U), ("tanh", U))),
            tangents,
            ("tanh_le_le", "D_tanh"),
        ),
    ),
)
FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {name: function for name, function in ROWS if function.theorems}
)
"""The functions by their names: none of which Coq has proved nothing."""
