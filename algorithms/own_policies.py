"""Policies that are not in the catalogue: what MODULE:FACTORY makes, and objects that are sent."""

import hashlib
import pickle
import sys
import sysconfig
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.theory.exact import exact
from .apart.asked_plays import require_played, require_settings
from .catalogue import PolicyEntry
from .factory_calls import called_with, taken, unfilled
from .named_factory import named_factory
from .policy import Policy

OFFERED = ("eps", "rho", "alpha", "delta")
"""What a factory may take besides the arms and the horizon."""


def own_policy(
    name: str, arms: int, horizon: int, settings: Mapping[str, Any], option: str = "--"
) -> Policy[Any]:
    """The policy of MODULE:FACTORY; `option` stands before the name of a setting in errors.

    Its code runs in this process, and may do with it what it likes: what binds runs to a verdict is
    `simulate_apart`. A factory that takes a budget gets one.

    >>> own_policy("banditproof.algorithms.regret.dp_imed:DPIMED", 2, 100, {"eps": 1}).arms
    2
    """
    made = named_factory(name)
    takes = () if isinstance(made, Policy) else [k for k in OFFERED if taken(made, {k: 1})]
    if not isinstance(made, Policy):
        for key in unfilled(made, {"arms": arms, "horizon": horizon, **settings}):
            raise ValueError(f"{name} needs {key}; give {option}{key}.")
    require_settings(name, takes, settings, option)
    if not isinstance(made, Policy):
        made = called_with(made, {"arms": arms, "horizon": horizon, **settings}, name)
    if not isinstance(made, Policy):
        raise ValueError(
            f"{name} made {type(made).__name__}, not a Policy; derive it from "
            "banditproof.algorithms.Policy."
        )
    require_played(name, made.arms, made.stops, arms)
    return made


def own_entry(name: str) -> PolicyEntry:
    """What a sweep must know of MODULE:FACTORY: the parameters of a budget that it takes.

    >>> sorted(own_entry("banditproof.algorithms.regret.dp_imed:DPIMED").options)
    ['eps', 'horizon']
    """
    made = named_factory(name)
    taken_here = () if isinstance(made, Policy) else OFFERED
    options = {key for key in taken_here if taken(made, {key: 1})}

    def build(arms: int, horizon: int, **settings: Any) -> Policy[Any]:
        given = {key: exact(value) for key, value in settings.items()}
        return own_policy(name, arms, horizon, given, option="")

    return PolicyEntry(name, "", bool(options), frozenset({*options, "horizon"}), build)


def carried_entry(name: str, carried: bytes) -> PolicyEntry:
    """What a sweep must know of a policy that is sent as a pickle: it has its budget already."""

    def build(arms: int, horizon: int) -> Policy[Any]:
        policy: Policy[Any] = pickle.loads(carried)
        require_played(name, policy.arms, policy.stops, arms)
        return policy

    return PolicyEntry(name, "", False, frozenset(["horizon"]), build)


@cache
def source_digest(module: str) -> str:
    """A digest of a module, and of everything that is imported and neither installed nor ours.

    >>> len(source_digest("banditproof.algorithms.regret.dp_imed"))
    64
    """
    digest = hashlib.sha256()
    for place, file in sorted(_files(module).items()):
        digest.update(f"{place}\n{len(file)}\n".encode() + file)
    return digest.hexdigest()


def _files(module: str) -> dict[str, bytes]:
    """The sources of a loaded module, and of the loaded modules that belong to the user."""
    installed = [sysconfig.get_path(key) for key in ("stdlib", "platstdlib", "purelib", "platlib")]
    results = {}
    for key, loaded in list(sys.modules.items()):
        file = getattr(loaded, "__file__", None)
        if not isinstance(file, str) or not file.endswith(".py"):
            continue
        ours = key == "__main__" or key.split(".")[0] == "banditproof"
        if key == module or not (ours or any(Path(file).is_relative_to(at) for at in installed)):
            results[key] = Path(file).read_bytes()
    return results
