"""Policies that are not in the catalogue: what MODULE:FACTORY makes, and objects that are sent.

One place reads what `simulate` and sweeps are given: a policy of this library, or a class or
function that makes one, or that makes an object with select and update for each run.
"""

import hashlib
import pickle
import sys
import sysconfig
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import exact
from banditproof.theory.named_budgets import BUDGET_NUMBERS, budget_by_names
from .apart.asked_plays import (
    require_claimed,
    require_played,
    require_same,
    require_settings,
    require_within,
)
from .apart.failures import PolicyFailed
from .apart.plain_declaration import Declared, plain_declaration, rebuilt
from .catalogue import PolicyEntry
from .factory_calls import called_with, is_chancy, missing, taken, unfilled
from .interfaces.object_policy import ObjectPolicy, is_played_object, no_policy, object_policy
from .named_factory import named_factory
from .policy import Policy

WHATEVER = "the policy itself or a factory which takes no budget"
"""What is played in this process whatever it costs."""


def own_policy(
    name: str, arms: int, horizon: int, settings: Mapping[str, Any], option: str = "--"
) -> Policy[Any]:
    """The policy of MODULE:FACTORY; `option` stands before the name of a setting in errors.

    Its code runs in this process, and may do with it what it likes: what binds runs to a verdict is
    `simulate_apart`. A factory that takes a budget gets one.

    >>> own_policy("banditproof.algorithms.regret.dp_imed:DPIMED", 2, 100, {"eps": 1}).arms
    2
    """
    return policy_made_by(named_factory(name), name, arms, horizon, settings, option)


def policy_made_by(
    made: Policy[Any] | Callable[..., Any],
    name: str,
    arms: int,
    horizon: int,
    settings: Mapping[str, Any],
    option: str = "",
    budget: Budget | None = None,
    declared: Declared | str | None = None,
    stopping: bool = False,
) -> Policy[Any]:
    """The policy of a factory, or of the objects that it makes; a policy is taken as it is.

    What it declares must cost no more than the budget, which is that of the settings unless
    another one is given, and of which it need not take a number; what declares nothing takes its
    numbers, and must not claim less privacy. With `declared`, a declaration or its digest, it must
    declare that, whatever this costs. One that stops is refused, unless `stopping` says that its
    stopping times are asked for.

    >>> class Turns:
    ...     def __init__(self, arms): self.arms, self.t = arms, -1
    ...     def select(self): self.t += 1; return self.t % self.arms
    ...     def update(self, arm, reward): pass
    >>> policy_made_by(Turns, "Turns", 3, 100, {}).arms
    3
    """
    asked = _asked(settings) if budget is None else budget
    policy: Any = made
    takes: list[str] = []
    if not isinstance(made, Policy):
        takes = [key for key in BUDGET_NUMBERS if taken(made, {key: 1})]
        if takes:
            require_settings(name, takes, settings, option, declared)
        policy = _called(made, name, arms, horizon, settings, option)
    if not isinstance(policy, Policy):
        raise no_policy(name, policy)
    # what it declares says what it may cost, and otherwise its arguments do
    if not takes and declared is None and declared_by(policy) is None:
        require_settings(name, (), settings, option)
    require_played(name, policy.arms, policy.stops and not stopping, arms)
    if declared is not None:
        require_declaration(name, policy, declared, option)
    elif asked is not None:
        require_budget_kept(name, policy, asked, option)
    return policy


def require_budget_kept(name: str, policy: Policy[Any], budget: Budget, option: str = "") -> None:
    """Raise PolicyFailed for a policy of another budget than the one that was asked for.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.budgets import ZCDP, PureDP
    >>> require_budget_kept("mine", DPIMED(2, eps=1), ZCDP("1/2"))
    >>> try:
    ...     require_budget_kept("mine", DPIMED(2, eps=2), PureDP(1))
    ... except ValueError as problem:
    ...     print(str(problem)[-51:])
    which takes no budget to play it whatever it costs.
    """
    declared = declared_by(policy)
    if declared is None:
        require_claimed(name, policy.budget, budget)
    else:
        require_within(name, declared, budget, option, WHATEVER)


def require_declaration(
    name: str, policy: Policy[Any], declared: Declared | str, option: str = ""
) -> None:
    """Raise PolicyFailed for a policy that declares another thing than what was judged, or nothing.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> policy = DPIMED(2, eps=1)
    >>> require_declaration("mine", policy, declared_by(policy).digest)
    """
    found = declared_by(policy)
    if found is None:
        what = "declares nothing that could be compared with `declared`"
        if isinstance(policy, ObjectPolicy):
            what = "makes an object whose noise is in its own code, so that it declares nothing"
        raise PolicyFailed(
            f"The policy {name} {what}; leave {option}declared out, or derive it from "
            "banditproof.algorithms.Policy with a curator such as DeclaredSums(noise=Laplace(1)).",
            undeclared=True,
        )
    require_same(name, found, declared)


def declared_by(policy: Policy[Any]) -> Declared | None:
    """What a policy declares; None for an object of another style, and for code of its own.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> declared_by(DPIMED(2, eps=1)).words
    'NoisySums(noise=Laplace(scale=1)), 2 arms, rewards clipped to [0, 1]'
    """
    if isinstance(policy, ObjectPolicy):
        return None
    try:
        return rebuilt(plain_declaration(policy))
    except ValueError:
        return None


def _asked(settings: Mapping[str, Any]) -> Budget | None:
    """The budget that some settings make; at most a delta makes none."""
    numbers = {key: settings[key] for key in BUDGET_NUMBERS if settings.get(key) is not None}
    return None if {*numbers} <= {"delta"} else budget_by_names(**numbers)


def _called(
    factory: Callable[..., Any],
    name: str,
    arms: int,
    horizon: int,
    settings: Mapping[str, Any],
    option: str,
) -> Any:
    """What a factory makes, or the policy whose runs are the objects that it makes."""
    offered = {"arms": arms, "horizon": horizon, **settings}
    for key in missing(factory):
        raise ValueError(
            f"{name} requires {key}; the factory of a policy may have arms, horizon, the numbers "
            "of a budget, and rng or seed."
        )
    for key in unfilled(factory, {"rng": 0, "seed": 0, **offered}):
        raise ValueError(f"{name} needs {key}; give {option}{key}.")
    chancy = is_chancy(factory)
    made = None if chancy else called_with(factory, offered, name)
    if chancy or is_played_object(made):
        return object_policy(factory, name, arms, horizon, settings)
    return made


def own_entry(name: str) -> PolicyEntry:
    """What a sweep must know of MODULE:FACTORY: the parameters of a budget that it takes.

    >>> sorted(own_entry("banditproof.algorithms.regret.dp_imed:DPIMED").options)
    ['eps', 'horizon']
    """
    return _entry(named_factory(name), name)


def carried_entry(name: str, carried: bytes) -> PolicyEntry:
    """What a sweep must know of a policy that is sent as a pickle, which has its budget already;
    or of a class or a function that is sent so, which gets one."""
    return _entry(pickle.loads(carried), name)


def _entry(made: Policy[Any] | Callable[..., Any], name: str) -> PolicyEntry:
    options: set[str] = set()
    if not isinstance(made, Policy):
        options = {key for key in BUDGET_NUMBERS if taken(made, {key: 1})}

    def build(arms: int, horizon: int, **settings: Any) -> Policy[Any]:
        given = {key: exact(value) for key, value in settings.items()}
        return policy_made_by(made, name, arms, horizon, given)

    return PolicyEntry(name, "", bool(options), frozenset({*options, "horizon"}), build)


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
