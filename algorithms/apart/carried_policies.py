"""How a policy gets into its process: by the name of its module and factory, or as a pickle."""

import base64
import os
import pickle
import sys
from types import ModuleType
from typing import Any
from .failures import PolicyFailed
from .readable_files import installed


def name_of(source: Any) -> str:
    """What a policy is called in sentences.

    >>> name_of("my_module:factory"), name_of(int)
    ('my_module:factory', 'int')
    """
    if isinstance(source, str):
        return source
    named = (getattr(source, name, None) for name in ("name", "__qualname__"))
    return next((name for name in named if type(name) is str), type(source).__name__)


def load_message(source: Any, name: str) -> dict[str, Any]:
    """What the process of the policy is sent to load it."""
    if isinstance(source, str):
        if ":" not in source:
            raise PolicyFailed(
                f"{source!r} does not name a factory; give module:factory, or, for a policy of "
                f"this library, make_policy({source!r}, arms=2, eps=1)."
            )
        return {"name": source}
    return {"name": name, "pickle": base64.b64encode(pickled(source, name)).decode()}


def pickled(source: Any, name: str) -> bytes:
    """A pickle that needs no module of the user: classes of notebooks and of tests go by value."""
    home = sys.modules.get(getattr(source, "__module__", None) or type(source).__module__)
    try:
        if home is None or _is_installed(home):
            return pickle.dumps(source)
        return _by_value(source, home)
    except ImportError:
        found = "cloudpickle is not installed"
    except Exception as failure:
        found = f"it cannot be pickled ({type(failure).__name__})"
    raise PolicyFailed(
        f"The policy {name} cannot be sent to another process, since {found}; write the class to a "
        "file, and give module:factory."
    )


def _is_installed(module: ModuleType) -> bool:
    """Whether the other process can import a module under its name: a package, or this library."""
    top = module.__name__.partition(".")[0]
    package = getattr(sys.modules[top], "__file__", None) if top in sys.modules else None
    above = os.path.dirname(os.path.dirname(package or ""))
    return top == "banditproof" or installed(above)


def carried_code(*functions: Any) -> bytes:
    """A pickle of functions, those of modules that are not installed by value."""
    homes = {sys.modules.get(getattr(code, "__module__", None) or "") for code in functions}
    return _by_value(functions, *(home for home in homes if home and not _is_installed(home)))


def _by_value(source: Any, *homes: ModuleType) -> bytes:
    import cloudpickle

    there = {"__main__", *cloudpickle.list_registry_pickle_by_value()}
    new = [home for home in homes if home.__name__ not in there]
    for home in new:
        cloudpickle.register_pickle_by_value(home)
    try:
        return bytes(cloudpickle.dumps(source))
    finally:
        for home in new:
            cloudpickle.unregister_pickle_by_value(home)
