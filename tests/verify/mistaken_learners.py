"""More objects with one mistake each: budgets that are spent twice, answers, and comparisons."""

import math
import mistaken_noise
from mistaken_noise import Learner


class NoisyEachRound(Learner):
    """Fresh noise for the running sums in each round, each time at the whole budget."""

    def learn(self, arm, reward):
        self.sums[arm] += reward
        if self.t >= 4 and (self.mistaken or self.t == 4):
            self.commit()


class SpentTwice(Learner):
    """Released after two rounds each, and again after four, at the whole budget each time."""

    def learn(self, arm, reward):
        self.sums[arm] += reward
        if self.t in (4, 8):
            noise = 1.0 if self.mistaken else 2.0
            noisy = [total + self.noise(noise) for total in self.sums]
            self.chosen = int(noisy[1] > noisy[0])
        elif self.t in (5, 6, 7):
            self.chosen = self.t % 2


class Overlapping(Learner):
    """Windows of four rounds that overlap by two, with the noise of disjoint ones."""

    def __init__(self, *given):
        super().__init__(*given)
        self.recent: list[tuple[int, float]] = []

    def learn(self, arm, reward):
        self.recent.append((arm, reward))
        if len(self.recent) < 4:
            return
        noisy = [sum(r for a, r in self.recent if a == k) + self.noise() for k in (0, 1)]
        self.chosen = int(noisy[1] > noisy[0])
        self.recent = self.recent[2:] if self.mistaken else []


class TruthTooOften(Learner):
    """Randomised response that tells the truth with probability 5/6, for log 5."""

    def learn(self, arm, reward):
        truth = 5 / 6 if self.mistaken else math.e / (1 + math.e)
        bit = self.rng.random() < reward
        self.chosen = arm if (self.rng.random() < truth) == bit else 1 - arm


class TwoAnswers(Learner):
    """Two randomised answers to each reward, each at the whole budget."""

    def __init__(self, *given):
        super().__init__(*given)
        self.plan: list[int] = []

    def select(self):
        return self.plan.pop(0) if self.plan else 0

    def learn(self, arm, reward):
        if self.plan:
            return
        eps = 1.0 if self.mistaken else 0.5
        bit = self.rng.random() < reward
        truth = math.exp(eps) / (1 + math.exp(eps))
        self.plan = [int((self.rng.random() < truth) == bit) for _ in range(2)]


class RateTooLarge(Learner):
    """The exponential mechanism at twice the rate."""

    def commit(self):
        rate = 2.0 if self.mistaken else 1.0
        weight = 1 / (1 + math.exp(rate * (self.sums[0] - self.sums[1])))
        self.chosen = int(self.rng.random() < weight)


class FlipEachRound(Learner):
    """The leader is flipped with probability 1/(1 + e), anew in each round."""

    def commit(self):
        self.leader = int(self.sums[1] > self.sums[0])
        self.flip()

    def flip(self):
        lies = self.rng.random() < 1 / (1 + math.e)
        self.chosen = 1 - self.leader if lies else self.leader

    def learn(self, arm, reward):
        super().learn(arm, reward)
        if self.mistaken and self.t > 2 * self.explored:
            self.flip()


class MeanOfAll(Learner):
    """The noise of a mean over all rounds, where a mean is over the rounds of its arm."""

    def commit(self):
        n = self.explored
        scale = 1 / (2 * n) if self.mistaken else 1 / n
        noisy = [total / n + self.noise(scale) for total in self.sums]
        self.chosen = int(noisy[1] > noisy[0])


class ScaleUpsideDown(Learner):
    """Noise of the scale eps / 3 in place of 3 / eps for three releases."""

    def learn(self, arm, reward):
        self.sums[arm] += reward
        if self.t in (2, 4, 6):
            noisy = [total + self.noise(1 / 3 if self.mistaken else 3.0) for total in self.sums]
            self.chosen = int(noisy[1] > noisy[0])


class ThompsonSampling(Learner):
    """Samples of a posterior of the rewards themselves, which are random enough for no budget."""

    def learn(self, arm, reward):
        bit = self.rng.random() < reward
        honest = self.mistaken or self.rng.random() < math.e / (1 + math.e)
        self.sums[arm] += 1 if bit == honest else -1
        draws = [self.rng.beta(1 + max(s, 0), 1 + max(-s, 0)) for s in self.sums]
        self.chosen = int(draws[1] > draws[0])


