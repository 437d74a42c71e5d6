"""Libraries that are imported when they are needed, and the sentence where one cannot be."""

from importlib import import_module
from typing import Any


class MissingLibrary(ImportError, ValueError):
    """A library that is needed cannot be imported; the message says how to install it."""


def library(name: str, purpose: str, extra: str | None = None) -> Any:
    """Import a library; where that fails, raise MissingLibrary with the words to install it.

    `extra` is the extra of this package that brings the library; without one the package itself
    does.

    >>> library("math", "A root").sqrt(4.0)
    2.0
    >>> library("no_such_library", "A data frame", "tables")
    Traceback (most recent call last):
    ...
    banditproof.theory.optional_libraries.MissingLibrary: A data frame needs no_such_library, \
which cannot be imported (No module named 'no_such_library'); run `pip install banditproof[tables]`.
    """
    try:
        return import_module(name)
    except ImportError as problem:
        package = "banditproof" if extra is None else f"banditproof[{extra}]"
        reason = str(problem).split("\n")[0].rstrip(".")
        raise MissingLibrary(
            f"{purpose} needs {name.split('.')[0]}, which cannot be imported ({reason}); "
            f"run `pip install {package}`."
        ) from None
