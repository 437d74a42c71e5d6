"""Policies with pairs of environments on which the decompositions are tried: drawn and chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.verify.decompositions.adaptive_witnesses import Situation
from banditproof.verify.definitions.finite_machine import FiniteMachine, State
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, Reward


def drawn_law(rng: np.random.Generator, size: int, grain: int = 9) -> tuple[Fraction, ...]:
    """Integer weights, some of them 0, made a law."""
    weights = [0]
    while not any(weights):
        weights = [int(w) for w in rng.integers(0, grain + 1, size)]
    return tuple(Fraction(w, sum(weights)) for w in weights)


def drawn(
    seed: int, number: int, horizons: Sequence[int] = (3,), rewards: Sequence[Reward] = (0, 1)
) -> Iterator[Situation]:
    """Random kernels with two arms between random environments."""
    rng = np.random.default_rng(seed)
    for place in range(number):
        horizon = horizons[place % len(horizons)]
        policy = FinitePolicy.random(rng, 2, horizon, rewards=rewards)
        one, two = (tuple(drawn_law(rng, len(rewards)) for _ in range(2)) for _ in range(2))
        yield Situation(policy, one, two)


def mixture(policies: Sequence[FinitePolicy], masses: Sequence[Fraction]) -> FiniteMachine:
    """The machine that draws one of several kernels once and then follows it: a hidden memory."""

    def act(state: State) -> dict[tuple[int, State], Fraction]:
        number, past = _state(state)
        law = policies[number].kernel[past]
        return {(arm, state): mass for arm, mass in enumerate(law) if mass}

    def observe(state: State, label: int, reward: Reward) -> State:
        number, past = _state(state)
        return (number, (*past, (label, reward)))

    start: dict[State, Fraction] = {(i, ()): exact(mass) for i, mass in enumerate(masses)}
    first = policies[0]
    return FiniteMachine(first.arms, first.horizon, start, act, observe, first.rewards)


def _state(state: State) -> tuple[int, History]:
    if not isinstance(state, tuple) or len(state) != 2:
        raise ValueError(f"The state {state} is no pair.")
    return state


def at_most(left: Enclosure, right: Enclosure) -> bool:
    """Whether the enclosures prove left <= right."""
    return left.hi <= right.lo


def exceeds(left: Enclosure, right: Enclosure) -> bool:
    """Whether the enclosures prove left > right."""
    return left.lo > right.hi


def four_digits(value: Enclosure | Fraction | float) -> str:
    """A number for a sentence."""
    return f"{float(value):.4g}"
