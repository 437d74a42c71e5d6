"""Policies of SMPyBandits: startGame, choice and getReward, with the global generators."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any
import numpy as np
from banditproof.theory.exact import exact_count
from .styles import AdaptedBox, adapted


def smpybandits_policies() -> Any:
    """The module SMPyBandits.Policies, which needs a function that SciPy has renamed.

    SMPyBandits 0.9.7 imports `scipy.special.btdtri`, which is `betaincinv` since SciPy 1.14.
    """
    import scipy.special

    if not hasattr(scipy.special, "btdtri"):
        scipy.special.btdtri = scipy.special.betaincinv
    return import_module("SMPyBandits.Policies")


def smpybandits(make: Callable[..., Any], slate: int = 1) -> Callable[..., AdaptedBox]:
    """A factory of runs of a policy: `smpybandits(lambda arms: UCB(arms))`.

    Each run gets a fresh policy, whose game is started; its numbers come from the generators of
    NumPy and Python, which the auditor seeds for each run. With a slate it is asked for several
    arms at once, and learns each of their rewards.
    """
    size = exact_count("slate", slate, 1)

    @wraps(make)
    def made(*args: Any, **kwargs: Any) -> AdaptedBox:
        policy = make(*args, **kwargs)
        if size == 1:
            box = adapted(policy, np.random.default_rng(0))
            assert isinstance(box, AdaptedBox)
            return box
        policy.startGame()
        return AdaptedBox(
            lambda t, context: tuple(policy.choiceMultiple(size)),
            lambda arms, rewards, context: _received(policy, arms, rewards),
            takes_arm=True,
        )

    return made


def _received(policy: Any, arms: Any, rewards: Any) -> None:
    for arm, reward in zip(arms, rewards, strict=True):
        policy.getReward(arm, reward)
