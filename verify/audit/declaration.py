"""Which parts of a policy are declared, so that its privacy can be computed for every play.

A policy of this library gets nothing but released numbers: the engine holds the rewards, and what
leaves is what the curator makes of them. If the curator and its noise are parts of this library,
used as they are, and the same in every play, then all decisions are post-processing, whatever
code makes them. What stands in the way is named, with the part that would mend it.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.reward_space import RewardSpace

from .constant_noise import NotConstant, constant_noise, has_plain_fields, is_known_noise
from .plain_code import not_plain
from .price import Parts
from .untouched_engine import changed_engine

ADVICE = "declare it: curator = DeclaredSums(noise=Laplace(...), ...)"


@dataclass(frozen=True)
class Declaration:
    """The declared parts of a policy and its rewards, or the reasons why there are none."""

    parts: Parts | None
    rewards: RewardSpace
    missing: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the parts say all that leaves the curator."""
        return self.parts is not None and not self.missing


def declaration_of(policy: Policy[Any]) -> Declaration:
    """What a policy declares, read off the object and its class without playing it.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> declaration_of(DPIMED(arms=2, eps=1)).parts.noise
    Laplace(scale=Fraction(1, 1))
    """
    missing: list[str] = []
    space = _static(policy, "rewards")
    if type(space) is not RewardSpace or not has_plain_fields(space):
        missing.append("the rewards of the policy are not a RewardSpace that is stored in it")
    if _static(policy, "clips_rewards") is not True:
        missing.append("rewards are not clipped (clips_rewards)")
    if type(_static(policy, "arms")) is not int:
        missing.append("the number of arms is not an integer that is stored in the policy")
    if inspect.getattr_static(type(policy), "__getattribute__") is not object.__getattribute__:
        missing.append("the class has a __getattribute__ of its own")
    parts = _parts(policy, missing)
    missing += not_plain([policy])
    missing += [f"{name} of the engine was replaced" for name in changed_engine()]
    rewards = space if isinstance(space, RewardSpace) else RewardSpace()
    return Declaration(parts, rewards, tuple(missing))


def _static(policy: Policy[Any], name: str) -> Any:
    """The value that is stored under a name, in the object or its class, without running code."""
    stored = inspect.getattr_static(policy, name, None)
    if inspect.ismemberdescriptor(stored):  # the slot of a class with slots
        return stored.__get__(policy, type(policy))
    return stored


def _parts(policy: Policy[Any], missing: list[str]) -> Parts | None:
    curator = _static(policy, "curator")
    declared = type(curator) in (DeclaredSums, DeclaredVectors, TreeVectors, BoundedRows)
    if declared and has_plain_fields(curator):
        return curator  # type: ignore[no-any-return]
    if declared and not all(map(is_known_noise, curator.noises)):
        unknown = next(noise for noise in curator.noises if not is_known_noise(noise))
        missing.append(f"the law of the noise {unknown!r} is not one of this library's")
        return None
    if type(curator) is not Curator or vars(curator):
        kind = type(curator).__name__
        missing.append(f"the curator {kind} is code of its own, which can only be tried; {ADVICE}")
        return None
    try:
        return DeclaredSums(constant_noise(policy))
    except NotConstant as reason:
        missing.append(f"the noise may change from state to state ({reason}); {ADVICE}")
        return None
