"""Small strategies with two arms whose every probability is an exact rational."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
import numpy as np
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bernoulli import kl_ball
from banditproof.verify.decompositions.stopped_strategies import stopped_law
from banditproof.verify.definitions.finite_policy import History, visible_histories
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.definitions.notions import Notion

Means = tuple[Fraction, Fraction]
ZERO, HALF = Fraction(0), Fraction(1, 2)


@dataclass(frozen=True)
class Performance:
    """What a strategy does on one instance."""

    pulls: tuple[Fraction, ...]
    """E[N_a], the samples of each arm."""
    halting_step: Fraction
    """E[tau], the first step whose action is to halt."""
    answers: tuple[Fraction, ...]
    """The probability of halting and recommending each arm."""


def played(strategy: FiniteIdentification, means: Sequence[Fraction]) -> Performance:
    """The exact law of a strategy that always halts, on Bernoulli arms."""
    law = stopped_law(strategy, [(1 - mean, mean) for mean in means])
    if any(answer is None for _, answer in law):
        raise RuntimeError("The strategy does not halt in time.")
    arms = range(strategy.arms)
    return Performance(
        tuple(sum((m * path.count(a) for (path, _), m in law.items()), ZERO) for a in arms),
        sum((m * (len(path) + 1) for (path, _), m in law.items()), ZERO),
        tuple(sum((m for (_, answer), m in law.items() if answer == a), ZERO) for a in arms),
    )


@dataclass(frozen=True)
class Situation:
    """A strategy on the class of two instances with different best arms: arm 0, then arm 1."""

    strategy: FiniteIdentification
    nu: Means
    other: Means

    @property
    def performance(self) -> Performance:
        """What it does on nu."""
        return _played(self, self.nu)

    @property
    def risk(self) -> Fraction:
        """The least delta for which the strategy is delta-correct on the class."""
        right = (_played(self, self.nu).answers[0], _played(self, self.other).answers[1])
        return 1 - min(right)

    def view_eps(self) -> arb:
        """The least eps for which the strategy is eps-View DP, as a ball."""
        return ball(Fraction(_view_ratio(self.strategy))).log()


@cache
def _played(situation: Situation, means: Means) -> Performance:
    return played(situation.strategy, means)


@cache
def _view_ratio(strategy: FiniteIdentification) -> Fraction:
    return Fraction(strategy.ratio(Notion.VIEW))


def kl_at_risk(delta: Fraction) -> arb:
    """kl(1 - delta, delta), which is kl(delta, 1 - delta)."""
    return kl_ball(1 - delta, delta)


def random_strategy(rng: np.random.Generator, rounds: int) -> FiniteIdentification:
    """Integer weights for each law; the recommendation leans towards what the rewards say."""
    sample: dict[History, tuple[Fraction, ...]] = {}
    answer: dict[History, tuple[Fraction, ...]] = {}
    for history in visible_histories(2, rounds + 1, (0, 1)):
        last = len(history) == rounds
        weights = [0, 0, 1] if last else [int(w) for w in rng.integers(1, 10, 3)]
        sample[history] = tuple(Fraction(w, sum(weights)) for w in weights)
        votes = sum(1 if (arm == 0) == (reward == 1) else -1 for arm, reward in history)
        lean = Fraction(int(rng.integers(10, 18)), 20)
        first = lean if votes > 0 else 1 - lean if votes < 0 else HALF
        answer[history] = (first, 1 - first)
    return FiniteIdentification(2, rounds, sample.__getitem__, answer.__getitem__)


def random_situations(seed: int, number: int, rounds: Sequence[int]) -> Iterator[Situation]:
    """Random strategies and pairs of instances of which they know more than a blind guess."""
    rng, result = np.random.default_rng(seed), 0
    while result < number:
        high, low, up, down = (int(i) for i in rng.integers(1, 20, 4))
        if not (high > low and up > down):
            continue
        nu = (Fraction(high, 20), Fraction(low, 20))
        other = (Fraction(down, 20), Fraction(up, 20))
        situation = Situation(random_strategy(rng, rounds[result % len(rounds)]), nu, other)
        if situation.risk < HALF:
            result += 1
            yield situation


def blind_guess() -> FiniteIdentification:
    """Halts at once and recommends either arm with probability 1/2."""
    return FiniteIdentification(2, 1, lambda h: (0, 0, 1), lambda h: (HALF, HALF))


def noisy_answer(truth: Fraction) -> FiniteIdentification:
    """One sample of arm 0; a reward of one says arm 0, with the probability `truth`."""
    return FiniteIdentification(
        2,
        1,
        lambda h: (0, 0, 1) if h else (1, 0, 0),
        lambda h: (truth, 1 - truth) if h[0][1] else (1 - truth, truth),
    )


def reported(evaluate: Callable[[], arb], digits: int = 15) -> Enclosure:
    """A number of a summary, enclosed."""
    return enclose(evaluate, digits)
