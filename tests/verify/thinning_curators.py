"""Curators that keep some rewards by coins, in code of their own: right and mistaken ones."""

from releasing_curators import OfABatch
from banditproof.theory.mechanisms import Gaussian

NOISE = Gaussian(sigma_squared=1)


class Batches(OfABatch):
    """The kept rewards of a batch, with noise."""

    def statistic(self, batch, randomness):
        return self.kept(batch, randomness) + randomness.noise(NOISE)


class EachByItsCoin(Batches):
    """Keeps each reward with probability 1/10."""

    def kept(self, batch, randomness):
        return sum(reward for reward in batch if randomness.uniform() < 0.1)


class OfARange(Batches):
    """The same, with the coin of a range."""

    def kept(self, batch, randomness):
        return sum(reward for reward in batch if randomness.choice(range(10)) >= 9)


class WeightedByARange(Batches):
    """The same, with the coin as a factor."""

    def kept(self, batch, randomness):
        return sum(reward * (randomness.choice(range(10)) == 0) for reward in batch)


class OneCoin(Batches):
    """One coin keeps the whole batch, or nothing of it."""

    def kept(self, batch, randomness):
        return sum(batch) if randomness.uniform() < 0.1 else 0


class OneOfTheBatch(Batches):
    """One reward of the batch, drawn from all."""

    def kept(self, batch, randomness):
        return batch[randomness.choice(range(len(batch)))]


class TwoDraws(Batches):
    """Two draws from the batch with replacement: one reward may count twice."""

    def kept(self, batch, randomness):
        return sum(batch[randomness.choice(range(len(batch)))] for _ in range(2))


class KeepsMore(Batches):
    """Keeps each reward with probability 1/5."""

    def kept(self, batch, randomness):
        return sum(reward for reward in batch if randomness.uniform() < 0.2)


class KeepsTheOthers(Batches):
    """The comparison is the wrong way round."""

    def kept(self, batch, randomness):
        return sum(reward for reward in batch if randomness.uniform() > 0.1)


class DividesByTheRate(Batches):
    """The sum is made unbiased, which moves it ten times as far."""

    def kept(self, batch, randomness):
        return 10 * sum(reward for reward in batch if randomness.uniform() < 0.1)


class NoiseIfKept(Batches):
    """No noise where nothing is kept, so that the coin shows."""

    def statistic(self, batch, randomness):
        kept = [reward for reward in batch if randomness.uniform() < 0.1]
        return sum(kept) + randomness.noise(NOISE) if kept else 0


class CoinBeside(Batches):
    """How many are kept leaves beside the sum."""

    def statistic(self, batch, randomness):
        kept = [reward for reward in batch if randomness.uniform() < 0.1]
        return sum(kept) + randomness.noise(NOISE), len(kept)


class FirstAlways(Batches):
    """The first reward of a batch is always kept."""

    def kept(self, batch, randomness):
        return batch[0] + sum(reward for reward in batch[1:] if randomness.uniform() < 0.1)
