"""Scores of many games, and the errors, advantages and powers of their threshold tests.

A test says "in" if the score is strictly above its threshold; -inf and inf are thresholds, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .labelled_rows import Floats, finite_array


@dataclass(frozen=True, eq=False)
class ScoreSamples:
    """The scores of the games whose target was out, and of those whose target was in.

    >>> scores = ScoreSamples([0.0, 1.0, 2.0, 3.0], [2.0, 3.0, 4.0, 5.0])
    >>> scores.false_alarm(2.0), scores.miss(2.0), scores.advantage(2.0)
    (0.25, 0.25, 0.5)
    >>> scores.best_advantage, scores.power(0.25), scores.area
    (0.5, 0.75, 0.875)
    """

    out: npt.ArrayLike
    member: npt.ArrayLike

    def __post_init__(self) -> None:
        for name, words in (("out", "The scores out"), ("member", "The scores in")):
            object.__setattr__(self, name, np.sort(finite_array(words, getattr(self, name), 1)))

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self._out) + len(self._in)

    @property
    def _out(self) -> Floats:
        return self.out  # type: ignore[return-value]

    @property
    def _in(self) -> Floats:
        return self.member  # type: ignore[return-value]

    def false_alarm(self, threshold: float) -> float:
        """The share of the games out with a score above the threshold."""
        return self._above(self._out, threshold)

    def miss(self, threshold: float) -> float:
        """The share of the games in with a score that is not above the threshold."""
        return 1.0 - self._above(self._in, threshold)

    def advantage(self, threshold: float) -> float:
        """1 - false alarm - miss."""
        return self._above(self._in, threshold) - self.false_alarm(threshold)

    @property
    def curve(self) -> tuple[Floats, Floats, Floats]:
        """Thresholds from inf to -inf, and the false alarms and powers of their tests."""
        every = np.unique(np.concatenate([self._out, self._in]))[::-1]
        thresholds = np.concatenate([[math.inf], every, [-math.inf]])
        alarms = 1.0 - np.searchsorted(self._out, thresholds, side="right") / len(self._out)
        powers = 1.0 - np.searchsorted(self._in, thresholds, side="right") / len(self._in)
        return thresholds, alarms, powers

    @property
    def best_advantage(self) -> float:
        """The largest advantage of a threshold; chosen on the same games, so it errs upwards."""
        _, alarms, powers = self.curve
        return float((powers - alarms).max())

    @property
    def best_threshold(self) -> float:
        """The largest threshold with the largest advantage."""
        thresholds, alarms, powers = self.curve
        return float(thresholds[int(np.argmax(powers - alarms))])

    def power(self, level: float) -> float:
        """The largest power of a threshold whose false alarm is at most the level."""
        if not 0.0 <= level <= 1.0:
            raise ValueError(f"The level is {level}; give a number in [0, 1].")
        _, alarms, powers = self.curve
        return float(powers[alarms <= level].max())

    @property
    def area(self) -> float:
        """The area under the curve: P(score in > score out), a tie counting one half."""
        below = np.searchsorted(self._out, self._in, side="left")
        upto = np.searchsorted(self._out, self._in, side="right")
        return float((below + upto).mean() / (2 * len(self._out)))

    @staticmethod
    def _above(scores: Floats, threshold: float) -> float:
        if math.isnan(threshold):
            raise ValueError("The threshold is NaN; give a number, -inf or inf.")
        return float(1.0 - np.searchsorted(scores, threshold, side="right") / len(scores))
