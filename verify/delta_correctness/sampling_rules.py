"""Other sampling rules for a policy that stops: its stopping rule should be right under any.

The stopping rules of Top Two algorithms are proved for any sampling rule. A policy that says in
`choose(state)` which arm is pulled next can be played with another choice, and with the same
private means, stop and answer. Thesis, Lemmas 5.18 and 5.21.
"""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any
from banditproof.algorithms.policy import Policy

Rule = Callable[[Any], int]
"""The arm of the next round, from the state of a policy."""


def with_sampling(policy: Policy[Any], rule: Rule, name: str = "") -> Policy[Any]:
    """The policy with another rule for the arm of the next round; the rest is the same.

    >>> from banditproof.algorithms.identification.private_top_two import AdaPTT
    >>> stubborn = with_sampling(AdaPTT(arms=2, delta="0.1"), lambda state: 1)
    >>> stubborn.decide(stubborn.start(), 1, None)
    Pull(arm=1, count=1, releases=True, then=())
    """
    own = getattr(policy, "choose", None)
    if own is None:
        raise ValueError(
            f"The policy {policy.name} has no choose(state), so its sampling rule cannot be "
            "exchanged; give it one that returns the arm of the next round."
        )
    shape = own(policy.start())
    others = len(shape) - 1 if isinstance(shape, tuple) else None

    def choose(self: Policy[Any], state: Any) -> Any:
        arm = rule(state)
        return arm if others is None else (arm, *(None,) * others)

    title = f"{policy.name}, {name or getattr(rule, '__name__', 'another rule')}"
    kind = type(type(policy).__name__, (type(policy),), {"choose": choose, "name": title})
    result = copy(policy)
    object.__setattr__(result, "__class__", kind)
    return result


def _records(state: Any) -> Any:
    return getattr(state, "arms", state)


def in_turn(state: Any) -> int:
    """The arm with the fewest pulls, the first of several."""
    pulls = [arm.pulls for arm in _records(state)]
    return pulls.index(min(pulls))


def best_looking(state: Any) -> int:
    """The arm of the largest mean among those that were not pulled much more often than another.

    A lucky start is measured again, others are kept; new arms come first.
    """
    return _extreme(state, 1)


def worst_looking(state: Any) -> int:
    """The arm of the smallest mean among those that were not pulled much more often than another.

    A lucky mean is kept, and unlucky ones are renewed; new arms come first.
    """
    return _extreme(state, -1)


def _extreme(state: Any, sign: int) -> int:
    records = _records(state)
    least = min(arm.pulls for arm in records)
    near = [k for k, arm in enumerate(records) if arm.pulls == 0 or 0 < arm.pulls < LEAD * least]
    new = [k for k in near if records[k].pulls == 0]
    return new[0] if new else max(near, key=lambda k: sign * records[k].mean)


LEAD = 8
"""How many times as often as another one an arm is pulled at most by these rules."""
OWN = "its own"
SAMPLING_RULES: Mapping[str, Rule] = {
    "in turn": in_turn,
    "best looking": best_looking,
    "worst looking": worst_looking,
}
"""Sampling rules for states that list a record with `pulls` and `mean` of each arm."""


def sampled_by(policy: Policy[Any], name: str) -> Policy[Any]:
    """The policy under a rule of `SAMPLING_RULES`, or as it is under its own.

    >>> from banditproof.algorithms.identification.private_top_two import AdaPTT
    >>> sampled_by(AdaPTT(arms=2, delta="0.1"), "in turn").name
    'adap-tt, in turn'
    """
    if name == OWN:
        return policy
    if name not in SAMPLING_RULES:
        known = ", ".join((OWN, *SAMPLING_RULES))
        raise ValueError(f"There is no sampling rule {name!r}; give one of {known}.")
    return with_sampling(policy, SAMPLING_RULES[name], name)
