"""Scores that an adversary learns from plays: along a shift, or where plays differed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.row_laws.row_law import Floats

Features = Callable[[Floats], Floats]
LEARNT = "learnt from plays"
NEARER = "nearer to plays with the target"
LEAD = 0.07
"""How much more area another score must have than that of the distances from medians."""
FULL = 20
"""The covariance of so many features is estimated; of more, only their variances."""

ALIKE = 1e-30
"""A relative squared difference that floats do not tell from 0."""


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


def likeness_of_steps(released: Floats) -> Floats:
    """log(min_t |s_(t+1) - s_t|^2 / (|s_(t+1)|^2 + |s_t|^2)) for the steps s_t between iterates.

    With new noise in each step it is about 0. Noise that is used again leaves the difference of two
    steps, in which there is no noise: it is 0 if gradients do not change, and not if they do.

    >>> likeness_of_steps(np.array([[1.0], [2.0], [3.0]])).round().tolist()
    [-69.0]
    """
    steps = np.diff(released.reshape(len(released), -1), axis=0, prepend=0)
    before, after = np.square(steps[:-1]).sum(axis=1), np.square(steps[1:]).sum(axis=1)
    change = np.square(np.diff(steps, axis=0)).sum(axis=1)
    shares = change / np.maximum(before + after, 1e-300)
    return np.asarray(np.log(np.array([shares.min() + ALIKE])))


def likeness(shift: Floats) -> list[LearntScore]:
    """The likeness of steps, and its opposite, where the shift is one of several iterates."""
    if shift.ndim < 2 or len(shift) < 2:
        return []
    signs = {"how different steps are": 1.0, "how alike steps are": -1.0}
    return [LearntScore(name, likeness_of_steps, np.array([sign])) for name, sign in signs.items()]


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


def nearer(out: Sequence[Floats], inside: Sequence[Floats], shift: Floats | None) -> LearntScore:
    """How much nearer a release is to the middle of plays with the target than without it.

    sum_j (|x_j - m_j| - |x_j - m_j'|) / s_j, with medians m and m' and s the mean distance from
    them. For Laplace noise it is the logarithm of the likelihood ratio, which no other test beats.
    With a shift that is known, m' = m + shift, and all plays tell of both.

    >>> plays = [np.array([0.0]), np.array([1.0]), np.array([2.0])]
    >>> score = nearer(plays, [1 + play for play in plays], np.array([1.0]))
    >>> [round(score(np.array([x])), 6) for x in (0.0, 1.5, 5.0)]
    [-1.5, 0.0, 1.5]
    """
    a, b = (np.array([np.ravel(one) for one in games]) for games in (out, inside))
    if shift is None:
        low, high = np.median(a, axis=0), np.median(b, axis=0)
    else:
        low = np.median(np.concatenate([a, b - np.ravel(shift)]), axis=0)
        high = low + np.ravel(shift)
    around = np.concatenate([np.abs(a - low), np.abs(b - high)]).mean(axis=0)
    tiny = 1e-9 * (around.max() + float(np.abs(high - low).max())) + 1e-300

    def features(released: Floats) -> Floats:
        flat = np.ravel(released)
        return np.asarray(np.abs(flat - low) - np.abs(flat - high))

    return LearntScore(NEARER, features, 1 / (around + tiny))


def best_score(
    scores: Sequence[LearntScore],
    out: Sequence[Floats],
    inside: Sequence[Floats],
    lead: float = 0.0,
) -> tuple[LearntScore, SampledROC]:
    """The score with the largest area under the curve in some plays, the first of equals.

    The first stays if no area is larger by more than `lead`, as chance makes it in few plays.
    """
    curves = [SampledROC([*map(score, out)], [*map(score, inside)]) for score in scores]
    areas = np.array([curve.area for curve in curves])
    best = int(np.argmax(areas))
    if areas[best] <= areas[0] + lead:
        best = 0
    return scores[best], curves[best]
