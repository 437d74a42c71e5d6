"""Other names of parameters: one spelling is documented, and the others are accepted."""

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from typing import Any, TypeVar
from .wrappers import in_its_place

Named = TypeVar("Named", bound=Callable[..., Any])

OTHER_NAMES = {
    "epsilon": "eps",
    "ratio": "batch_ratio",
    "seed": "rng",
    "notion": "against",
    "time_limit": "seconds",
}
"""The documented name of each other name that is accepted."""


def with_other_names(*names: str) -> Callable[[Named], Named]:
    """Let a function, or the construction of a class, take a parameter under other names as well.

    Type checkers see the documented names alone. A call by position or by the documented name
    costs one test for each other name.

    >>> @with_other_names("epsilon")
    ... def cost(eps: float) -> float:
    ...     return 2 * eps
    >>> cost(1.5), cost(eps=1.5), cost(epsilon=1.5)
    (3.0, 3.0, 3.0)
    >>> cost(eps=1, epsilon=1)
    Traceback (most recent call last):
    ...
    ValueError: cost has eps and epsilon, two names of one parameter; give one of them.
    """

    def renamed(named: Named) -> Named:
        if isinstance(named, type):
            owner: Any = named
            owner.__init__ = _accepting(owner.__init__, names, owner.__name__)
            return named
        accepting: Named = _accepting(named, names, named.__name__)
        return accepting

    return renamed


def accepts_epsilon(named: Named) -> Named:
    """Let the parameter `eps` of a function or class be given as `epsilon`.

    >>> @accepts_epsilon
    ... def cost(eps: float) -> float:
    ...     return 2 * eps
    >>> cost(epsilon=1.5)
    3.0
    """
    return with_other_names("epsilon")(named)


def documented(
    called: str,
    places: Mapping[str, Any],
    keywords: dict[str, Any],
    by_position: int = 0,
    names: Iterable[str] = OTHER_NAMES,
) -> None:
    """Replace other names among the keywords of a call by the documented ones, in place.

    `places` has the parameters in order, of which the first `by_position` are given already.

    >>> words = {"epsilon": 1}
    >>> documented("cost", {"eps": 0}, words)
    >>> words
    {'eps': 1}
    """
    for name in names:
        one = OTHER_NAMES[name]
        if name in keywords and name not in places and one in places:
            if one in keywords or one in list(places)[:by_position]:
                raise ValueError(
                    f"{called} has {one} and {name}, two names of one parameter; give one of them."
                )
            keywords[one] = keywords.pop(name)


def _accepting(function: Any, names: tuple[str, ...], called: str) -> Any:
    places = signature(function).parameters
    others = frozenset(names)
    to_documented_names = documented

    def accepting(*given: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        if keywords and not others.isdisjoint(keywords):
            to_documented_names(called, places, keywords, len(given), names)
        return function(*given, **keywords)

    return in_its_place(function, accepting)
