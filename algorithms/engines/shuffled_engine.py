"""Arms in a random order in each run, where the order of the arms decides what a policy plays.

DP-SE plays its arms one after the other, and a short run ends within the first of them: then its
regret is 0 if the best arm is named first, and the largest if it is named last. Neither says
anything of the policy. So each run gets the arms in an order of its own, and what it did is told
of the arms as they were given.
"""

from dataclasses import dataclass, field, replace
from typing import Any
import numpy as np
from banditproof.algorithms.apart.proxy_policy import ProxyPolicy
from banditproof.algorithms.interfaces.object_policy import ObjectPolicy
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.regret.table_policy import TablePolicy
from banditproof.theory import BernoulliBandit, GaussianBandit
from .batch_engine import is_own
from .engine import Chunk, Engine, Experiment, KernelEngine
from .lane_engine import LaneEngine

TABLES = ("tables", "_planned_form")
"""What an engine has computed of the policy and the horizon alone."""

Order = tuple[int, ...]
"""The arm that stands in each place."""


def order_decides(policy: Policy[Any]) -> bool:
    """Whether the order of the arms may change the law of a policy's regret.

    It does so for DP-SE, for ties that are broken by the order, and perhaps for a policy of one's
    own. Others break ties at random; what is left of the order is which arm's batch the horizon
    cuts. A table is about arms in their order, which it keeps.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> policies = DPIMED(2), DPIMED(2, ties="first"), DPSE(2, beta=0.1)
    >>> [order_decides(policy) for policy in policies]
    [False, True, True]
    """
    if isinstance(policy, TablePolicy) or policy.dimension is not None:
        return False
    ordered = getattr(policy, "ties", "random") in ("first", "last")
    return is_own(policy) or ordered or isinstance(policy, DPSE | ObjectPolicy | ProxyPolicy)


@dataclass(frozen=True)
class ShuffledEngine:
    """The runs of an engine, each with the arms in an order of its own."""

    engine: Engine
    _kept: dict[Order, Engine] = field(default_factory=dict, compare=False, repr=False)

    @property
    def experiment(self) -> Experiment:
        """What is played, with the arms as they were given."""
        return self.engine.experiment

    @property
    def runs_per_chunk(self) -> int:
        """How many runs share a random stream."""
        return self.engine.runs_per_chunk

    @property
    def compiled(self) -> bool:
        """Whether threads can play chunks side by side."""
        return self.engine.compiled

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play the runs of each order one after the other."""
        arms = self.experiment.bandit.arms
        # drawn for a whole chunk, so that the first runs are the same if there are fewer
        drawn = rng.permuted(np.tile(np.arange(arms), (self.runs_per_chunk, 1)), axis=1)[:runs]
        orders, which = np.unique(drawn, axis=0, return_inverse=True)
        chunk, streams = self.experiment.empty_chunk(runs), rng.spawn(len(orders))
        for place, (order, stream) in enumerate(zip(orders, streams, strict=True)):
            here = np.flatnonzero(which.reshape(-1) == place)
            part = self._ordered(tuple(order.tolist())).play_chunk(stream, len(here))
            chunk.counts[np.ix_(here, order)] = part.counts
            chunk.curves[here] = part.curves
        return chunk

    def _ordered(self, order: Order) -> Engine:
        """The engine for arms in another order."""
        kept = self._kept.get(order)
        if kept is None:
            kept = _with_order(self.engine, order)
            if len(self._kept) < MOST_KEPT:
                self._kept[order] = kept
        return kept


MOST_KEPT = 1000
"""The orders for which engines are kept; there are 720 of six arms."""


def _with_order(engine: Any, order: Order) -> Engine:
    experiment = engine.experiment
    bandit = experiment.bandit
    means = tuple(bandit.means[arm] for arm in order)
    again: Any = replace(engine, experiment=replace(experiment, bandit=_like(bandit, means)))
    vars(again).update({name: vars(engine)[name] for name in TABLES if name in vars(engine)})
    return again  # type: ignore[no-any-return]


def _like(bandit: BernoulliBandit | GaussianBandit, means: tuple[Any, ...]) -> Any:
    if isinstance(bandit, GaussianBandit):
        return GaussianBandit(means, bandit.sigma)
    return BernoulliBandit(means)


def shuffled(engine: Engine, keep_order: bool) -> Engine:
    """The engine, with arms in a random order in each run where order decides.

    >>> from .simulation import engine_of
    >>> experiment = Experiment(DPSE(2, beta=0.1), BernoulliBandit((0.5, 0.75)), 100)
    >>> [type(shuffled(engine_of(experiment), keep)).__name__ for keep in (False, True)]
    ['ShuffledEngine', 'EliminationEngine']
    """
    experiment = engine.experiment
    plain = isinstance(experiment.bandit, BernoulliBandit | GaussianBandit)
    if keep_order or not plain or not order_decides(experiment.policy):
        return engine
    if isinstance(engine, LaneEngine):
        return replace(engine, shuffles=True)
    if isinstance(engine, KernelEngine):
        _ = getattr(engine, "tables", None)  # once for all orders
    return ShuffledEngine(engine)


def is_shuffled(engine: Engine) -> bool:
    """Whether each run has the arms in an order of its own."""
    return isinstance(engine, ShuffledEngine) or (
        isinstance(engine, LaneEngine) and engine.shuffles
    )
