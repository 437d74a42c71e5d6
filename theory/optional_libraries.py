"""Libraries that are imported when they are needed, and the sentence where one cannot be."""

from importlib import import_module
from pathlib import Path
from typing import Any

PACKAGE = "banditproof"


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
which cannot be imported (No module named 'no_such_library'); run `pip install \
"banditproof[tables]"`.
    """
    try:
        return import_module(name)
    except ImportError as problem:
        reason = str(problem).split("\n")[0].rstrip(".")
        raise MissingLibrary(
            f"{purpose} needs {name.split('.')[0]}, which cannot be imported ({reason}); "
            f"run `{install_command(extra)}`."
        ) from None


def install_command(extra: str | None = None) -> str:
    """The command that installs what an extra brings, or what this package itself needs.

    The double quotes are read by every shell, that of Windows too. A package that is installed,
    from a wheel or from a clone, is completed under its name, which asks no index for it; a clone
    that is not installed is named by its folder.

    >>> print(install_command("tables"))
    pip install "banditproof[tables]"
    """
    named = f"[{extra}]" if extra else ""
    return f'pip install "{_installed_as()}{named}"'


def _installed_as() -> str:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        distribution(PACKAGE)
    except PackageNotFoundError:
        return str(Path(__file__).resolve().parent.parent)
    return PACKAGE
