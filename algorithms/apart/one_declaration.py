"""Does a factory declare one thing? A verdict about a declaration binds no play of another one.

What is judged is one call of the factory, and what is played is another. So the call is made
again, with the same arguments, and with other horizons where the verdict is about every horizon.
What differs by chance, by the number of the call or by the horizon declares several things, and no
verdict is about all of them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from banditproof.algorithms.factory_calls import called_with, taken
from banditproof.algorithms.policy import Policy
from .plain_declaration import plain_declaration
from .plain_values import canonical

AUDIT_HORIZON = 1000
"""The horizon that a factory gets in an audit of a claim about every horizon."""
HORIZONS = (2, 12, 100, 10**4, 10**6)
"""The horizons that a factory is called with, where a verdict is about every horizon."""


def several_declarations(
    factory: Callable[..., Any],
    offered: Mapping[str, Any],
    name: str,
    first: Policy[Any],
    horizons: Sequence[int] = HORIZONS,
) -> str:
    """Why a factory has no one declaration, in a sentence without a full stop; empty if it has.

    `first` is what it made of the offered arguments; if it declares nothing, no verdict rests on a
    declaration. A horizon for which the factory raises is none that it is played for.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> several_declarations(DPIMED, {"arms": 2, "eps": 1}, "mine", DPIMED(2, eps=1))
    ''
    >>> made = iter([DPIMED(2, eps=9)])
    >>> several_declarations(lambda: next(made), {}, "mine", DPIMED(2, eps=1))
    'mine declares something else when it is called again, so no verdict is about all its plays'
    """
    said = _declares(first)
    if said is None:
        return ""
    if _declares(called_with(factory, offered, name)) != said:
        return (
            f"{name} declares something else when it is called again, so no verdict is about all "
            "its plays"
        )
    own = offered.get("horizon")
    if own is None or not taken(factory, {"horizon": own}):
        return ""
    for horizon in horizons:
        try:
            there = called_with(factory, {**offered, "horizon": horizon}, name)
        except ValueError:
            continue
        if _declares(there) != said:
            return (
                f"{name} declares something else for {horizon} rounds than for {own}, so no "
                "verdict is about every horizon; give the horizon of the plays"
            )
    return ""


def _declares(policy: Any) -> Any:
    """What a policy declares; None for nothing that could be declared."""
    try:
        return canonical(plain_declaration(policy))
    except (ValueError, AttributeError):
        return None
