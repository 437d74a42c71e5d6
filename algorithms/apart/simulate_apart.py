"""Many runs of a policy of somebody else, of which each plays what was declared.

Nothing of its module is loaded here. What was read from its process as numbers, and has a digest,
is what curators of this library make their releases of; so no code can change it afterwards.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn
import numpy as np
from banditproof.algorithms.engines.batch_engine import BatchEngine, Segments
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.shuffled_engine import shuffled
from banditproof.algorithms.engines.simulation import load_engine, simulate, simulated_by
from banditproof.algorithms.engines.simulation_result import Simulation
from banditproof.algorithms.factory_calls import budget_numbers
from banditproof.algorithms.randomness import Seed
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import Budget
from banditproof.theory.named_budgets import BUDGET_NUMBERS
from .asked_plays import (
    require_budget,
    require_declared,
    require_played,
    require_same,
    require_settings,
    require_within,
    within,
)
from .carried_policies import Carried
from .failures import PolicyFailed
from .isolated_interpreter import folders
from .keeper import Elsewhere
from .plain_declaration import Declared
from .proxy_policy import ProxyPolicy
from .shipped_policies import shipped_policy

SECONDS = 7 * 24 * 3600.0
"""How long all runs may take, which have a number and a horizon: a week."""


@dataclass(frozen=True)
class SimulationApart:
    """The runs of a policy, and the declaration that was played in each of them."""

    simulation: Simulation
    declared: Declared
    claimed: Budget | None = None
    """The budget that the policy says it keeps."""
    covered: bool | None = None
    """Whether what it declares costs no more than the budget that was given, or else claimed."""


@dataclass(frozen=True)
class Called:
    """The call of a factory in another process, which is the same for all processes of the runs."""

    source: Carried
    arms: int
    horizon: int
    settings: tuple[tuple[str, Any], ...]

    def begun(self) -> Elsewhere:
        """A process in which the call was made."""
        return Elsewhere(
            self.source,
            arms=self.arms,
            horizon=self.horizon,
            more=dict(self.settings),
            seconds=SECONDS,
        )


def simulate_apart(
    name: str,
    bandit: BernoulliBandit,
    horizon: int,
    runs: int,
    rng: Seed,
    *,
    settings: Mapping[str, Any] | None = None,
    budget: Budget | None = None,
    declared: Declared | str | None = None,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
    option: str = "",
    keep_order: bool = False,
) -> SimulationApart:
    """Simulate "module:factory" as `simulate` does, in processes that see released numbers only.

    The factory gets those of the arms, the horizon, and the `settings` that it takes; these are the
    numbers of the budget unless others are given. It is played if what it declares has the digest
    `declared`, or costs no more than the budget; a factory that takes no budget needs neither. A
    policy of this library is made here of its fields, and played by its engine. `option` stands
    before the name of a setting in errors.

    >>> from banditproof.theory.budgets import PureDP
    >>> bandit, name = BernoulliBandit((0.75, 0.5)), "banditproof.algorithms.regret.dp_imed:DPIMED"
    >>> result = simulate_apart(name, bandit, 1000, 100, rng=1, budget=PureDP(1))
    >>> result.declared.words, result.simulation.runs
    ('NoisySums(noise=Laplace(scale=1)), 2 arms, rewards clipped to [0, 1]', 100)
    """
    require_declared(declared)
    require_budget(budget)
    given = budget_numbers(budget) if settings is None else dict(settings)
    source = Carried(name, None, tuple(folders()))
    called = Called(source, bandit.arms, horizon, tuple(given.items()))
    _end_kept()  # the module may have been edited since
    try:
        there = _process_of(called, option)
        # where it takes no number of a budget, these say what it may cost
        bounds = {} if {*BUDGET_NUMBERS} & there.takes else given
        asked = {key: value for key, value in given.items() if key not in bounds}
        require_settings(name, there.takes, asked, option, declared)
        require_played(name, there.declared.arms, there.declared.stops, bandit.arms)
        if declared is not None:
            require_same(name, there.declared, declared)
        elif budget is not None:
            require_within(name, there.declared, budget, option)
        claimed = there.claimed
        bound = claimed if budget is None else budget
        covered = True if budget is not None and declared is None else None
        if covered is None and bound is not None:
            covered = within(there.declared, bound)
        policy = shipped_policy(there.made, there.declared)
        if policy is None:
            kept = budget if declared is None else None  # by its digest it may cost anything
            kept = kept or (bound if covered else None)
            proxy = ProxyPolicy(there.declared, horizon, True, _asked_nobody, kept)
            experiment = Experiment(proxy, bandit, horizon)
            engine = ApartEngine(experiment, called=called, digest=there.declared.digest)
            arranged = shuffled(engine, keep_order)
            result = simulated_by(arranged, runs, rng, workers, progress)
        else:
            load_engine(policy, bandit, horizon, runs)
            more: dict[str, Any] = {"workers": workers, "progress": progress}
            result = simulate(policy, bandit, horizon, runs, rng, keep_order=keep_order, **more)
        return SimulationApart(result, there.declared, claimed, covered)
    finally:
        _end_kept()


@dataclass(frozen=True, kw_only=True)
class ApartEngine(BatchEngine):
    """The engine that goes batch by batch, with decisions that a process of the policy makes."""

    called: Called
    digest: str
    """What each process must declare."""

    def _runs(self, rng: np.random.Generator, runs: int) -> Iterator[Segments]:
        there = _process_of(self.called)
        require_same(there.name, there.declared, self.digest)
        bandit, horizon = self.experiment.bandit, self.experiment.horizon
        assert isinstance(bandit, BernoulliBandit)
        return there.play_batches(bandit, horizon, rng, runs)


_KEPT: dict[Called, Elsewhere] = {}
"""The process of the runs that are played here; a worker keeps one until it ends."""


def _process_of(called: Called, option: str = "") -> Elsewhere:
    if called not in _KEPT:
        _end_kept()
        try:
            _KEPT[called] = called.begun()
        except PolicyFailed as failure:
            if not option or not failure.lacks:
                raise
            name, key = called.source.name, failure.lacks[0]
            require_settings(name, failure.takes, dict(called.settings), option, declared=True)
            raise ValueError(f"{name} needs {key}; give {option}{key}.") from None
    return _KEPT[called]


def _end_kept() -> None:
    while _KEPT:
        _KEPT.popitem()[1].close()


def _asked_nobody(message: dict[str, Any]) -> NoReturn:
    raise AssertionError(f"A policy that stands for one in another process is asked {message}.")
