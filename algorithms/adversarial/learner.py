"""What a learner is: it acts, sees the loss of its action, and keeps a hidden state.

Faster Rates for Private Adversarial Bandits, Definitions 1 and 2, ask for a law of the next arm
that is a function of the arms and losses so far. A learner here may keep more than these (draws of
its own), as the algorithms of the paper do. What holds of both: a loss that was not observed is
never passed on, so changing it changes nothing.
"""

import math
from collections.abc import Hashable, Sequence
from operator import index
from typing import Any, Protocol, TypeVar
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Law = tuple[float, ...]
"""The probability of each arm."""
Advice = npt.NDArray[np.float64] | Sequence[Sequence[float]]
"""One row for each expert: its law on the arms. Advice is public."""
State = TypeVar("State", bound=Hashable)

ROUNDING = 1e-9
"""How far the entries of a row of advice may sum from 1."""


class Learner(Protocol[State]):
    """A bandit algorithm: a frozen value with its parameters; what it learns is in the state.

    Losses are any real numbers, since private forms of a learner add noise to them.
    """

    @property
    def name(self) -> str:
        """The name on the command line and in messages."""

    def start(self, arms: int) -> State:
        """The state before the first round."""

    def law(self, state: State) -> Law:
        """The law of the next arm, given what the learner knows."""

    def act(self, state: State, rng: np.random.Generator) -> int:
        """The next arm, drawn from the law."""

    def update(self, state: State, arm: int, loss: float, rng: np.random.Generator) -> State:
        """The state after the loss of the arm that was played; no other loss is known."""


class ExpertLearner(Protocol[State]):
    """A bandit algorithm that sees the advice of experts in each round."""

    @property
    def name(self) -> str:
        """The name on the command line and in messages."""

    def start(self, arms: int, experts: int) -> State:
        """The state before the first round."""

    def law(self, state: State, advice: Advice) -> Law:
        """The law of the next arm under this round's advice."""

    def act(self, state: State, advice: Advice, rng: np.random.Generator) -> int:
        """The next arm, drawn from the law."""

    def update(
        self, state: State, advice: Advice, arm: int, loss: float, rng: np.random.Generator
    ) -> State:
        """The state after the loss of the arm that was played under this round's advice."""


class FullInformationLearner(Protocol[State]):
    """An algorithm that sees the losses of all arms after each round."""

    @property
    def name(self) -> str:
        """The name on the command line and in messages."""

    def start(self, arms: int) -> State:
        """The state before the first round."""

    def law(self, state: State) -> Law:
        """The law of the next arm."""

    def act(self, state: State, rng: np.random.Generator) -> int:
        """The next arm, drawn from the law."""

    def update_all(self, state: State, losses: Sequence[float]) -> State:
        """The state after the losses of all arms."""


def drawn_arm(law: Sequence[float], u: float) -> int:
    """The arm at u in [0, 1): the first one up to which the probabilities sum to more than u.

    Rounding can leave the sum of all below u; then it is the last arm with a positive probability.

    >>> drawn_arm((0.25, 0.0, 0.75), 0.2), drawn_arm((0.25, 0.0, 0.75), 0.25)
    (0, 2)
    >>> drawn_arm((0.5, 0.4999999, 0.0), 0.99999999)
    1
    """
    total, last = 0.0, 0
    for arm, probability in enumerate(law):
        total += probability
        if u < total:
            return arm
        if probability > 0.0:
            last = arm
    return last


def checked_arms(arms: int) -> int:
    """The number of arms as a plain integer; less than one is a ValueError.

    >>> checked_arms(2)
    2
    """
    return _checked_number("arms", arms)


def checked_experts(experts: int) -> int:
    """The number of experts as a plain integer; less than one is a ValueError.

    >>> checked_experts(0)
    Traceback (most recent call last):
    ...
    ValueError: The number of experts is 0; give an integer of at least 1.
    """
    return _checked_number("experts", experts)


def _checked_number(name: str, given: Any) -> int:
    try:
        number = int(index(given))
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"The number of {name} is {given!r}; give an integer of at least 1.")
    return number


def checked_observation(arm: int, loss: float, arms: int) -> float:
    """The loss of an arm as a float; an arm that is none, or a loss not finite, is a ValueError.

    >>> checked_observation(1, -3, arms=2)
    -3.0
    >>> checked_observation(0, float("nan"), arms=2)
    Traceback (most recent call last):
    ...
    ValueError: The loss of arm 0 is nan; give a finite number, which may be negative.
    """
    if not 0 <= arm < arms:
        raise ValueError(f"The arm is {arm}; give an arm from 0 to {arms - 1}.")
    observed = float(loss)
    if not math.isfinite(observed):
        raise ValueError(
            f"The loss of arm {arm} is {loss}; give a finite number, which may be negative."
        )
    return observed


def importance_weighted(loss: float, probability: float, arm: int) -> float:
    """The loss divided by the probability of its arm: an unbiased estimate, 0 if not played.

    >>> importance_weighted(-0.5, 0.25, arm=1)
    -2.0
    >>> importance_weighted(0.5, 0.0, arm=1)
    Traceback (most recent call last):
    ...
    ValueError: Arm 1 has probability 0 and a loss; give the loss of an arm that can be drawn.
    """
    if not probability > 0.0:
        raise ValueError(
            f"Arm {arm} has probability 0 and a loss; give the loss of an arm that can be drawn."
        )
    estimate = loss / probability
    if not math.isfinite(estimate):
        raise ValueError(
            f"The loss {loss} of arm {arm}, divided by its probability {probability}, exceeds the "
            "largest float; give a smaller loss."
        )
    return estimate


def checked_advice(advice: Advice, experts: int, arms: int) -> Floats:
    """The advice as an array of experts x arms; rows that are no laws are a ValueError.

    >>> checked_advice([(1, 0), (0.5, 0.5)], experts=2, arms=2)[1]
    array([0.5, 0.5])
    >>> checked_advice([(1, 0), (0.5, 0.25)], experts=2, arms=2)
    Traceback (most recent call last):
    ...
    ValueError: The advice of expert 1 sums to 0.75; give probabilities that sum to 1.
    """
    try:
        rows = np.asarray(advice, dtype=np.float64)
    except (TypeError, ValueError):
        rows = np.zeros(0)
    if rows.shape != (experts, arms):
        raise ValueError(
            f"The advice has the shape {rows.shape}; give one row for each of the {experts} "
            f"experts, with a probability for each of the {arms} arms."
        )
    outside = ~((rows >= 0.0) & (rows <= 1.0)).all(axis=1)
    if outside.any():
        expert = int(outside.argmax())
        raise ValueError(
            f"The advice of expert {expert} is {rows[expert].tolist()}; give probabilities in "
            "[0, 1]."
        )
    wrong = abs(rows.sum(axis=1) - 1.0) > ROUNDING
    if wrong.any():
        expert = int(wrong.argmax())
        raise ValueError(
            f"The advice of expert {expert} sums to {rows[expert].sum():g}; give probabilities "
            "that sum to 1."
        )
    return rows
