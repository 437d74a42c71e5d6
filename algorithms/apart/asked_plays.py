"""What a play in another process is asked for: each wrong argument is one sentence."""

import math
import os
import reprlib
from collections.abc import Iterable
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.separate_streams import SeparateStreams
from .carried_policies import Carried
from .plain_declaration import Declared

SEEDS = (np.random.Generator, np.random.SeedSequence, SeparateStreams)


def require_source(policy: Any) -> None:
    """Raise ValueError for what is no policy, makes none, and names none.

    >>> require_source(3)
    Traceback (most recent call last):
    ...
    ValueError: The policy is 3; give "module:factory", a policy such as make_policy("dp-imed", \
arms=2, eps=1), or a class or function that makes one.
    """
    if not (isinstance(policy, str | Policy | Carried) or callable(policy)):
        raise ValueError(
            f'The policy is {reprlib.repr(policy)}; give "module:factory", a policy such as '
            'make_policy("dp-imed", arms=2, eps=1), or a class or function that makes one.'
        )


def require_limits(arms: Any, seconds: Any, readable: Any) -> None:
    """Raise ValueError for arms, a time, or readable files that are none."""
    if arms is not None and (type(arms) is not int or arms < 1):
        raise ValueError(f"The number of arms is {reprlib.repr(arms)}; give an integer >= 1.")
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds < math.inf:
        raise ValueError(f"The time is {reprlib.repr(seconds)} seconds; give a finite number > 0.")
    paths = isinstance(readable, Iterable) and not isinstance(readable, str | bytes)
    if not paths or not all(isinstance(path, str | os.PathLike) for path in readable):
        raise ValueError(
            f"The readable files are {reprlib.repr(readable)}; give a list of their paths."
        )
    for path in readable:
        if not os.path.exists(path):
            raise ValueError(f"There is no file {path} to be read; give the paths of files.")


def require_play(rewards: Any, horizon: Any, rng: Any, contexts: Any) -> None:
    """Raise ValueError for rewards, a horizon, randomness or contexts that are none."""
    if not callable(getattr(rewards, "reward", None)):
        raise ValueError(
            f"The rewards are {reprlib.repr(rewards)}; give a source such as RewardList([1, 0])."
        )
    if type(horizon) is not int:
        raise ValueError(f"The horizon is {reprlib.repr(horizon)}; give an integer >= 1.")
    seed = isinstance(rng, int | np.integer) and not isinstance(rng, bool) and rng >= 0
    if not (seed or rng is None or isinstance(rng, SEEDS)):
        raise ValueError(
            f"The randomness is {reprlib.repr(rng)}; give an integer >= 0, a generator, or None "
            "for the entropy of the system."
        )
    if contexts is not None and not (hasattr(contexts, "at") and hasattr(contexts, "dimension")):
        raise ValueError(
            f"The contexts are {reprlib.repr(contexts)}; give a source such as "
            "FixedContexts([[(1,), (0.5,)]])."
        )


def require_declared(declared: Any) -> None:
    """Raise ValueError for what was declared nowhere."""
    if not (declared is None or isinstance(declared, Declared)):
        raise ValueError(
            f"What was declared is {reprlib.repr(declared)}; give the declaration of an earlier "
            "play, played.declared."
        )
