"""Scores of many games, with the secret bits."""

from __future__ import annotations
from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.games.membership_game import GameRecord
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Bits
from banditproof.algorithms.membership.row_laws.row_law import Floats


@dataclass(frozen=True, eq=False)
class ScoreSample:
    """One score and one secret bit for each game, and the engine that drew them.

    >>> sample = ScoreSample(np.array([False, True]), np.array([-1.0, 2.0]), "rows")
    >>> sample.record(0.0).accuracy, sample.roc.best_advantage
    (1.0, 1.0)
    """

    bits: Bits
    scores: Floats
    engine: str

    @classmethod
    def of_roc(cls, roc: SampledROC) -> ScoreSample:
        """The games of two samples of scores, which were drawn row by row.

        >>> ScoreSample.of_roc(SampledROC([0.0], [2.0, 3.0])).bits
        array([False,  True,  True])
        """
        bits = np.repeat([False, True], [len(roc.out), len(roc.inside)])
        return cls(bits, np.concatenate((roc.out, roc.inside)), "rows")

    @property
    def out(self) -> Floats:
        """The scores of the games without the target."""
        return np.asarray(self.scores[~self.bits])

    @property
    def inside(self) -> Floats:
        """The scores of the games with the target."""
        return np.asarray(self.scores[self.bits])

    @property
    def roc(self) -> SampledROC:
        """Size and power of all thresholds; raises ValueError if all bits are equal."""
        return SampledROC(self.out, self.inside)

    def record(self, threshold: float = 0.0) -> GameRecord:
        """The game with the adversary of a threshold."""
        return GameRecord(self.bits, np.asarray(self.scores > threshold))
