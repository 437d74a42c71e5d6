"""Optimism in an ellipsoid that is renewed in episodes: what all OFUL policies do.

V_t = lambda I + sum a_s a_s^T is public. An episode ends when det V has grown by more than the
factor 1 + C; then the vector sum a_s r_s over the episode is released once, and the ridge estimate
and its radius are renewed. Concentrated Differential Privacy for Bandits, Algorithm 3; Renyi
Differentially Private Bandits, Algorithm 4.
"""

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.contexts import Context, Row
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors, shortened
from banditproof.algorithms.curators.open_vectors import OpenVectors
from banditproof.algorithms.policy import Policy, Pull, Ties, broken_tie, checked_ties
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory import Number
from banditproof.theory.exact import exact, exact_count, exact_positive
from banditproof.theory.mechanisms import Gaussian
from .confidence_ellipsoid import noise_width, ridge_width

SIGNED = RewardSpace.of((-1, 1))
TIE = 1e-9
"""A determinant that has grown by less than this share beyond 1 + C counts as a tie.

Floating point breaks ties either way, and line 6 of the algorithm is strict."""


class Estimate(NamedTuple):
    """What the last update left: it stays as it is during an episode.

    The number of updates, the released sums, their estimate, V^-1 at the update, and the radius.
    """

    updates: int
    total: Row
    theta: Row
    shape: Context
    radius: float


class Episode(NamedTuple):
    """The last update, the rounds so far, V and V^-1, and log det V since the update."""

    known: Estimate
    rounds: int
    gram: Context
    inverse: Context
    growth: float


def dot(x: Row, y: Row) -> float:
    """The scalar product, summed from left to right.

    >>> dot((1.0, 2.0), (3.0, 4.0))
    11.0
    """
    total = 0.0
    for first, second in zip(x, y, strict=True):
        total += first * second
    return total


def moved(matrix: Context, row: Row, weight: float) -> Context:
    """The matrix plus weight times row row^T.

    >>> moved(((1.0, 0.0), (0.0, 1.0)), (1.0, 2.0), 3.0)
    ((4.0, 6.0), (6.0, 13.0))
    """
    return tuple(
        [
            tuple([entry + weight * x * y for entry, y in zip(line, row, strict=True)])
            for line, x in zip(matrix, row, strict=True)
        ]
    )


