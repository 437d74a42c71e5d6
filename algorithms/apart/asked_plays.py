"""What a play in another process is asked for: each wrong argument is one sentence."""

import math
import os
import re
import reprlib
from collections.abc import Collection, Iterable
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.separate_streams import SeparateStreams
from banditproof.theory.budgets import Budget
from banditproof.theory.implied_budgets import follows
from banditproof.theory.named_budgets import EXAMPLES
from banditproof.theory.shown_budgets import claim_of
from .carried_policies import Carried, name_of
from .failures import PolicyFailed
from .plain_declaration import Declared
from .unlike_declarations import how_unlike

DIGEST = re.compile("[0-9a-fA-F]{64}")
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
    digest = isinstance(declared, str) and DIGEST.fullmatch(declared)
    if not (declared is None or isinstance(declared, Declared) or digest):
        raise ValueError(
            f"What was declared is {reprlib.repr(declared)}; give the declaration of an audit or "
            "of an earlier play, played.declared, or its digest of 64 hexadecimal digits."
        )


def require_budget(budget: Any) -> None:
    """Raise ValueError for what is no budget."""
    if not (budget is None or isinstance(budget, Budget)):
        raise ValueError(
            f"The budget is {reprlib.repr(budget)}; give one such as PureDP(1) or ZCDP(0.5)."
        )


def require_bound(policy: Any, budget: Budget | None, declared: Any) -> None:
    """Raise ValueError where only a name says what is played: what it makes may be anything.

    >>> require_bound("mine:make", None, None)
    Traceback (most recent call last):
    ...
    ValueError: mine:make is a name, and a verdict is about what it declared; give declared=, the \
digest that its audit prints, or budget=, the budget that was audited.
    """
    if isinstance(policy, Policy) or declared is not None or budget is not None:
        return
    if isinstance(policy, str) and ":" not in policy:  # no factory at all, which is said elsewhere
        return
    what = "a name" if isinstance(policy, str) else "a factory"
    raise ValueError(
        f"{name_of(policy)} is {what}, and a verdict is about what it declared; give declared=, "
        "the digest that its audit prints, or budget=, the budget that was audited."
    )


def require_settings(
    name: str, takes: Collection[str], settings: Collection[str], option: str, declared: Any = None
) -> None:
    """Raise PolicyFailed for what a factory does not take, and for a budget of its own choice.

    `option` stands before the name of an argument of the command, and is empty in Python.

    >>> require_settings("mine:make", ["arms", "eps"], ["rho"], "--")
    Traceback (most recent call last):
    ...
    banditproof.algorithms.apart.failures.PolicyFailed: mine:make takes no rho; leave --rho out.
    """
    for key in settings:
        if key not in takes:
            raise PolicyFailed(f"{name} takes no {key}; leave {option}{key} out.")
    budgets = [key for key in ("eps", "rho") if key in takes]
    if budgets and declared is None and not {*budgets} & {*settings}:
        given = f"budget={EXAMPLES[budgets[0]]}"
        if option:
            given = f"{option}{budgets[0]}, or {option}declared with the digest of an audit"
        raise PolicyFailed(f"{name} takes {budgets[0]}, and no budget is given; give {given}.")


def require_played(name: str, arms: int, stops: bool, played: int) -> None:
    """Raise PolicyFailed for a policy of other arms than those that are played, or that stops."""
    if arms != played:
        raise PolicyFailed(f"{name} has {arms} arms, and the bandit has {played}; give as many.")
    if stops:
        raise PolicyFailed(f"{name} stops with an answer, and a simulation of it is not offered.")


def within(found: Declared, budget: Budget) -> bool | None:
    """Whether all releases of what a policy declares cost no more than a budget.

    None if both differ by less than floats do.
    """
    return found.clips and price(found.parts, found.rewards, budget).allowed


def require_within(
    name: str, found: Declared, budget: Budget, option: str = "", otherwise: str = ""
) -> None:
    """Raise PolicyFailed unless all releases of what a policy declares cost no more than a budget.

    `option` stands before the name of an argument in the sentence; `otherwise` says what plays it
    whatever it costs, where that is not its digest.
    """
    if found.clips:
        priced = price(found.parts, found.rewards, budget)
        if priced.allowed:
            return
        why = f"costs what {claim_of(budget)} does not allow: {priced.words}"
    else:
        why = f"has no price under {claim_of(budget)}, since rewards are not clipped"
    digest = f"{option}declared {found.digest}" if option else f"declared={found.digest!r}"
    raise PolicyFailed(
        f"The policy {name} declares {found.words}, which {why}; give a budget that allows it, or "
        f"{otherwise or digest} to play it whatever it costs."
    )


def require_claimed(name: str, claimed: Any, budget: Budget) -> None:
    """Raise PolicyFailed if a policy that declares nothing claims less privacy than a budget.

    What claims nothing is played; nothing that is said of its runs is about a budget then.

    >>> from banditproof.theory.budgets import PureDP
    >>> require_claimed("mine:make", PureDP(1), PureDP(2))
    >>> require_claimed("mine:make", PureDP(2), PureDP(1))
    Traceback (most recent call last):
    ...
    banditproof.algorithms.apart.failures.PolicyFailed: The policy mine:make claims eps = 2, from \
which eps = 1 does not follow; give a budget that follows from it.
    """
    if not isinstance(claimed, Budget) or getattr(claimed, "eps", 0) == math.inf:
        return
    if not follows(budget, claimed):
        raise PolicyFailed(
            f"The policy {name} claims {claim_of(claimed)}, from which {claim_of(budget)} does not "
            "follow; give a budget that follows from it."
        )


def require_same(name: str, found: Declared, declared: Declared | str) -> None:
    """Raise PolicyFailed unless a policy declares what was judged."""
    judged = declared if isinstance(declared, str) else declared.digest
    if found.digest == judged.lower():
        return
    shown = "" if isinstance(declared, str) else f"{declared.words}, "
    why = how_unlike(found.plain, declared if isinstance(declared, str) else declared.plain)
    said = f"{shown}digest {judged}{f' ({why})' * bool(why)}"
    raise PolicyFailed(
        f"The policy {name} declares {found.words}, digest {found.digest}, and what was judged is "
        f"{said}; give the budget and the arms that were judged, or judge it as it is."
    )
