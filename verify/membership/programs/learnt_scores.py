"""Scores that an adversary learns from plays: along a shift, or where plays differed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.row_laws.row_law import Floats

Features = Callable[[Floats], Floats]
LEARNT = "learnt from plays"
FULL = 20
"""The covariance of so many features is estimated; of more, only their variances."""


@dataclass(frozen=True, eq=False)
class LearntScore:
    """The scalar product of some features of a release with a direction."""

    name: str
    features: Features
    direction: Floats

    def __call__(self, released: Floats) -> float:
        """A higher score says that the target is in."""
        return float(self.features(released) @ self.direction)


def increments(released: Floats) -> Floats:
    """The first row and what each further row adds: the steps of a descent that shows its iterates.

    >>> increments(np.array([[1.0, 2.0], [4.0, 4.0]])).tolist()
    [1.0, 2.0, 3.0, 2.0]
    """
    return np.ravel(np.diff(released, axis=0, prepend=np.zeros_like(released[:1])))


def along(shift: Floats) -> list[LearntScore]:
    """Scores along the shift that the target makes without noise, as it is and by steps."""
    ways: list[tuple[str, Features]] = [("along the shift without noise", np.ravel)]
    if shift.ndim > 1 and len(shift) > 1:
        ways.append(("along the steps of the shift without noise", increments))
    return [LearntScore(name, way, way(shift)) for name, way in ways if shift.any()]


def learnt(out: Sequence[Floats], inside: Sequence[Floats]) -> LearntScore:
    """Fisher's linear score of the released numbers and of their distances from the middle.

    S^-1 (m_in - m_out), with S the covariance within both kinds of plays.
    """
    middle = np.median(np.array([np.ravel(one) for one in (*out, *inside)]), axis=0)

    def features(released: Floats) -> Floats:
        flat = np.ravel(released)
        return np.concatenate([flat, np.abs(flat - middle)])

    a, b = (np.array([features(one) for one in games]) for games in (out, inside))
    difference = b.mean(axis=0) - a.mean(axis=0)
    around = np.concatenate([a - a.mean(axis=0), b - b.mean(axis=0)])
    variances = around.var(axis=0)
    tiny = 1e-9 * (variances.max() + float(np.square(difference).max())) + 1e-300
    if len(difference) > FULL:
        direction = difference / (variances + tiny)
    else:
        within = around.T @ around / len(around) + np.diag(0.01 * variances + tiny)
        direction = np.linalg.solve(within, difference)
    largest = np.abs(direction).max()
    return LearntScore(LEARNT, features, direction / largest if largest else direction)


def best_score(
    scores: Sequence[LearntScore], out: Sequence[Floats], inside: Sequence[Floats]
) -> tuple[LearntScore, SampledROC]:
    """The score with the largest area under the curve in some plays, the first of equals."""
    curves = [SampledROC([*map(score, out)], [*map(score, inside)]) for score in scores]
    best = int(np.argmax([curve.area for curve in curves]))
    return scores[best], curves[best]
