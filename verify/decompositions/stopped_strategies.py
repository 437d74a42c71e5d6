"""Best-arm identification: what actions, recommendation and stopping time tell about an instance.

A strategy stops by itself, so its last reward counts and the sums run to tau, not to tau - 1.
Thesis, Remark 4.11.
"""

from collections.abc import Sequence
from fractions import Fraction
import numpy as np
from banditproof.theory.exact import Number, exact_law, exact_probability
from banditproof.theory.transport import total_variation
from banditproof.verify.definitions.finite_policy import History
from banditproof.verify.definitions.identification import FiniteIdentification, Output
from banditproof.verify.definitions.witness_policies import randomised_response
from .visible_laws import Environment


def stopped_law(
    strategy: FiniteIdentification, environment: Sequence[Sequence[Number]]
) -> dict[Output, Fraction]:
    """The law of (actions, recommendation) in an environment, exact; None: cut while running.

    >>> from banditproof.verify.definitions.identification import answers_the_last_reward
    >>> law = stopped_law(answers_the_last_reward(3), (("0.5", "0.5"), (1, 0)))
    >>> law[(0,), 0], law[(0,), 1]
    (Fraction(1, 2), Fraction(1, 2))
    """
    laws = _checked(strategy, environment)
    return strategy.law_under(
        lambda prefix: (
            (prefix[-1], reward, mass)
            for reward, mass in zip(strategy.rewards, laws[prefix[-1]], strict=True)
        )
    )


def _checked(
    strategy: FiniteIdentification, environment: Sequence[Sequence[Number]]
) -> Environment:
    laws = tuple(exact_law("of an arm", row) for row in environment)
    if len(laws) != strategy.arms or {len(law) for law in laws} != {len(strategy.rewards)}:
        raise ValueError(
            f"The environment has {len(laws)} laws; give {strategy.arms} laws on the "
            f"{len(strategy.rewards)} rewards of the strategy."
        )
    return laws


def stopped_distance(
    strategy: FiniteIdentification, one: Sequence[Sequence[Number]], two: Sequence[Sequence[Number]]
) -> Fraction:
    """E_nu[sum over t <= tau of t_{a_t}], exact; a run that is cut counts its rounds so far."""
    pairs = zip(_checked(strategy, one), _checked(strategy, two), strict=True)
    away = [total_variation(p, q) for p, q in pairs]
    law = stopped_law(strategy, one)
    return sum((mass * away[arm] for (path, _), mass in law.items() for arm in path), Fraction(0))


def random_strategy(
    rng: np.random.Generator, arms: int = 2, rounds: int = 3, grain: int = 9, *, cut: bool = False
) -> FiniteIdentification:
    """A strategy with laws of integer weights drawn at random; it plays once at least.

    It halts after `rounds` rounds at the latest, unless it may be cut there.
    """
    laws: dict[tuple[str, History], tuple[Fraction, ...]] = {}

    def drawn(kind: str, history: History, size: int) -> tuple[Fraction, ...]:
        if (kind, history) not in laws:
            weights = [int(w) for w in rng.integers(1, grain + 1, size)]
            laws[kind, history] = tuple(Fraction(w, sum(weights)) for w in weights)
        return laws[kind, history]

    def sample(history: History) -> Sequence[Fraction]:
        if not history:
            return (*drawn("arm", history, arms), Fraction(0))
        if len(history) == rounds and not cut:
            return (*(Fraction(0),) * arms, Fraction(1))
        return drawn("arm", history, arms + 1)

    return FiniteIdentification(
        arms, rounds, sample, lambda history: drawn("recommend", history, arms)
    )


def rarely_halts(after_a_one: Number = "0.09", otherwise: Number = "0.01") -> FiniteIdentification:
    """Plays arm 0 once and halts with a small probability that tells the reward, or runs on.

    A run that halts had a 1 far more often than other runs: given that it halts, the mismatches
    are not as rare as the total variation says, so that runs without end must count as well.

    >>> rarely_halts().halting_mass(((1,),))
    Fraction(9, 100)
    """
    chances = [exact_probability("otherwise", otherwise)]
    chances.append(exact_probability("after_a_one", after_a_one))

    def sample(history: History) -> Sequence[Number]:
        if not history:
            return (1, 0, 0)
        halt = chances[int(history[-1][1] == 1)]
        return (1 - halt, 0, halt)

    return FiniteIdentification(2, 1, sample, lambda history: (1, 0))


def halts_on_a_one(factor: Number, rounds: int = 3) -> FiniteIdentification:
    """Plays arm 0 and halts after a randomised response says that the last reward was 1.

    With arm 0 Ber(p) against Ber(0) its stopping time tells the first 1. It halts after `rounds`
    rounds at the latest, and recommends arm 0.

    >>> halts_on_a_one(3).halting_mass(((0,), (0,), (1,)))
    Fraction(1, 1)
    """
    truth, lie = randomised_response(factor)

    def sample(history: History) -> Sequence[Number]:
        if len(history) == rounds:
            return (0, 0, 1)
        if not history:
            return (1, 0, 0)
        halt = truth if history[-1][1] == 1 else lie
        return (1 - halt, 0, halt)

    return FiniteIdentification(2, rounds, sample, lambda history: (1, 0))
