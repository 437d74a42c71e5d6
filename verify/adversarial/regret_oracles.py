"""Simulated regret on families of losses beside an upper bound: does the bound survive?

The regret of a run is at least r, the sum of the least losses of each round less the least sum of
one arm. If n independent runs have regret X or more, then, except with probability `level`, a run
has regret X or more with probability p = level^(1/n) at least, so that the expected regret is at
least p X + (1 - p) r. A bound below that is refuted for the learner that played. What is no smaller
than the number of rounds is vacuous, and a learner cannot refute it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any
import numpy as np
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.learner import Learner
from banditproof.algorithms.adversarial.loss_families import FAMILIES, make_losses
from banditproof.algorithms.adversarial.loss_sequences import Floats, LossSequence
from banditproof.algorithms.adversarial.rounds import play_learner
from banditproof.algorithms.engines.adversarial_engine import WITH_KERNELS, simulate_learner
from banditproof.algorithms.engines.loss_simulation import simulate_losses
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed, streams
from banditproof.theory import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_probability

Player = Learner[Any] | Policy[Any]


@dataclass(frozen=True)
class RegretRow:
    """A family of losses: the bound, the mean regret, and a lower limit of the expected regret."""

    family: str
    horizon: int
    bound: Enclosure
    mean: float
    least: float

    @property
    def vacuous(self) -> bool:
        """Whether the bound is at least the number of rounds, so that nothing can be above it."""
        return bool(self.bound.lo >= self.horizon)

    @property
    def refuted(self) -> bool:
        """Whether the expected regret is above the bound, at the level of the check."""
        return bool(exact(self.least) > self.bound.hi)

    @property
    def share(self) -> float:
        """The mean regret as a share of the bound."""
        return self.mean / float(self.bound)


def least_regret(losses: LossSequence) -> float:
    """The regret that no play is below: the best arm of each round against the best single one.

    >>> from banditproof.algorithms.adversarial.loss_families import alternating_losses
    >>> least_regret(alternating_losses(2, 10)), least_regret(make_losses("linear", 2, 10))
    (-5.0, 0.0)
    """
    best = 0.0
    for start in range(0, losses.horizon, 8192):
        best += float(losses.block(start, min(losses.horizon, start + 8192)).min(axis=1).sum())
    return min(0.0, best - float(losses.totals().min()))


def regrets(player: Player, losses: LossSequence, runs: int, rng: Seed = 0) -> Floats:
    """The regret of independent runs, by the fastest engine that plays exactly this player.

    >>> from banditproof.algorithms.adversarial.htinf import HTINF
    >>> found = regrets(HTINF(), make_losses("one-good-arm", 2, 100), runs=2, rng=1)
    >>> len(found), bool(0 <= found.min() <= found.max() < 80)
    (2, True)
    """
    if isinstance(player, Policy):
        return simulate_losses(player, losses, runs, rng).regret
    if type(player) in WITH_KERNELS:
        return simulate_learner(player, losses, runs, rng).regret  # type: ignore[arg-type]
    generators = islice(streams(rng), exact_count("runs", runs, least=1))
    return np.array(
        [play_learner(player, losses, generator).regret(losses) for generator in generators]
    )


def lower_limit(found: Floats, floor: float, level: Number = "1e-6") -> float:
    """A number that the expected regret exceeds, except with probability `level`.

    >>> round(lower_limit(np.full(12, 100.0), 0.0), 3)
    31.623
    """
    error = exact_probability("level", level)
    if not 0 < error < 1:
        raise ValueError(f"The level is {level}; give a number strictly between 0 and 1.")
    chance = math.exp(math.log(float(error)) / len(found))
    return chance * float(found.min()) + (1.0 - chance) * floor


def families_of(arms: int) -> tuple[str, ...]:
    """The named families that there are for so many arms; those of Lemma 11 have two.

    >>> len(families_of(2)), len(families_of(3))
    (8, 6)
    """
    return tuple(name for name in FAMILIES if arms == 2 or not name.startswith("lower-bound"))


def regret_rows(
    player: Player,
    bound: Enclosure,
    arms: int,
    horizon: int,
    runs: int,
    families: Sequence[str] | None = None,
    level: Number = "1e-6",
    rng: Seed = 0,
) -> tuple[RegretRow, ...]:
    """Play all families, or the given ones; each row errs with its share of the level.

    >>> from banditproof.algorithms.adversarial.htinf import HTINF
    >>> bound = Enclosure.of(60)
    >>> rows = regret_rows(HTINF(), bound, 2, 400, runs=6, families=["linear", "alternating"])
    >>> [row.refuted for row in rows], rows[0].vacuous
    ([False, False], False)
    """
    names = families_of(arms) if families is None else tuple(families)
    error = exact(level) / max(1, len(names))
    rows = []
    for place, name in enumerate(names):
        losses = make_losses(name, arms, horizon, seed=place)
        seed = np.random.SeedSequence([rng, place]) if isinstance(rng, int) else rng
        result = regrets(player, losses, runs, seed)
        least = lower_limit(result, least_regret(losses), error)
        rows.append(RegretRow(name, horizon, bound, float(result.mean()), least))
    return tuple(rows)


def tuned_exp3(arms: int, rounds: int, scale: Number = 0) -> EXP3:
    """EXP3 with the eta and gamma of `theory.adversarial.learner_bounds.exp3_tuned`.

    eta = sqrt(log K / (K T (1 + 2 s^2 + 4 s L))) and gamma = 4 eta s K L, L = log(K T).

    >>> tuned_exp3(2, 10**4).gamma
    0.0
    """
    s, level = float(exact(scale)), float(np.log(arms * rounds))
    square = 1.0 + 2.0 * s * s + 4.0 * s * level
    eta = float(np.sqrt(np.log(arms) / (arms * rounds * square)))
    gamma = 4.0 * eta * s * arms * level
    if gamma > 1.0:
        raise ValueError(
            f"gamma is {gamma:.4g} at {rounds} rounds; give more, for a bound below T."
        )
    return EXP3(eta, Fraction(gamma) if gamma else 0.0)
