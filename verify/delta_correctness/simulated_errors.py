"""Runs of a policy that stops, on a Bernoulli bandit: how often it stops, and with a wrong arm."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, is_dataclass, replace
from types import FunctionType
from typing import Any
import numpy as np
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.engines.identification_engine import (
    Identification,
    PlainEngine,
    identification_engine,
)
from banditproof.algorithms.engines.simulation import in_chunks
from banditproof.algorithms.interfaces.alphabet import Alphabet, NotAnArm
from banditproof.algorithms.interfaces.factories import FreshRuns
from banditproof.algorithms.interfaces.own_loop import OwnLoop
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.theory.instances import BernoulliBandit
from banditproof.verify.audit.memory import changed_by_playing

CHUNK = 4096
"""How many uniform numbers are drawn at once."""


@dataclass(frozen=True)
class Ends:
    """How the runs ended: with a wrong arm, with the best one, or at the cap; and the pulls."""

    runs: int
    wrong: int
    capped: int
    pulls: int

    @property
    def right(self) -> int:
        """The runs that stopped with the best arm."""
        return self.runs - self.wrong - self.capped


def simulated_ends(
    policy: Policy[Any] | Callable[..., Any],
    bandit: BernoulliBandit,
    best: int,
    runs: int,
    cap: int,
    rng: np.random.Generator,
) -> Ends:
    """So many independent runs of at most `cap` rounds.

    The policy is one of this library, or the class or factory of one with select(), update() and
    recommend() or similar names.

    >>> from banditproof.algorithms.identification.private_elimination import DPSEIdentification
    >>> policy = DPSEIdentification(arms=2, beta="0.1", eps=1)
    >>> bandit = BernoulliBandit((1, 0))
    >>> simulated_ends(policy, bandit, 0, runs=3, cap=3000, rng=np.random.default_rng(1))
    Ends(runs=3, wrong=0, capped=0, pulls=3906)
    """
    if isinstance(policy, Policy):
        if not may_stop(policy):
            raise ValueError(_NEVER.format(policy.name))
        if policy.dimension is not None:
            raise ValueError(
                f"The policy {policy.name} sees contexts, and a Bernoulli bandit has none; give "
                "a policy without contexts."
            )
        engine = _engine(policy, bandit, runs, cap)
        if engine is not None:
            chunk = in_chunks(engine, engine.experiment.empty_chunk(runs), rng, 1, None)
            answers = chunk.curves[:, 0]
            wrong = int(((answers >= 0) & (answers != best)).sum())
            return Ends(runs, wrong, int((answers < 0).sum()), int(chunk.counts.sum()))
    made = FreshRuns(_copies(policy), arms=bandit.arms)
    made.name = getattr(policy, "__qualname__", type(policy).__name__)
    means = [float(mean) for mean in bandit.exact_means]
    wrong = capped = pulls = 0
    for child in rng.spawn(runs):
        rewards, noise = child.spawn(2)
        answer, rounds = _run(made, means, cap, rewards, noise)
        pulls += rounds
        capped += answer is None
        wrong += answer is not None and answer != best
    return Ends(runs, wrong, capped, pulls)


def _copies(policy: Policy[Any] | Callable[..., Any]) -> Callable[..., Any]:
    """A factory of copies of a policy of this library, so that none remembers another's run."""
    return (lambda: deepcopy(policy)) if isinstance(policy, Policy) else policy


_NEVER = (
    "{} does not stop; give a policy with a recommendation(state), or an object that has "
    "recommend() and stopped()."
)


def _engine(policy: Policy[Any], bandit: BernoulliBandit, runs: int, cap: int) -> Any:
    """An engine that plays the policy as it is; None for a curator that is more than plain sums.

    A compiled one is for a built-in policy that is as its class makes it, and none for one that
    remembers other runs.
    """
    if type(policy.curator) is not Curator or vars(policy.curator):
        return None
    experiment = Identification(policy, bandit, cap)
    engine = identification_engine(experiment, runs)
    made: Any = policy
    same = is_dataclass(type(policy)) and vars(replace(made)) == vars(made)
    same = same and all(map(_is_as_written, type(policy).__mro__))
    if same and not isinstance(engine, PlainEngine):
        return engine
    return None if changed_by_playing(policy) else PlainEngine(experiment)


def _is_as_written(kind: type) -> bool:
    """Whether the functions of a class have its names, and so were not put there by others."""
    return all(
        var.__module__ == kind.__module__ and var.__qualname__ == f"{kind.__qualname__}.{name}"
        for name, var in vars(kind).items()
        if isinstance(var, FunctionType) and not name.startswith("__")
    )


def _run(
    made: FreshRuns,
    means: list[float],
    cap: int,
    rewards: np.random.Generator,
    noise: np.random.Generator,
) -> tuple[int | None, int]:
    """The recommendation of one run (None if it was capped), and its rounds."""
    box, name = made.made(noise), made.name
    if isinstance(box, OwnLoop) or not box.stops:
        raise ValueError(_NEVER.format(name))
    alphabet = Alphabet(len(means))
    drawn = np.empty(0)
    for t in range(cap + 1):
        answer = box.select()
        if answer is None:
            try:
                return alphabet.symbol(box.recommended()), t
            except NotAnArm:
                raise ValueError(
                    f"{name} stops after {t} rounds and recommends {box.recommended()!r}; give an "
                    f"arm from 0 to {len(means) - 1}."
                ) from None
        if t == cap:
            break
        try:
            arm = alphabet.symbol(answer)
        except NotAnArm:
            raise ValueError(
                f"{name} chose the arm {answer!r} in round {t + 1}; give an arm from 0 to "
                f"{len(means) - 1}."
            ) from None
        if t % CHUNK == 0:
            drawn = rewards.random(min(CHUNK, cap))
        box.update(answer, int(drawn[t % CHUNK] < means[arm]))
    return None, cap
