"""Many independent runs of a policy, by the fastest engine that plays it."""

from __future__ import annotations
import os
import pickle
import reprlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from multiprocessing import current_process
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.algorithms.apart.asked_plays import require_budget, require_declared
from banditproof.algorithms.apart.carried_policies import carried_code, name_of
from banditproof.algorithms.factory_calls import asked_of
from banditproof.algorithms.interfaces.object_policy import ObjectPolicy
from banditproof.algorithms.named_policies import policy_of_name
from banditproof.algorithms.own_policies import declared_by, policy_made_by, require_declaration
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed, require_seed, streams
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number, exact_count
from banditproof.theory.parameter_names import with_other_names
from banditproof.theory.shown_budgets import claim_of
from .batch_engine import BatchEngine, batch_engine
from .engine import PIECE, Chunk, Engine, Experiment, KernelEngine, Played, require_bandit
from .lane_engine import lane_engine
from .linear_phases import linear_phase_engine
from .object_engine import ObjectEngine
from .oful_engine import oful_engine
from .per_round import per_round_engine
from .phase_level import phase_level_engine
from .shuffled_engine import is_shuffled, shuffled
from .simulation_result import Simulation
from .step_engine import StepEngine
from .worker_processes import end_with, interruptions_held, start_worker

if TYPE_CHECKING:
    from banditproof.algorithms.apart.plain_declaration import Declared

MOST_RUNS = 10**12


def engine_of(experiment: Experiment, planned: int = 0) -> Engine:
    """The fastest engine that plays an experiment; `planned` is the number of runs, if known."""
    if isinstance(experiment.policy, ObjectPolicy):
        return ObjectEngine(experiment)
    engine = (
        phase_level_engine(experiment, planned)
        or per_round_engine(experiment, planned)
        or linear_phase_engine(experiment)
        or oful_engine(experiment, planned)
        or batch_engine(experiment)
        or StepEngine(experiment)
    )
    together = lane_engine(experiment) if isinstance(engine, BatchEngine) else None
    return together or engine


def load_engine(policy: Policy[Any], bandit: Played, horizon: int, runs: int) -> None:
    """Compile the engine of a simulation of so many runs, unless they are interpreted.

    >>> from banditproof.theory import BernoulliBandit
    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> load_engine(DPIMED(arms=2), BernoulliBandit((0.5, 0.25)), horizon=1000, runs=10)
    """
    engine = engine_of(Experiment(policy, bandit, horizon), runs)
    if isinstance(engine, KernelEngine) and not engine.interprets:
        engine.play_chunk(np.random.default_rng(0), 1)


