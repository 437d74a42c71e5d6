"""What a text module:factory names, which is imported and so runs its code."""

import importlib
import os
import sys
from difflib import get_close_matches
from typing import Any
from banditproof.theory.prover.deadline import TimeIsUp
from .factory_calls import named_error
from .policy import Policy


def named_factory(
    name: str,
    whole: tuple[type, ...] = (Policy,),
    wanted: str = "a function or a class that makes a policy",
) -> Any:
    """What "module:attribute" names: a function, a class, or one object of the classes `whole`.

    Modules are also looked for in the working directory.
    """
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise ValueError(f"{name!r} does not name a factory; give module:factory.")
    if "/" in module_name or module_name.endswith(".py"):
        plain = os.path.splitext(module_name)[0].replace("/", ".").strip(".")
        raise ValueError(
            f"{module_name} is a path, and a module is imported by its name; give "
            f"{plain}:{attribute}."
        )
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise ValueError(
            f"{module_name!r} is not the name of a module; give one such as my_module:{attribute}."
        )
    module = _imported(module_name)
    if not hasattr(module, attribute):
        near = get_close_matches(attribute, [n for n in dir(module) if n[0] != "_"], n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        raise ValueError(f"The module {module_name} has no {attribute}{hint}")
    factory = getattr(module, attribute)
    if not callable(factory) and not isinstance(factory, whole):
        raise ValueError(f"{name} is {factory!r}; give {wanted}.")
    return factory


def _module_beside(name: str, folder: str) -> str:
    """The end of a sentence about a module that there is not: the one here that is spelled alike.

    >>> _module_beside("no_such_module", "no-such-folder")
    '.'
    """
    try:
        here = [entry[:-3] for entry in os.listdir(folder or ".") if entry.endswith(".py")]
    except OSError:
        return "."
    near = get_close_matches(name, here, 1, 0.7)
    return f"; did you mean {near[0]}?" if near else "."


def _imported(name: str) -> Any:
    """Import a module, which runs its code; the working directory is looked in first."""
    try:
        here = os.getcwd()
    except OSError:  # it was removed
        here = ""
    added = bool(here) and here not in sys.path
    if added:
        sys.path.insert(0, here)
        importlib.invalidate_caches()
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        hint = _module_beside(name, here) if missing.name == name else ""
        raise ValueError(f"The module {name} cannot be imported: {missing}{hint}") from None
    except (KeyboardInterrupt, TimeIsUp):
        raise
    except BaseException as failure:
        raise ValueError(
            f"The module {name} cannot be imported: it raised {named_error(failure)}"
        ) from failure
    finally:
        if added and here in sys.path:
            sys.path.remove(here)
