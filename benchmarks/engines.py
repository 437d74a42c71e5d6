"""How many runs per second, where their time goes, and how little the horizon matters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms import POLICIES, Policy, make_policy, simulate
from banditproof.algorithms.engines.engine import Experiment, Floats, Integers
from banditproof.algorithms.engines.phase_level import IndexEngine
from banditproof.algorithms.engines.recorded_run import RecordedRun
from banditproof.algorithms.randomness import Option, Scripted
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.theory import BernoulliBandit
from .engine_parts_kernels import deciding, drawn
from .measurement import Measurement, best_seconds
from .per_step_loop_kernels import regret_of_a_run

INSTANCES = {
    "mu1": BernoulliBandit(("0.75", "0.70", "0.70", "0.70", "0.70")),
    "mu2": BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25")),
}
BUDGETS = ("0.25", "1")


def _policy(name: str, eps: str, horizon: int) -> Policy[Any]:
    return make_policy(name, 5, eps=eps, horizon=horizon, rho=eps, alpha=2)


def runs_per_second(name: str, bandit: BernoulliBandit, eps: str, horizon: int, runs: int) -> float:
    """One process, one thread; ratio 2 and random ties."""
    policy = _policy(name, eps, horizon)
    return runs / best_seconds(lambda: simulate(policy, bandit, horizon, runs, 1), repeats=12)


def loops_per_second(name: str, bandit: BernoulliBandit, eps: str, horizon: int) -> float:
    """The plain compiled loop over the rounds."""
    means = np.array([float(mean) for mean in bandit.exact_means])
    rng = np.random.default_rng(1)
    return 1 / best_seconds(
        lambda: regret_of_a_run(name == "dp-imed", float(eps), means, horizon, rng), repeats=3
    )


def phase_level() -> Iterator[Measurement]:
    """DP-KLUCB and DP-IMED to T = 1e7, against the loop; then the other policies."""
    horizon = 10**7
    for name in ("dp-klucb", "dp-imed"):
        for label, bandit in INSTANCES.items():
            for eps in BUDGETS:
                speed = runs_per_second(name, bandit, eps, horizon, 2_560)
                loop = loops_per_second(name, bandit, eps, horizon)
                row = Measurement(f"{name}, {label}, eps {eps}, T 1e7", speed, "runs/s", 20_000)
                yield row.beside("plain compiled per-step loop", loop)
    for name in ("dp-klucb-at-one", "adap-klucb", "dp-se"):
        speed = runs_per_second(name, INSTANCES["mu2"], "0.25", horizon, 2_560)
        yield Measurement(f"{name}, mu2, eps 0.25, T 1e7", speed, "runs/s")
    speed, beside = (
        runs_per_second(name, INSTANCES["mu2"], "0.25", horizon, 2_560)
        for name in ("adap-ucb", "dp-klucb")
    )
    row = Measurement("adap-ucb, mu2, eps 0.25, T 1e7", speed, "runs/s", demand=beside / 2)
    yield row.beside("DP-KLUCB", beside)
    for name in ("adac-ucb", "ucb-episodes"):
        speed = runs_per_second(name, INSTANCES["mu2"], "0.25", horizon, 2_560)
        yield Measurement(f"{name}, mu2, rho 0.25, T 1e7", speed, "runs/s", demand=10_000)


@dataclass(frozen=True)
class Recording:
    """The draws of some runs of an engine, one run after the other."""

    engine: IndexEngine
    played: Integers
    arms: Integers
    sizes: Integers
    released: Floats
    ties: Floats

    @property
    def runs(self) -> int:
        """The number of recorded runs."""
        return len(self.played)

    def draw_seconds(self, eps: str) -> float:
        """The time of as many draws, with the same parameters."""
        means, rng = self.engine.experiment.means, np.random.default_rng(1)
        given = (self.arms, self.sizes, self.ties > 0, means, 1 / float(eps), rng)
        return best_seconds(lambda: drawn(*given), repeats=12)

    def rest_seconds(self, eps: str, decides: bool) -> float:
        """The time of what is learnt from the draws, and of the decisions."""
        policy = self.engine.experiment.policy
        assert isinstance(policy, PhasedIndexPolicy)
        assert policy.compiled is not None
        _, behind, log_behind = self.engine.tables
        decided = deciding(policy.compiled.choose)
        how = (float(eps), policy.parameters[1], policy.compiled.slope, policy.forgets, decides)
        draws = (self.played, self.arms, self.sizes, self.released, self.ties)

        def work() -> int:
            return decided(*how, *draws, behind, log_behind, policy.arms)

        if work():
            raise ArithmeticError("A decision on recorded draws differs from the record.")
        return best_seconds(work, repeats=12)


def recording(name: str, bandit: BernoulliBandit, eps: str, horizon: int, runs: int) -> Recording:
    """The draws of some runs; a tie that is broken by u in [0, 1) is recorded as u or 1e-300."""
    engine = IndexEngine(Experiment(_policy(name, eps, horizon), bandit, horizon))
    rng = np.random.default_rng(1)
    played, arms, sizes, released, ties = [], [], [], [], []
    for _ in range(runs):
        record = engine.recorded_run(rng)
        phases = [0] * bandit.arms
        played.append(len(record.arms))
        arms.extend(record.arms)
        for arm, reward, noise in zip(record.arms, record.sums, record.noises, strict=True):
            sizes.append(int(engine.tables[0][phases[arm]]) if noise else 0)
            released.append(reward + noise)
            phases[arm] += 1
        ties.extend(_placed(engine, record))
    return Recording(engine, *map(np.array, (played, arms, sizes, released, ties)))


def _placed(engine: IndexEngine, record: RecordedRun) -> list[float]:
    """The number that breaks the tie of each pull, 0 where there is none."""
    policy = engine.experiment.policy
    script = Placing(record)
    state, t = policy.start(), 0
    for arm, reward, noise in zip(record.arms, record.sums, record.noises, strict=True):
        pull = policy.decide(state, t + 1, script)
        assert pull.arm == arm
        script.step += 1
        t += pull.count
        if noise:
            state = policy.learn(state, pull, reward + noise)
    return script.placed


class Placing(Scripted):
    """The broken ties of a record, each beside the pull that it decides."""

    def __init__(self, record: RecordedRun) -> None:
        super().__init__(uniforms=record.uniforms)
        self.left = list(record.uniforms)
        self.placed = [0.0] * len(record.arms)
        self.step = 0

    def choice(self, options: Sequence[Option]) -> Option:
        """The option at the next number, which is noted."""
        if len(options) > 1:
            self.placed[self.step] = max(self.left.pop(0), 1e-300)
        return super().choice(options)


def shares() -> Iterator[Measurement]:
    """Where the time of a run to T = 1e7 goes, in per cent of it; the draws are the floor."""
    horizon, runs = 10**7, 128
    for name, least in (("dp-klucb", 25), ("dp-imed", 33), ("adap-klucb", 20)):
        for label, bandit in INSTANCES.items():
            for eps in BUDGETS:
                whole = runs / runs_per_second(name, bandit, eps, horizon, 2_560)
                record = recording(name, bandit, eps, horizon, runs)
                draws = record.draw_seconds(eps)
                learning = record.rest_seconds(eps, False)
                choosing = record.rest_seconds(eps, True) - learning
                what = f"{name}, {label}, eps {eps}, time of"
                yield Measurement(f"{what} draws", 100 * draws / whole, "%", demand=least)
                yield Measurement(f"{what} decisions", 100 * choosing / whole, "%")
                yield Measurement(f"{what} learning", 100 * learning / whole, "%")


def long_horizons() -> Iterator[Measurement]:
    """The time of a run to T = 1e12, in units of a run to T = 1e6."""
    for name in ("dp-klucb", "dp-imed"):
        short, far = (
            runs_per_second(name, INSTANCES["mu1"], "0.25", horizon, 5_120)
            for horizon in (10**6, 10**12)
        )
        yield Measurement(
            f"{name}, mu1, eps 0.25, T 1e12 : T 1e6", short / far, "times", demand=3, at_most=True
        )


def per_round() -> Iterator[Measurement]:
    """The policies that decide before every pull."""
    for name in sorted(POLICIES):
        if name in ("ucb", "kl-ucb", "imed", "lazy-dp-ts"):
            speed = runs_per_second(name, INSTANCES["mu2"], "0.25", 20_000, 5) * 20_000
            yield Measurement(f"{name}, mu2", speed, "rounds/s")
    for name in ("dp-ucb", "dp-ucb-mt15"):
        seconds = 1 / runs_per_second(name, INSTANCES["mu2"], "0.25", 10**6, 2)
        what = f"{name}, mu2, eps 0.25, T 1e6, one run"
        yield Measurement(what, seconds, "s", demand=0.5, at_most=True)
