"""HTINF: follow the Tsallis-regularised leader, and skip losses that are large for their arm."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple
import numpy as np
from banditproof.theory.exact import Number, exact, exact_positive
from .learner import Law, checked_arms, checked_observation, drawn_arm, importance_weighted

LEAST_ALPHA = Fraction(101, 100)
"""The least alpha: its law has powers with the exponent alpha / (alpha - 1)."""


class HTINFState(NamedTuple):
    """The rounds that are over, and the sum of the estimated losses of each arm."""

    rounds: int
    estimates: tuple[float, ...]


@dataclass(frozen=True)
class HTINF:
    """Play x = arg min <Lh, x> / (sigma t^(1/alpha)) - alpha sum x^(1/alpha); skip large losses.

    A loss l of arm I is skipped if |l| > theta sigma t^(1/alpha) x(I)^(1/alpha), and otherwise
    Lh(I) += l / x(I). Faster Rates for Private Adversarial Bandits, Section 3 and Appendix D, name
    the algorithm without printing it, with alpha = 2 and sigma^2 = 6; for alpha = 2, the regret of
    this listing has a separate proof. For alpha < 2 the listing, and `theta` above all, rests on
    a secondary source, a public implementation: see `is_second_hand`.

    >>> learner = HTINF()
    >>> state = learner.update(learner.update(learner.start(3), 0, 0.8), 1, -0.3)
    >>> [round(x, 12) for x in learner.law(state)]
    [0.304618349744, 0.390763300512, 0.304618349744]
    """

    sigma_squared: Number = 6
    alpha: Number = 2
    theta: Number | None = None

    name = "htinf"

    def __post_init__(self) -> None:
        exact_positive("sigma_squared", self.sigma_squared)
        if not LEAST_ALPHA <= exact(self.alpha) <= 2:
            raise ValueError(
                f"alpha is {self.alpha}; give a number from 1.01 to 2: closer to 1, floats are too "
                "coarse for its powers."
            )
        if self.theta is not None and not 0 < exact(self.theta) < 1:
            raise ValueError(f"theta is {self.theta}; give a number between 0 and 1.")

    @property
    def is_second_hand(self) -> bool:
        """Whether the listing rests on a secondary source only: for alpha < 2.

        >>> HTINF().is_second_hand, HTINF(alpha="1.5").is_second_hand
        (False, True)
        """
        return exact(self.alpha) < 2

    @cached_property
    def power(self) -> float:
        """1 / alpha."""
        return float(1 / exact(self.alpha))

    @cached_property
    def scale(self) -> float:
        """The standard deviation sigma."""
        return math.sqrt(exact(self.sigma_squared))

    @cached_property
    def share(self) -> float:
        """The number theta in use, as a float."""
        return default_theta(self.alpha) if self.theta is None else float(exact(self.theta))

    def start(self, arms: int) -> HTINFState:
        """No round, and estimates 0."""
        return HTINFState(0, (0.0,) * checked_arms(arms))

    def stretch(self, state: HTINFState) -> float:
        """sigma t^(1/alpha) of the round that comes: one over its learning rate.

        >>> HTINF(sigma_squared=4).stretch(HTINFState(8, (0.0,)))
        6.0
        """
        t = float(state.rounds + 1)
        return self.scale * (math.sqrt(t) if self.power == 0.5 else t**self.power)

    def law(self, state: HTINFState) -> Law:
        """The law of the next arm; its entries sum to 1 up to rounding."""
        return tsallis_law(state.estimates, self.stretch(state), self.alpha)

    def act(self, state: HTINFState, rng: np.random.Generator) -> int:
        """An arm drawn from the law, by one uniform number."""
        return drawn_arm(self.law(state), rng.random())

    def threshold(self, state: HTINFState, probability: float) -> float:
        """The largest loss of an arm of this probability that is not skipped."""
        root = math.sqrt(probability) if self.power == 0.5 else probability**self.power
        return self.share * self.stretch(state) * root

    def update(
        self, state: HTINFState, arm: int, loss: float, rng: np.random.Generator | None = None
    ) -> HTINFState:
        """The round is over, and the loss is added unless it is skipped; nothing is drawn."""
        observed = checked_observation(arm, loss, len(state.estimates))
        probability = self.law(state)[arm]
        estimates = state.estimates
        if abs(observed) <= self.threshold(state, probability):
            moved = list(estimates)
            moved[arm] += importance_weighted(observed, probability, arm)
            estimates = tuple(moved)
        return HTINFState(state.rounds + 1, estimates)


def default_theta(alpha: Number) -> float:
    """min{ 1 - 2^(-(alpha-1)/(2 alpha-1)), (2 - 2/alpha)^(1/(2-alpha)) }.

    The second term has the limit e^(-1/2) at alpha = 2. Only the value at 2 is covered by a proof.

    >>> default_theta(2) == 1 - 2 ** (-1 / 3), round(default_theta("1.5"), 6)
    (True, 0.159104)
    """
    a = exact(alpha)
    first = 1.0 - math.pow(2.0, -(a - 1) / (2 * a - 1))
    second = math.exp(-0.5) if a == 2 else math.pow(2 - 2 / a, 1 / (2 - a))
    return min(first, second)


def tsallis_law(estimates: Sequence[float], stretch: float, alpha: Number = 2) -> Law:
    """The minimiser of <Lh, x> / stretch - alpha sum x^(1/alpha) over the laws x.

    x(i) = ((Lh(i) - min Lh) / stretch + nu)^(-alpha/(alpha-1)); the nu that makes the sum 1 is
    between 1 and K^((alpha-1)/alpha). The sum is convex and decreasing in nu, so Newton's steps
    from 1 never pass the root.

    >>> tsallis_law((0.0, 0.0, 0.0, 0.0), 1.0)
    (0.25, 0.25, 0.25, 0.25)
    """
    a = exact(alpha)
    least = min(estimates)
    distances = [(estimate - least) / stretch for estimate in estimates]
    exponent = float(a / (a - 1))
    nu = 1.0
    while True:
        total = slope = 0.0
        for distance in distances:
            base = distance + nu
            x = 1.0 / (base * base) if a == 2 else base**-exponent
            total += x
            slope += x / base
        step = (total - 1.0) / (exponent * slope)
        # nu only rises, and a step that rounding swallows is the last one: so the loop ends.
        if not nu + step > nu:
            break
        nu += step
    if a == 2:
        return tuple(1.0 / ((d + nu) * (d + nu)) for d in distances)
    return tuple((d + nu) ** -exponent for d in distances)
