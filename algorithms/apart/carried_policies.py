"""How a policy gets into its process: by the name of its module and factory, or as a pickle."""

import base64
import os
import pickle
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any
import cloudpickle
from .failures import PolicyFailed
from .readable_files import installed


@dataclass(frozen=True)
class Carried:
    """A policy of another program: a name or a pickle, which a separate process loads."""

    name: str
    data: str | None
    """A pickle in base64; None if the name leads to the policy."""
    path: tuple[str, ...]
    """The folders in which that program looks for modules."""

    def loaded(self) -> Any:
        """The name, or what was pickled, which runs its code; its modules can be imported then."""
        sys.path[:0] = self.path
        return self.name if self.data is None else pickle.loads(base64.b64decode(self.data))


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
    if isinstance(source, Carried):
        return {"name": name} if source.data is None else {"name": name, "pickle": source.data}
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
    except Exception as failure:
        raise PolicyFailed(
            f"The policy {name} cannot be sent to another process, since it cannot be pickled "
            f"({type(failure).__name__}); write the class to a file, and give module:factory."
        ) from None


def _is_installed(module: ModuleType) -> bool:
    """Whether the other process can import a module under its name: a package, or this library."""
    top = module.__name__.partition(".")[0]
    if top == "banditproof" or top in sys.stdlib_module_names:
        return True
    whole = sys.modules.get(top)
    folders = [*getattr(whole, "__path__", ()), getattr(whole, "__file__", None) or ""]
    return installed(os.path.dirname(folders[0]))


def carried_code(*code: Any) -> bytes:
    """A pickle of objects; what they use of modules that are not installed goes by value.

    >>> pickle.loads(carried_code(len, 3))
    (<built-in function len>, 3)
    """
    tops = {name.partition(".")[0] for name in sys.modules}.difference(sys.stdlib_module_names)
    wholes = (sys.modules.get(top) for top in tops)
    return _by_value(code, *(whole for whole in wholes if whole and not _is_installed(whole)))


def _by_value(source: Any, *homes: ModuleType) -> bytes:
    there = {"__main__", *cloudpickle.list_registry_pickle_by_value()}
    new = [home for home in homes if home.__name__ not in there]
    for home in new:
        cloudpickle.register_pickle_by_value(home)
    try:
        return bytes(cloudpickle.dumps(source))
    finally:
        for home in new:
            cloudpickle.unregister_pickle_by_value(home)
