"""Bandit agents of rlberry, which own the loop: fit(budget) calls env.step(arm)."""

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from .own_loop import OwnLoop, Step

_OURS = ("env", "seeder")
"""What `make` gets of the adapter; `arms` and `seed` come from the auditor instead."""


@lru_cache(maxsize=1)
def _environment() -> Any:
    """A class of environments whose rewards come from a function that is asked for each arm."""
    from rlberry.envs.interface import Model
    from rlberry.spaces import Discrete

    class Fed(Model):  # type: ignore[misc]
        name = "rewards of an audit"

        def __init__(self, arms: int) -> None:
            Model.__init__(self)
            self.n_arms = arms
            self.observation_space, self.action_space = Discrete(1), Discrete(arms)
            self.feed: Step | None = None

        def step(self, action: Any) -> Any:
            assert self.feed is not None
            return 0, self.feed(action), True, False, {}

        def reset(self, seed: Any = None, options: Any = None) -> Any:
            return 0, {}

    return Fed


def rlberry_agent(make: Callable[..., Any]) -> Callable[..., OwnLoop]:
    """A factory of runs: `rlberry_agent(lambda env, seeder: TSAgent(env, seeder=seeder))`.

    `make` gets the environment, a seeder of rlberry, and those of eps, horizon, ... that it has
    parameters for. The environment is asked for the reward of each arm when it is played, so an
    adversary may choose it then. Without its seeder no seed reproduces an agent.
    """
    asked = inspect.signature(make).parameters

    def made(arms: int, seed: int, **numbers: Any) -> OwnLoop:
        from rlberry.seeding import Seeder

        offered = {"env": _environment()(arms), "seeder": Seeder(seed), "arms": arms}
        agent = make(**{k: v for k, v in offered.items() if k in asked}, **numbers)

        def fit(step: Step, rounds: int) -> None:
            agent.env.unwrapped.feed = step  # the agent has a copy of the environment
            agent.fit(budget=rounds)

        return OwnLoop(fit)

    own = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("arms", "seed")]
    rest = [
        p.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for p in asked.values()
        if p.name not in (*_OURS, "arms", "seed")
    ]
    made.__signature__ = inspect.Signature([*own, *rest])  # type: ignore[attr-defined]
    made.__qualname__ = getattr(make, "__qualname__", "rlberry_agent")
    return made
