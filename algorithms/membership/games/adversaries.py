"""Adversaries: guesses of the secret bit from the target and the release."""

import math
from dataclasses import dataclass
from typing import Protocol
import numpy as np
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Bits
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.membership.scores.score import Score
from banditproof.theory.exact import Number
from .crafters import HALF, coins


class Adversary(Protocol):
    """A map from targets and releases to guesses, where True says that the target is a row."""

    def guess(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Bits:
        """One guess for each game; games stand along the first axis."""


@dataclass(frozen=True, eq=False)
class ScoreAdversary:
    """Says that the target is a row if its score is above the threshold, strictly.

    The threshold may be inf (never) or -inf; a score -inf is above no threshold, so also the
    threshold -inf leaves out games that are impossible with the target. The threshold 0 with the
    log-likelihood ratio is the Bayes adversary of a fair coin. Thesis, (2.25) and Theorem 6.1.

    >>> from banditproof.algorithms.membership import BernoulliColumns, KnownMoments, ScalarProduct
    >>> score = ScalarProduct(KnownMoments(BernoulliColumns(("1/2",))))
    >>> releases, rng = np.array([[0.0], [0.5], [1.0]]), np.random.default_rng(0)
    >>> ScoreAdversary(score, 0.25).guess(releases, np.ones(1), rng)
    array([False, False,  True])
    """

    score: Score
    threshold: float = 0.0

    def __post_init__(self) -> None:
        if math.isnan(self.threshold):
            raise ValueError("The threshold is NaN; give a number, inf or -inf.")

    def guess(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Bits:
        """Whether each score is above the threshold."""
        return np.asarray(self.score.values(releases, targets, rng) > self.threshold)


@dataclass(frozen=True)
class BlindAdversary:
    """Ignores what it sees, and says that the target is a row with a fixed probability.

    Its advantage is 0. Thesis, Section 2.3.2.

    >>> BlindAdversary(1).guess(np.zeros((2, 1)), np.zeros(1), np.random.default_rng(0))
    array([ True,  True])
    """

    probability: Number = HALF

    def guess(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Bits:
        """Coins."""
        return coins(self.probability, len(releases), rng)
