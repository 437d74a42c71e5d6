"""Public names that a package imports when they are first used: importing it alone is quick."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a package whose names stand in its modules.

    `homes` has the public names of each module, separated by blanks; a module is named within the
    package, or from `banditproof` on. A type checker does not see them, so the package lists the
    same names under `TYPE_CHECKING`.

    >>> attribute, names = lazy_names("banditproof.theory", {"bernoulli": "kl tv"})
    >>> attribute("kl")(0.5, 0.5), names()
    (0.0, ['kl', 'tv'])
    >>> attribute("nothing")
    Traceback (most recent call last):
    ...
    AttributeError: module 'banditproof.theory' has no attribute 'nothing'
    """
    places = _places(package, homes)
    modules = {home.partition(".")[0] for home in homes} - {"banditproof"}

    def attribute(name: str) -> Any:
        if name in places:
            value = getattr(import_module(places[name]), name)
            setattr(sys.modules[package], name, value)
            return value
        if name in modules:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names() -> list[str]:
        return sorted(places)

    return attribute, names


def _places(package: str, homes: Mapping[str, str]) -> dict[str, str]:
    """The full name of the module of each name."""
    return {
        name: home if home.startswith("banditproof.") else f"{package}.{home}"
        for home, names in homes.items()
        for name in names.split()
    }