def _in_pieces(engine: Engine, rng: np.random.Generator, runs: int, left: threading.Event) -> Chunk:
    """A chunk, played in pieces of some tenths of a second until the caller has left.

    Machine code is not interrupted; between two pieces, an interruption is seen.
    """
    if not isinstance(engine, KernelEngine):
        return engine.play_chunk(rng, runs)
    piece = max(1, PIECE // engine.steps(1))
    if runs <= piece:
        return engine.play_chunk(rng, runs)
    chunk = engine.experiment.empty_chunk(runs)
    for start in range(0, runs, piece):
        if left.is_set():
            break
        part = engine.play_chunk(rng, min(piece, runs - start))
        for whole, rows in zip(chunk, part, strict=True):
            whole[start : start + len(rows)] = rows
    return chunk


def _in_a_worker(carried: bytes, rng: np.random.Generator, runs: int, parent: int) -> Chunk:
    """A chunk, played in a process that ends with the one that started it.

    Workers of a cluster have other parents, and those of joblib whose parent differs are orphans.
    """
    if not end_with(parent) and current_process().name.startswith("LokyProcess"):
        os._exit(1)
    return _unpickled(carried).play_chunk(rng, runs)


@lru_cache(1)
def _unpickled(carried: bytes) -> Engine:
    (engine,) = pickle.loads(carried)
    return engine  # type: ignore[no-any-return]


def _chunks(engine: Engine, sizes: Iterable[int], rng: Seed, workers: int) -> Iterator[Chunk]:
    work = zip(sizes, streams(rng), strict=False)
    left = threading.Event()
    if workers == 1:
        yield from (_in_pieces(engine, stream, size, left) for size, stream in work)
        return
    from joblib import Parallel, delayed

    prefer = "threads" if engine.compiled else "processes"
    start: dict[str, Any] = {}
    if not engine.compiled:
        start = {"initializer": start_worker, "initargs": (os.getpid(),)}
    pool = Parallel(n_jobs=workers, prefer=prefer, return_as="generator", **start)
    try:
        if engine.compiled:
            yield from pool(delayed(_in_pieces)(engine, s, n, left) for n, s in work)
        else:
            here, carried = os.getpid(), carried_code(engine)
            with interruptions_held():
                played = pool(delayed(_in_a_worker)(carried, s, n, here) for n, s in work)
            yield from played
    finally:
        left.set()


def in_chunks(
    engine: Engine, result: Chunk, rng: Seed, workers: int, progress: Callable[[int], object] | None
) -> Chunk:
    """Play as many runs as the result has room for, and fill it."""
    runs, most, done = len(result.counts), engine.runs_per_chunk, 0
    sizes = (min(most, runs - start) for start in range(0, runs, most))
    for chunk in _chunks(engine, sizes, rng, workers):
        size = len(chunk.counts)
        result.counts[done : done + size] = chunk.counts
        result.curves[done : done + size] = chunk.curves
        done += size
        if progress is not None:
            progress(done)
    return result


@with_other_names("seed")
def simulate(
    policy: str | Policy[Any] | Callable[..., Any],
    bandit: Played,
    horizon: Number,
    runs: Number,
    rng: Seed,
    checkpoints: Sequence[int] | None = None,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
    *,
    budget: Budget | None = None,
    declared: Declared | str | None = None,
    keep_order: bool = False,
) -> Simulation:
    """Play a policy many times on a bandit, with the fastest engine that there is.

    A class, a function, or the name "module:factory" of one, which is imported here, is called with
    those of arms, horizon, the numbers of the `budget`, and rng or seed that it has parameters for.
    It makes a policy, or, for each run, an object with select() and update(arm, reward) or of
    another style that `audit` takes. What it declares must cost no more than the budget, as for
    the command, or be what was `declared`, by an audit for instance, or have that digest; what
    declares nothing must not claim less privacy. Its code runs in this process, and the result says
    what it declares and with which digest, or that it declares nothing. A name of the catalogue,
    such as "dp-imed", gets the budget too.

    Where the order of the arms decides, as for DP-SE or ties that are broken by it, and for a
    policy of one's own, each run gets the arms in an order of its own, unless `keep_order`; results
    are about the arms as they are given.

    Normal rewards are for policies that read rewards of any size, which clip nothing; those of a
    linear environment are clipped to the rewards of the policy.

    Runs come in chunks of a fixed size, each with its own random stream spawned from `rng`, so
    the result depends on `rng` alone: not on the number of workers, and the first runs not on the
    number of runs. `progress` is called with the number of runs done so far.

    >>> from banditproof.theory import BernoulliBandit
    >>> from banditproof.algorithms.regret.dp_klucb import DPKLUCB
    >>> policy, bandit = DPKLUCB(arms=2, eps=1), BernoulliBandit(("0.75", "0.5"))
    >>> result = simulate(policy, bandit, "1e12", runs=500, rng=1, checkpoints=(10, 10**12))
    >>> result.regret_at.shape, bool((result.regret_at[:, 1] == result.regret).all())
    ((500, 2), True)
    >>> from banditproof.theory.budgets import PureDP
    >>> simulate("dp-imed", bandit, "1e6", runs=100, rng=1, budget=PureDP(1)).policy.budget
    PureDP(eps=Fraction(1, 1))
    >>> made = simulate(lambda arms: DPKLUCB(arms, eps=1), bandit, 100, 2, 1, budget=PureDP(1))
    >>> print(made.said.partition("; ")[0])
    It declares NoisySums(noise=Laplace(scale=1)), 2 arms, rewards clipped to [0, 1], whose price \
is within eps = 1
    """
    runs = exact_count("runs", runs, least=1)
    if runs > MOST_RUNS:
        raise ValueError(f"The number of runs is beyond {MOST_RUNS:.0e}; give fewer.")
    exact_count("workers", workers, least=1)
    rounds = (
        () if checkpoints is None else tuple(exact_count("a checkpoint", t) for t in checkpoints)
    )
    total = exact_count("horizon", horizon, least=1)
    require_seed(rng)
    require_bandit(bandit)
    made = _made(policy, bandit, total, budget, declared)
    experiment = Experiment(made, bandit, total, rounds)
    noted = rounds if rounds[-1:] == (total,) or not experiment.contextual else (*rounds, total)
    experiment = replace(experiment, checkpoints=noted)
    engine = shuffled(engine_of(experiment, runs), keep_order)
    result = simulated_by(engine, runs, rng, workers, progress)
    is_own = declared is not None or not isinstance(policy, Policy)
    said = said_of(made, budget, declared) if is_own and not is_listed(policy) else ""
    noted_at = result.regret_at[:, : len(rounds)]
    return replace(result, checkpoints=rounds, regret_at=noted_at, said=said)


def _made(
    policy: str | Policy[Any] | Callable[..., Any],
    bandit: Played,
    horizon: int,
    budget: Budget | None,
    declared: Declared | str | None,
) -> Policy[Any]:
    """The policy that is played: the given one, one of a name, or what a factory makes."""
    require_declared(declared)
    if budget is not None:
        require_budget(budget)
    if isinstance(policy, str):
        return policy_of_name(policy, bandit, horizon, budget, declared=declared)
    if isinstance(policy, Policy) or not callable(policy):
        if budget is not None:
            raise ValueError(
                "A budget is for a class or a function that makes a policy, or a name, and the "
                f"policy is {reprlib.repr(policy)}; leave it out."
            )
        if declared is not None and isinstance(policy, Policy):
            require_declaration(str(getattr(policy, "name", "")), policy, declared)
        return policy  # what is none is refused by the experiment
    asked = asked_of(policy, budget)
    return policy_made_by(
        policy, name_of(policy), bandit.arms, horizon, asked, budget=budget, declared=declared
    )


def is_listed(policy: object) -> bool:
    """Whether a policy is named by a word of the catalogue."""
    return isinstance(policy, str) and ":" not in policy


def said_of(
    policy: Policy[Any], budget: Budget | None, declared: Declared | str | None = None
) -> str:
    """What a policy of one's own declares and with which digest, or that it declares nothing.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> said_of(DPIMED(2, eps=1), None).partition("; ")[0]
    'It declares NoisySums(noise=Laplace(scale=1)), 2 arms, rewards clipped to [0, 1]'
    """
    found = declared_by(policy)
    if found is None:
        return (
            "Its code was played as it is and declares nothing, and no verdict is about these runs."
        )
    within = ""
    if budget is not None and declared is None:  # else it was compared with what was judged
        within = f", whose price is within {claim_of(budget)}"
    return f"It declares {found.words}{within}; its digest is {found.digest}."


def simulated_by(
    engine: Engine,
    runs: int,
    rng: Seed,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """The runs of an engine, with the regret at all checkpoints of its experiment."""
    experiment: Experiment = engine.experiment
    chunk = in_chunks(engine, experiment.empty_chunk(runs), rng, workers, progress)
    final = chunk.curves[:, -1] if experiment.contextual else chunk.counts @ experiment.gaps
    return Simulation(
        policy=experiment.policy,
        bandit=experiment.bandit,
        horizon=experiment.horizon,
        checkpoints=experiment.checkpoints,
        regret=final,
        regret_at=chunk.curves,
        pulls=chunk.counts,
        shuffled=is_shuffled(engine),
    )
