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
from .apart.asked_plays import require_declared, require_same
from .apart.plain_declaration import plain_declaration, rebuilt
from .catalogue import PolicyEntry
from .factory_calls import ALIASES, called_with, required, taken
from .named_factory import named_factory
from .policy import Policy

OFFERED = ("eps", "rho", "alpha", "delta")
"""What a factory may take besides the arms and the horizon."""


def own_policy(
    name: str,
    arms: int,
    horizon: int,
    settings: Mapping[str, Any],
    option: str = "--",
    declared: str | None = None,
) -> Policy[Any]:
    """The policy of MODULE:FACTORY; `option` stands before the name of a setting in errors.

    What an audit showed is about a declaration. So a factory that takes a budget gets one, and
    where a digest is `declared` the policy must declare what has this digest.

    >>> own_policy("banditproof.algorithms.regret.dp_imed:DPIMED", 2, 100, {"eps": 1}).arms
    2
    """
    made = named_factory(name)
    for key in settings:
        if isinstance(made, Policy) or not taken(made, {key: 1}):
            raise ValueError(f"{name} takes no {key}; leave {option}{key} out.")
    if not isinstance(made, Policy):
        wanted = set(required(made))
        for key in OFFERED:
            if key not in settings and wanted & {*ALIASES[key]}:
                raise ValueError(f"{name} needs {key}; give {option}{key}.")
        budgets = [key for key in ("eps", "rho") if taken(made, {key: 1})]
        if budgets and declared is None and not {*budgets} & {*settings}:
            raise ValueError(
                f"{name} takes {budgets[0]}, and a default of its own is what no audit of a budget "
                f"is about; give {option}{budgets[0]}, or {option}declared with the digest of an "
                "audit."
            )
        made = called_with(made, {"arms": arms, "horizon": horizon, **settings}, name)
    if not isinstance(made, Policy):
        raise ValueError(
            f"{name} made {type(made).__name__}, not a Policy; derive it from "
            "banditproof.algorithms.Policy."
        )
    if declared is not None:
        require_declared(declared)
        require_same(name, rebuilt(plain_declaration(made)), declared)
    return _playable(made, name, arms)


def _playable(policy: Policy[Any], name: str, arms: int) -> Policy[Any]:
    """The policy, if it can be simulated on so many arms."""
    if policy.arms != arms:
        raise ValueError(f"{name} has {policy.arms} arms, and the bandit has {arms}; give as many.")
    if policy.stops:
        raise ValueError(f"{name} stops with an answer, and a simulation of it is not offered.")
    return policy


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
        return _playable(pickle.loads(carried), name, arms)

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
