"""Public names that a package imports when they are first used: importing it alone is quick."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import resolve_name
from linecache import getlines
from typing import Any

FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n((?:(?: .*|\))?\n)+)", re.MULTILINE)
IMPORT = re.compile(r"^    from (\S+) import (\([^)]*\)|.*)$", re.MULTILINE)


def homes_of(package: str) -> dict[str, str]:
    """The module of each name that a package imports where a type checker reads it.

    >>> homes_of("banditproof.theory")["kl"]
    'banditproof.theory.bernoulli'
    """
    importing = import_module(package)
    source = "".join(getlines(importing.__file__ or "", vars(importing)))
    return {
        name: resolve_name(module, importing.__package__)
        for block in FOR_TYPES.findall(source)
        for module, names in IMPORT.findall(block)
        for name in re.findall(r"\w+", names)
    }


def lazy_names(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a package whose names stand in its modules.

    Its block for type checkers says where: `if TYPE_CHECKING:` and imports, which are made when
    their names are asked for.

    >>> attribute, names = lazy_names("banditproof.theory")
    >>> attribute("kl")(0.5, 0.5), "tv" in names()
    (0.0, True)
    >>> attribute("nothing")
    Traceback (most recent call last):
    ...
    AttributeError: module 'banditproof.theory' has no attribute 'nothing'
    """
    places = homes_of(package)
    inside = f"{package}."
    modules = {
        home.removeprefix(inside).partition(".")[0]
        for home in places.values()
        if home.startswith(inside)
    }

    def attribute(name: str) -> Any:
        if name in places:
            value = getattr(import_module(places[name]), name)
            setattr(sys.modules[package], name, value)
            return value
        if name in modules:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return attribute, lambda: sorted(sys.modules[package].__all__)
