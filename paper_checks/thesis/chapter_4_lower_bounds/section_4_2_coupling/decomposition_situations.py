"""Policies with pairs of environments on which the decompositions are tried: drawn and chosen."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
import numpy as np
from banditproof.theory import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.kl_decompositions import zcdp_kl_decomposition
from banditproof.verify.decompositions.adaptive_witnesses import Situation, informative
from banditproof.verify.decompositions.coupled_environment import MismatchMoments
from banditproof.verify.decompositions.visible_laws import Environment, action_law
from banditproof.verify.definitions.finite_machine import FiniteMachine, State
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, Reward
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws


def drawn_law(rng: np.random.Generator, size: int, grain: int = 9) -> tuple[Fraction, ...]:
    """Integer weights, some of them 0, made a law."""
    weights = [0]
    while not any(weights):
        weights = [int(w) for w in rng.integers(0, grain + 1, size)]
    return tuple(Fraction(w, sum(weights)) for w in weights)


def drawn_pair(rng: np.random.Generator, rewards: int = 2) -> tuple[Environment, Environment]:
    """Two random environments with two arms."""
    first, second = (tuple(drawn_law(rng, rewards) for _ in range(2)) for _ in range(2))
    return first, second


def drawn(
    seed: int, number: int, horizons: Sequence[int] = (3,), rewards: Sequence[Reward] = (0, 1)
) -> Iterator[Situation]:
    """Random kernels with two arms between random environments."""
    rng = np.random.default_rng(seed)
    for place in range(number):
        horizon = horizons[place % len(horizons)]
        policy = FinitePolicy.random(rng, 2, horizon, rewards=rewards)
        yield Situation(policy, *drawn_pair(rng, len(rewards)))


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
        raise ValueError(f"The state {state} is not a pair of a number and a history.")
    return state


def noisy_count(rounds: int, weight: Fraction) -> FinitePolicy:
    """Arm 0 for some rounds, then arm j in proportion to weight^((i - j)^2), i the number of ones.

    A clipped count with discrete Gaussian noise: at distance d it tells nearly rho d^2.
    """
    zero, one = Fraction(0), Fraction(1)

    def rule(history: History) -> tuple[Fraction, ...]:
        if len(history) < rounds:
            return (one, *(zero,) * rounds)
        ones = sum(reward == 1 for _, reward in history)
        masses = [weight ** ((ones - j) ** 2) for j in range(rounds + 1)]
        return tuple(mass / sum(masses) for mass in masses)

    return FinitePolicy.from_rule(rounds + 1, rounds + 1, rule)


def informative_count(weight: Fraction) -> Situation:
    """Two rounds on Ber(1/2) against Ber(0), then the noisy count of their ones."""
    return informative(noisy_count(2, weight), 0, Fraction(1, 2))


Square = Callable[[MismatchMoments], Enclosure | Fraction]
"""What multiplies rho on the right side."""


def as_printed(moments: MismatchMoments) -> Fraction:
    """E[S^2] + E[V]."""
    return moments.printed


def expected_square(moments: MismatchMoments) -> Fraction:
    """E[d^2]."""
    return moments.distance_square


def sum_of_norms(moments: MismatchMoments) -> Enclosure:
    """(sqrt(E[S^2]) + sqrt(E[V]))^2."""
    return certify(zcdp_kl_decomposition, 1, moments.square, moments.variance, digits=20)


def divergence_of(case: Situation) -> Enclosure:
    """KL(m_nu || m_nu')."""
    first, second = (action_law(case.policy, given) for given in (case.one, case.two))
    return divergence_of_laws(first, second)


def four_digits(value: Enclosure | Fraction | float) -> str:
    """A number for a sentence."""
    return f"{float(value):.4g}"