class StopsByRewards(Learner):
    """How long it explores depends on the exact sums."""

    def learn(self, arm, reward):
        self.sums[arm] += reward
        enough = max(self.sums) >= 2 if self.mistaken else self.t >= 4
        if self.chosen is None and (enough or self.t >= 8):
            self.commit()


class Watching(Learner):
    """Plays the first arm until its noisy sum is above a noisy threshold, and then the other."""

    noise_of_sums, again = 2.0, False

    def __init__(self, *given):
        super().__init__(*given)
        self.chosen, self.threshold = 0, 3 + self.noise(2.0)

    def learn(self, arm, reward):
        if self.chosen:
            return
        self.sums[0] += reward
        self.chosen = int(self.sums[0] + self.noise(self.noise_of_sums) >= self.threshold)


class ExactSums(Watching):
    """Only the threshold has noise."""

    def __init__(self, *given):
        super().__init__(*given)
        self.noise_of_sums = 0.0 if self.mistaken else 2.0


class EveryAnswer(Watching):
    """It answers in every round, above the threshold as well, with the noise for one answer."""

    def learn(self, arm, reward):
        if self.chosen and not self.mistaken:
            return
        self.sums[0] += reward
        self.chosen = int(self.sums[0] + self.noise(2.0) >= self.threshold)


class ValueOfTheLargest(Learner):
    """The rounded value of the noisy maximum is played, with its noise for the choice alone."""

    def commit(self):
        noisy = [total + self.noise() for total in self.sums]
        self.chosen = int(noisy[1] > noisy[0])
        if self.mistaken:
            value = self.sums[self.chosen]  # the noise was for the place
            self.plan = [int(value >= level) for level in (1, 2)]

    def select(self):
        plan = getattr(self, "plan", [])
        return plan.pop(0) if plan else super().select()


class FirstRewardOnly(Learner):
    """All depends on the first reward, which gets half the noise."""

    def learn(self, arm, reward):
        if self.t == 1:
            self.chosen = int(reward + self.noise(0.5 if self.mistaken else 1.0) > 1.2)


class ValueOfTheFirst(Learner):
    """The noisy first reward chooses, and chooses again: two thresholds with two noises."""

    def learn(self, arm, reward):
        if self.t == 1:
            self.value = reward
        if self.t in (1, 3):
            scale = 1.0 if self.mistaken else 2.0
            self.chosen = int(self.value + self.noise(scale) > 0.5)


class NotSubsampled(Learner):
    """Noise for a batch of which each reward is kept with probability 1/4, but all are kept."""

    def noise(self, scale=1.0):
        return super().noise(scale / 2)  # log(1 + (e^2 - 1)/4) = 0.955

    def learn(self, arm, reward):
        kept = self.mistaken or self.rng.random() < 0.25
        super().learn(arm, reward if kept else 0.0)


class TwoFunctions(Learner):
    """A sum and a sum of squares, each with the noise for one of them."""

    def __init__(self, *given):
        super().__init__(*given)
        self.squares = 0.0

    def learn(self, arm, reward):
        if self.t > 4:
            return
        self.sums[0] += reward
        self.squares += reward**2
        if self.t == 4:
            scale = 1.0 if self.mistaken else 2.0
            self.plan = [
                int(self.sums[0] + self.noise(scale) > 2),
                int(self.squares + self.noise(scale) > 2),
            ]

    def select(self):
        plan = getattr(self, "plan", [])
        return plan.pop(0) if plan else 0


LEARNERS = {
    kind.__name__: kind
    for kind in (*vars(mistaken_noise).values(), *list(globals().values()))
    if isinstance(kind, type) and issubclass(kind, Learner) and kind not in (Learner, Watching)
}


def maker(name, mistaken):
    """A factory of fresh learners of a class."""

    def make(rng):
        return LEARNERS[name](mistaken, rng)

    return make


for _name in LEARNERS:
    globals()[f"right_{_name}"] = maker(_name, False)
    globals()[f"wrong_{_name}"] = maker(_name, True)
