"""The probability of what a declared curator answers, given its rewards: choices, and comparisons.

A curator of this kind releases no sums. It is played with the answers that a witness gives: rewards
are read as ever, and for each release the probability of its answer is a formula of the declaration
and of the numbers that the curator compares.

    report noisy max   the integral of f(y - s_i) times F(y - s_j) over the other scores j
    exponential        e^(rate s_i) / sum_j e^(rate s_j)
    answers to rewards the law of a sum of independent bits, for each copy
    sparse vector      for each noise of a threshold, the integral of its density times the
                       probability of each answer that shares it
    a value that is told adds the density at the value
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.curators.named_releases import plain
from banditproof.algorithms.curators.private_choices import ExponentialChoice, NoisyMax
from banditproof.algorithms.curators.randomised_rewards import RandomisedRewards
from banditproof.algorithms.curators.sparse_vector import SparseVector, Watch
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.balls import ball
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Mechanism
from .laplace_products import Factor, below, density, integral
from .plain_fields import Refused

Answer = tuple[Fraction, ...]
"""A place, a bit or counts, and the value that is told with it."""
Integral = Callable[[Sequence[Factor], Fraction | None], arb]
STEP = Fraction(1, 2**30)
"""Values that are told are known up to so many scales of their noise."""


class Answering(Curator):
    """A declared curator whose releases are given answers; it multiplies their probabilities."""

    def __init__(self, curator: Any, answers: Sequence[Answer], integral: Integral) -> None:
        # made anew, so that nothing which a policy put into the object is asked
        self.curator = type(curator)(*(getattr(curator, one.name) for one in fields(curator)))
        self.integral = integral
        self.dense = False
        """Whether the probability is a density, for a value that was told."""
        self.waiting = list(answers)[::-1]
        self.factors: list[arb] = []
        self.released = 0

    @property
    def probability(self) -> arb:
        """The probability of all answers; with values that are told, its density in these."""
        result = arb(1)
        for factor in self.factors:
            result *= factor
        return result

    def start(self, arms: int) -> Held:
        """No reward was read."""
        return self.curator.start(arms)

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """A reward, as the curator reads it."""
        return self.curator.read(held, arm, plain(reward))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, Any]:
        """The next answer leaves; its probability is a factor."""
        if not self.waiting:
            raise Refused("The policy asks for more releases than the witness has answers.")
        self.released += 1
        return self.answered(held, arm, self.waiting.pop())

    @abstractmethod
    def answered(self, held: Held, arm: int, answer: Answer) -> tuple[Held, Any]:
        """What is held after an answer, and what leaves."""

    @abstractmethod
    def possible(self, arms: int) -> list[Answer]:
        """Answers that the curator may give to so many arms, for a search."""


def _whole(answer: Answer, numbers: int, below_: int) -> list[int]:
    """An answer of so many numbers, which are places below an end; else Refused."""
    if len(answer) != numbers or any(x.denominator != 1 or not 0 <= x < below_ for x in answer):
        raise Refused(f"The answer {[*map(str, answer)]} is none that the curator gives.")
    return [int(x) for x in answer]


class _Chooses(Answering):
    """A noisy maximum, or the exponential mechanism."""

    def answered(self, held: Held, arm: int, answer: Answer) -> tuple[Held, Any]:
        scores = [Fraction(score) for score in self.curator.scored(held).scores]
        told = getattr(self.curator, "tells_value", False)
        if len(answer) != 1 + told:
            raise Refused("The answer of a choice is a place, with its value if that is told.")
        (place,) = _whole(answer[:1], 1, len(scores))
        self.factors.append(self._chance(scores, place, answer[1] if told else None))
        return ((),) * len(held), (place, float(answer[1])) if told else place

    def _chance(self, scores: Sequence[Fraction], place: int, value: Fraction | None) -> arb:
        if isinstance(self.curator, ExponentialChoice):
            rate = ball(exact(self.curator.rate))
            weights = [(rate * ball(score - scores[place])).exp() for score in scores]
            return 1 / sum(weights, arb(0))
        scale = exact(self.curator.noise.scale)
        others = [score for k, score in enumerate(scores) if k != place]
        if value is not None:
            near, self.dense = _nearly(value, scale), True
            chance = density(scale, near - ball(scores[place]))
            for other in others:
                chance *= below(scale, near - ball(other))
            return chance
        factors = [Factor("below", other, scale) for other in others]
        return self.integral([Factor("density", scores[place], scale), *factors], None)

    def possible(self, arms: int) -> list[Answer]:
        count = len(self.curator.candidates) or arms
        values: list[Answer] = [()]
        if getattr(self.curator, "tells_value", False):
            scale = exact(self.curator.noise.scale)
            values = [(-8 * scale,), (8 * scale,)]
        return [(Fraction(place), *value) for place in range(count) for value in values]


class _Counts(Answering):
    """Randomised answers to rewards."""

    def answered(self, held: Held, arm: int, answer: Answer) -> tuple[Held, Any]:
        chances = [exact(chance) for chance in self.curator.chances(held[arm])]
        counts = _whole(answer, self.curator.copies, len(chances) + 1)
        law = [Fraction(1)]
        for p in chances:
            law = [
                (law[k] if k < len(law) else 0) * (1 - p) + (law[k - 1] if k else 0) * p
                for k in range(len(law) + 1)
            ]
        self.factors += [ball(law[count]) for count in counts]
        kept = (*held[:arm], (), *held[arm + 1 :])
        return kept, tuple(counts) if len(counts) > 1 else counts[0]

    def possible(self, arms: int) -> list[Answer]:
        copies = self.curator.copies
        return [(Fraction(k),) * copies for k in range(3)]


class _Compares(Answering):
    """A sparse vector: in place of the noise of a threshold, `noise` is the run that shares it."""

    def __init__(self, curator: Any, answers: Sequence[Answer], integral: Integral) -> None:
        super().__init__(curator, answers, integral)
        self.runs: list[tuple[list[Factor], list[Fraction]]] = []
        """For each noise of a threshold: its factors, and the ends that told values put to it."""

    @property
    def probability(self) -> arb:
        result = super().probability
        for factors, ends in self.runs:
            result *= self._until(factors, min(ends, default=None))
        return result

    def _until(self, factors: Sequence[Factor], end: Fraction | None) -> arb:
        """The integral up to an end that is known nearly."""
        if end is None:
            return self.integral(factors, None)
        width = STEP * exact(self.curator.noise.scale)
        return self.integral(factors, end - width).union(self.integral(factors, end + width))

    def answered(self, held: Held, arm: int, answer: Answer) -> tuple[Held, Any]:
        own: SparseVector = self.curator
        mine: Watch = held[arm]
        told = own.tells_value or own.value_noise is not None
        if len(answer) != 1 + told:
            raise Refused("The answer of a comparison is a bit, with the value if that is told.")
        (above,) = _whole(answer[:1], 1, 2)
        value = answer[1] if told else Fraction(0)
        if not above and value:
            raise Refused("Below the threshold the value 0 is told.")
        left = (above, float(value)) if told else above
        if own.most is not None and mine.above >= own.most:
            self.factors.append(arb(1 - above))
            return (*held[:arm], mine._replace(open=()), *held[arm + 1 :]), left
        total = own.compared(mine)
        run = mine.noise
        if run is None:
            run = len(self.runs)
            scale = exact(own.noise_of_threshold.scale)
            self.runs.append(([Factor("density", Fraction(0), scale)], []))
        factors, ends = self.runs[run]
        scale = exact(own.noise.scale)
        # sum + noise >= threshold + z: the place of z at which sum and threshold meet
        meet = Fraction(total) - Fraction(float(exact(own.threshold)))
        self.dense = self.dense or bool(above and told)
        if above and told and own.value_noise is None:
            self.factors.append(density(scale, _nearly(value, scale) - ball(Fraction(total))))
            ends.append(value - Fraction(float(exact(own.threshold))))
        else:
            factors.append(Factor("above" if above else "below", meet, scale))
        if above and own.value_noise is not None:
            scale = exact(own.value_noise.scale)
            self.factors.append(density(scale, _nearly(value, scale) - ball(Fraction(total))))
        kept = Watch((), total, (), run, mine.above + above)
        if above:
            kept = kept._replace(noise=None if own.renews else run)
            kept = kept._replace(sum=0) if own.restarts else kept
        return (*held[:arm], kept, *held[arm + 1 :]), left

    def possible(self, arms: int) -> list[Answer]:
        own: SparseVector = self.curator
        if not (own.tells_value or own.value_noise):
            return [(Fraction(0),), (Fraction(1),)]
        scale = exact((own.value_noise or own.noise).scale)
        middle = exact(own.threshold)
        values = [middle + k * scale for k in (-8, 0, 8)]
        zero = Fraction(0)
        return [(zero, zero), *((Fraction(1), value) for value in values)]


def _nearly(value: Fraction, scale: Fraction) -> arb:
    """A value that is told, as far as it is known."""
    return ball(value - STEP * scale).union(ball(value + STEP * scale))


KINDS: dict[type, type[Answering]] = {
    NoisyMax: _Chooses,
    ExponentialChoice: _Chooses,
    RandomisedRewards: _Counts,
    SparseVector: _Compares,
}
"""How each declared curator answers."""


def answering(curator: Any, answers: Sequence[Answer], integral: Integral = integral) -> Answering:
    """A curator that gives these answers; Refused for one that is not declared like this."""
    kind = KINDS.get(type(curator))
    if kind is None:
        raise Refused("The curator of the policy is none whose answers have a known law.")
    return kind(curator, answers, integral)
