"""Policies whose curators release too much, and correct ones that look alike."""

from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms import Curator, RewardSpace
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory import PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace

NOTES: list[float] = []


@dataclass(frozen=True)
class TakesTurns(Policy):
    """Batches of two in turn, and then the arm with the largest released number."""

    curator: Curator
    rewards: RewardSpace = UNIT
    arms: int = 2
    name = "takes turns"
    budget = PureDP(1)

    def start(self):
        return (0.0,) * self.arms

    def mechanism(self, state, pull):
        return getattr(self.curator, "noises", (Laplace(1),))[0]

    def decide(self, state, t, randomness):
        return Pull((t // 2) % 2 if t < 9 else state.index(max(state)), 2)

    def learn(self, state, pull, released):
        first = released[0] if isinstance(released, tuple) else released
        return (*state[: pull.arm], first, *state[pull.arm + 1 :])


class Summing(Curator):
    """Sums with Laplace noise of scale 1, as a class that does it rightly, and others wrongly."""

    scale = 1

    def noisy(self, held, arm, randomness):
        return held[arm] + randomness.noise(Laplace(self.scale))

    def release(self, held, arm, mechanism, randomness):
        left = (*held[:arm], 0, *held[arm + 1 :])
        return left, self.noisy(held, arm, randomness)


class HalfTheScale(Summing):
    scale = Fraction(1, 2)


class TwoReleases(Summing):
    """A batch is released with the next one again."""

    def start(self, arms):
        return (0,) * (2 * arms)

    def release(self, held, arm, mechanism, randomness):
        now, old = held[arm], held[arm + 2]
        kept = [*held]
        kept[arm], kept[arm + 2] = 0, now
        return tuple(kept), now + old + randomness.noise(Laplace(1))


class Shrinking(Summing):
    """The noise is smaller in each release."""

    def start(self, arms):
        return (0,) * arms + (1,)

    def release(self, held, arm, mechanism, randomness):
        value = held[arm] + randomness.noise(Laplace(Fraction(1, held[-1])))
        return (*held[:arm], 0, *held[arm + 1 : -1], held[-1] + 1), value


class GaussianNoise(Summing):
    def noisy(self, held, arm, randomness):
        return held[arm] + randomness.noise(Gaussian(sigma_squared=100))


class Bare(Summing):
    def noisy(self, held, arm, randomness):
        return held[arm]


class SharedNoise(Summing):
    """One noise hides the numbers of both arms."""

    def start(self, arms):
        return ((0,) * arms, None)

    def read(self, held, arm, reward):
        return (super().read(held[0], arm, reward), held[1])

    def release(self, held, arm, mechanism, randomness):
        noise = randomness.noise(Laplace(1)) if held[1] is None else held[1]
        left = (*held[0][:arm], 0, *held[0][arm + 1 :])
        return (left, noise), held[0][arm] + noise


class LateLeak(Summing):
    """Releases 2, 4, 8, ... have no noise."""

    def start(self, arms):
        return (0,) * arms + (1,)

    def release(self, held, arm, mechanism, randomness):
        n = held[-1]
        value = (
            held[arm] if n > 1 and n & (n - 1) == 0 else held[arm] + randomness.noise(Laplace(1))
        )
        return (*held[:arm], 0, *held[arm + 1 : -1], n + 1), value


class RawBaseline(Summing):
    """The raw mean of the first batch is subtracted from all later sums."""

    def start(self, arms):
        return (0,) * arms + (0,)

    def read(self, held, arm, reward):
        return (*super().read(held[:-1], arm, reward), held[-1])

    def release(self, held, arm, mechanism, randomness):
        value = held[arm] - held[-1] * 0.5 + randomness.noise(Laplace(1))
        base = held[-1] or held[arm]
        return (*held[:arm], 0, *held[arm + 1 : -1], base), value


class ClippedAfter(Summing):
    """The rewards are meant for [0, 1], and sums count them three times."""

    def noisy(self, held, arm, randomness):
        return 3 * held[arm] + randomness.noise(Laplace(1))


class LocationForScale(Summing):
    """The scale is added, and the noise has its usual one."""

    def noisy(self, held, arm, randomness):
        return held[arm] + 4 + randomness.noise(Laplace(Fraction(1, 4)))


class BothNoises(Summing):
    """The noise of a sum is added to the mean of two rewards and to their sum, which both leave."""

    def noisy(self, held, arm, randomness):
        noise = randomness.noise(Laplace(1))
        return (held[arm] + noise, held[arm] * 0.5 + noise)


class RecommendsRaw(TakesTurns):
    """Stops after eight rounds and recommends by what the curator noted."""

    def start(self):
        NOTES.clear()
        return super().start()

    def recommendation(self, state):
        return int(sum(NOTES) > 0) if len(NOTES) >= 8 else None


class Noting(Summing):
    def read(self, held, arm, reward):
        NOTES.append(float(getattr(reward, "value", reward)))
        return super().read(held, arm, reward)


class DecidesRaw(TakesTurns):
    def decide(self, state, t, randomness):
        return Pull(int(bool(NOTES) and NOTES[-1] > 0.5), 2)


class TwoAtHalf(TwoReleases):
    def release(self, held, arm, mechanism, randomness):
        now, old = held[arm], held[arm + 2]
        kept = [*held]
        kept[arm], kept[arm + 2] = 0, now
        return tuple(kept), now + old + randomness.noise(Laplace(2))


class Growing(Shrinking):
    def release(self, held, arm, mechanism, randomness):
        value = held[arm] + randomness.noise(Laplace(held[-1]))
        return (*held[:arm], 0, *held[arm + 1 : -1], held[-1] + 1), value


class NoisyBaseline(RawBaseline):
    def release(self, held, arm, mechanism, randomness):
        value = held[arm] - held[-1] + randomness.noise(Laplace(1))
        left = getattr(value, "value", value)
        return (*held[:arm], 0, *held[arm + 1 : -1], left * 0.5), value


class ThreeTimesTheNoise(Summing):
    def noisy(self, held, arm, randomness):
        return 3 * held[arm] + 3 * randomness.noise(Laplace(1))


class Shifted(Summing):
    def noisy(self, held, arm, randomness):
        return held[arm] + 4 + randomness.noise(Laplace(1))


class TwoNoises(Summing):
    def noisy(self, held, arm, randomness):
        first, second = randomness.noise(Laplace(2)), randomness.noise(Laplace(1))
        return (held[arm] + first, held[arm] * 0.5 + second)


class Unused(Summing):
    """Draws a noise that nothing shows."""

    def noisy(self, held, arm, randomness):
        randomness.noise(Laplace(Fraction(1, 9)))
        return super().noisy(held, arm, randomness)


class Untraced(Summing):
    """Releases plain numbers, of which the ledger does not know what they are made of."""

    def noisy(self, held, arm, randomness):
        value = super().noisy(held, arm, randomness)
        return getattr(value, "value", value)


class Tossing(TakesTurns):
    def decide(self, state, t, randomness):
        return Pull(randomness.choice((0, 1)), 2)


class UnderACoin(RecommendsRaw):
    """A raw bit decides, and a fair coin hides it."""

    def decide(self, state, t, randomness):
        raw = bool(NOTES) and NOTES[-1] > 0.5
        return Pull(int(raw) ^ randomness.choice((0, 1)), 2)

    def recommendation(self, state):
        return None


class StopsByNumbers(TakesTurns):
    def recommendation(self, state):
        return state.index(max(state)) if max(state) > 1 else None


class Redrawn(Summing):
    """A noise below 0 is drawn again."""

    def noisy(self, held, arm, randomness):
        first = randomness.noise(Laplace(1))
        return held[arm] + (first if first.value >= 0 else randomness.noise(Laplace(1)))