@dataclass(frozen=True)
class EpisodicOFUL(Policy[Episode]):
    """Play the vector with the largest <theta_tilde, a> + radius |a|_{V^-1} of the last update.

    `regulariser` is lambda, `doubling` is C, and theta is at most 1 long. Contexts that are longer
    than 1 are shortened, for the policy and the curator alike, and rewards are clipped to [-1, 1],
    unless the policy is `unclipped`: then both are used as they are, and no privacy is claimed.
    """

    arms: int
    dimension: int = 0
    horizon: int | None = None
    delta: Number = Fraction(1, 1000)
    regulariser: Number = 1
    doubling: Number = 1
    ties: Ties = "random"
    unclipped: bool = False
    curator: Curator = field(init=False, repr=False, compare=False)
    clips_rewards: bool = field(init=False, repr=False, compare=False)

    rewards = SIGNED

    def __post_init__(self) -> None:
        exact_count("arms", self.arms, least=1)
        exact_count("dimension", self.dimension, least=1)
        if self.horizon is not None:
            exact_count("horizon", self.horizon, least=1)
        if not 0 < exact(self.delta) < 1:
            raise ValueError(f"delta is {self.delta}; give a probability between 0 and 1.")
        exact_positive("regulariser", self.regulariser)
        exact_positive("doubling", self.doubling)
        checked_ties(self.ties)
        noise = self.noise
        curator: Curator = OpenVectors(noise)
        if not self.unclipped:
            curator = OpenVectors(norm=1) if noise is None else DeclaredVectors(noise)
        object.__setattr__(self, "curator", curator)
        object.__setattr__(self, "clips_rewards", not self.unclipped)

    @property
    @abstractmethod
    def noise(self) -> Gaussian | None:
        """The law of the noise of each coordinate of a released sum; none without privacy."""

    @property
    def threshold(self) -> float:
        """log(1 + C), with room for ties."""
        return math.log1p(float(exact(self.doubling))) + TIE

    def seen(self, row: Row) -> Row:
        """A vector as it is used: at most 1 long, unless the policy is unclipped."""
        return row if self.unclipped else shortened(row)

    def start(self) -> Episode:
        """V = lambda I; nothing was released."""
        weight, d = float(exact(self.regulariser)), self.dimension
        unit = tuple(tuple(float(i == j) for j in range(d)) for i in range(d))
        gram = tuple(tuple(weight * x for x in line) for line in unit)
        shape = tuple(tuple(x / weight for x in line) for line in unit)
        none = (0.0,) * d
        known = Estimate(0, none, none, shape, self.radius(0, 0, 0.0, weight))
        return Episode(known, 0, gram, shape, 0.0)

    def radius(self, updates: int, rounds: int, log_growth: float, smallest: float) -> float:
        """The radius after some updates: all of them hold, except with probability 2 delta.

        `log_growth` is log(det V / lambda^d), and `smallest` the smallest eigenvalue of V. The
        noise of update l is within its bound, except with probability delta / T for a horizon T,
        and delta / (l (l + 1)) if none is given. Claims `zcdp.fix.oful.radius` and
        `zcdp.fix.oful.radius.anytime`.
        """
        delta = float(exact(self.delta))
        width = ridge_width(log_growth, delta, float(exact(self.regulariser)))
        if self.noise is None or updates == 0:
            return width
        share = self.horizon or updates * (updates + 1)
        variance = updates * float(self.noise.variance)
        return width + noise_width(variance, self.dimension, delta / share, smallest)

    def estimate(self, updates: int, rounds: int, gram: Context, total: Row) -> Estimate:
        """The estimate V^-1 (released sums), and its radius, for all of an episode."""
        # Inverted anew, so that the rounding of rank-one updates does not outlive an episode.
        matrix, weight = np.array(gram), float(exact(self.regulariser))
        inverse = np.linalg.inv(matrix)
        log_growth = float(np.linalg.slogdet(matrix / weight)[1])
        # V is at least lambda I, and rounding may only say less.
        smallest = max(weight, float(np.linalg.eigvalsh(matrix)[0]))
        radius = self.radius(updates, rounds, max(log_growth, 0.0), smallest)
        theta = tuple((inverse @ np.array(total)).tolist())
        return Estimate(updates, total, theta, tuple(map(tuple, inverse.tolist())), radius)

    def index(self, known: Estimate, row: Row) -> float:
        """<theta_tilde, a> + radius |a|_{V^-1}, the largest mean of a in the ellipsoid."""
        length = dot(row, tuple([dot(line, row) for line in known.shape]))
        return dot(known.theta, row) + known.radius * math.sqrt(max(length, 0.0))

    def decide(self, state: Episode, t: int, randomness: Randomness) -> Pull:
        """Not without contexts."""
        raise ValueError(f"The policy {self.name} needs contexts; give the vectors of each round.")

    def decide_in(self, state: Episode, t: int, context: Context, randomness: Randomness) -> Pull:
        """The arm with the largest index; its pull ends the episode if det V has grown enough."""
        rows = [self.seen(row) for row in context]
        indices = [self.index(state.known, row) for row in rows]
        best = max(indices)
        tied = [arm for arm, value in enumerate(indices) if value == best]
        arm = broken_tie(tied, self.ties, randomness)
        growth = state.growth + math.log1p(self._gain(state, rows[arm])[0])
        return Pull(arm, 1, releases=growth > self.threshold)

    @staticmethod
    def _gain(state: Episode, row: Row) -> tuple[float, Row]:
        """a^T V^-1 a, and V^-1 a: if a is played, det V grows by the factor 1 + a^T V^-1 a."""
        image = tuple([dot(line, row) for line in state.inverse])
        return dot(row, image), image

    @classmethod
    def _after(cls, state: Episode, row: Row) -> Episode:
        """The episode after a vector was played: V and V^-1 have changed by a rank of one."""
        # Sherman and Morrison for V^-1.
        gain, image = cls._gain(state, row)
        return Episode(
            state.known,
            state.rounds + 1,
            moved(state.gram, row, 1.0),
            moved(state.inverse, image, -1 / (1 + gain)),
            state.growth + math.log1p(gain),
        )

    def learn(self, state: Episode, pull: Pull, released: Any) -> Episode:
        """Not without contexts."""
        raise ValueError(f"The policy {self.name} needs contexts; give the vectors of each round.")

    def learn_in(
        self, state: Episode, pull: Pull, context: Context, released: Sequence[float] | None
    ) -> Episode:
        """V changes; after a release, the estimate and the radius are renewed."""
        after = self._after(state, self.seen(context[pull.arm]))
        if released is None:
            return after
        old = state.known
        total = tuple(x + y for x, y in zip(old.total, released, strict=True))
        known = self.estimate(old.updates + 1, after.rounds, after.gram, total)
        return Episode(known, after.rounds, after.gram, known.shape, 0.0)
