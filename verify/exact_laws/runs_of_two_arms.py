"""Many runs of a policy on two arms at once, to compare with the exact law of its regret.

Each run follows the definition of the policy phase by phase, in floats and with random draws. It
shares no code with the laws, nor with the engines of `simulate`: a third program for the same runs.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.regret.explore_then_commit import ExploreThenCommit
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.algorithms.regret.table_policy import History, TablePolicy
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory.exact import exact
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)
from .regret_law import RegretLaw
from .scores_of_runs import CLOSE, scores_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
AT_ONCE = 100_000
"""How many runs are held in memory together."""


@dataclass
class Runs:
    """Runs under way: the rounds that each has left, and the pulls of its two arms."""

    means: Floats
    noise: Mechanism
    left: Integers
    pulls: Integers
    rng: np.random.Generator

    def played(self, runs: Integers, arm: Integers | int, size: Integers | int) -> Floats:
        """The noisy sums of one more phase of an arm in some runs, each cut at the horizon."""
        plays = np.minimum(size, self.left[runs])
        self.left[runs] -= plays
        self.pulls[arm, runs] += plays
        sums = self.rng.binomial(plays, self.means[arm])
        drawn: Floats = sums + noise_of_runs(self.noise, len(runs), self.rng)
        return drawn

    @property
    def going(self) -> Integers:
        """The runs that have rounds left."""
        return np.flatnonzero(self.left)


def noise_of_runs(noise: Mechanism, runs: int, rng: np.random.Generator) -> Floats:
    """One draw of a noise for each run.

    >>> noise_of_runs(IntegerLaplace(1), 5, np.random.default_rng(1)).tolist()
    [0.0, 2.0, 0.0, 2.0, 0.0]
    """
    if isinstance(noise, NoNoise):
        return np.zeros(runs)
    if isinstance(noise, Laplace):
        return rng.laplace(0.0, float(exact(noise.scale)), runs)
    if isinstance(noise, Gaussian):
        return rng.normal(0.0, math.sqrt(exact(noise.sigma_squared)), runs)
    if isinstance(noise, DiscreteGaussian):
        variance = float(exact(noise.sigma_squared))
        most = math.ceil(12 * math.sqrt(variance)) + 12
        values = np.arange(-most, most + 1.0)
        masses = np.exp(-values * values / (2 * variance))
        chosen: Floats = rng.choice(values, runs, p=masses / masses.sum())
        return chosen
    if isinstance(noise, IntegerLaplace):
        success = -math.expm1(-1 / float(exact(noise.scale)))
    elif isinstance(noise, DiscreteLaplace):
        success = 1 - float(exact(noise.ratio))
    else:
        raise ValueError(f"The noise is {noise}; give Laplace or Gaussian noise.")
    # the difference of two geometric numbers
    one, two = rng.geometric(success, (2, runs)).astype(float)
    difference: Floats = one - two
    return difference


def pulls_in_runs(
    policy: Policy[Any], bandit: BernoulliBandit, horizon: int, runs: int, rng: np.random.Generator
) -> Integers:
    """How often both arms are pulled in independent runs of a policy of two arms: 2 x runs.

    >>> from banditproof.algorithms.regret.ucb import UCB
    >>> bandit = BernoulliBandit((1, 0))
    >>> pulls_in_runs(UCB(2, ties="first"), bandit, 8, 3, np.random.default_rng(1)).tolist()
    [[6, 6, 6], [2, 2, 2]]
    """
    means = np.array([float(mean) for mean in bandit.exact_means])
    parts = []
    for first in range(0, runs, AT_ONCE):
        number = min(AT_ONCE, runs - first)
        left, pulls = np.full(number, horizon), np.zeros((2, number), np.int64)
        under_way = Runs(means, policy.declared_noise or NoNoise(), left, pulls, rng)
        for kind, play in PLAYS.items():
            if isinstance(policy, kind):
                play(policy, under_way)
                break
        else:
            raise ValueError(f"The policy {policy.name} is not played on two arms at once.")
        parts.append(under_way.pulls)
    return np.concatenate(parts, axis=1)


def farthest(law: RegretLaw, pulls: Integers, false_alarm: float = 1e-6) -> tuple[float, float]:
    """How far the runs are from a law, and how far they are by chance once in so many times.

    The distance is that of the distribution functions of the pulls of the worse arm, less the mass
    of which the law knows nothing. Runs with this law exceed sqrt(log(2 / false_alarm) / (2 runs))
    with a probability of at most `false_alarm` (Dvoretzky, Kiefer, Wolfowitz; Massart).

    >>> from fractions import Fraction
    >>> law = RegretLaw(2, Fraction(1), {0: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> [round(number, 4) for number in farthest(law, np.array([0, 1, 1, 1]))]
    [0.25, 1.3467]
    """
    known = np.zeros(law.horizon + 1)
    for number, mass in law.masses.items():
        known[number] = mass
    seen = np.bincount(pulls, minlength=law.horizon + 1) / len(pulls)
    low, at = np.cumsum(known), np.cumsum(seen)
    apart = np.maximum(low - at, at - low - float(law.missing)).max()
    return max(0.0, float(apart)), math.sqrt(math.log(2 / false_alarm) / (2 * len(pulls)))


def _phased(policy: PhasedIndexPolicy, runs: Runs) -> None:
    """Each arm for its first phase, then the arm with the best score for its next phase."""
    everyone, horizon = len(runs.left), int(runs.left[0])
    sizes = [min(policy.schedule.batch(0), horizon)]
    while policy.schedule.pulls(len(sizes) - 1) < horizon:
        sizes.append(min(policy.schedule.batch(len(sizes)), horizon))
    batch = np.array([*sizes, horizon])
    phases = np.zeros((2, everyone), np.int64)
    behind, total = np.zeros((2, everyone)), np.zeros((2, everyone))
    while (going := runs.going).size:
        unseen = phases[:, going[0]] == 0
        if unseen.any():
            arm = np.full(going.size, int(np.argmax(unseen)))
        else:
            t = horizon - runs.left[going] + 1
            scores = scores_of(policy, phases[:, going], behind[:, going], total[:, going], t)
            arm = _better(scores, policy.ties, runs.rng)
        size = batch[phases[arm, going]]
        kept = 0.0 if policy.forgets else 1.0
        sums = runs.played(going, arm, size)
        total[arm, going] = kept * total[arm, going] + sums
        behind[arm, going] = kept * behind[arm, going] + size
        phases[arm, going] += 1


def _better(scores: Floats, ties: str, rng: np.random.Generator) -> Integers:
    """The arm with the larger score in each run; ties as the policy breaks them."""
    one, two = scores
    with np.errstate(invalid="ignore"):
        near = np.abs(one - two) <= CLOSE * np.maximum(1.0, np.maximum(np.abs(one), np.abs(two)))
        tie = (one == two) | (near & np.isfinite(one) & np.isfinite(two))
    broken = rng.integers(0, 2, len(one)) if ties == "random" else int(ties == "last")
    return np.where(tie, broken, (two > one).astype(int))


def _elimination(policy: DPSE, runs: Runs) -> None:
    """DP-SE: epochs of R fresh rewards of each arm, until one is far below the other one."""
    eps, beta = float(exact(policy.eps)), float(exact(policy.beta))
    for epoch in count(1):
        if not (going := runs.going).size:
            return
        eight, four = (math.log(factor * 2 * epoch**2 / beta) for factor in (8, 4))
        real = max(32 * eight * 4.0**epoch, 8 * four * 2.0**epoch / eps) + 1
        size = math.ceil(real) if policy.rounding == "up" else math.floor(real)
        sums = [runs.played(going, arm, min(size, 2**62)) for arm in (0, 1)]
        lead = (sums[0] - sums[1]) / size
        margin = 2 * math.sqrt(eight / (2 * size)) + 2 * four / (eps * size)
        for arm, wins in ((0, lead > margin), (1, -lead > margin)):
            runs.played(going[wins], arm, 2**62)


def _trusted(policy: TrustedLeader, runs: Runs) -> None:
    """Epochs of 2^k rounds of one leader, each after an exploration unless the last one passed."""
    leader, trusted = np.ones(len(runs.left), np.int64), np.zeros(len(runs.left), bool)
    patience = float(exact(policy.patience))
    for epoch in count():
        if not (going := runs.going).size:
            return
        explores = going[~trusted[going]]
        old = leader[explores]
        one = runs.played(explores, 1 - old, (epoch + 1) ** 2)
        two = runs.played(explores, old, (epoch + 1) ** 2)
        leader[explores] = np.where(two > one, old, 1 - old)
        sums = runs.played(going, leader[going], 2**epoch)
        trusted[going] = 2**epoch - sums <= patience * 2 ** (epoch // 2)


def _committed(policy: ExploreThenCommit, runs: Runs) -> None:
    """The arms in turn, then the one with the larger sum for ever."""
    everyone = np.arange(len(runs.left))
    each = min(policy.explore, int(runs.left[0]) // 2)
    sums = np.array([runs.played(everyone, arm, each) for arm in (0, 1)])
    if each < policy.explore:
        runs.played(everyone, 0, 1)
    runs.played(everyone, _better(sums, policy.ties, runs.rng), 2**62)


def _table(policy: TablePolicy, runs: Runs) -> None:
    """The next arm by the law of the history; runs of one history are drawn together."""
    groups: dict[History, Integers] = {(): np.arange(len(runs.left))}
    while groups and runs.left[0] > 0:
        after: dict[History, Integers] = {}
        for history, here in groups.items():
            chance = float(policy.laws[history][1])
            arms = (runs.rng.random(len(here)) < chance).astype(int)
            rewards = runs.played(here, arms, 1)
            for arm in (0, 1):
                for reward in (0, 1):
                    same = here[(arms == arm) & (rewards == reward)]
                    if same.size:
                        after[(*history, (arm, reward))] = same
        groups = after


PLAYS: dict[type[Any], Callable[[Any, Runs], None]] = {
    PhasedIndexPolicy: _phased,
    DPSE: _elimination,
    TrustedLeader: _trusted,
    ExploreThenCommit: _committed,
    TablePolicy: _table,
}
"""How each kind of policy is played."""
