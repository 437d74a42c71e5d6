"""Areas under curves of attacks, and the error of the difference of two of them.

The area is the chance that a game with the target scores above one without it. With the placement
of a score, the share of the other kind's scores that it beats, the area is a mean over the games of
either kind, and its variance is about the sum of the variances of both means (DeLong).
"""

import math
from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of the games without the target and of those with it, in the order of the games.

    >>> round(Scores(np.array([0.0, 1.0]), np.array([1.0, 2.0])).area, 3)
    0.875
    """

    out: Floats
    inside: Floats

    @property
    def placements(self) -> tuple[Floats, Floats]:
        """For each game the share of the other kind's games on whose right side its score is."""
        return _beaten(self.inside, self.out), 1 - _beaten(self.out, self.inside)

    @property
    def area(self) -> float:
        """P(inside > out) + P(inside = out) / 2."""
        return float(self.placements[0].mean())


def deviations_apart(better: Scores, worse: Scores, *, same_games: bool, gap: float = 0.0) -> float:
    """(area of the one - area of the other - gap) in standard errors of that difference.

    Two scores of the same games are compared game by game, so that what they share cancels.

    >>> rng = np.random.default_rng(0)
    >>> noise = rng.normal(size=(2, 500))
    >>> one = Scores(noise[0], noise[1] + 1.0)
    >>> two = Scores(noise[0] + 0.2 * rng.normal(size=500), noise[1] + 0.7)
    >>> apart = [deviations_apart(one, two, same_games=same) for same in (True, False)]
    >>> apart[0] > 2 * apart[1] > 4
    True
    """
    variance = 0.0
    for first, second in zip(better.placements, worse.placements, strict=True):
        parts = [first - second] if same_games else [first, second]
        variance += sum(float(part.var(ddof=1)) / len(part) for part in parts)
    difference = better.area - worse.area - gap
    if not variance:
        return math.copysign(math.inf, difference) if difference else 0.0
    return difference / math.sqrt(variance)


def _beaten(ours: Floats, theirs: Floats) -> Floats:
    """The share of their scores below each of ours, equal ones by half."""
    ordered = np.sort(theirs)
    both = [np.searchsorted(ordered, ours, side=side) for side in ("left", "right")]
    return np.asarray((both[0] + both[1]) / (2 * len(ordered)))
