"""The membership game: many rounds of a crafter against an adversary, and what they show."""

from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Bits
from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.exact import Number, exact_count
from .adversaries import Adversary
from .crafters import Challenges, Crafter

BULK = 4_000_000
"""The most released numbers that are held at a time."""


@dataclass(frozen=True, eq=False)
class GameRecord:
    """The bits of the rounds, and the guesses.

    >>> record = GameRecord(np.array([True, False, False]), np.array([True, True, False]))
    >>> record.right.tolist(), record.false_positives, record.negatives
    ([1, 0, 1], 1, 2)
    >>> round(record.advantage, 6), record.errors
    (0.333333, (0.5, 0.0))
    """

    bits: Bits
    guesses: Bits

    @property
    def right(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        """The list L of the thesis: 1 for each round with a right guess, 0 for the others."""
        return np.asarray(self.bits == self.guesses).astype(np.int64)

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.bits)

    @property
    def accuracy(self) -> float:
        """The share of right guesses."""
        return float(self.right.mean())

    @property
    def advantage(self) -> float:
        """2 accuracy - 1. Thesis, Section 2.3.2, (2.22)."""
        return 2 * self.accuracy - 1

    @property
    def negatives(self) -> int:
        """The number of rounds in which the target was not made a row."""
        return int((~self.bits).sum())

    @property
    def positives(self) -> int:
        """The number of rounds in which the target was made a row."""
        return int(self.bits.sum())

    @property
    def false_positives(self) -> int:
        """The rounds without the target that were guessed to have it."""
        return int((self.guesses & ~self.bits).sum())

    @property
    def false_negatives(self) -> int:
        """The rounds with the target that were guessed not to have it."""
        return int((~self.guesses & self.bits).sum())

    @property
    def errors(self) -> tuple[float, float]:
        """The shares of the errors of both kinds, each among the rounds of its bit.

        Which rounds these are is random, so either kind may have none.
        """
        if not self.negatives or not self.positives:
            raise ValueError(
                f"All {self.rounds} rounds have the same bit, so an error has no share; play more "
                "rounds."
            )
        return self.false_positives / self.negatives, self.false_negatives / self.positives

    def error_limits(self, failure: float = 0.05) -> tuple[float, float]:
        """Upper limits of both errors, by Clopper and Pearson, which hold together.

        Each is missed with probability at most failure/2, given the bits. A kind without rounds
        has the limit 1.

        >>> record = GameRecord(np.zeros(60, bool), np.zeros(60, bool))
        >>> [round(limit, 6) for limit in record.error_limits()]
        [0.059629, 1.0]
        """
        if not 0 < failure < 1:
            raise ValueError(f"The failure probability is {failure}; give a number in (0, 1).")
        return (
            _upper_limit(self.false_positives, self.negatives, failure / 2),
            _upper_limit(self.false_negatives, self.positives, failure / 2),
        )


def _upper_limit(errors: int, rounds: int, failure: float) -> float:
    from scipy.special import betaincinv

    if errors == rounds:
        return 1.0
    return float(betaincinv(errors + 1, rounds - errors, 1 - failure))


def play_game(
    crafter: Crafter, adversary: Adversary, rounds: Number, rng: Seed, *, whole: bool = False
) -> GameRecord:
    """Play independent rounds of the game. Thesis, Algorithms 5 and 12.

    The rounds are drawn from sums of rows where the mechanism allows it; `whole` draws each data
    set, which is the plain specification and takes longer.

    >>> from banditproof.algorithms.membership import BernoulliColumns, ExactMean, LikelihoodRatio
    >>> from .adversaries import ScoreAdversary
    >>> from .crafters import FixedTarget
    >>> law, mechanism = BernoulliColumns(("1/100",) * 9), ExactMean()
    >>> crafter = FixedTarget(mechanism, law, 5, np.ones(9))
    >>> bayes = ScoreAdversary(LikelihoodRatio(law, mechanism, 5))
    >>> play_game(crafter, bayes, 1000, rng=1).accuracy
    1.0
    """
    count, chance = exact_count("rounds", rounds, least=1), generator(rng)
    bits, guesses = [], []
    step = 1 if whole else max(1, BULK // _width(crafter))
    for start in range(0, count, step):
        games = min(step, count - start)
        if whole:
            one = crafter.craft(chance)
            result = Challenges(one.target[None], one.release[None], np.array([one.inside]))
        else:
            result = crafter.craft_many(games, chance)
        bits.append(result.bits)
        guesses.append(adversary.guess(result.releases, result.targets, chance))
    return GameRecord(np.concatenate(bits), np.concatenate(guesses))


def _width(crafter: Crafter) -> int:
    """About how many numbers a round releases."""
    batches = getattr(crafter.mechanism, "batches", None)
    return crafter.law.dimension * (batches(crafter.rows) if batches else 1)
