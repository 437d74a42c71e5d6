"""Play a policy on rewards that its process never sees."""

from collections.abc import Sequence
from pathlib import Path
from banditproof.algorithms.contexts import Contexts
from banditproof.algorithms.randomness import Seed
from banditproof.algorithms.rewards import Rewards
from banditproof.algorithms.separate_streams import SeparateStreams
from banditproof.theory.budgets import Budget
from .asked_plays import (
    require_bound,
    require_budget,
    require_declared,
    require_play,
    require_same,
    require_within,
)
from .failures import PolicyFailed
from .keeper import SECONDS, Elsewhere, PlayApart, Source
from .plain_declaration import Declared


def play_apart(
    policy: Source,
    rewards: Rewards,
    horizon: int,
    rng: Seed | SeparateStreams | None = None,
    *,
    contexts: Contexts | None = None,
    budget: Budget | None = None,
    arms: int | None = None,
    seconds: float = SECONDS,
    readable: Sequence[str | Path] = (),
    declared: Declared | str | None = None,
) -> PlayApart:
    """Play a policy in a process that sees released numbers, and neither rewards nor noise.

    The policy is a text "module:factory", an object, or a class or function that makes one; a
    factory gets `arms`, `horizon` and the numbers of the `budget`. What its curator declares is
    played here, by this library's own classes. Actions and releases are those of
    `play(policy, rewards, horizon, SeparateStreams(rng), contexts)`.

    With `rng=None` the noise comes from the system's entropy. An integer serves tests: whoever
    guesses it can compute the noise again, and with it the rewards, so real data needs None.
    What an audit showed is about a declaration, so a name or a factory is never played for its
    name alone: give `declared`, the declaration or its digest as the audit prints it, and nothing
    else is played; or a `budget`, and nothing is played whose price, computed here from what is
    declared for this play, is above it.

    The text "module:factory" keeps the code of the policy out of this process; an object was
    made here, where nothing kept its code from anything. Each play of the same rewards costs the
    budget once more.

    A policy that raises, dies, or needs more than `seconds` is a PolicyFailed. Files of data are
    not readable for it, but for the `readable` ones.

    >>> from banditproof.algorithms import LinPriv, FixedContexts, RewardList, play_apart
    >>> policy = LinPriv(arms=2, eps=1, horizon=3, dimension=1)
    >>> contexts = FixedContexts([[(1,), (0.5,)]])
    >>> played = play_apart(policy, RewardList([1, 0, 1]), 3, rng=1, contexts=contexts)
    >>> len(played.actions), played.declared.name
    (3, 'linpriv')
    """
    require_play(rewards, horizon, rng, contexts)
    require_declared(declared)
    require_budget(budget)
    require_bound(policy, budget, declared)
    with Elsewhere(
        policy, budget, arms=arms, horizon=horizon, seconds=seconds, readable=readable
    ) as there:
        if arms not in (None, there.declared.arms):
            raise PolicyFailed(
                f"{there.name} has {there.declared.arms} arms, and {arms} are asked for; leave the "
                "number out."
            )
        if declared is not None:
            require_same(there.name, there.declared, declared)
        elif budget is not None:
            require_within(there.name, there.declared, budget)
        return there.play(rewards, horizon, rng, contexts)
