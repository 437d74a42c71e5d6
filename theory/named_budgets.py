"""A budget from the names of its numbers: which ones go together."""

from collections.abc import Callable
from typing import Any
from .budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from .exact import Number

BUDGET_NUMBERS = ("eps", "rho", "alpha", "delta")
"""The names of the numbers of which budgets are made."""
KINDS: dict[tuple[str, ...], Callable[..., Budget]] = {
    ("eps",): PureDP,
    ("eps", "delta"): ApproxDP,
    ("eps", "alpha"): RenyiDP,
    ("rho",): ZCDP,
}
"""The budget that some numbers make together."""
EXAMPLES = {"eps": "PureDP(1)", "rho": "ZCDP(0.1)", "alpha": "RenyiDP(2, 1)"}
"""A budget with each of the numbers that policies take, as it is written in Python."""


def budget_by_names(
    *,
    eps: Number | None = None,
    delta: Number | None = None,
    alpha: Number | None = None,
    rho: Number | None = None,
    spelt: str = "{}=",
    also: str = "",
) -> Budget:
    """The budget that is given by the names of its numbers; others make none.

    `spelt` is how a name is written where it was given, and `also` what else could be given there.

    >>> budget_by_names(eps=1, delta="1e-5"), budget_by_names(rho="1/8")
    (ApproxDP(eps=1, delta='1e-5'), ZCDP(rho='1/8'))
    >>> budget_by_names(rho=1, delta="0.1", spelt="--{}")
    Traceback (most recent call last):
    ...
    ValueError: --delta and --rho together are no budget; give --eps alone, --eps with --delta, \
--eps with --alpha, or --rho alone.
    """
    given: dict[str, Any] = {"eps": eps, "delta": delta, "alpha": alpha, "rho": rho}
    numbers = {name: value for name, value in given.items() if value is not None}
    kind = KINDS.get(tuple(numbers))
    if kind is not None:
        return kind(**numbers)
    names = [spelt.format(name) for name in numbers]
    forms = [" with ".join(map(spelt.format, form)) for form in KINDS]
    ways = [one if " " in one else f"{one} alone" for one in forms]
    ways += [also] * bool(also)
    said = "No budget is given"
    if len(names) == 1:
        said = f"{names[0]} alone is no budget"
    elif names:
        said = f"{', '.join(names[:-1])} and {names[-1]} together are no budget"
    raise ValueError(f"{said}; give {', '.join(ways[:-1])}, or {ways[-1]}.")
