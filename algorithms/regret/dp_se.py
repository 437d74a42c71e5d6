"""DP-SE: successive elimination on fresh, private means."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple
from flint import arb
from banditproof.algorithms.policy import Policy, Pull, claimed_budget
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Number
from banditproof.theory.balls import ball
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.exact import exact, exact_count, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism
from banditproof.theory.parameter_names import accepts_epsilon

Rounding = Literal["up", "down"]
UNTIL_THE_HORIZON = 2**62
"""More pulls than any horizon has."""


class Epoch(NamedTuple):
    """An epoch under way: its number, the arms alive at its start, and the means of those done."""

    number: int
    alive: tuple[int, ...]
    means: tuple[float, ...]


@accepts_epsilon
@dataclass(frozen=True)
class DPSE(Policy[Epoch]):
    """Pull all surviving arms R times with fresh rewards, then drop those far below the best.

    Epoch e on a set S of arms has the accuracy D = 2^-e and
    R = ceil( max{ 32 log(8|S|e^2/beta) / D^2, 8 log(4|S|e^2/beta) / (eps D) } + 1 ), and drops each
    arm whose private mean is more than 2h + 2c below the largest, with
    h = sqrt( log(8|S|e^2/beta) / (2R) ) and c = log(4|S|e^2/beta) / (eps R). The best arm survives
    with probability at least 1 - beta pi^2 / 12; beta = 1/T is the usual choice. Each arm of an
    epoch is pulled in one block, in index order. Claim `bern.comp.dpse`.

    The article has a real number for R, and the ceiling is no less. Public codes have the floor,
    which is `rounding` "down": one pull less for each arm of an epoch. The guarantee holds for
    both, since it needs R > max{...} alone.

    >>> DPSE(arms=2, beta="0.01", eps=1).pulls_per_arm(epoch=1, alive=2)
    946
    >>> DPSE(arms=5, beta="0.01", eps=1, rounding="down").pulls_per_arm(epoch=1, alive=5)
    1062
    """

    arms: int
    beta: Number
    eps: Number = 1.0
    noise: Mechanism | None = None
    rounding: Rounding = "up"
    """What becomes of the real number of which R is the whole part."""

    name = "dp-se"

    def __post_init__(self) -> None:
        if self.arms < 1:
            raise ValueError(f"The number of arms is {self.arms}; give at least one arm.")
        exact_positive("eps", self.eps)
        if not 0 < exact(self.beta) <= 1:
            raise ValueError(f"beta is {self.beta}; give a probability > 0, for instance 1/T.")
        if self.rounding not in ("up", "down"):
            raise ValueError(f"The rounding is {self.rounding!r}; give 'up' or 'down'.")

    @property
    def budget(self) -> PureDP | ZCDP:
        """eps-DP: every reward enters one sum, of sensitivity 1; zCDP with Gaussian noise."""
        return claimed_budget(self.eps, self.noise)

    def pulls_per_arm(self, epoch: int, alive: int) -> int:
        """R: how often each of the surviving arms is pulled in an epoch."""
        accuracy = 2.0**-epoch
        statistical = 32 * self._log_ratio(8, epoch, alive) / accuracy**2
        private = 8 * self._log_ratio(4, epoch, alive) / (float(exact(self.eps)) * accuracy)
        real = max(statistical, private) + 1
        return math.ceil(real) if self.rounding == "up" else math.floor(real)

    def margin(self, epoch: int, alive: int) -> float:
        """2h + 2c: how far below the largest mean an arm is dropped."""
        pulls = self.pulls_per_arm(epoch, alive)
        h = math.sqrt(self._log_ratio(8, epoch, alive) / (2 * pulls))
        c = self._log_ratio(4, epoch, alive) / (float(exact(self.eps)) * pulls)
        return 2 * h + 2 * c

    def proved_margin(self, epoch: int, alive: int) -> arb:
        """R (2h + 2c): by more than how much the sum of an arm is below the largest, as a ball."""
        pulls, per_event = self.pulls_per_arm(epoch, alive), alive * epoch**2 / exact(self.beta)
        eight, four = (ball(factor * per_event).log() for factor in (8, 4))
        return 2 * (eight * pulls / 2).sqrt() + 2 * four / ball(exact(self.eps))

    def _log_ratio(self, factor: int, epoch: int, alive: int) -> float:
        return math.log(factor * alive * epoch**2 / float(exact(self.beta)))

    def start(self) -> Epoch:
        """The first epoch, with all arms."""
        return Epoch(1, tuple(range(self.arms)), ())

    @property
    def declared_noise(self) -> Mechanism:
        """Laplace noise of scale 1/eps on each sum, unless another noise was given."""
        return Laplace(1 / exact(self.eps)) if self.noise is None else self.noise

    def decide(self, state: Epoch, t: int, randomness: Randomness) -> Pull:
        """The next arm of the epoch; a sole survivor until the horizon."""
        if len(state.alive) == 1:
            return Pull(state.alive[0], UNTIL_THE_HORIZON, releases=False)
        arm = state.alive[len(state.means)]
        return Pull(arm, self.pulls_per_arm(state.number, len(state.alive)))

    def learn(self, state: Epoch, pull: Pull, released: float | None) -> Epoch:
        """Note the arm's mean; after the last arm of the epoch, drop the bad ones."""
        if released is None:
            return state
        means = (*state.means, released / pull.count)
        if len(means) < len(state.alive):
            return state._replace(means=means)
        margin = self.margin(state.number, len(state.alive))
        best = max(means)
        alive = tuple(
            arm for arm, mean in zip(state.alive, means, strict=True) if not best - mean > margin
        )
        return Epoch(state.number + 1, alive, ())


def for_horizon(arms: int, eps: Number, horizon: int) -> DPSE:
    """DP-SE with beta = 1/T, the usual choice.

    >>> for_horizon(arms=2, eps=1, horizon=100).beta
    Fraction(1, 100)
    """
    return DPSE(arms=arms, eps=eps, beta=Fraction(1, exact_count("horizon", horizon, least=1)))
